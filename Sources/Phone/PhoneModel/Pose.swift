import Foundation

/// A way to hold or stand a phone: a hinge angle, an attitude, and where the people are.
public struct Pose: Hashable, Sendable {
  public var name: String
  /// Degrees; 180 on a phone without a hinge.
  public var hinge: Double
  public var placement: Placement
  /// The display that the holder looks at in this pose, once it is lit.
  public var viewedDisplay: DisplayID
  /// Clockwise quarter turns in which the phone was held before it was folded or put down, where the pose
  /// itself does not tell for every camera; nil when nothing is known.
  var holdTurn: QuarterTurns?

  /// The names of the poses that a phone can take.
  public static func names(for description: PhoneDescription) -> [String] {
    Shape.all.filter { !$0.needsHinge || description.hinge != nil }.map(\.name)
  }

  /// A pose by name; nil when the phone cannot take it or nobody knows it.
  public static func named(_ name: String, for description: PhoneDescription) -> Pose? {
    guard let shape = Shape.all.first(where: { $0.name == name }),
      !shape.needsHinge || description.hinge != nil
    else { return nil }
    return shape.pose(of: description)
  }
}

/// The recipe of a pose.
private struct Shape {
  enum Support {
    /// In the hand, the viewed display upright before the holder's eyes.
    case hand
    /// This panel's outside on a table, its free edge towards the holder.
    case table(PanelID)
    /// Free edges on a table, hinge up, outer display towards the holder.
    case tent
    /// Flat on a table, body top away from the holder, screen side up or down.
    case lying(screenUp: Bool)
  }

  enum Opening { case shut, flat, book, tabletopRearFlat, tabletopCoverFlat, tent }

  var name: String
  var opening: Opening
  /// Clockwise quarter turns as the viewer sees them, with and without a hinge.
  var turn: QuarterTurns = 0
  var turnWithoutHinge: QuarterTurns = 0
  var viewed: DisplayID
  var support: Support = .hand
  var needsHinge = false
  var screenAway = false

  static let all = [
    Shape(name: "closed", opening: .shut, viewed: .outer),
    Shape(name: "open-landscape", opening: .flat, turnWithoutHinge: 3, viewed: .inner),
    Shape(name: "open-portrait", opening: .flat, turn: 1, viewed: .inner),
    Shape(name: "flipped", opening: .flat, viewed: .outer, screenAway: true),
    Shape(name: "book", opening: .book, viewed: .inner, needsHinge: true),
    Shape(
      name: "tabletop-rear-flat", opening: .tabletopRearFlat, turn: 1, viewed: .inner, support: .table(.rear),
      needsHinge: true),
    Shape(
      name: "tabletop-cover-flat", opening: .tabletopCoverFlat, turn: 3, viewed: .inner,
      support: .table(.cover),
      needsHinge: true),
    Shape(name: "tent", opening: .tent, turn: 1, viewed: .outer, support: .tent, needsHinge: true),
    Shape(name: "face-up", opening: .flat, viewed: .inner, support: .lying(screenUp: true)),
    Shape(name: "face-down", opening: .flat, viewed: .outer, support: .lying(screenUp: false)),
    Shape(name: "upside-down", opening: .shut, turn: 2, turnWithoutHinge: 2, viewed: .outer),
  ]

  func pose(of description: PhoneDescription) -> Pose {
    let hasHinge = description.hinge != nil
    let angle = hingeAngle(of: description)
    let display = description.display(viewed) == nil ? .outer : viewed
    let body = Body(description, hinge: angle)
    let turn = hasHinge ? turn : turnWithoutHinge
    return Pose(
      name: name, hinge: angle, placement: placement(of: body, viewing: display, turn: turn),
      viewedDisplay: display, holdTurn: needsHinge ? turn : nil)
  }

