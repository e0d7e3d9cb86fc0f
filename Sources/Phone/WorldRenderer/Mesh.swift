import CWorldRenderer
import Foundation
import PhoneModel

/// Red, green, blue, 0...1.
typealias Colour = SIMD3<Double>

/// Triangles with light already on them.
struct Mesh: Sendable {
  var vertices: [duo_vertex] = []
  var triangles: [duo_triangle] = []
}

/// Builds meshes out of simple bodies. Metres. `light` gives the light that falls on a point with a normal.
struct MeshBuilder {
  var mesh = Mesh()
  var light: (Vector3, Vector3) -> Colour

  init(light: @escaping (Vector3, Vector3) -> Colour) { self.light = light }

  private mutating func vertex(
    _ p: Vector3, _ normal: Vector3, _ colour: Colour, u: Double = 0, v: Double = 0
  ) -> Int32 {
    let lit = colour * light(p, normal)
    mesh.vertices.append(
      duo_vertex(
        position: (Float(p.x), Float(p.y), Float(p.z)), u: Float(u), v: Float(v), blue: Float(lit.z),
        green: Float(lit.y), red: Float(lit.x)))
    return Int32(mesh.vertices.count - 1)
  }

  private mutating func triangle(_ a: Int32, _ b: Int32, _ c: Int32, _ texture: Int = -1) {
    mesh.triangles.append(duo_triangle(a: a, b: b, c: c, texture: Int32(texture)))
  }

  /// A parallelogram seen from the side of `x` cross `y`. Light is taken at the corners of pieces of at most
  /// `piece` metres. The texture's top left is at `corner` + `y`, and it repeats every `tile` metres, or fills
  /// the whole when that is nil.
  mutating func rectangle(
    _ corner: Vector3, _ x: Vector3, _ y: Vector3, _ colour: Colour, texture: Int = -1, tile: Double? = nil,
    piece: Double = 0.2
  ) {
    let normal = x.cross(y).normalized
    let columns = max(1, Int((x.length / piece).rounded(.up)))
    let rows = max(1, Int((y.length / piece).rounded(.up)))
    let (uScale, vScale) = tile.map { (x.length / $0, y.length / $0) } ?? (1, 1)
    let first = Int32(mesh.vertices.count)
    for row in 0...rows {
      for column in 0...columns {
        let s = Double(column) / Double(columns)
        let t = Double(row) / Double(rows)
        let place: Vector3 = corner + x * s + y * t
        _ = vertex(place, normal, colour, u: s * uScale, v: (1 - t) * vScale)
      }
    }
    let stride = Int32(columns + 1)
    for row in 0..<Int32(rows) {
      for column in 0..<Int32(columns) {
        let a = first + row * stride + column
        triangle(a, a + 1, a + stride + 1, texture)
        triangle(a, a + stride + 1, a + stride, texture)
      }
    }
  }

  /// A box between two corners; faces named in `without` are left out.
  mutating func box(
    _ low: Vector3, _ high: Vector3, _ colour: Colour, texture: Int = -1, tile: Double? = nil,
    piece: Double = 0.25, without: Set<BoxFace> = []
  ) {
    let size: Vector3 = high - low
    let (dx, dy, dz): (Vector3, Vector3, Vector3) = ([size.x, 0, 0], [0, size.y, 0], [0, 0, size.z])
    let faces: [(BoxFace, Vector3, Vector3, Vector3)] = [
      (.front, [low.x, low.y, high.z], dx, dy), (.back, [high.x, low.y, low.z], -dx, dy),
      (.right, [high.x, low.y, high.z], -dz, dy), (.left, [low.x, low.y, low.z], dz, dy),
      (.top, [low.x, high.y, high.z], dx, -dz), (.bottom, [low.x, low.y, low.z], dx, dz),
    ]
    for (face, corner, x, y) in faces where !without.contains(face) {
      rectangle(corner, x, y, colour, texture: texture, tile: tile, piece: piece)
    }
  }

  enum BoxFace: Hashable { case front, back, left, right, top, bottom }

