import CWorldRenderer
import MediaCoding
import PhoneModel

/// A flat picture that fills the view of whatever camera looks, upright to the nearest quarter turn.
final class FlatPicture: Sendable {
  /// As it is shown.
  private let width, height: Int
  private let texture: Texture
  /// Clockwise quarter turns of the stored picture as it is shown.
  private let turns: Int

  init(path: String) throws(WorldError) {
    let (size, _, pixels) = try PictureFile.read(path) { size in (size.width * 4, 0) }
    width = size.width
    height = size.height
    turns = 0
    texture = Texture(width: size.width, height: size.height, pixels: pixels)
  }

  /// A picture of a movie, shown turned clockwise and then flipped left-right.
  init(_ picture: DecodedPicture, turns: Int, isMirrored: Bool) {
    // Flipped first, it is turned the other way.
    self.turns = isMirrored ? (4 - turns) % 4 : turns
    (width, height) = turns % 2 == 0 ? (picture.width, picture.height) : (picture.height, picture.width)
    let row = picture.width * 4
    let pixels = PixelStore(count: row * picture.height) { to in
      picture.bytes.drawBGRA(into: to, bytesPerRow: row)
      guard isMirrored else { return }
      to.withMemoryRebound(to: UInt32.self, capacity: picture.width * picture.height) { pixels in
        for y in 0..<picture.height {
          var row = UnsafeMutableBufferPointer(start: pixels + y * picture.width, count: picture.width)
          row.reverse()
        }
      }
    }
    texture = Texture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// Draws the picture just large enough to fill the native frame without zoom (`reach`: half its width and height at
  /// distance 1), as B, G, R, A. Each row of the target is a row or a column of the picture.
  func draw(
    before camera: CameraPose, reach: (x: Double, y: Double), _ projection: Projection, width: Int,
    height: Int,
    into base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    let quarter = Self.quarterTurns(of: camera)
    let axes: [Vector3] = [camera.up, camera.right, -camera.up, -camera.right]
    let up = axes[quarter]
    let right = axes[(quarter + 1) % 4]
    let (across, above) = quarter % 2 == 0 ? (reach.x, reach.y) : (reach.y, reach.x)
    let aspect = Double(self.width) / Double(self.height)
    let halfHeight = max(above, across / aspect)
    // From the picture's middle to the middles of its right and upper edges, at distance 1.
    var (x, y): (Vector3, Vector3) = (right * (halfHeight * aspect), up * halfHeight)
    for _ in 0..<turns { (x, y) = (-y, x) }
    let stored = texture.level(0)
    let first: Vector3 = projection.d0 + projection.dx * 0.5 + projection.dy * 0.5
    func part(_ ray: Vector3, _ axis: Vector3, _ texels: Int) -> Double {
      ray.dot(axis) / axis.dot(axis) / 2 * Double(texels)
    }
    let isTransposed = abs(part(projection.dx, x, stored.width)) < abs(part(projection.dy, x, stored.width))
    let (alongU, alongV) = isTransposed ? (projection.dy, projection.dx) : (projection.dx, projection.dy)
    var u = part(first, x, stored.width) + Double(stored.width) / 2
    var v = Double(stored.height) / 2 - part(first, y, stored.height)
    var (du, dv) = (part(alongU, x, stored.width), -part(alongV, y, stored.height))
    var number = 0
    while number < texture.smallest, max(abs(du), abs(dv)) > 1.5 {
      (u, v, du, dv) = (u / 2, v / 2, du / 2, dv / 2)
      number += 1
    }
    let level = texture.level(number)
    let isDrawn = duo_draw_picture(
      level.pixels.base, Int32(level.width), Int32(level.height), u, du, v, dv, isTransposed ? 1 : 0, base,
      bytesPerRow, Int32(width), Int32(height))
    precondition(isDrawn != 0, "no memory for \(width + height) places")
  }

  /// Clockwise quarter turns, in the native picture, from its top to the world's up; for a camera that looks
  /// straight up or down, to the direction that is up for somebody who tilts the head.
  private static func quarterTurns(of camera: CameraPose) -> Int {
    let up: Vector3 = abs(camera.forward.y) > 0.866 ? [0, 0, camera.forward.y > 0 ? 1 : -1] : [0, 1, 0]
    let parts = [up.dot(camera.up), up.dot(camera.right), -up.dot(camera.up), -up.dot(camera.right)]
    return parts.indices.max { parts[$0] < parts[$1] } ?? 0
  }
}
