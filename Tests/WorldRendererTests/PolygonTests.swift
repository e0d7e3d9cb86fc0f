import CWorldRenderer
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// The polygon loops against casting a ray through every pixel.
@Suite struct PolygonTests {
  static let size = 48

  /// A camera of random attitude, lens, window and target in the middle of the scene.
  static func projection(_ random: inout FixedNumbers) -> Projection {
    var forward, up: Vector3
    repeat {
      (forward, up) = (random.vector(-1...1), random.vector(-1...1))
    } while forward.cross(up).length < 0.2
    let window = FrameWindow(
      x: random.number(-0.3...0.3), y: random.number(-0.3...0.3), width: random.number(0.4...1.2),
      height: random.number(0.4...1.2), rotation: QuarterTurns(Int.random(in: 0...3, using: &random)),
      isMirrored: Bool.random(using: &random))
    return Projection(
      camera: CameraPose(position: random.vector(-0.5...0.5), forward: forward, up: up), width: 160,
      height: 90,
      fieldOfView: random.number(40...130), zoom: random.number(1...2), window: window, targetWidth: size,
      targetHeight: size)
  }

  /// Triangles all round the camera, some through the plane of its lens, some huge.
  static func scene(_ random: inout FixedNumbers, _ count: Int) -> Mesh {
    var mesh = Mesh()
    for index in 0..<count {
      let middle = random.vector(-4...4)
      let reach = index % 7 == 0 ? 8.0 : 1.5
      for _ in 0..<3 {
        let p: Vector3 = middle + random.vector(-1...1) * reach
        // One flat colour for each triangle: its number.
        mesh.vertices.append(
          duo_vertex(
            position: (Float(p.x), Float(p.y), Float(p.z)), u: 0, v: 0, blue: Float(index % 16) / 17 + 0.03,
            green: Float(index / 16) / 17 + 0.03, red: 0.5))
      }
      let first = Int32(index * 3)
      mesh.triangles.append(duo_triangle(a: first, b: first + 1, c: first + 2, texture: -1))
    }
    return mesh
  }

  static func depth(_ pieces: [(Mesh, Rotation, Vector3)], _ projection: Projection) -> [Float] {
    var depth = [Float](repeating: -1, count: size * size)
    var camera = projection.reference
    Mesh.withReferences(pieces) { meshes in
      duo_draw_depth(&camera, meshes, Int32(meshes.count), 100, &depth, size * 4, Int32(size), Int32(size))
    }
    return depth
  }

  static func pixels(_ pieces: [(Mesh, Rotation, Vector3)], _ projection: Projection, samples: Int32)
    -> [UInt8]
  {
    var pixels = [UInt8](repeating: 7, count: size * size * 4)
    var camera = projection.reference
    Mesh.withReferences(pieces) { meshes in
      duo_draw_polygons(
        &camera, meshes, Int32(meshes.count), nil, &pixels, size * 4, Int32(size), Int32(size), samples)
    }
    return pixels
  }

