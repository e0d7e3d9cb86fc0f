import CBarcodes
import Foundation

/// A code as a grid of modules, quiet zone included.
package struct BarcodeDrawing: Hashable, Sendable {
  package var width, height: Int
  /// Row by row; true is black.
  package var modules: [Bool]

  /// - Throws: When the text cannot be written in this kind.
  package init(_ text: String, _ symbology: Symbology) throws(BarcodeError) {
    var (width, height): (Int32, Int32) = (0, 0)
    var message = [CChar](repeating: 0, count: 256)
    guard let bytes = duo_write_code(text, symbology.bit, &width, &height, &message, message.count) else {
      throw BarcodeError(
        description: "\"\(text)\" cannot be written as \(symbology.rawValue): \(BarcodeReader.text(message))")
    }
    defer { free(bytes) }
    self.width = Int(width)
    self.height = Int(height)
    modules = (0..<Int(width) * Int(height)).map { bytes[$0] != 0 }
  }
}
