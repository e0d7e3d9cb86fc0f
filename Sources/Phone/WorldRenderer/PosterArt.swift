import BarcodeReading
import CWorldRenderer
import PhoneModel
import Synchronization

/// A poster's picture and shape.
final class PosterArt: Sendable {
  private let poster: Poster
  let texture: Texture
  /// Metres.
  private let height: Double

  private init(_ poster: Poster) throws(BarcodeError) {
    guard let symbology = Symbology(rawValue: poster.code.rawValue) else {
      throw BarcodeError(description: "there is no code \(poster.code.rawValue)")
    }
    let drawing = try BarcodeDrawing(poster.text, symbology)
    self.poster = poster
    height = poster.width * Double(drawing.height) / Double(drawing.width)
    let pixels = PixelStore(count: drawing.width * drawing.height * 4) { base in
      for (index, isBlack) in drawing.modules.enumerated() {
        for channel in 0..<3 { base[4 * index + channel] = isBlack ? Self.ink : Self.paper }
        base[4 * index + 3] = 255
      }
    }
    texture = Texture(width: drawing.width, height: drawing.height, pixels: pixels, isSharp: true)
  }

  private static let paper: UInt8 = 250
  private static let ink: UInt8 = 14

  private static let known = Mutex<[Poster: PosterArt]>([:])

  /// - Throws: When the text cannot be written in this code.
  static func of(_ poster: Poster) throws(BarcodeError) -> PosterArt {
    if let art = known.withLock({ $0[poster] }) { return art }
    let art = try PosterArt(poster)
    known.withLock { $0[poster] = art }
    return art
  }

  /// Of a poster that can be drawn: a phone takes no other.
  static func drawn(_ poster: Poster) -> PosterArt {
    do throws(BarcodeError) { return try of(poster) } catch {
      fatalError("a poster that cannot be drawn: \(error)")
    }
  }

  /// A board with the picture on its front.
  private func mesh(texture: Int) -> Mesh {
    var builder = MeshBuilder(light: { _, _ in [0.92, 0.92, 0.92] })
    let axes = poster.axes
    let (x, y): (Vector3, Vector3) = (axes.right * poster.width, axes.up * height)
    let corner: Vector3 = poster.centre - (x + y) / 2
    builder.rectangle(corner, x, y, [1, 1, 1], texture: texture, piece: .infinity)
    builder.rectangle(corner + x, -x, y, [0.8, 0.8, 0.78], piece: .infinity)
    return builder.mesh
  }

  /// Calls `body` with the boards, whose textures follow `textures` others in the list.
  static func draw<Result>(
    _ posters: [PosterArt], after textures: Int, _ body: ([duo_mesh]) -> Result
  ) -> Result {
    let pieces = posters.enumerated().map { index, art in
      (art.mesh(texture: textures + index), Rotation.identity, Vector3(0, 0, 0))
    }
    return Mesh.withReferences(pieces) { body($0) }
  }
}

extension Poster {
  /// Why it cannot be drawn; nil when it can.
  package var drawingFault: String? {
    if let fault { return fault }
    do throws(BarcodeError) {
      _ = try PosterArt.of(self)
      return nil
    } catch {
      return error.description
    }
  }
}
