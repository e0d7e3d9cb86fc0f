import Foundation
import PhoneModel
import Testing

/// Vectors and rotations against quaternions and plain sums, which know nothing of columns and axes.
@Suite struct GeometryTests {
  /// A unit quaternion, w + xi + yj + zk.
  struct Quaternion {
    var w, x, y, z: Double

    init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
      (self.w, self.x, self.y, self.z) = (w, x, y, z)
    }

    init(about axis: Vector3, degrees: Double) {
      let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
      let half = degrees * .pi / 360
      self.init(
        cos(half), sin(half) * axis.x / length, sin(half) * axis.y / length, sin(half) * axis.z / length)
    }

    static func * (a: Quaternion, b: Quaternion) -> Quaternion {
      Quaternion(
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
    }

    func turn(_ v: Vector3) -> Vector3 {
      let turned = self * Quaternion(0, v.x, v.y, v.z) * Quaternion(w, -x, -y, -z)
      return [turned.x, turned.y, turned.z]
    }
  }

  static func vector(_ random: inout Seeded) -> Vector3 {
    func part() -> Double { Double.random(in: -3...3, using: &random) }
    return [part(), part(), part()]
  }

  static func isNear(_ a: Vector3, _ b: Vector3) -> Bool {
    abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 && abs(a.z - b.z) < 1e-9
  }

  @Test func axesAreRightHanded() {
    let (x, y, z): (Vector3, Vector3, Vector3) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    #expect(x.cross(y) == z && y.cross(z) == x && z.cross(x) == y)
    // A quarter turn about z, anticlockwise for somebody at whom z points.
    #expect(Self.isNear(Rotation(about: z, degrees: 90).apply(x), y))
    #expect(Self.isNear(Rotation(about: x, degrees: 90).apply(y), z))
    #expect(Self.isNear(Rotation(about: y, degrees: 90).apply(z), x))
    #expect(Self.isNear(Rotation(about: [0, 0, -2], degrees: 90).apply(x), -y))
  }

  @Test func rotationsAreThoseOfQuaternions() {
    var random = Seeded(state: 101)
    var mismatches = 0
    for _ in 0..<1000 {
      let (axis, degrees) = (Self.vector(&random), Double.random(in: -720...720, using: &random))
      if axis.length < 0.01 { continue }
      let v = Self.vector(&random)
      let wanted = Quaternion(about: axis, degrees: degrees).turn(v)
      if !Self.isNear(Rotation(about: axis, degrees: degrees).apply(v), wanted) { mismatches += 1 }
    }
    #expect(mismatches == 0)
  }

  @Test func oneAfterTheOtherIsTheProduct() {
    var random = Seeded(state: 102)
    var mismatches = 0
    for _ in 0..<500 {
      let axes = (Self.vector(&random), Self.vector(&random))
      let (a, b) = (Double.random(in: 0...360, using: &random), Double.random(in: 0...360, using: &random))
      let (first, second) = (Rotation(about: axes.0, degrees: a), Rotation(about: axes.1, degrees: b))
      let wanted = Quaternion(about: axes.1, degrees: b) * Quaternion(about: axes.0, degrees: a)
      let v = Self.vector(&random)
      if !Self.isNear(second.after(first).apply(v), wanted.turn(v)) { mismatches += 1 }
      if !Self.isNear(first.inverse.apply(first.apply(v)), v) { mismatches += 1 }
      if !Self.isNear(first.apply(first.inverse.apply(v)), v) { mismatches += 1 }
    }
    #expect(mismatches == 0)
  }

  /// Lengths, angles and handedness stay.
  @Test func rotationsAreRigid() {
    var random = Seeded(state: 103)
    var mismatches = 0
    for _ in 0..<500 {
      let rotation = random.rotation()
      let (a, b) = (Self.vector(&random), Self.vector(&random))
      let (p, q) = (rotation.apply(a), rotation.apply(b))
      if abs(p.length - a.length) > 1e-9 || abs(p.dot(q) - a.dot(b)) > 1e-9 { mismatches += 1 }
      if !Self.isNear(p.cross(q), rotation.apply(a.cross(b))) { mismatches += 1 }
    }
    #expect(mismatches == 0)
    #expect(Rotation.identity.apply([1, 2, 3]) == [1, 2, 3])
  }

  /// The angle between vectors by the law of cosines, and exactly where the cosine says little.
  @Test func angles() {
    var random = Seeded(state: 104)
    var mismatches = 0
    for _ in 0..<500 {
      let (a, b) = (Self.vector(&random), Self.vector(&random))
      let far = (a - b).length
      let cosine = (a.dot(a) + b.dot(b) - far * far) / (2 * a.length * b.length)
      let wanted = acos(max(-1, min(1, cosine))) * 180 / .pi
      if abs(a.angle(to: b) - wanted) > 1e-5 || a.angle(to: b) != b.angle(to: a) { mismatches += 1 }
      if abs(a.angle(to: a * 7)) > 1e-5 || abs(a.angle(to: -a) - 180) > 1e-5 { mismatches += 1 }
    }
    #expect(mismatches == 0)
    // A thousandth of a second of arc: acos would find nothing.
    let tiny = 1.0 / 3_600_000
    let near: Vector3 = [cos(tiny * .pi / 180), sin(tiny * .pi / 180), 0]
    #expect(abs(near.angle(to: [5, 0, 0]) - tiny) < 1e-15)
    let unit: Vector3 = [3, 4, 12]
    #expect(unit.length == 13 && Self.isNear(unit.normalized, [3.0 / 13, 4.0 / 13, 12.0 / 13]))
  }

  /// A camera made from a rough "up": three unit vectors at right angles, the axis kept, the picture's up on the side
  /// asked for, right on the right of one who looks along the axis.
  @Test func cameraPosesAreSquare() {
    var random = Seeded(state: 105)
    var mismatches = 0
    for _ in 0..<500 {
      let (forward, up) = (Self.vector(&random), Self.vector(&random))
      if forward.length < 0.1 || forward.cross(up).length < 0.1 { continue }
      let pose = CameraPose(position: [1, 2, 3], forward: forward, up: up)
      let axes = [pose.right, pose.up, pose.forward]
      for (i, a) in axes.enumerated() {
        for (j, b) in axes.enumerated() where abs(a.dot(b) - (i == j ? 1 : 0)) > 1e-9 { mismatches += 1 }
      }
      if pose.forward.angle(to: forward) > 1e-5 || pose.up.dot(up) <= 0 { mismatches += 1 }
      // Up, then right, then towards the viewer: right-handed the other way round.
      if pose.right.cross(pose.up).dot(pose.forward) > -0.999_999 { mismatches += 1 }
    }
    #expect(mismatches == 0)
    let view = CameraView(position: [1, 2, 3], axis: [0, 0, -1], nativeUp: [0, 1, 0])
    #expect(view.nativeRight == [1, 0, 0] && CameraPose(view).right == [1, 0, 0])
  }
}
