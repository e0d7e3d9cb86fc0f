import Foundation
import PhoneModel

// Who is in a picture. Only the room has people: pictures and movies are not searched for faces.
extension Exposure {
  /// The people in the picture, the holder first. Nobody while the lens is covered.
  public var people: [SeenPerson] {
    guard case .room = content, !isCovered else { return [] }
    return Figure.allCases.map(seen)
  }

  /// Parts of a person round the point between the eyes, metres: left, up, ahead.
  private static let head = (low: Vector3(-0.078, -0.125, -0.12), high: Vector3(0.078, 0.10, 0.005))
  private static let trunk = (low: Vector3(-0.24, -0.72, -0.2), high: Vector3(0.24, 0.13, 0.05))
  /// A face that is turned further away than this is not seen, degrees.
  private static let turnedAway = 75.0

  private func seen(_ figure: Figure) -> SeenPerson {
    let eyes = phone.placement.eyes(of: figure)
    let facing = RoomMarks.facing(from: eyes, to: phone.placement.position)
    let own = Rotation(x: Vector3(0, 1, 0).cross(facing), y: [0, 1, 0], z: facing)
    let toCamera: Vector3 = (camera.position - eyes).normalized
    let isTurnedAway = facing.angle(to: toCamera) > Self.turnedAway
    let native = projection(FrameWindow(), width: width, height: height)
    let (chin, crown) = (native.homogeneous(eyes), native.homogeneous(eyes + [0, 0.1, 0]))
    let (across, down) = (crown.x / crown.z - chin.x / chin.z, crown.y / crown.z - chin.y / chin.z)
    let roll = (atan2(across, -down) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
    return SeenPerson(
      figure: figure, face: isTurnedAway ? nil : visible(Self.head, at: eyes, own, native),
      body: visible(Self.trunk, at: eyes, own, native), roll: roll,
      yaw: atan2(facing.dot(camera.right), facing.dot(toCamera)) * 180 / .pi)
  }

  /// Where a part of a person is in the picture; nil when its middle is outside or more than half of it is hidden.
  private func visible(
    _ part: (low: Vector3, high: Vector3), at eyes: Vector3, _ own: Rotation, _ native: Projection
  ) -> SeenPerson.Box? {
    var corners: [Vector3] = []
    for x in [part.low.x, part.high.x] {
      for y in [part.low.y, part.high.y] {
        for z in [part.low.z, part.high.z] { corners.append(eyes + own.apply([x, y, z])) }
      }
    }
    let places = corners.map(native.homogeneous)
    guard places.allSatisfy({ $0.z > 0.05 }) else { return nil }
    let (xs, ys) = (places.map { $0.x / $0.z / Double(width) }, places.map { $0.y / $0.z / Double(height) })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return nil
    }
    let box = SeenPerson.Box(x: left, y: top, width: right - left, height: bottom - top)
    guard (0...1).contains(box.x + box.width / 2), (0...1).contains(box.y + box.height / 2),
      !isHidden(box, nearest: places.map(\.z).min() ?? 0)
    else { return nil }
    return box
  }

  /// More than half of the part of the box that is in the picture lies behind something nearer.
  private func isHidden(_ box: SeenPerson.Box, nearest: Double) -> Bool {
    let (left, top) = (max(0, box.x), max(0, box.y))
    let window = FrameWindow(
      x: left, y: top, width: min(1, box.x + box.width) - left, height: min(1, box.y + box.height) - top)
    let side = 8
    var depths = [Float](repeating: 0, count: side * side)
    depths.withUnsafeMutableBytes { bytes in
      draw(
        window,
        into: PixelTarget(
          layout: .depthFloat32, width: side, height: side,
          planes: [PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: side * 4)]))
    }
    // A person's own nose and hands are not in the way.
    return depths.count { Double($0) < nearest - 0.15 } > depths.count / 2
  }
}
