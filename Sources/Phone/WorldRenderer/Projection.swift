import CWorldRenderer
import Foundation
import PhoneModel

/// The rays of one target: from the lens through the native frame, the window's crop, turn and flip, and the
/// stretch to the target's pixels.
struct Projection: Hashable, Sendable {
  /// The lens, metres.
  var origin: Vector3
  /// The ray of target pixel (u, v) is d0 + u dx + v dy; its length along the axis is 1.
  var d0, dx, dy: Vector3

  /// `width`, `height`: the native frame. `fieldOfView`: horizontal, degrees, before zoom.
  init(
    camera: CameraPose, width: Int, height: Int, fieldOfView: Double, zoom: Double, window: FrameWindow,
    targetWidth: Int, targetHeight: Int
  ) {
    let reach = tan(fieldOfView * .pi / 360) / zoom
    let right: Vector3 = camera.right * reach
    let up: Vector3 = camera.up * (reach * Double(height) / Double(width))
    func ray(_ a: Double, _ b: Double) -> Vector3 {
      let along = window.isMirrored ? 1 - a : a
      let (c, d): (Double, Double) =
        switch window.rotation.count {
        case 0: (along, b)
        case 1: (b, 1 - along)
        case 2: (1 - along, 1 - b)
        default: (1 - b, along)
        }
      let s = window.x + c * window.width
      let t = window.y + d * window.height
      let across: Vector3 = right * (2 * s - 1)
      let above: Vector3 = up * (1 - 2 * t)
      return camera.forward + across + above
    }
    origin = camera.position
    d0 = ray(0, 0)
    dx = (ray(1, 0) - d0) / Double(targetWidth)
    dy = (ray(0, 1) - d0) / Double(targetHeight)
  }

  var reference: duo_camera {
    duo_camera(
      origin: (origin.x, origin.y, origin.z), d0: (d0.x, d0.y, d0.z), dx: (dx.x, dx.y, dx.z),
      dy: (dy.x, dy.y, dy.z))
  }

  /// Columns, rows and depth of a world point: (u w, v w, w).
  func homogeneous(_ point: Vector3) -> Vector3 {
    let p: Vector3 = point - origin
    let determinant = dx.dot(dy.cross(d0))
    return Vector3(p.dot(dy.cross(d0)), p.dot(d0.cross(dx)), p.dot(dx.cross(dy))) / determinant
  }

  /// The pixel in which a point is seen; nil behind the lens.
  func pixel(of point: Vector3) -> (x: Double, y: Double)? {
    let h = homogeneous(point)
    return h.z > 0 ? (h.x / h.z, h.y / h.z) : nil
  }

  /// The same rays for a target of another size.
  func scaled(by factor: Double) -> Projection {
    var other = self
    other.dx = dx * factor
    other.dy = dy * factor
    return other
  }
}
