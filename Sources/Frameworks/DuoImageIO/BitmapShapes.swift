import CHeif

extension Bitmap {
  /// As large as fits; each pixel the mean of those that it covers.
  package func smaller(longestSide: Int) -> Bitmap {
    let long = max(width, height)
    guard long > longestSide, longestSide > 0 else { return self }
    let (w, h) = (max(1, width * longestSide / long), max(1, height * longestSide / long))
    return Bitmap(width: w, height: h, isOpaque: isOpaque) { to in
      bytes.withUnsafeBytes {
        duo_shrink_bgra(
          $0.bindMemory(to: UInt8.self).baseAddress, bytesPerRow, width, height, to, w * 4, w, h)
      }
    }
  }

  /// As a viewer shows it.
  package func turned(_ orientation: CGImagePropertyOrientation) -> Bitmap {
    guard orientation != .up else { return self }
    let swaps = orientation.rawValue >= 5
    let (w, h) = swaps ? (height, width) : (width, height)
    return Bitmap(width: w, height: h, isOpaque: isOpaque) { to in
      bytes.withUnsafeBytes {
        duo_turn_bgra(
          $0.bindMemory(to: UInt8.self).baseAddress, bytesPerRow, width, height, to, w * 4,
          Int32(orientation.rawValue))
      }
    }
  }
}
