import BarcodeReading

/// Under which of the types that an app asked for a code is reported.
enum CodeTypes {
  /// Nil when the code has none of them. Of two types for one kind of code the more exact one wins (assumed).
  static func type(
    of code: ReadBarcode, among wanted: Set<AVMetadataObject.ObjectType>
  ) -> AVMetadataObject.ObjectType? {
    switch code.symbology {
    case .code39:
      if wanted.contains(.code39Mod43), hasMod43(code.text ?? "") { return .code39Mod43 }
      return wanted.contains(.code39) ? .code39 : nil
    case .itf:
      if wanted.contains(.itf14), isGTIN14(code.text ?? "") { return .itf14 }
      return wanted.contains(.interleaved2of5) ? .interleaved2of5 : nil
    default:
      let type = AVMetadataObject.ObjectType.codes.first { $0.symbology == code.symbology }?.type
      return type.flatMap { wanted.contains($0) ? $0 : nil }
    }
  }

  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")

  /// The last character is the sum of the others' places, modulo 43.
  static func hasMod43(_ text: String) -> Bool {
    let places = text.compactMap(alphabet.firstIndex(of:))
    guard places.count == text.count, let last = places.last, places.count > 1 else { return false }
    return places.dropLast().reduce(0, +) % 43 == last
  }

  /// Fourteen digits, the last of which makes 3 x odd places + even places a multiple of ten.
  static func isGTIN14(_ text: String) -> Bool {
    let digits = text.compactMap(\.wholeNumberValue)
    guard digits.count == 14, text.count == 14 else { return false }
    return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) } % 10 == 0
  }
}
