import Foundation

/// The AprilTags (tag36h11) of the default room: where each one is, how large, and what it is for.
///
/// World frame, metres. Reading them back tells which camera made a picture, from where, which way up, mirrored
/// or not, and when (verdicts, rules 4, 5 and 12).
public struct RoomMarks: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A fixed place in the room; the id is found once.
    case place
    /// Phone time at 1/60 s modulo 4 s; the same id in every group.
    case fineClock
    /// Which 4 s; the same id in every group.
    case coarseClock
    /// On the shirt of the person who holds the phone; the id is found once.
    case holder
    /// On the shirt of the subject on the far side; the id is found once.
    case subject
  }

  public struct Mark: Hashable, Sendable {
    /// The id shown; for a clock mark, at the time for which the marks were made.
    public var id: Int
    public var role: Role
    /// The middle of the tag.
    public var centre: Vector3
    /// Unit vectors along the tag as it is read unmirrored and upright.
    public var right, up: Vector3
    /// Edge of the black square. A white border of an eighth of it goes round.
    public var size: Double
    /// Tags that hang together. Every group has one fine and one coarse clock mark.
    public var group: Int

    /// Out of the printed side.
    public var normal: Vector3 { right.cross(up) }

    /// Corners of the black square: bottom left, bottom right, top right, top left, as seen from in front.
    /// The order in which the AprilTag library reports a detection's corners.
    public var corners: [Vector3] {
      let x = right * (size / 2)
      let y = up * (size / 2)
      return [centre - x - y, centre + x - y, centre + x + y, centre - x + y]
    }
  }

  public var marks: [Mark]

  /// The marks at `time`, with the people where `placement` puts them.
  public init(placement: Placement, at time: PhoneTime) {
    let clock = RoomClock.clockIDs(at: time)
    marks = Self.room + Self.moving(placement)
    for index in marks.indices {
      switch marks[index].role {
      case .fineClock: marks[index].id = clock.fine
      case .coarseClock: marks[index].id = clock.coarse
      case .place, .holder, .subject: break
      }
    }
  }

  /// What an id is used for; nil for an id that the room does not use.
  public static func role(of id: Int) -> Role? { roles[id] }
  /// On the holder's and on the subject's shirt.
  public static let holderID = RoomClock.placeIDs[room.filter { $0.role == .place }.count]
  public static let subjectID = RoomClock.placeIDs[room.filter { $0.role == .place }.count + 1]

  private static let roles: [Int: Role] = {
    var roles: [Int: Role] = [holderID: .holder, subjectID: .subject]
    for id in RoomClock.fineIDs { roles[id] = .fineClock }
    for id in RoomClock.coarseIDs { roles[id] = .coarseClock }
    for mark in room where mark.role == .place { roles[mark.id] = .place }
    for id in stripIDs { roles[id] = .place }
    return roles
  }()

  // MARK: The room

  /// Half of the room's width and depth, and its height. The floor's middle is the world's origin.
  public static let halfWidth = 2.8
  public static let height = 2.7
  /// How far a mark's board stands off its wall.
  package static let standOff = 0.015

  /// The marks that do not depend on people or time: walls, floor and ceiling. Clock marks show time zero.
  public static let room: [Mark] = {
    var layout = Layout()
    for wall in Wall.allCases {
      for (index, place) in wall.largeColumns.enumerated() {
        layout.column(wall, place, top: 2.45, size: 0.32, Self.large[index % 2])
      }
      for place in wall.smallColumns { layout.column(wall, place, top: 2.0, size: 0.16, Self.small) }
    }
    for z in [-0.7, 0, 0.7] {
      for x in [-0.85, 0, 0.85] {
        layout.sheet([x, standOff, z], right: [1, 0, 0], up: [0, 0, -1], size: 0.16, Self.sheet)
      }
    }
    for z in [-0.8, 0, 0.8] {
      for x in [-1.0, 0, 1.0] {
        layout.sheet([x, height - standOff, z], right: [1, 0, 0], up: [0, 0, 1], size: 0.22, Self.sheet)
      }
    }
    return layout.marks
  }()

  /// From top to bottom; wide pictures read the large columns, narrow ones the small.
  private static let large: [[[Role]]] = [
    [[.place], [.fineClock], [.coarseClock], [.place]], [[.place], [.coarseClock], [.fineClock], [.place]],
  ]
  private static let small: [[Role]] = [[.place], [.fineClock], [.coarseClock], [.place], [.place]]
  private static let sheet: [[Role]] = [[.place, .fineClock, .place], [.place, .coarseClock, .place]]

  /// One of the four walls, named by the side of the room as the holder sees it.
  enum Wall: CaseIterable {
    case ahead, behind, left, right

    /// Along the wall, to the right for somebody who faces it.
    var along: Vector3 {
      switch self {
      case .ahead: [1, 0, 0]
      case .behind: [-1, 0, 0]
      case .left: [0, 0, -1]
      case .right: [0, 0, 1]
      }
    }

    /// Middles of the columns, metres along the world's x (ahead, behind) or z axis. The gaps in the side
    /// walls leave room for a window, a door and a bookshelf.
    var largeColumns: [Double] {
      switch self {
      case .ahead, .behind: [-2.125, -1.275, -0.425, 0.425, 1.275, 2.125]
      case .left: [-2.1, 0.1, 0.95, 2.2]
      case .right: [-2.1, -0.55, 0.1, 1.75, 2.5]
      }
    }

    var smallColumns: [Double] {
      switch self {
      case .ahead, .behind: [-2.55, -1.7, -0.85, 0, 0.85, 1.7, 2.55]
      case .left: [-1.72, -0.28, 0.525, 1.5]
      case .right: [-0.225, 2.125]
      }
    }

    func point(_ place: Double, _ y: Double) -> Vector3 {
      let depth = RoomMarks.halfWidth - RoomMarks.standOff
      switch self {
      case .ahead: return [place, y, -depth]
      case .behind: return [place, y, depth]
      case .left: return [-depth, y, place]
      case .right: return [depth, y, place]
      }
    }
  }

  private struct Layout {
    var marks: [Mark] = []
    private var group: Int
    private var places: Array<Int>.Iterator

    init(group: Int = 0, places: [Int] = RoomClock.placeIDs) {
      self.group = group
      self.places = places.makeIterator()
    }

    mutating func column(_ wall: Wall, _ place: Double, top: Double, size: Double, _ rows: [[Role]]) {
      let height = Double(rows.count) * size * 1.25
      sheet(wall.point(place, top - height / 2), right: wall.along, up: [0, 1, 0], size: size, rows)
    }

    /// Tags side by side: an eighth of a tag's edge on each side is its white border.
    mutating func sheet(_ centre: Vector3, right: Vector3, up: Vector3, size: Double, _ rows: [[Role]]) {
      let pitch = size * 1.25
      for (row, roles) in rows.enumerated() {
        for (column, role) in roles.enumerated() {
          let x = (Double(column) - Double(roles.count - 1) / 2) * pitch
          let y = (Double(rows.count - 1) / 2 - Double(row)) * pitch
          let id: Int =
            switch role {
            case .fineClock: RoomClock.fineIDs[0]
            case .coarseClock: RoomClock.coarseIDs[0]
            case .place, .holder, .subject: places.next()!
            }
          let middle: Vector3 = centre + right * x + up * y
          marks.append(
            Mark(id: id, role: role, centre: middle, right: right, up: up, size: size, group: group))
        }
      }
      group += 1
    }
  }

  // MARK: The table

  /// How far behind the phone, on its table, the strip of small marks stands, metres. A camera that leans over
  /// the table reads it when it sees nothing else.
  static let stripBehindPhone = 0.36
  private static let strip: [Role] = [.place, .fineClock, .place, .coarseClock, .place]
  package static let stripIDs: [Int] = Array(
    RoomClock.placeIDs.dropFirst(room.filter { $0.role == .place }.count + 2).prefix(6))

  private static func table(_ placement: Placement, firstGroup: Int) -> [Mark] {
    guard let height = placement.tableHeight else { return [] }
    var layout = Layout(group: firstGroup, places: stripIDs)
    let size = 0.0264
    let width = size * 1.25 * Double(strip.count)
    for side in [-0.5, 0.5] {
      let middle: Vector3 = [
        placement.position.x + side * width, height + size * 0.75, placement.position.z - stripBehindPhone,
      ]
      layout.sheet(middle, right: [1, 0, 0], up: [0, 1, 0], size: size, [strip])
    }
    return layout.marks
  }

  // MARK: People

  /// Where a person's shirt print is: below the eyes and in front of them, metres.
  static let printBelowEyes = 0.33
  static let printInFront = 0.05

  /// The direction in which somebody with eyes at `eyes` is turned: level, towards the phone.
  public static func facing(from eyes: Vector3, to phone: Vector3) -> Vector3 {
    let level: Vector3 = [phone.x - eyes.x, 0, phone.z - eyes.z]
    return level.length < 1e-6 ? [0, 0, -1] : level.normalized
  }

  /// The marks on people and on the table. Clock marks show time zero.
  package static func moving(_ placement: Placement) -> [Mark] {
    let next = (room.last?.group ?? -1) + 1
    let people =
      person(
        eyes: placement.holderEyes, phone: placement.position, id: holderID, role: .holder, group: next)
      + person(
        eyes: placement.subjectEyes, phone: placement.position, id: subjectID, role: .subject, group: next + 1
      )
    return people + table(placement, firstGroup: next + 2)
  }

  /// A shirt print: the person's own tag, and below it, half as large, the two clock tags.
  private static func person(eyes: Vector3, phone: Vector3, id: Int, role: Role, group: Int) -> [Mark] {
    let facing = facing(from: eyes, to: phone)
    let up: Vector3 = [0, 1, 0]
    let right = up.cross(facing)
    let chest: Vector3 = eyes - up * printBelowEyes + facing * printInFront
    let size = 0.14
    let below: Vector3 = chest - up * (size * 0.625 + size * 0.3125)
    let beside: Vector3 = right * (size * 0.3125)
    func mark(_ id: Int, _ role: Role, _ centre: Vector3, _ size: Double) -> Mark {
      Mark(id: id, role: role, centre: centre, right: right, up: up, size: size, group: group)
    }
    return [
      mark(id, role, chest, size),
      mark(RoomClock.fineIDs[0], .fineClock, below - beside, size / 2),
      mark(RoomClock.coarseIDs[0], .coarseClock, below + beside, size / 2),
    ]
  }
}