  /// Everywhere but on the edges themselves, where either answer is right.
  @Test func depthIsThatOfTheNearestTriangle() {
    var random = FixedNumbers(state: 1)
    var mismatches: [String] = []
    var (hits, misses) = (0, 0)
    for round in 0..<12 {
      let mesh = Self.scene(&random, 60)
      let turn = Rotation(about: [0.3, 1, 0.2], degrees: random.number(0...360))
      let place = random.vector(-1...1)
      let projection = Self.projection(&random)
      let caster = RayCaster(mesh, turned: turn, at: place)
      let depth = Self.depth([(mesh, turn, place)], projection)
      for y in 0..<Self.size {
        for x in 0..<Self.size {
          let ray = projection.ray(x, y)
          let got = Double(depth[y * Self.size + x])
          if let hit = caster.hit(projection.origin, ray) {
            hits += 1
            if hit.margin < 0.002 || abs(got - hit.distance) < 1e-3 * hit.distance { continue }
            // A sliver at an edge in front of it, seen by one and not by the other.
            if Self.isByAnEdge(caster, projection, x, y) { continue }
            mismatches.append("round \(round) (\(x), \(y)): \(got), not \(hit.distance)")
          } else {
            misses += 1
            // Nothing: 100 m along the ray, whose length along the axis is 1.
            if abs(got - 100 / ray.length) < 0.01 || Self.isByAnEdge(caster, projection, x, y) { continue }
            mismatches.append("round \(round) (\(x), \(y)): \(got) where nothing is")
          }
        }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
    #expect(hits > 5000 && misses > 400)
  }

  /// The rays a hundredth of a pixel aside meet other things than the pixel's own.
  private static func isByAnEdge(_ caster: RayCaster, _ projection: Projection, _ x: Int, _ y: Int) -> Bool {
    let middle = projection.ray(x, y)
    let own = caster.hit(projection.origin, middle)?.triangle
    for (a, b) in [(0.01, 0.0), (-0.01, 0), (0, 0.01), (0, -0.01)] {
      let ray: Vector3 = middle + projection.dx * a + projection.dy * b
      if caster.hit(projection.origin, ray)?.triangle != own { return true }
    }
    return false
  }

  /// One sample in a pixel: its colour is that of the triangle that the ray meets.
  @Test func coloursAreThoseOfTheNearestTriangle() {
    var random = FixedNumbers(state: 2)
    var mismatches: [String] = []
    for round in 0..<8 {
      let mesh = Self.scene(&random, 60)
      let projection = Self.projection(&random)
      let caster = RayCaster(mesh)
      let pixels = Self.pixels([(mesh, .identity, [0, 0, 0])], projection, samples: 1)
      for y in 0..<Self.size {
        for x in 0..<Self.size {
          let at = (y * Self.size + x) * 4
          let hit = caster.hit(projection.origin, projection.ray(x, y))
          var wanted = [7.0, 7, 7]
          if let hit {
            let colour = caster.triangles[hit.triangle].colour
            wanted = [colour.z * 255, colour.y * 255, colour.x * 255]
          }
          let isRight = zip(pixels[at..<at + 3], wanted).allSatisfy { abs(Double($0) - $1) <= 1.01 }
          if !isRight, !Self.isByAnEdge(caster, projection, x, y) {
            mismatches.append("round \(round) (\(x), \(y)): \(pixels[at..<at + 3]), not \(wanted)")
          }
        }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }

  /// Two samples each way: a pixel within one triangle has its colour, an edge lies between the colours that meet.
  @Test func edgesMixTheirColours() {
    var random = FixedNumbers(state: 3)
    var mixed = 0
    var mismatches = 0
    for _ in 0..<10 {
      var mesh = Mesh()
      // A white wall with its back to nothing, edge across the view.
      let edge = random.number(-0.4...0.4)
      for p in [[edge, -50, -2], [50, -50, -2], [50, 50, -2], [edge, 50, -2]] as [Vector3] {
        mesh.vertices.append(
          duo_vertex(position: (Float(p.x), Float(p.y), Float(p.z)), u: 0, v: 0, blue: 1, green: 1, red: 1))
      }
      mesh.triangles = [
        duo_triangle(a: 0, b: 1, c: 2, texture: -1), duo_triangle(a: 0, b: 2, c: 3, texture: -1),
      ]
      let projection = Projection(
        camera: CameraPose(position: [0, 0, 0], forward: [0, 0, -1], up: [0, 1, 0]), width: 100, height: 100,
        fieldOfView: 60, zoom: 1, window: FrameWindow(), targetWidth: Self.size, targetHeight: Self.size)
      let pixels = Self.pixels([(mesh, .identity, [0, 0, 0])], projection, samples: 2)
      let column = Double(Self.size) / 2 * (1 + edge / 2 / tan(.pi / 6))
      for x in 0..<Self.size {
        let value = Double(pixels[(20 * Self.size + x) * 4])
        let share = min(1, max(0, Double(x) + 1 - column))
        // Two samples across: a quarter of a pixel is the coarsest step.
        if abs(value - (7 + share * 248)) > 248 * 0.26 { mismatches += 1 }
        if value > 20 && value < 240 { mixed += 1 }
        if share == 0 && value != 7 || share == 1 && value < 254 { mismatches += 1 }
      }
    }
    #expect(mismatches == 0)
    #expect(mixed > 2)
  }

  /// The order of meshes does not matter, nor whether a scene is one mesh or two; and its back is not drawn.
  @Test func orderAndGroupingDoNotMatter() {
    var random = FixedNumbers(state: 4)
    for _ in 0..<5 {
      let (a, b) = (Self.scene(&random, 20), Self.scene(&random, 20))
      let projection = Self.projection(&random)
      let one = Self.depth([(a, .identity, [0, 0, 0]), (b, .identity, [0, 0, 0])], projection)
      let other = Self.depth([(b, .identity, [0, 0, 0]), (a, .identity, [0, 0, 0])], projection)
      var both = a
      let shift = Int32(a.vertices.count)
      both.vertices += b.vertices
      both.triangles += b.triangles.map {
        duo_triangle(a: $0.a + shift, b: $0.b + shift, c: $0.c + shift, texture: -1)
      }
      #expect(one == other)
      #expect(one == Self.depth([(both, .identity, [0, 0, 0])], projection))
      // Front and back of the same triangles: wherever one is seen alone, the other is not.
      var single = Mesh()
      single.vertices = Array(a.vertices.prefix(3))
      single.triangles = [a.triangles[0]]
      let front = Self.depth([(single, .identity, [0, 0, 0])], projection).filter { $0 < 20 }.count
      single.triangles = [duo_triangle(a: 0, b: 2, c: 1, texture: -1)]
      let back = Self.depth([(single, .identity, [0, 0, 0])], projection).filter { $0 < 20 }.count
      #expect(front == 0 || back == 0)
    }
  }
}
