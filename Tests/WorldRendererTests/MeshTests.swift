import CWorldRenderer
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Bodies are closed, face outwards, and hold as much as geometry says.
@Suite struct MeshTests {
  static func builder() -> MeshBuilder { MeshBuilder(light: { _, _ in [1, 1, 1] }) }

  static func point(_ mesh: Mesh, _ index: Int32) -> Vector3 {
    let p = mesh.vertices[Int(index)].position
    return [Double(p.0), Double(p.1), Double(p.2)]
  }

  /// Sum of the tetrahedra from the origin to every triangle: the volume of a closed body that faces outwards.
  static func volume(_ mesh: Mesh) -> Double {
    mesh.triangles.reduce(0) {
      $0 + point(mesh, $1.a).dot(point(mesh, $1.b).cross(point(mesh, $1.c))) / 6
    }
  }

  static func area(_ mesh: Mesh) -> Double {
    mesh.triangles.reduce(0) { sum, t in
      let (e, f): (Vector3, Vector3) = (
        point(mesh, t.b) - point(mesh, t.a), point(mesh, t.c) - point(mesh, t.a)
      )
      return sum + e.cross(f).length / 2
    }
  }

  /// Edges that no other triangle walks the other way: none on a closed body. Places count, not indices.
  static func openEdges(_ mesh: Mesh) -> Int {
    struct Edge: Hashable { var a, b: SIMD3<Int> }
    func key(_ index: Int32) -> SIMD3<Int> {
      let p = point(mesh, index) * 1e4
      return [Int(p.x.rounded()), Int(p.y.rounded()), Int(p.z.rounded())]
    }
    var count: [Edge: Int] = [:]
    for t in mesh.triangles {
      let corners = [key(t.a), key(t.b), key(t.c)]
      // Poles: triangles without an area close nothing.
      if Set(corners).count < 3 { continue }
      for i in 0..<3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3])
        count[Edge(a: a, b: b), default: 0] += 1
        count[Edge(a: b, b: a), default: 0] -= 1
      }
    }
    return count.values.filter { $0 != 0 }.count
  }

  @Test func boxes() {
    var random = FixedNumbers(state: 21)
    for _ in 0..<20 {
      let low = random.vector(-2...0)
      let high: Vector3 = low + random.vector(0.1...2)
      var b = Self.builder()
      b.box(low, high, [0.5, 0.5, 0.5], piece: 5)
      let size: Vector3 = high - low
      #expect(abs(Self.volume(b.mesh) - size.x * size.y * size.z) < 1e-4)
      let area = 2 * (size.x * size.y + size.y * size.z + size.z * size.x)
      #expect(abs(Self.area(b.mesh) - area) < 1e-4)
      #expect(Self.openEdges(b.mesh) == 0)
      var open = Self.builder()
      open.box(low, high, [0.5, 0.5, 0.5], piece: 5, without: [.top, .left])
      #expect(abs(Self.area(open.mesh) - (area - size.x * size.z - size.y * size.z)) < 1e-4)
      #expect(Self.openEdges(open.mesh) == 12)
    }
  }

  /// A finer net comes nearer to the true volume, from below.
  @Test func roundBodies() {
    let radii: Vector3 = [0.4, 0.7, 0.2]
    let truth = 4.0 / 3 * .pi * radii.x * radii.y * radii.z
    var last = 0.0
    for fineness in [8, 16, 32, 64] {
      var b = Self.builder()
      b.ellipsoid([0.3, 1, -0.2], radii, [1, 1, 1], around: fineness, along: fineness)
      let volume = Self.volume(b.mesh)
      #expect(volume > last && volume < truth)
      #expect(Self.openEdges(b.mesh) == 0)
      last = volume
    }
    #expect(last > truth * 0.99)
    // An elliptic cone's frustum, by the prismatoid rule.
    var b = Self.builder()
    b.loft([.init(0, 0.3, 0.2), .init(1.2, 0.15, 0.1)], [1, 1, 1], around: 96)
    let frustum = 1.2 / 6 * .pi * (0.3 * 0.2 + 4 * 0.225 * 0.15 + 0.15 * 0.1)
    #expect(abs(Self.volume(b.mesh) / frustum - 1) < 0.01)
    #expect(Self.openEdges(b.mesh) == 0)
    // A bar with round ends is at least its cylinder.
    var bar = Self.builder()
    bar.tube([[0, 0, 0], [0, 1, 0]], [0.1, 0.1], [1, 1, 1], around: 64)
    let box = bar.mesh.vertices.map { Double($0.position.1) }
    #expect(abs(box.min()! + 0.1) < 1e-3 && abs(box.max()! - 1.1) < 1e-3)
  }

  /// A rectangle in pieces is the rectangle, faces the side that it should, and its texture's top left is at corner + y.
  @Test func rectanglesInPieces() {
    var random = FixedNumbers(state: 22)
    for piece in [0.05, 0.3, 10] {
      let corner = random.vector(-1...1)
      let (x, y): (Vector3, Vector3) = ([1.1, 0, 0], [0, 0.4, -0.3])
      var b = Self.builder()
      b.rectangle(corner, x, y, [1, 1, 1], piece: piece)
      #expect(abs(Self.area(b.mesh) - 1.1 * 0.5) < 1e-5)
      let pieces = Int((1.1 / piece).rounded(.up)) * Int((0.5 / piece).rounded(.up))
      #expect(b.mesh.triangles.count == pieces * 2)
      for t in b.mesh.triangles {
        let normal = (Self.point(b.mesh, t.b) - Self.point(b.mesh, t.a)).cross(
          Self.point(b.mesh, t.c) - Self.point(b.mesh, t.a))
        #expect(normal.angle(to: x.cross(y)) < 0.1)
      }
      let top = b.mesh.vertices.first { $0.u == 0 && $0.v == 0 }!.position
      let wanted: Vector3 = corner + y
      #expect(
        abs(Double(top.0) - wanted.x) + abs(Double(top.1) - wanted.y) + abs(Double(top.2) - wanted.z) < 1e-5)
      var tiled = Self.builder()
      tiled.rectangle(corner, x, y, [1, 1, 1], tile: 0.25, piece: piece)
      #expect(abs(Double(tiled.mesh.vertices.map(\.u).max()!) - 4.4) < 1e-5)
      #expect(abs(Double(tiled.mesh.vertices.map(\.v).max()!) - 2) < 1e-5)
    }
  }

  /// Nobody is hollow, nothing of a person is outside the space in which they stand.
  @Test func peopleAreSolidAndOfHumanSize() {
    for look in [PersonLook.holder, .subject] {
      for seated in [true, false] {
        let mesh = PersonMesh.make(look, seated: seated, light: { _, _ in [1, 1, 1] })
        let count = Int32(mesh.vertices.count)
        #expect(
          mesh.triangles.allSatisfy {
            (0..<count).contains($0.a) && (0..<count).contains($0.b) && (0..<count).contains($0.c)
          })
        // In litres; bodies run into each other, so some is counted twice.
        let litres = Self.volume(mesh) * 1000
        #expect(litres > 30 && litres < 160, "\(look) \(seated): \(litres)")
        for axis in 0..<3 {
          let values = mesh.vertices.map { Double([$0.position.0, $0.position.1, $0.position.2][axis]) }
          #expect(values.max()! - values.min()! < 2)
        }
      }
    }
  }

  /// Light on a room's surface: never more than the limit, less far from the lamps, less in corners and beside furniture.
  @Test func lightFallsOffAndStaysInItsLimits() {
    var random = FixedNumbers(state: 23)
    let light = RoomLight(footprints: [(x: -0.5...0.5, z: -0.5...0.5)])
    var wrong = 0
    for _ in 0..<2000 {
      let p: Vector3 = [random.number(-2.8...2.8), random.number(0...2.7), random.number(-2.8...2.8)]
      var normal = random.vector(-1...1)
      if normal.length < 0.1 { continue }
      normal = normal.normalized
      let seen = light.at(p, normal)
      if seen.min() < 0 || seen.max() > 1.12 { wrong += 1 }
    }
    #expect(wrong == 0)
    func floor(_ x: Double, _ z: Double) -> Double { light.at([x, 0, z], [0, 1, 0]).sum() }
    // Nearer to what stands there, darker.
    let away = [0.5, 0.6, 0.8, 1.1].map { floor($0, 0.1) / RoomLight().at([$0, 0, 0.1], [0, 1, 0]).sum() }
    #expect(zip(away, away.dropFirst()).allSatisfy { $0 < $1 } && away[0] < 0.55 && away[3] > 0.95)
    // Into the corner of two walls, darker.
    let wall = [2.0, 2.5, 2.7, 2.79].map { light.at([$0, 1.3, 2.8], [0, 0, -1]).sum() }
    #expect(zip(wall.dropFirst(), wall.dropFirst(2)).allSatisfy { $0 > $1 })
    // The window's light is colder than the lamps'.
    let (byWindow, byLamp) = (light.at([0, 1.5, -1], [-1, 0, 0]), light.at([1.85, 0, 0], [0, 1, 0]))
    #expect(byWindow.z / byWindow.x > byLamp.z / byLamp.x)
  }
}
