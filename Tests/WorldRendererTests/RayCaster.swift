import CWorldRenderer
import PhoneModel

@testable import WorldRenderer

/// The same numbers everywhere.
struct FixedNumbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func vector(_ range: ClosedRange<Double>) -> Vector3 {
    [number(range), number(range), number(range)]
  }
}

/// Triangles looked at ray by ray: slow, plain, and without any projection.
struct RayCaster {
  struct Triangle {
    var a, b, c: Vector3
    var colour: Colour
  }

  var triangles: [Triangle]

  /// A mesh as it stands in the world.
  init(_ mesh: Mesh, turned turn: Rotation = .identity, at place: Vector3 = [0, 0, 0]) {
    func point(_ index: Int32) -> Vector3 {
      let p = mesh.vertices[Int(index)].position
      return turn.apply([Double(p.0), Double(p.1), Double(p.2)]) + place
    }
    triangles = mesh.triangles.map {
      let v = mesh.vertices[Int($0.a)]
      return Triangle(
        a: point($0.a), b: point($0.b), c: point($0.c),
        colour: [Double(v.red), Double(v.green), Double(v.blue)])
    }
  }

  /// What a ray meets first: how many of its lengths away, which triangle, and how near the triangle's edge (0 on it).
  func hit(_ origin: Vector3, _ ray: Vector3) -> (distance: Double, triangle: Int, margin: Double)? {
    var found: (distance: Double, triangle: Int, margin: Double)?
    for (index, t) in triangles.enumerated() {
      let (e, f): (Vector3, Vector3) = (t.b - t.a, t.c - t.a)
      let normal = e.cross(f)
      let speed = normal.dot(ray)
      // Backs are not seen.
      if speed >= 0 { continue }
      let distance = normal.dot(t.a - origin) / speed
      if distance < 0.0005 || distance >= found?.distance ?? .infinity { continue }
      let inside: Vector3 = origin + ray * distance - t.a
      let square = normal.dot(normal)
      let s = inside.cross(f).dot(normal) / square
      let r = e.cross(inside).dot(normal) / square
      let margin = min(s, r, 1 - s - r)
      if margin >= 0 { found = (distance, index, margin) }
    }
    return found
  }
}

extension Projection {
  /// Through the middle of a pixel.
  func ray(_ x: Int, _ y: Int) -> Vector3 {
    let across: Vector3 = dx * (Double(x) + 0.5)
    let down: Vector3 = dy * (Double(y) + 0.5)
    return d0 + across + down
  }
}