  /// Degrees; 180 without a hinge.
  private func hingeAngle(of description: PhoneDescription) -> Double {
    guard description.hinge != nil, let poses = description.poses else { return 180 }
    switch opening {
    case .shut: return 0
    case .flat: return 180
    case .book: return poses.book.value
    case .tabletopRearFlat: return poses.tabletopRearFlat.value
    case .tabletopCoverFlat: return poses.tabletopCoverFlat.value
    case .tent: return poses.tent.value
    }
  }

  private func placement(of body: Body, viewing display: DisplayID, turn: QuarterTurns) -> Placement {
    let thickness = body.description.panelThickness.value / 1000
    switch support {
    case .hand:
      var attitude = Hold.attitude(of: body, facing: display, turn: turn)
      if screenAway && body.description.hinge == nil {
        attitude = Rotation(about: [0, 1, 0], degrees: 180).after(attitude)
      }
      return inHand(body, display, attitude)
    case .table(let panel):
      let frame = body.panel(panel)
      let attitude = Hold.attitude(
        taking: (frame.towardsFree, frame.inside), to: ([0, 0, 1], [0, 1, 0]))
      return onTable(body, attitude, height: thickness)
    case .tent:
      let half = Angle.sineAndCosine(body.hinge / 2)
      let attitude = Hold.attitude(
        taking: ([half.cosine, 0, half.sine], [0, 1, 0]), to: ([0, -1, 0], [1, 0, 0]))
      return onTable(body, attitude, height: body.description.panelWidth.value / 1000 * half.cosine)
    case .lying(let screenUp):
      let attitude = Hold.attitude(
        taking: ([0, 1, 0], [0, 0, 1]), to: ([0, 0, -1], [0, screenUp ? 1 : -1, 0]))
      return onTable(body, attitude, height: screenUp ? thickness : 0)
    }
  }

  private func inHand(_ body: Body, _ display: DisplayID, _ attitude: Rotation) -> Placement {
    let people = body.description.people
    let height = people.eyeHeight.value
    let middle = body.display(display)?.middle ?? [0, 0, 0]
    let position: Vector3 = [0, height, 0] - attitude.apply(middle / 1000)
    return Placement(
      position: position, attitude: attitude, holderEyes: [0, height, people.handDistance.value],
      subjectEyes: [0, height, -people.subjectDistance.value], tableHeight: nil, pose: name)
  }

  private func onTable(_ body: Body, _ attitude: Rotation, height: Double) -> Placement {
    let people = body.description.people
    let table = people.tableHeight.value
    let position: Vector3 = [0, table + height, 0]
    let up = Angle.sineAndCosine(people.tableElevation.value)
    let toEyes: Vector3 = [0, up.sine, up.cosine]
    return Placement(
      position: position, attitude: attitude, holderEyes: position + toEyes * people.tableDistance.value,
      subjectEyes: [0, people.eyeHeight.value, -people.subjectDistance.value], tableHeight: table, pose: name)
  }
}

/// Attitudes from what points where.
enum Hold {
  /// Upright before the holder: the display's normal towards +z, the body's top up, then turned clockwise as
  /// the viewer sees it.
  static func attitude(of body: Body, facing display: DisplayID, turn: QuarterTurns) -> Rotation {
    let normal = body.display(display)?.normal ?? [0, 0, 1]
    let facing = Rotation(about: [0, 1, 0], degrees: -Double.atan2(y: normal.x, x: normal.z))
    return Rotation(about: [0, 0, 1], degrees: -turn.degrees).after(facing)
  }

  /// The rotation that takes two perpendicular unit vectors to two others.
  static func attitude(
    taking from: (Vector3, Vector3), to goal: (Vector3, Vector3)
  ) -> Rotation {
    let source = Rotation(x: from.0, y: from.1, z: from.0.cross(from.1))
    let target = Rotation(x: goal.0, y: goal.1, z: goal.0.cross(goal.1))
    return target.after(source.inverse)
  }
}
