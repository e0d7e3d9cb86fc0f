import Foundation
import PhoneModel

/// What stands and hangs in the room. Left and right, up and down differ at a glance: every wall has its own
/// colour and its own things, the floor is of boards, the ceiling white with lamps.
enum RoomFurniture {
  static let white: Colour = [0.94, 0.93, 0.90]
  static let wood: Colour = [0.62, 0.44, 0.29]
  static let darkWood: Colour = [0.40, 0.27, 0.18]

  static let footprints: [(x: ClosedRange<Double>, z: ClosedRange<Double>)] = [
    (-1.0...1.0, 1.9...2.75), (-1.35...1.35, -2.75 ... -2.38), (2.45...2.78, -1.78 ... -0.82),
    (-2.66 ... -2.34, -2.66 ... -2.34), (2.33...2.6, -2.6 ... -2.33), (-0.16...0.16, 0.4...0.62),
    (-0.16...0.16, -1.72 ... -1.5),
  ]

  /// Near things first: what they hide is then not painted.
  static func build(_ b: inout MeshBuilder, _ textures: RoomTextures) {
    window(&b, textures)
    door(&b)
    bookshelf(&b)
    sideboard(&b)
    sofa(&b, textures)
    plant(&b)
    floorLamp(&b)
    ceilingLamps(&b)
    shell(&b, textures)
  }

  private static func shell(_ b: inout MeshBuilder, _ textures: RoomTextures) {
    let (h, top) = (RoomMarks.halfWidth, RoomMarks.height)
    let (w, up): (Double, Vector3) = (2 * h, [0, top, 0])
    b.rectangle([-h, 0, -h], [w, 0, 0], up, [0.92, 0.84, 0.68])
    b.rectangle([h, 0, h], [-w, 0, 0], up, [0.63, 0.74, 0.60])
    b.rectangle([-h, 0, h], [0, 0, -w], up, [0.55, 0.71, 0.83])
    b.rectangle([h, 0, -h], [0, 0, w], up, [0.88, 0.60, 0.48])
    b.rectangle(
      [-h, 0, h], [w, 0, 0], [0, 0, -w], [1, 1, 1], texture: textures.boards, tile: 1.12, piece: 0.14)
    b.rectangle([-h, top, -h], [w, 0, 0], [0, 0, w], [0.95, 0.95, 0.93])
    b.rectangle(
      [-1.4, 0.006, 1.2], [2.8, 0, 0], [0, 0, -2.4], [0.34, 0.47, 0.50], texture: textures.weave, tile: 0.6,
      piece: 0.14)
    for (y, height, depth) in [(0.0, 0.10, 0.02), (top - 0.07, 0.07, 0.03)] {
      b.box([-h, y, -h], [h, y + height, -h + depth], white)
      b.box([-h, y, h - depth], [h, y + height, h], white)
      b.box([-h, y, -h], [-h + depth, y + height, h], white)
      b.box([h - depth, y, -h], [h, y + height, h], white)
    }
  }

  private static func window(_ b: inout MeshBuilder, _ textures: RoomTextures) {
    let x = -RoomMarks.halfWidth
    let (low, high, sill, head) = (-1.52, -0.48, 0.95, 2.15)
    let glow = b.light
    b.light = { _, _ in [1.08, 1.08, 1.08] }
    b.rectangle(
      [x + 0.01, sill, high], [0, 0, low - high], [0, head - sill, 0], [1, 1, 1], texture: textures.landscape)
    b.light = glow
    func bar(_ z0: Double, _ z1: Double, _ y0: Double, _ y1: Double, _ depth: Double = 0.05) {
      b.box([x, y0, z0], [x + depth, y1, z1], white)
    }
    bar(low - 0.06, low, sill - 0.06, head + 0.06)
    bar(high, high + 0.06, sill - 0.06, head + 0.06)
    bar(low, high, head, head + 0.06)
    bar(low - 0.1, high + 0.1, sill - 0.06, sill, 0.14)
    bar(-1.015, -0.985, sill, head, 0.035)
    bar(low, high, 1.74, 1.77, 0.035)
    b.tube(
      [[x + 0.09, 2.3, low - 0.1], [x + 0.09, 2.3, high + 0.1]], [0.013, 0.013], darkWood, around: 10)
  }

  private static func door(_ b: inout MeshBuilder) {
    let x = RoomMarks.halfWidth
    let (low, high, top) = (0.5, 1.4, 2.08)
    b.box([x - 0.035, 0, low], [x, top, high], wood, without: [.right])
    for (z, width) in [(low - 0.09, 0.09), (high, 0.09)] {
      b.box([x - 0.05, 0, z], [x, top + 0.09, z + width], white)
    }
    b.box([x - 0.05, top, low - 0.09], [x, top + 0.09, high + 0.09], white)
    for (y0, y1) in [(0.2, 0.95), (1.12, 1.92)] {
      for z in [low + 0.11, low + 0.50] {
        b.box([x - 0.043, y0, z], [x - 0.03, y1, z + 0.29], wood * 0.87, piece: 0.4)
        b.box(
          [x - 0.047, y0 + 0.035, z + 0.035], [x - 0.03, y1 - 0.035, z + 0.255], wood * 1.06, piece: 0.4)
      }
    }
    b.ellipsoid([x - 0.085, 1.02, low + 0.065], [0.022, 0.028, 0.028], [0.85, 0.72, 0.40])
    b.tube(
      [[x - 0.04, 1.02, low + 0.065], [x - 0.075, 1.02, low + 0.065]], [0.011, 0.011], [0.75, 0.62, 0.35])
  }

