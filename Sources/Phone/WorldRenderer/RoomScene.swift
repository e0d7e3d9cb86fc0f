import CWorldRenderer
import PhoneModel

/// Where the room's textures stand in the list that the polygon loops get.
struct RoomTextures: Sendable {
  let fineClock = 0
  let coarseClock = 1
  let boards = 2
  let weave = 3
  let landscape = 4
  let holder = 5
  let subject = 6

  /// `places`: where a place's id is in the list.
  func texture(of mark: RoomMarks.Mark, places: [Int: Int]) -> Int {
    switch mark.role {
    case .fineClock: fineClock
    case .coarseClock: coarseClock
    case .holder: holder
    case .subject: subject
    case .place: places[mark.id]!
    }
  }
}

/// The default room: what does not move is built once and shared by all.
final class RoomScene: Sendable {
  static let shared = RoomScene()

  private let room: Mesh
  private let table: Mesh
  private let people: [Figure: [Bool: Mesh]]
  private let textures: [Texture]
  private let textureOf: [Int: Int]
  private let indices = RoomTextures()
  /// What cameras at rest saw.
  let pictures = RestingPictures()

  private init() {
    let light = RoomLight(footprints: RoomFurniture.footprints)
    var builder = MeshBuilder(light: light.at)
    let places = RoomMarks.room.filter { $0.role == .place }
    var textures = [
      TagTextures.all[0], TagTextures.all[0], Texture(size: 512, painter: duo_texture_boards, repeats: true),
      Texture(size: 256, painter: duo_texture_weave, repeats: true),
      Texture(size: 512, painter: duo_texture_landscape, repeats: false),
      TagTextures.all[RoomMarks.holderID], TagTextures.all[RoomMarks.subjectID],
    ]
    var textureOf: [Int: Int] = [:]
    for id in places.map(\.id) + RoomMarks.stripIDs {
      textureOf[id] = textures.count
      textures.append(TagTextures.all[id])
    }
    for mark in RoomMarks.room {
      Self.board(&builder, behind: mark)
      Self.print(&builder, mark, texture: indices.texture(of: mark, places: textureOf))
    }
    RoomFurniture.build(&builder, indices)
    self.textures = textures
    self.textureOf = textureOf
    room = builder.mesh

    var wood = MeshBuilder(light: { light.at($0 + [0, 0.75, 0], $1) })
    RoomFurniture.table(&wood, indices)
    table = wood.mesh
    people = [
      .holder: Self.person(.holder, stands: [0, 1.5, 0.45], turnedTo: -1, light),
      .subject: Self.person(.subject, stands: [0, 1.5, -1.5], turnedTo: 1, light),
    ]
  }

  /// Both the standing and the sitting body, lit as at a usual place, turned towards -z or +z.
  private static func person(
    _ look: PersonLook, stands: Vector3, turnedTo z: Double, _ light: RoomLight
  ) -> [Bool: Mesh] {
    let turn: Vector3 = [z, 1, z]
    let lit: (Vector3, Vector3) -> Colour = { light.at(stands + $0 * turn, $1 * turn) }
    return [
      true: PersonMesh.make(look, seated: true, light: lit),
      false: PersonMesh.make(look, seated: false, light: lit),
    ]
  }

  /// The edge of the board that a mark is printed on.
  private static func board(_ b: inout MeshBuilder, behind mark: RoomMarks.Mark) {
    let half = mark.size * 0.625
    let depth: Vector3 = mark.normal * RoomMarks.standOff
    let (x, y) = (mark.right * half, mark.up * half)
    let back: Vector3 = mark.centre - depth
    let paper: Colour = [0.80, 0.80, 0.78]
    b.rectangle(back - x - y, x * 2, depth, paper, piece: 1)
    b.rectangle(back + x - y, y * 2, depth, paper, piece: 1)
    b.rectangle(back + x + y, x * -2, depth, paper, piece: 1)
    b.rectangle(back - x + y, y * -2, depth, paper, piece: 1)
  }

