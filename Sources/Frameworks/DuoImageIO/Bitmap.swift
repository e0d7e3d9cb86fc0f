/// Pixels in memory: B, G, R, A bytes, colours premultiplied with alpha, row 0 at the top. sRGB.
package struct Bitmap: Hashable, Sendable {
  /// Pixels.
  package var width, height: Int
  /// At least `width * 4`.
  package var bytesPerRow: Int
  /// `bytesPerRow * height` bytes.
  package var bytes: Data
  /// Every alpha is 255.
  package var isOpaque: Bool

  package init(width: Int, height: Int, bytesPerRow: Int, bytes: Data, isOpaque: Bool) {
    precondition(width > 0 && height > 0 && bytesPerRow >= width * 4 && bytes.count == bytesPerRow * height)
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.bytes = bytes
    self.isOpaque = isOpaque
  }

  /// Rows without gaps, written by `fill`, which must write every byte.
  package init<Failure: Error>(
    width: Int, height: Int, isOpaque: Bool, fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let count = width * 4 * height
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    do throws(Failure) {
      try fill(memory)
    } catch {
      memory.deallocate()
      throw error
    }
    self.init(
      width: width, height: height, bytesPerRow: width * 4,
      bytes: Data(bytesNoCopy: memory, count: count, deallocator: .custom { base, _ in base.deallocate() }),
      isOpaque: isOpaque)
  }
}

/// A picture that was read from a file.
package struct DecodedPicture: Hashable, Sendable {
  /// As stored: not turned.
  package var bitmap: Bitmap
  /// How a viewer turns it.
  package var orientation: CGImagePropertyOrientation

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }
}

/// Why a picture file cannot be read or written.
package struct PictureFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which part of the file.
  package var place: String
  package var reason: String

  package var description: String { "\(place): \(reason)" }
}