  private static func bookshelf(_ b: inout MeshBuilder) {
    let (back, front, low, high, top) = (RoomMarks.halfWidth, 2.48, -1.78, -0.82, 1.86)
    b.box([back - 0.015, 0, low], [back, top, high], darkWood, without: [.right])
    for z in [low, high - 0.03] { b.box([front, 0, z], [back, top, z + 0.03], wood) }
    let colours: [Colour] = [
      [0.70, 0.22, 0.20], [0.20, 0.40, 0.50], [0.86, 0.70, 0.36], [0.30, 0.45, 0.30], [0.82, 0.78, 0.70],
      [0.42, 0.28, 0.45], [0.88, 0.50, 0.30], [0.18, 0.22, 0.32],
    ]
    var seed: UInt32 = 11
    func next() -> Double {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Double(seed >> 8) / Double(1 << 24)
    }
    for shelf in 0...5 {
      let y = shelf == 5 ? top - 0.03 : 0.05 + Double(shelf) * 0.36
      b.box([front, y, low + 0.03], [back, y + 0.025, high - 0.03], wood)
      guard shelf < 5 else { continue }
      var z = low + 0.05
      let end = high - 0.06 - (shelf % 2 == 0 ? 0.22 * next() : 0.05)
      while z < end - 0.05 {
        let width = 0.022 + 0.03 * next()
        let height = 0.20 + 0.10 * next()
        let depth = front + 0.02 + 0.05 * next()
        let colour = colours[Int(next() * 7.99)] * (0.85 + 0.3 * next())
        b.box(
          [depth, y + 0.025, z], [back - 0.02, y + 0.025 + height, z + width], colour, piece: 1,
          without: [.right, .bottom])
        z += width + 0.002
      }
    }
    b.ellipsoid([2.62, 1.97, -1.5], [0.10, 0.11, 0.10], [0.80, 0.52, 0.30])
    b.ellipsoid([2.62, 1.93, -1.12], [0.07, 0.07, 0.07], [0.32, 0.50, 0.55])
  }

  private static func sideboard(_ b: inout MeshBuilder) {
    let (back, front) = (-RoomMarks.halfWidth, -2.38)
    b.box([-1.35, 0.12, back], [1.35, 0.68, front], wood, without: [.back])
    b.box([-1.38, 0.68, back], [1.38, 0.71, front + 0.02], darkWood)
    for column in 0..<3 {
      let x = -1.32 + Double(column) * 0.89
      b.box(
        [x, 0.15, front], [x + 0.86, 0.65, front + 0.015], wood * (column == 1 ? 1.12 : 1.2), without: [.back]
      )
      b.box([x + 0.33, 0.52, front + 0.015], [x + 0.53, 0.54, front + 0.035], [0.80, 0.70, 0.45])
    }
    for x in [-1.25, 1.2] {
      for z in [back + 0.06, front - 0.08] { b.box([x, 0, z], [x + 0.05, 0.12, z + 0.05], darkWood) }
    }
    b.loft(
      [
        .init(0.71, 0.045, 0.045, at: -2.56, x0: -1.02), .init(0.76, 0.075, 0.075, at: -2.56, x0: -1.02),
        .init(0.82, 0.05, 0.05, at: -2.56, x0: -1.02), .init(0.85, 0.03, 0.03, at: -2.56, x0: -1.02),
      ], [0.35, 0.55, 0.62])
    for (index, colour) in [Colour(0.65, 0.25, 0.22), [0.85, 0.75, 0.5], [0.25, 0.4, 0.45]].enumerated() {
      let y = 0.71 + Double(index) * 0.032
      b.box([0.92, y, -2.66], [1.18 - Double(index) * 0.02, y + 0.03, -2.48], colour, piece: 1)
    }
  }