  /// A rounded body.
  mutating func ellipsoid(
    _ centre: Vector3, _ radii: Vector3, _ colour: Colour, around: Int = 16, along: Int = 10
  ) {
    grid(rows: along, columns: around) { row, column in
      let polar = Double(row) / Double(along) * .pi
      let turn = Double(column) / Double(around) * 2 * .pi
      let unit: Vector3 = [sin(polar) * cos(turn), cos(polar), -sin(polar) * sin(turn)]
      return (centre + unit * radii, (unit / radii).normalized)
    } colour: { _ in
      colour
    }
  }

  /// A body of level cross sections, from the lowest up: rounded rectangles of half sizes `x` and `z`
  /// (`roundness` 2 is an ellipse, more is squarer), closed at both ends.
  mutating func loft(_ sections: [Section], _ colour: Colour, around: Int = 24) {
    func point(_ row: Int, _ column: Int) -> Vector3 {
      let section = sections[min(max(row, 0), sections.count - 1)]
      let turn = Double(column) / Double(around) * 2 * .pi
      func part(_ value: Double) -> Double {
        (value < 0 ? -1 : 1) * pow(abs(value), 2 / section.roundness)
      }
      let (x, z) = (part(cos(turn)), part(sin(turn)))
      return [section.centre.x + section.x * x, section.centre.y, section.centre.z - section.z * z]
    }
    let last = sections.count - 1
    grid(rows: last, columns: around) { index, column in
      let row = last - index
      let around: Vector3 = point(row, column + 1) - point(row, column - 1)
      let up: Vector3 = point(row + 1, column) - point(row - 1, column)
      let normal = around.cross(up)
      return (point(row, column), normal.length > 1e-12 ? normal.normalized : [0, 1, 0])
    } colour: { _ in
      colour
    }
    cap((0..<around).map { point(last, $0) }, [0, 1, 0], colour)
    cap((0..<around).reversed().map { point(0, $0) }, [0, -1, 0], colour)
  }

  struct Section {
    var centre: Vector3
    var x, z: Double
    var roundness: Double

    init(_ y: Double, _ x: Double, _ z: Double, at z0: Double = 0, x0: Double = 0, roundness: Double = 2) {
      centre = [x0, y, z0]
      self.x = x
      self.z = z
      self.roundness = roundness
    }
  }

  /// A round bar along points, with a radius at each.
  mutating func tube(_ points: [Vector3], _ radii: [Double], _ colour: Colour, around: Int = 14) {
    let last = points.count - 1
    let frames = points.indices.map { index -> (Vector3, Vector3) in
      let along = (points[min(index + 1, last)] - points[max(index - 1, 0)]).normalized
      let helper: Vector3 = abs(along.y) < 0.9 ? [0, 1, 0] : [1, 0, 0]
      let x = helper.cross(along).normalized
      return (x, along.cross(x))
    }
    grid(rows: last, columns: around) { index, column in
      let row = last - index
      let turn = Double(column) / Double(around) * 2 * .pi
      let out: Vector3 = frames[row].0 * cos(turn) + frames[row].1 * sin(turn)
      return (points[row] + out * radii[row], out)
    } colour: { _ in
      colour
    }
    for end in [0, last] {
      ellipsoid(points[end], Vector3(repeating: radii[end]), colour, around: around, along: 8)
    }
  }

  /// Rows from top to bottom, columns anticlockwise seen from above.
  private mutating func grid(
    rows: Int, columns: Int, _ surface: (Int, Int) -> (Vector3, Vector3), colour: (Vector3) -> Colour
  ) {
    let first = Int32(mesh.vertices.count)
    for row in 0...rows {
      for column in 0...columns {
        let (point, normal) = surface(row, column)
        _ = vertex(point, normal, colour(point))
      }
    }
    let stride = Int32(columns + 1)
    for row in 0..<Int32(rows) {
      for column in 0..<Int32(columns) {
        let a = first + row * stride + column
        triangle(a, a + stride, a + stride + 1)
        triangle(a, a + stride + 1, a + 1)
      }
    }
  }

  private mutating func cap(_ rim: [Vector3], _ normal: Vector3, _ colour: Colour) {
    let middle = vertex(rim.reduce(Vector3(), +) / Double(rim.count), normal, colour)
    let places = rim.map { vertex($0, normal, colour) }
    for index in places.indices {
      triangle(middle, places[index], places[(index + 1) % places.count])
    }
  }
}
