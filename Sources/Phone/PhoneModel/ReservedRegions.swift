/// A rectangle in points, origin at the top left.
public struct PointRect: Hashable, Codable, Sendable {
  public var x, y, width, height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
}

/// A part of a display that is covered or creased.
public struct ReservedRegion: Hashable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable { case occlusion, division }

  public var kind: Kind
  /// Stable name: the camera's id, or `fold`.
  public var identifier: String
  /// In the interface's points, margins included.
  public var frame: PointRect
  /// The margin on each side that lies in the frame.
  public var margin: Double
  public var isActive: Bool
}

/// Reserved regions, computed from where the cameras and the fold are.
public enum ReservedRegions {
  /// All regions of a display, active or not, in the points of an interface turned by clockwise quarter turns
  /// from the display's native top.
  public static func all(
    on display: DisplayID, interfaceTurn: QuarterTurns, _ state: PhoneState, at time: PhoneTime,
    in description: PhoneDescription
  ) -> [ReservedRegion] {
    guard let display = description.display(display) else { return [] }
    return
      (occlusions(of: display, state, in: description)
      + division(of: display, angle: state.hinge.angle(at: time), in: description))
      .map { region in
        var region = region
        region.frame = display.interfaceRect(region.frame, interfaceTurn: interfaceTurn)
        return region
      }
  }

  private static func occlusions(
    of display: DisplayDescription, _ state: PhoneState, in description: PhoneDescription
  ) -> [ReservedRegion] {
    let flat = Body(description, hinge: 180)
    let frame = flat.frame(of: display)
    return description.cameras.compactMap { camera in
      guard let occlusion = camera.occlusion, camera.constituents.isEmpty,
        description.ownDisplay(of: camera.id) == display.id
      else { return nil }
      let place = display.nativePoint(flat.view(of: camera.mount).position, frame)
      let side = occlusion.size.value
      return ReservedRegion(
        kind: .occlusion, identifier: camera.id.rawValue,
        frame: PointRect(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side),
        margin: occlusion.margin.value,
        isActive: !occlusion.onlyWhileRunning.value || state.streaming[camera.id] != nil)
    }
  }

  private static func division(
    of display: DisplayDescription, angle: Double, in description: PhoneDescription
  ) -> [ReservedRegion] {
    guard let hinge = description.hinge, display.spansHinge else { return [] }
    let frame = Body(description, hinge: 180).frame(of: display)
    let fold = display.nativePoint([0, 0, 0], frame)
    let width = hinge.divisionWidth.value
    let foldIsLevel = abs(frame.nativeTop.y) < 0.5
    let rect =
      foldIsLevel
      ? PointRect(x: 0, y: fold.y - width / 2, width: display.nativeWidth.value, height: width)
      : PointRect(x: fold.x - width / 2, y: 0, width: width, height: display.nativeHeight.value)
    return [
      ReservedRegion(
        kind: .division, identifier: "fold", frame: rect, margin: hinge.divisionMargin.value,
        isActive: hinge.status(at: angle) == .partiallyOpen)
    ]
  }
}

extension DisplayDescription {
  /// A point of the flat body as a native point of the display.
  func nativePoint(_ point: Vector3, _ frame: DisplayFrame) -> (x: Double, y: Double) {
    let offset = point - frame.middle
    let right = offset.dot(frame.nativeRight) * nativeWidth.value / physicalWidth.value
    let up = offset.dot(frame.nativeTop) * nativeHeight.value / physicalHeight.value
    return (nativeWidth.value / 2 + right, nativeHeight.value / 2 - up)
  }

  /// A native point in an interface that is turned by clockwise quarter turns from native.
  public func interfacePoint(x: Double, y: Double, interfaceTurn: QuarterTurns) -> (x: Double, y: Double) {
    let (width, height) = (nativeWidth.value, nativeHeight.value)
    switch interfaceTurn.count {
    case 0: return (x, y)
    case 1: return (y, width - x)
    case 2: return (width - x, height - y)
    default: return (height - y, x)
    }
  }

  /// A native rectangle in an interface that is turned by clockwise quarter turns from native.
  public func interfaceRect(_ rect: PointRect, interfaceTurn: QuarterTurns) -> PointRect {
    let a = interfacePoint(x: rect.x, y: rect.y, interfaceTurn: interfaceTurn)
    let b = interfacePoint(x: rect.x + rect.width, y: rect.y + rect.height, interfaceTurn: interfaceTurn)
    return PointRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }
}
