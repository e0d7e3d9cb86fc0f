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

  /// Calls `body` with the picture as a board before the camera, `distance` metres away and just large enough
  /// to fill the native frame (`reach`: half the frame's width and height at distance 1).
  func draw<Result>(
    before camera: CameraPose, reach: (x: Double, y: Double), distance: Double, phone: Mesh,
    _ body: ([duo_mesh], [duo_texture]) -> Result
  ) -> Result {
    let quarter = Self.quarterTurns(of: camera)
    let axes: [Vector3] = [camera.up, camera.right, -camera.up, -camera.right]
    let up = axes[quarter]
    let right = axes[(quarter + 1) % 4]
    let (across, above) = quarter % 2 == 0 ? (reach.x, reach.y) : (reach.y, reach.x)
    let aspect = Double(width) / Double(height)
    let halfHeight = max(above, across / aspect) * distance
    var (x, y): (Vector3, Vector3) = (right * (halfHeight * aspect), up * halfHeight)
    for _ in 0..<turns { (x, y) = (-y, x) }
    // The board's own frame starts at the lens, so that single precision is enough at any distance.
    var builder = MeshBuilder(light: { _, _ in [1, 1, 1] })
    let middle: Vector3 = camera.forward * distance
    builder.rectangle(middle - x - y, x * 2, y * 2, [1, 1, 1], texture: 0, piece: .infinity)
    return Mesh.withReferences([
      (builder.mesh, .identity, camera.position), (phone, .identity, [0, 0, 0]),
    ]) { body($0, [texture.reference]) }
  }

  /// Clockwise quarter turns, in the native picture, from its top to the world's up; for a camera that looks
  /// straight up or down, to the direction that is up for somebody who tilts the head.
  private static func quarterTurns(of camera: CameraPose) -> Int {
    let up: Vector3 = abs(camera.forward.y) > 0.866 ? [0, 0, camera.forward.y > 0 ? 1 : -1] : [0, 1, 0]
    let parts = [up.dot(camera.up), up.dot(camera.right), -up.dot(camera.up), -up.dot(camera.right)]
    return parts.indices.max { parts[$0] < parts[$1] } ?? 0
  }
}