  private static func sofa(_ b: inout MeshBuilder, _ textures: RoomTextures) {
    let cloth: Colour = [0.72, 0.66, 0.58]
    func cushion(_ low: Vector3, _ high: Vector3, _ colour: Colour) {
      let middle = (low + high) / 2
      let half = (high - low) / 2
      let rows = [(-1.0, 0.94), (-0.8, 1.0), (0.75, 1.0), (0.93, 0.97), (1.0, 0.9)]
      b.loft(
        rows.map {
          .init(
            middle.y + half.y * $0.0, half.x * $0.1, half.z * $0.1, at: middle.z, x0: middle.x, roundness: 7)
        }, colour, around: 40)
    }
    cushion([-1.0, 0.08, 1.95], [1.0, 0.30, 2.74], cloth * 0.86)
    cushion([-0.82, 0.28, 1.92], [0, 0.46, 2.55], cloth)
    cushion([0, 0.28, 1.92], [0.82, 0.46, 2.55], cloth)
    cushion([-0.84, 0.3, 2.46], [0.84, 0.80, 2.76], cloth * 0.95)
    cushion([-1.02, 0.08, 1.95], [-0.82, 0.60, 2.74], cloth * 0.9)
    cushion([0.82, 0.08, 1.95], [1.02, 0.60, 2.74], cloth * 0.9)
    cushion([-0.78, 0.46, 2.30], [-0.42, 0.78, 2.46], [0.80, 0.48, 0.30])
    cushion([0.40, 0.46, 2.30], [0.76, 0.78, 2.46], [0.26, 0.42, 0.46])
  }

  private static func plant(_ b: inout MeshBuilder) {
    let (x, z) = (-2.5, -2.5)
    b.loft(
      [
        .init(0, 0.11, 0.11, at: z, x0: x), .init(0.30, 0.16, 0.16, at: z, x0: x),
        .init(0.32, 0.165, 0.165, at: z, x0: x),
      ],
      [0.82, 0.80, 0.76])
    b.ellipsoid([x, 0.31, z], [0.14, 0.02, 0.14], [0.22, 0.16, 0.12])
    for leaf in 0..<16 {
      let turn = Double(leaf) * 2.399_963
      let reach = 0.10 + 0.011 * Double(leaf % 7) * 2
      let height = 0.55 + 0.045 * Double((leaf * 5) % 9)
      let (dx, dz) = (cos(turn), sin(turn))
      let tip: Vector3 = [x + dx * reach * 1.5, height, z + dz * reach * 1.5]
      b.tube(
        [[x, 0.31, z], [x + dx * reach * 0.5, height * 0.75, z + dz * reach * 0.5], tip],
        [0.006, 0.005, 0.004], [0.25, 0.40, 0.18], around: 6)
      let green = 0.8 + 0.05 * Double(leaf % 5)
      b.ellipsoid(
        tip, [0.075, 0.018 + 0.008 * Double(leaf % 3), 0.075], Colour(0.25, 0.50, 0.22) * green, around: 12,
        along: 6)
      b.ellipsoid(
        tip - [dx * 0.06, 0.10, dz * 0.06], [0.06, 0.03, 0.06], Colour(0.22, 0.45, 0.20) * green, around: 12,
        along: 6)
    }
  }

  private static func floorLamp(_ b: inout MeshBuilder) {
    let (x, z) = (2.46, -2.46)
    b.loft([.init(0, 0.14, 0.14, at: z, x0: x), .init(0.03, 0.13, 0.13, at: z, x0: x)], darkWood)
    b.tube([[x, 0.03, z], [x, 1.5, z]], [0.012, 0.012], [0.35, 0.33, 0.30], around: 10)
    let room = b.light
    b.light = { p, _ in [1.1, 1.03, 0.86 + 0.1 * (p.y - 1.4)] }
    b.loft(
      [.init(1.42, 0.20, 0.20, at: z, x0: x), .init(1.74, 0.13, 0.13, at: z, x0: x)], [0.98, 0.92, 0.78])
    b.light = room
  }

  private static func ceilingLamps(_ b: inout MeshBuilder) {
    let room = b.light
    for lamp in RoomLight.lamps {
      b.light = room
      b.loft(
        [.init(2.665, 0.17, 0.17, at: lamp.z, x0: lamp.x), .init(2.7, 0.17, 0.17, at: lamp.z, x0: lamp.x)],
        white)
      // Brighter than white everywhere, most in the middle: pictures without a place for that show plain white.
      b.light = { p, _ in
        let fromMiddle = min(
          ((p.x - lamp.x) * (p.x - lamp.x) + (p.z - lamp.z) * (p.z - lamp.z)).squareRoot() / 0.15, 1)
        return Colour(1.1, 1.09, 1.04) * (2.4 - 1.2 * fromMiddle)
      }
      b.loft(
        [.init(2.655, 0.14, 0.14, at: lamp.z, x0: lamp.x), .init(2.667, 0.15, 0.15, at: lamp.z, x0: lamp.x)],
        [1, 1, 0.97])
    }
    b.light = room
  }

  /// A table whose top's middle is at the origin.
  static func table(_ b: inout MeshBuilder, _ textures: RoomTextures) {
    let half: Vector3 = [0.7, 0, 0.42]
    b.box(
      [-half.x, -0.03, -half.z], [half.x, 0, half.z], [0.95, 0.92, 0.88], texture: textures.boards,
      tile: 0.55,
      piece: 0.14)
    for x in [-0.64, 0.58] {
      for z in [-0.37, 0.31] { b.box([x, -0.8, z], [x + 0.06, -0.03, z + 0.06], [0.62, 0.48, 0.34]) }
    }
  }
}
