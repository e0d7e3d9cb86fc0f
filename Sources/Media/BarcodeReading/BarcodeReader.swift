import CBarcodes

/// A code that was read out of a picture.
package struct ReadBarcode: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var x, y: Double
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package var symbology: Symbology
  /// Nil where the content is no text.
  package var text: String?
  package var bytes: [UInt8]
  /// Pixels: the code's own top left, top right, bottom right, bottom left.
  package var corners: [Point]
}

package enum BarcodeReader {
  /// All codes of these kinds in a picture, in an order that depends on the picture only.
  /// - Parameter luma: Brightness 0...255, `height` rows of `bytesPerRow` bytes.
  /// - Throws: What the library says.
  package static func read(
    _ luma: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, _ kinds: Set<Symbology>
  ) throws(BarcodeError) -> [ReadBarcode] {
    guard width > 0, height > 0, !kinds.isEmpty else { return [] }
    var codes: UnsafeMutablePointer<duo_code>?
    var message = [CChar](repeating: 0, count: 256)
    let count = duo_read_codes(
      luma, Int32(width), Int32(height), Int32(bytesPerRow), kinds.reduce(0) { $0 | $1.bit }, &codes,
      &message,
      message.count)
    guard count >= 0 else { throw BarcodeError(description: text(message)) }
    guard let codes else { return [] }
    defer { duo_free_codes(codes, count) }
    return (0..<Int(count)).compactMap { described(codes[$0]) }
  }

  private static func described(_ code: duo_code) -> ReadBarcode? {
    guard let symbology = Symbology.allCases.first(where: { $0.bit == code.kind }) else { return nil }
    return ReadBarcode(
      symbology: symbology, text: code.text.map { String(cString: $0) },
      bytes: Array(UnsafeBufferPointer(start: code.bytes, count: code.byteCount)),
      corners: [
        ReadBarcode.Point(x: code.x.0, y: code.y.0), ReadBarcode.Point(x: code.x.1, y: code.y.1),
        ReadBarcode.Point(x: code.x.2, y: code.y.2), ReadBarcode.Point(x: code.x.3, y: code.y.3),
      ])
  }

  static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
