import Foundation
import PhoneModel
import Scenarios

extension PictureCamera {
  /// The name under which a report speaks of a physical camera; nil for one it has no name for.
  init?(_ camera: CameraDescription) {
    if camera.position == .back { self = .rear } else { self.init(rawValue: camera.id.rawValue) }
  }
}

/// The phone at a moment, as the grader needs it: from the description and the phone's state, never from what
/// the capture framework says.
struct PlacedCameras {
  let description: PhoneDescription
  let state: PhoneState
  let time: PhoneTime
  let phone: PlacedPhone

  init(_ state: PhoneState, at time: PhoneTime, in description: PhoneDescription) {
    self.description = description
    self.state = state
    self.time = time
    phone = PlacedPhone(state, at: time, in: description)
  }

  var physical: [CameraDescription] { description.cameras.filter(\.constituents.isEmpty) }

  /// How far a solved camera is from a camera of the phone.
  struct Distance {
    var camera: CameraDescription
    /// Degrees between the axes.
    var angle: Double
    /// Between the places; 1 is as much as rule 13 allows (`SolvedCamera.miss`).
    var miss: Double
    /// Rule 13: the same camera.
    var isSame: Bool { angle <= 5 && miss <= 1 }
  }

  func distance(_ solved: SolvedCamera, to camera: CameraDescription) -> Distance {
    let view = phone.camera(camera.id)!
    return Distance(
      camera: camera, angle: view.axis.angle(to: solved.pose.forward),
      miss: solved.miss(view.position))
  }

  /// The camera that is where the picture was taken; nil when none is near. A covered camera takes none that can be
  /// read: on a shut phone the inner camera is only 27 mm from the outer one, and looks the same way.
  func camera(at solved: SolvedCamera) -> Distance? {
    func score(_ d: Distance) -> Double { d.angle / 5 + d.miss }
    return physical.filter { !phone.isCovered($0.id) }.map { distance(solved, to: $0) }
      .filter { $0.angle < 20 && $0.miss < 4 }
      .min { score($0) < score($1) }
  }

  // MARK: Faces

  /// Rule 7, from the angle in degrees between a camera's axis and the direction to the viewer's eyes.
  static func faces(angle: Double) -> Faces {
    angle <= 50 ? .person : angle >= 130 ? .away : .aside
  }

  /// Rule 8: whether some camera could show the viewer of a display. A camera behind the back of the display's
  /// panel is covered and cannot.
  func canShow(_ viewer: Figure, of display: DisplayID) -> Bool {
    physical.contains { camera in
      guard let angle = phone.angle(of: camera.id, to: viewer) else { return false }
      return Self.faces(angle: angle) == .person
        && Facing.direction(of: camera.id, for: display, state, in: description) != .neither
        && !phone.isCovered(camera.id) && !state.unplugged.contains(camera.id)
    }
  }

  // MARK: Upright

  /// Rule 9 and 10: what should be up in a picture on a display, as a direction in the world, and where that
  /// direction appears on the display, in degrees clockwise from the interface's top.
  struct UpReference {
    var direction: Vector3
    var onDisplay: Double
    /// Rule 10: world-up was replaced.
    var isReplaced: Bool
  }

  /// `axis` is the camera's, in the world; `panel` is the camera's.
  func upReference(
    display: DisplayID, interfaceTurn: QuarterTurns, axis: Vector3, panel: PanelID
  ) -> UpReference? {
    guard let described = description.display(display) else { return nil }
    let up: Vector3 = [0, 1, 0]
    let half = uprightHalf(of: described)
    if Self.isNearVertical(axis) || Self.isNearVertical(half.normal) {
      return UpReference(
        direction: interfaceUp(described, interfaceTurn, on: panel), onDisplay: 0, isReplaced: true)
    }
    return UpReference(
      direction: up, onDisplay: Self.angle(of: up, on: half, interfaceTurn), isReplaced: false)
  }

