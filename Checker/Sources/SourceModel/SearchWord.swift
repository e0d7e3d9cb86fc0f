/// A word that is looked for in many texts: compared from its end, and moved on by as much as the byte there allows
/// (Horspool's search).
public struct SearchWord: Sendable {
  private let bytes: [UInt8]
  private let steps: [Int]

  public init(_ word: String) { self.init(Array(word.utf8)) }

  public init(_ bytes: [UInt8]) {
    var steps = [Int](repeating: bytes.count, count: 256)
    for (index, byte) in bytes.dropLast().enumerated() { steps[Int(byte)] = bytes.count - 1 - index }
    self.bytes = bytes
    self.steps = steps
  }

  /// Does the word stand somewhere in the text?
  public func stands(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { stands(in: $0) }
  }

  public func stands(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    return bytes.withUnsafeBufferPointer { word in
      steps.withUnsafeBufferPointer { steps in
        let last = word.count - 1
        var end = last
        while end < text.count {
          var matched = 0
          while matched <= last, text[end - matched] == word[last - matched] { matched += 1 }
          if matched == word.count { return true }
          end += steps[Int(text[end])]
        }
        return false
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Do these bytes stand somewhere in it?
  public func holds(_ wanted: [UInt8]) -> Bool { SearchWord(wanted).stands(in: self) }
}
