import CheckerRules
import Foundation
import SourceModel

/// Applies the fixes of findings to their files.
enum FixIts {
  /// The text with all fixes that do not touch each other, and how many that were. Of two that overlap the first counts;
  /// another round finds the second again.
  static func apply(_ fixes: [Fix], to text: String) -> (text: String, count: Int) {
    var taken: [Fix.Edit] = []
    var count = 0
    for fix in fixes.sorted(by: { ($0.edits.first?.span.start ?? 0) < ($1.edits.first?.span.start ?? 0) }) {
      let new = fix.edits.filter { !taken.contains($0) }
      guard !new.contains(where: { edit in taken.contains { overlap($0, edit) } }) else { continue }
      taken += new
      count += 1
    }
    var bytes = Array(text.utf8)
    for edit in taken.sorted(by: { ($0.span.start, $0.span.end) > ($1.span.start, $1.span.end) }) {
      bytes.replaceSubrange(
        edit.span.start..<edit.span.end, with: written(edit.text, endsLinesLike: bytes, at: edit.span.start))
    }
    return (String(decoding: bytes, as: UTF8.self), count)
  }

  /// New lines end as the line does in which the edit stands.
  private static func written(_ text: String, endsLinesLike bytes: [UInt8], at offset: Int) -> [UInt8] {
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.lastIndex(of: UInt8(ascii: "\n"))
    guard let end, end > 0, bytes[end - 1] == UInt8(ascii: "\r") else { return Array(text.utf8) }
    var found: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n"), found.last != UInt8(ascii: "\r") { found.append(UInt8(ascii: "\r")) }
      found.append(byte)
    }
    return found
  }

  private static func overlap(_ a: Fix.Edit, _ b: Fix.Edit) -> Bool {
    if a.span == b.span { return true }
    return a.span.start < b.span.end && b.span.start < a.span.end
  }
}
