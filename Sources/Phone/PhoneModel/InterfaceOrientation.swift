/// How an interface lies on a display. Raw values are those of `UIInterfaceOrientation` and
/// `AVCaptureVideoOrientation`.
public enum InterfaceOrientation: Int, Hashable, Codable, Sendable, CaseIterable {
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  /// Clockwise quarter turns of the device from portrait, as the viewer of the display sees them.
  public var deviceTurn: QuarterTurns {
    switch self {
    case .portrait: 0
    case .landscapeLeft: 1
    case .portraitUpsideDown: 2
    case .landscapeRight: 3
    }
  }

  /// Clockwise quarter turns from the display's native top to the interface's top: the interface stays upright
  /// when the device turns, so it turns the other way on the display.
  public var interfaceTurn: QuarterTurns { QuarterTurns(-deviceTurn.count) }

  public init(deviceTurn: QuarterTurns) {
    switch deviceTurn.count {
    case 0: self = .portrait
    case 1: self = .landscapeLeft
    case 2: self = .portraitUpsideDown
    default: self = .landscapeRight
    }
  }

  public init(interfaceTurn: QuarterTurns) { self.init(deviceTurn: QuarterTurns(-interfaceTurn.count)) }
}

extension DisplayDescription {
  /// The orientations the display offers at all; an app may allow fewer.
  public var offeredOrientations: Set<InterfaceOrientation> {
    Set(orientations.value.map { InterfaceOrientation(interfaceTurn: QuarterTurns($0)) })
  }

  /// Size in points of an interface that is turned by clockwise quarter turns from native.
  public func size(interfaceTurn: QuarterTurns) -> (width: Double, height: Double) {
    interfaceTurn.count % 2 == 0
      ? (nativeWidth.value, nativeHeight.value) : (nativeHeight.value, nativeWidth.value)
  }
}

/// How the interface follows the hold.
public enum InterfaceRotation {
  /// The orientation in which an interface on `display` stands upright for its viewer, by gravity; nil while the
  /// display lies within 30 degrees of level. Folded across, the more upright half decides.
  public static func upright(
    on display: DisplayID, _ phone: PlacedPhone
  ) -> InterfaceOrientation? {
    guard let described = phone.body.description.display(display) else { return nil }
    let halves = described.spansHinge ? phone.body.panels : [described.panel]
    let upright = halves.map { panel -> (panel: PanelFrame, level: Double) in
      let frame = phone.body.panel(panel)
      return (frame, abs(phone.direction(frame.normal(described.face)).y))
    }.min { $0.level < $1.level }
    guard let half = upright, half.level < Upright.levelCosine else { return nil }
    let native = nativeAxes(of: described, on: half.panel, phone.body)
    return InterfaceOrientation(
      interfaceTurn: Upright.turn(up: native.top, right: native.right, of: phone))
  }

  /// The orientation of an interface that allows `supported`: the upright one if the display offers and the app
  /// allows it, else the present one if that is allowed, else the allowed one with the lowest raw value.
  public static func orientation(
    on display: DisplayID, _ phone: PlacedPhone, supported: Set<InterfaceOrientation>,
    current: InterfaceOrientation?
  ) -> InterfaceOrientation? {
    guard let described = phone.body.description.display(display) else { return nil }
    let common = supported.intersection(described.offeredOrientations)
    let allowed = common.isEmpty ? described.offeredOrientations : common
    if let upright = upright(on: display, phone), allowed.contains(upright) { return upright }
    if let current, allowed.contains(current) { return current }
    return allowed.min { $0.rawValue < $1.rawValue }
  }

  /// Native top and right of a display on one of its halves, as directions in the body. Both halves carry one
  /// picture: it runs on from one to the other over the fold.
  private static func nativeAxes(
    of display: DisplayDescription, on half: PanelFrame, _ body: Body
  ) -> (top: Vector3, right: Vector3) {
    let top = Upright.direction(of: display.nativeTop.value, of: display.panel, on: half, body)
    return (top, top.cross(half.normal(display.face)))
  }
}

/// Which way is up, in quarter turns.
enum Upright {
  /// An axis nearer to vertical than 30 degrees says nothing about up and down.
  static let levelCosine = 0.8660254037844386

  /// Clockwise quarter turns from `up` to where the world's up appears, for one who sees `right` on the right.
  static func turn(up: Vector3, right: Vector3, of phone: PlacedPhone) -> QuarterTurns {
    let vertical = phone.placement.attitude.inverse.apply([0, 1, 0])
    return turn(from: up, right: right, to: vertical)
  }

  /// Clockwise quarter turns from `up` to `direction`.
  static func turn(from up: Vector3, right: Vector3, to direction: Vector3) -> QuarterTurns {
    let degrees = Double.atan2(y: direction.dot(right), x: direction.dot(up))
    return QuarterTurns(Int((degrees / 90).rounded()))
  }

  /// An edge's direction, named on one panel, carried over the fold onto another: towards the free edge of one
  /// half is towards the hinge on the other.
  static func direction(of edge: PanelEdge, of panel: PanelID, on half: PanelFrame, _ body: Body) -> Vector3 {
    if body.panel(panel) == half { return half.direction(edge) }
    switch edge {
    case .free: return half.direction(.hinge)
    case .hinge: return half.direction(.free)
    case .top, .bottom: return half.direction(edge)
    }
  }
}