  private static func print(_ b: inout MeshBuilder, _ mark: RoomMarks.Mark, texture: Int) {
    let half = mark.size * 0.625
    let (x, y) = (mark.right * half, mark.up * half)
    b.rectangle(mark.centre - x - y, x * 2, y * 2, [1, 1, 1], texture: texture, piece: 0.5)
  }

  /// All textures, with the clocks of a moment.
  func textures(at time: PhoneTime) -> [duo_texture] {
    var list = textures.map(\.reference)
    let clock = RoomClock.clockIDs(at: time)
    list[indices.fineClock] = TagTextures.all[clock.fine].reference
    list[indices.coarseClock] = TagTextures.all[clock.coarse].reference
    return list
  }

  /// Calls `body` with everything that there is to draw. Nothing of it depends on the time but for textures.
  func draw<Result>(_ placement: Placement, phone: Mesh, _ body: ([duo_mesh]) -> Result) -> Result {
    var pieces: [(Mesh, Rotation, Vector3)] = [
      (phone, .identity, [0, 0, 0]), (prints(on: placement), .identity, [0, 0, 0]),
    ]
    if let height = placement.tableHeight {
      pieces.append((table, .identity, [placement.position.x, height, placement.position.z]))
    }
    for figure in Figure.allCases {
      let eyes = placement.eyes(of: figure)
      let facing = RoomMarks.facing(from: eyes, to: placement.position)
      let turn = Rotation(x: Vector3(0, 1, 0).cross(facing), y: [0, 1, 0], z: facing)
      pieces.append((people[figure]![eyes.y < PersonMesh.standingEyes]!, turn, eyes))
    }
    pieces.append((room, .identity, [0, 0, 0]))
    return Mesh.withReferences(pieces) { body($0) }
  }

  /// The marks on people and on the table.
  private func prints(on placement: Placement) -> Mesh {
    var builder = MeshBuilder(light: { _, _ in [0.92, 0.92, 0.92] })
    for mark in RoomMarks.moving(placement) {
      if mark.size < 0.05 { Self.stand(&builder, mark) }
      Self.print(&builder, mark, texture: indices.texture(of: mark, places: textureOf))
    }
    return builder.mesh
  }

  /// A slanted foot behind a mark of the table's strip, seen from the far side.
  private static func stand(_ b: inout MeshBuilder, _ mark: RoomMarks.Mark) {
    let half = mark.size * 0.625
    let (x, y) = (mark.right * half, mark.up * half)
    let foot: Vector3 = mark.normal * -0.02
    b.rectangle(mark.centre + x - y + foot, x * -2, y * 2 - foot, [0.72, 0.70, 0.66], piece: 1)
  }
}

extension Mesh {
  /// Calls `body` with the meshes as the C loops want them; they are valid during the call.
  static func withReferences<Result>(
    _ pieces: [(Mesh, Rotation, Vector3)], _ body: ([duo_mesh]) -> Result
  ) -> Result {
    var references: [duo_mesh] = []
    func add(_ index: Int) -> Result {
      guard index < pieces.count else { return body(references) }
      let (mesh, turn, place) = pieces[index]
      return mesh.vertices.withUnsafeBufferPointer { vertices in
        mesh.triangles.withUnsafeBufferPointer { triangles in
          references.append(
            duo_mesh(
              vertices: vertices.baseAddress, vertexCount: Int32(vertices.count),
              triangles: triangles.baseAddress, triangleCount: Int32(triangles.count),
              rotation: (
                turn.x.x, turn.y.x, turn.z.x, turn.x.y, turn.y.y, turn.z.y, turn.x.z, turn.y.z, turn.z.z
              ), translation: (place.x, place.y, place.z)))
          return add(index + 1)
        }
      }
    }
    return add(0)
  }
}