  /// Where a direction of the world appears on a half of a display, degrees clockwise from the interface's top.
  private static func angle(of direction: Vector3, on half: Half, _ interfaceTurn: QuarterTurns) -> Double {
    let (top, right) = turned(half.top, half.right, interfaceTurn)
    return atan2(direction.dot(right), direction.dot(top)) * 180 / .pi
  }

  /// Clockwise quarter turns that a picture with the interface's top up needs to stand as the display's viewer sees it. None
  /// where the display lies flat, and nobody can say which way is up.
  func turnToViewer(display: DisplayID, interfaceTurn: QuarterTurns) -> QuarterTurns {
    guard let described = description.display(display) else { return 0 }
    let half = uprightHalf(of: described)
    if Self.isNearVertical(half.normal) { return 0 }
    let up = Self.angle(of: [0, 1, 0], on: half, interfaceTurn)
    return QuarterTurns(-Int((up / 90).rounded()))
  }

  /// Within 30 degrees of straight up or down.
  static func isNearVertical(_ direction: Vector3) -> Bool {
    abs(direction.normalized.y) > cos(30 * .pi / 180)
  }

  private struct Half {
    var normal, top, right: Vector3
  }

  /// The half of a display that is more upright, in the world. A display on one panel has one half.
  private func uprightHalf(of display: DisplayDescription) -> Half {
    let halves = display.spansHinge ? phone.body.panels : [display.panel]
    return halves.map { panel -> Half in
      let frame = phone.body.panel(panel)
      let edge = panel == display.panel ? display.nativeTop.value : Self.acrossFold(display.nativeTop.value)
      let normal = frame.normal(display.face)
      let top = frame.direction(edge)
      return Half(
        normal: phone.direction(normal), top: phone.direction(top), right: phone.direction(top.cross(normal)))
    }.min { abs($0.normal.y) < abs($1.normal.y) }!
  }

  /// A direction named on one half, named on the other: the picture runs on over the fold.
  private static func acrossFold(_ edge: PanelEdge) -> PanelEdge {
    switch edge {
    case .free: .hinge
    case .hinge: .free
    case .top, .bottom: edge
    }
  }

  private static func turned(_ top: Vector3, _ right: Vector3, _ turn: QuarterTurns) -> (Vector3, Vector3) {
    switch turn.count {
    case 0: (top, right)
    case 1: (right, -top)
    case 2: (-top, -right)
    default: (-right, top)
    }
  }

  /// The direction in a camera's panel that is up in the interface on the flat phone (shut, for an outside
  /// display of a phone that is folded by more than half), in the world.
  private func interfaceUp(_ display: DisplayDescription, _ turn: QuarterTurns, on panel: PanelID) -> Vector3
  {
    let flat = Body(description, hinge: display.spansHinge || state.facingAngle > 90 ? 180 : 0)
    guard let frame = flat.display(display.id) else { return [0, 1, 0] }
    let (up, _) = Self.turned(frame.nativeTop, frame.nativeRight, turn)
    let then = flat.panel(panel)
    let now = phone.body.panel(panel)
    let along: Vector3 = now.towardsFree * up.dot(then.towardsFree)
    let across: Vector3 = now.towardsTop * up.dot(then.towardsTop)
    return phone.direction(along + across)
  }

  /// Rule 9: how far a picture is turned clockwise on the display, degrees, -180...180.
  ///
  /// `right` and `top` are the camera's axes in the world as they lie in the picture before it is turned
  /// clockwise by `angle` and then flipped left-right if `mirrored`.
  static func roll(
    right: Vector3, top: Vector3, angle: Double = 0, mirrored: Bool, reference: UpReference
  ) -> Double {
    let direction = reference.direction
    let inPicture = atan2(direction.dot(right), direction.dot(top)) * 180 / .pi + angle
    return normalized((mirrored ? -inPicture : inPicture) - reference.onDisplay)
  }

  static func normalized(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
  }
}
