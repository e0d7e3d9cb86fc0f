/// Sources that no one wrote by hand. The parser gives up on a few hundred brackets inside one another and takes minutes to
/// say so on thousands; on square brackets that open directly after one another it takes twice as long for each.
enum Nesting {
  static let limit = 256
  static let squareLimit = 16

  /// Where more brackets are open than the limit; nil where none is. Those in strings and comments count, too: it would take
  /// the parser to tell them apart, and they come in pairs (square ones do not: terminals use them).
  static func tooDeep(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      var open = 0
      var square = 0
      for (offset, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "{"):
          open += 1
          square = 0
        case UInt8(ascii: ")"), UInt8(ascii: "}"):
          open = max(0, open - 1)
          square = 0
        case UInt8(ascii: "["): square += 1
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
        default: square = 0
        }
        if open > limit || square > squareLimit { return offset }
      }
      return nil
    }
  }
}
