import CWorldRenderer
import MediaCoding
import PhoneModel

/// A flat picture that fills the view of whatever camera looks, upright to the nearest quarter turn. Each plane of a
/// target is drawn straight from the same plane of the picture.
final class FlatPicture: Sendable {
  /// As it is shown.
  private let width, height: Int
  private let planes: FlatPlanes
  /// Clockwise quarter turns of the stored picture as it is shown, after it was flipped left-right.
  private let turns: Int
  private let isMirrored: Bool

  init(path: String) throws(WorldError) {
    let (size, _, pixels) = try PictureFile.read(path) { size in (size.width * 4, 0) }
    (width, height) = (size.width, size.height)
    (turns, isMirrored) = (0, false)
    planes = FlatPlanes(width: size.width, height: size.height, pixels: pixels)
  }

  /// A picture of a movie, shown turned clockwise and then flipped left-right.
  init(_ picture: DecodedPicture, turns: Int, isMirrored: Bool) {
    // Flipped first, it is turned the other way.
    self.turns = isMirrored ? (4 - turns) % 4 : turns
    self.isMirrored = isMirrored
    (width, height) = turns % 2 == 0 ? (picture.width, picture.height) : (picture.height, picture.width)
    planes = FlatPlanes(picture)
  }

  /// B, G, R, A, with the picture just large enough to fill the native frame without zoom (`reach`: half its width and
  /// height at distance 1). Each row of the target is a row or a column of the picture.
  func draw(
    before camera: CameraPose, reach: (x: Double, y: Double), _ projection: Projection, width: Int,
    height: Int,
    into base: UnsafeMutableRawPointer, bytesPerRow: Int
  ) {
    draw(.bgra, spread(before: camera, reach: reach), projection, width, height, base, bytesPerRow)
  }

  /// Luma and interleaved colour differences.
  func draw420(
    before camera: CameraPose, reach: (x: Double, y: Double), _ projection: Projection, fullRange: Bool,
    width: Int, height: Int, planes: [PixelTarget.Plane]
  ) {
    let spread = spread(before: camera, reach: reach)
    draw(
      .luma(fullRange: fullRange), spread, projection, width, height, planes[0].base, planes[0].bytesPerRow)
    draw(
      .chroma(fullRange: fullRange), spread, projection.scaled(by: 2), (width + 1) / 2, (height + 1) / 2,
      planes[1].base, planes[1].bytesPerRow)
  }

  /// From the stored picture's middle to the middles of its right and upper edges, at distance 1.
  private func spread(before camera: CameraPose, reach: (x: Double, y: Double)) -> (x: Vector3, y: Vector3) {
    let quarter = Self.quarterTurns(of: camera)
    let axes: [Vector3] = [camera.up, camera.right, -camera.up, -camera.right]
    let up = axes[quarter]
    let right = axes[(quarter + 1) % 4]
    let (across, above) = quarter % 2 == 0 ? (reach.x, reach.y) : (reach.y, reach.x)
    let aspect = Double(self.width) / Double(self.height)
    let halfHeight = max(above, across / aspect)
    var (x, y): (Vector3, Vector3) = (right * (halfHeight * aspect), up * halfHeight)
    for _ in 0..<turns { (x, y) = (-y, x) }
    return (isMirrored ? -x : x, y)
  }

  private func draw(
    _ part: FlatPlanes.Part, _ spread: (x: Vector3, y: Vector3), _ projection: Projection, _ width: Int,
    _ height: Int, _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int
  ) {
    let first: Vector3 = projection.d0 + projection.dx * 0.5 + projection.dy * 0.5
    func along(_ ray: Vector3, _ axis: Vector3) -> Double { ray.dot(axis) / axis.dot(axis) / 2 }
    let isTransposed = abs(along(projection.dx, spread.x)) < abs(along(projection.dy, spread.x))
    let (alongU, alongV) =
      isTransposed ? (projection.dy, projection.dx) : (projection.dx, projection.dy)
    // In units of the picture's width and height.
    let (u, v) = (0.5 + along(first, spread.x), 0.5 - along(first, spread.y))
    let (du, dv) = (along(alongU, spread.x), -along(alongV, spread.y))
    let plane = planes.plane(part) { max(abs(du) * $0.reachX, abs(dv) * $0.reachY) <= 1.5 }
    var reference = plane.reference
    let isDrawn = part.outside.withUnsafeBufferPointer { outside in
      duo_draw_plane(
        &reference, u * plane.reachX, du * plane.reachX, v * plane.reachY, dv * plane.reachY,
        isTransposed ? 1 : 0, outside.baseAddress, base.assumingMemoryBound(to: UInt8.self), bytesPerRow,
        Int32(width), Int32(height))
    }
    precondition(isDrawn != 0, "no memory for a strip of \(width) x \(height)")
  }

  /// Clockwise quarter turns, in the native picture, from its top to the world's up; for a camera that looks
  /// straight up or down, to the direction that is up for somebody who tilts the head.
  private static func quarterTurns(of camera: CameraPose) -> Int {
    let up: Vector3 = abs(camera.forward.y) > 0.866 ? [0, 0, camera.forward.y > 0 ? 1 : -1] : [0, 1, 0]
    let parts = [up.dot(camera.up), up.dot(camera.right), -up.dot(camera.up), -up.dot(camera.right)]
    return parts.indices.max { parts[$0] < parts[$1] } ?? 0
  }
}
