/// Whether a camera looks the way a view looks.
public enum FacingDirection: String, Hashable, Codable, Sendable, CaseIterable {
  /// The same way as the view's display: towards whoever looks at it.
  case forward
  /// The opposite way.
  case backward
  /// Neither; in Apple's map such a camera is in neither list.
  case neither
}

/// Which camera faces which display. Depends on the hinge and the view's display only, never on how the
/// phone is held. A virtual camera that changes displays has none: its constituents look different ways.
public enum Facing {
  /// The direction of a camera for a view on `display`, at a hinge angle in degrees.
  ///
  /// Forward when the camera's axis and the display's normal point to the same side, backward when to opposite
  /// sides. On the tipping angle itself the answer of the smaller angle holds.
  /// A camera that looks at the back of the panel that carries the display is neither (a policy of the
  /// description: assumed).
  public static func direction(
    of camera: CameraID, for display: DisplayID, hinge: Double, in description: PhoneDescription
  ) -> FacingDirection {
    guard let camera = description.camera(camera), let display = description.display(display) else {
      return .neither
    }
    if camera.position == .unspecified || camera.switching == .followsDisplay { return .neither }
    return direction(of: camera, for: display, hinge: hinge, in: description)
  }

  /// The direction now: from the state's facing angle, which follows the hinge with hysteresis.
  public static func direction(
    of camera: CameraID, for display: DisplayID, _ state: PhoneState, in description: PhoneDescription
  ) -> FacingDirection {
    direction(of: camera, for: display, hinge: state.facingAngle, in: description)
  }

  /// Hinge angles between 0 and 180 at which the direction of some physical camera changes.
  public static func tippingAngles(in description: PhoneDescription) -> [Double] {
    guard description.hinge != nil else { return [] }
    let cameras = description.cameras.filter { $0.constituents.isEmpty }
    func map(_ hinge: Double) -> [FacingDirection] {
      description.displays.flatMap { display in
        cameras.map { direction(of: $0, for: display, hinge: hinge, in: description) }
      }
    }
    var found: [Double] = []
    // Panels are plane, so directions tip far apart. The ends are left out: a phone that is exactly shut has no
    // view on its inner display.
    let step = 15.0
    var (low, before) = (0.5, map(0.5))
    while low < 179 {
      let high = min(low + step, 179.5)
      let after = map(high)
      if before != after {
        found.append(bisect(low, high) { map($0) == before })
      }
      (low, before) = (high, after)
    }
    return found
  }

  private static func bisect(_ from: Double, _ to: Double, isBefore: (Double) -> Bool) -> Double {
    var (low, high) = (from, to)
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle } else { high = middle }
    }
    return (high * 1e6).rounded() / 1e6
  }

  /// Whether a camera looks to the same side of a display as it does when the phone is open flat. On the tipping
  /// angle itself the answer of the smaller angle holds.
  static func looksAsWhenFlat(
    _ mount: CameraMount, from display: DisplayDescription, hinge: Double, in description: PhoneDescription
  ) -> Bool {
    func along(_ hinge: Double) -> Double {
      let body = Body(description, hinge: hinge)
      return body.view(of: mount).axis.dot(body.normal(of: display))
    }
    let now = along(hinge)
    return (abs(now) < 1e-9 ? along(hinge - 0.001) : now) * along(180) > 0
  }

  private static func direction(
    of camera: CameraDescription, for display: DisplayDescription, hinge: Double,
    in description: PhoneDescription
  ) -> FacingDirection {
    let body = Body(description, hinge: hinge)
    let view = body.view(of: camera.mount)
    let along = view.axis.dot(body.normal(of: display))
    if abs(along) < 1e-9 {
      guard description.hinge != nil, hinge > 0.001 else { return .neither }
      return direction(of: camera, for: display, hinge: hinge - 0.001, in: description)
    }
    if along < 0 { return .backward }
    let isBehind = looksAtBack(of: display, from: camera, view, body)
    return isBehind && description.policy.coveredCameraHasNoDirection.value ? .neither : .forward
  }

  /// Whether the panel of a display stands in front of a camera on the other panel, so that the camera looks
  /// at its back.
  private static func looksAtBack(
    of display: DisplayDescription, from camera: CameraDescription, _ view: CameraView, _ body: Body
  ) -> Bool {
    guard !display.spansHinge, display.panel != camera.mount.panel else { return false }
    let panel = body.panel(display.panel)
    // The middle of the free edge's thickness: also right when the panels lie on or beside each other.
    let edge =
      panel.towardsFree * body.panelReach.upperBound - panel.inside
      * (body.description.panelThickness.value / 2)
    return (edge - view.position).dot(view.axis) > 0
  }
}
