import Foundation

/// The clockwise angles that turn a camera's native picture upright. Computed from the mount and from what is
/// up; there is no table.
public enum RotationAngles {
  /// By gravity: the angle for captured pictures. A camera that looks within 30 degrees of straight up or down
  /// keeps its last angle (`PhoneState.keptAngles`).
  public static func capture(
    _ camera: CameraID, _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> QuarterTurns {
    let camera = VirtualCamera.mounting(camera, state, in: description)
    let phone = PlacedPhone(state, at: time, in: description)
    return byGravity(camera, phone) ?? state.keptAngles[camera] ?? 0
  }

  /// By the interface: the angle for a preview on a display whose interface is turned by clockwise quarter turns
  /// from the display's native top. Where the phone is folded, "up" is taken on the camera's own panel as it
  /// would be on the flat phone (shut for a view on an outside display that looks away from that panel).
  public static func preview(
    _ camera: CameraID, on display: DisplayID, interfaceTurn: QuarterTurns, _ state: PhoneState,
    in description: PhoneDescription
  ) -> QuarterTurns {
    let camera = VirtualCamera.mounting(camera, state, in: description)
    return byInterface(
      camera, on: display, interfaceTurn: interfaceTurn, facingAngle: state.facingAngle, in: description)
  }

  /// The angle for a device orientation that the caller names, seen on the camera's own side of the phone: a
  /// constant of camera and mounting.
  public static func relative(
    _ camera: CameraID, to orientation: InterfaceOrientation, in description: PhoneDescription
  ) -> QuarterTurns {
    guard let described = description.camera(camera) else { return 0 }
    let mount = described.mount
    let own = description.displays.first {
      $0.face == mount.face.value && ($0.panel == mount.panel || $0.spansHinge)
    }
    // A camera without a display of its own is turned as the display of the shut phone is.
    let display = own ?? description.displays[0]
    return byInterface(
      camera, on: display.id, interfaceTurn: orientation.interfaceTurn,
      facingAngle: own == nil ? 0 : 180, in: description)
  }

  /// Upright by gravity; nil within 30 degrees of the vertical.
  static func byGravity(_ camera: CameraID, _ phone: PlacedPhone) -> QuarterTurns? {
    guard let view = phone.body.camera(camera) else { return nil }
    let vertical = phone.placement.attitude.inverse.apply([0, 1, 0])
    if abs(view.axis.dot(vertical)) > Upright.levelCosine { return nil }
    return angle(of: view, up: vertical)
  }

  static func byInterface(
    _ camera: CameraID, on display: DisplayID, interfaceTurn: QuarterTurns, facingAngle: Double,
    in description: PhoneDescription
  ) -> QuarterTurns {
    guard let display = description.display(display), let mount = description.camera(camera)?.mount else {
      return 0
    }
    let opensFlat =
      display.spansHinge || Facing.looksAsWhenFlat(mount, from: display, hinge: facingAngle, in: description)
    let body = Body(description, hinge: opensFlat ? 180 : 0)
    let view = body.view(of: mount)
    let frame = body.frame(of: display)
    let up: Vector3
    switch interfaceTurn.count {
    case 0: up = frame.nativeTop
    case 1: up = frame.nativeRight
    case 2: up = -frame.nativeTop
    default: up = -frame.nativeRight
    }
    return angle(of: view, up: up)
  }

  /// The clockwise turn that brings the image of `up` to the top of the picture.
  private static func angle(of view: CameraView, up: Vector3) -> QuarterTurns {
    let clockwise = Upright.turn(from: view.nativeUp, right: view.nativeRight, to: up)
    return QuarterTurns(-clockwise.count)
  }

  /// The kept angles after the phone got into a new hold. A camera that looks up or down gets the angle of the
  /// hold before (`flat`) when that is known; else it keeps what it had.
  static func kept(
    _ state: PhoneState, angle: Double, flat: PlacedPhone?, in description: PhoneDescription
  ) -> [CameraID: QuarterTurns] {
    let phone = PlacedPhone(Body(description, hinge: angle), at: state.placement)
    var kept = state.keptAngles
    for camera in description.cameras where camera.constituents.isEmpty {
      if let upright = byGravity(camera.id, phone) ?? flat.flatMap({ byGravity(camera.id, $0) }) {
        kept[camera.id] = upright
      }
    }
    return kept
  }
}

extension Double {
  /// The angle of a vector in degrees, -180...180.
  static func atan2(y: Double, x: Double) -> Double { Foundation.atan2(y, x) * 180 / .pi }
}
