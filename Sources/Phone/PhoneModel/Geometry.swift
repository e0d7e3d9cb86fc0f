import Foundation

/// A point or direction in three dimensions. Lengths are metres in the world frame and
/// millimetres in the phone description's body frame; each use says which.
public typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }
  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
  public var length: Double { dot(self).squareRoot() }
  public var normalized: Vector3 { self / length }
  /// The angle to `other`, in degrees, 0...180.
  public func angle(to other: Vector3) -> Double {
    atan2(cross(other).length, dot(other)) * 180 / .pi
  }
}

/// A rotation, held as the images of the three unit axes.
public struct Rotation: Hashable, Codable, Sendable {
  /// Where the x, y and z axes go.
  public var x, y, z: Vector3

  public static let identity = Rotation(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

  public init(x: Vector3, y: Vector3, z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A turn about `axis` by `degrees`, anticlockwise when the axis points at the viewer.
  public init(about axis: Vector3, degrees: Double) {
    let n = axis.normalized
    let c = cos(degrees * .pi / 180)
    let s = sin(degrees * .pi / 180)
    func turn(_ v: Vector3) -> Vector3 {
      let across: Vector3 = n.cross(v) * s
      let along: Vector3 = n * (n.dot(v) * (1 - c))
      return v * c + across + along
    }
    self.init(x: turn([1, 0, 0]), y: turn([0, 1, 0]), z: turn([0, 0, 1]))
  }

  /// The rotated vector.
  public func apply(_ v: Vector3) -> Vector3 { x * v.x + y * v.y + z * v.z }

  /// `self` after `first`.
  public func after(_ first: Rotation) -> Rotation {
    Rotation(x: apply(first.x), y: apply(first.y), z: apply(first.z))
  }

  public var inverse: Rotation {
    Rotation(x: [x.x, y.x, z.x], y: [x.y, y.y, z.y], z: [x.z, y.z, z.z])
  }
}
