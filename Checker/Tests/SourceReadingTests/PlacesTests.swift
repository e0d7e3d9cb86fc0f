import Foundation
import SourceModel
import Testing

@testable import SourceReading

/// Where things stand, whatever the text around them is made of.
@Suite struct PlacesTests {
  /// Every name of the checker's own sources is where its span says, children lie in their parents, and in order.
  @Test func spansHoldWhatTheySay() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources").path
    var mismatches: [String] = []
    var names = 0
    for path in SourceSet(paths: [sources]).files {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for variant in [text, text.replacing("\n", with: "\r\n"), "// 👩‍👩‍👧 é\t\n" + text] {
        let file = read(variant)
        let bytes = Array(variant.utf8)
        for node in file.nodes {
          node.walk { node, around in
            if case .expression(let expression) = node, case .name(let name) = expression.kind {
              names += 1
              let found = String(decoding: bytes[node.span.start..<node.span.end], as: UTF8.self)
              if !found.hasPrefix(name.prefix { $0 != "<" && $0 != "?" }) {
                mismatches.append("\(path): \(name) is \(found)")
              }
            }
            if let parent = around.last, !parent.span.contains(node.span) {
              mismatches.append("\(path): \(node.span) outside \(parent.span)")
            }
            return true
          }
        }
      }
    }
    #expect(mismatches.prefix(5) == [])
    #expect(names > 20_000)
  }

  @Test func columnsCountBytes() {
    let file = read("let a = 1\n\tlet é = b\r\n  let 👩‍👩‍👧 = c; d()\n")
    func place(_ name: String) -> String {
      let offset = file.text.utf8.firstRange(of: Array(name.utf8)).map {
        file.text.utf8.distance(from: file.text.utf8.startIndex, to: $0.lowerBound)
      }
      return file.place(offset!).description
    }
    #expect(["b", "c;", "d()"].map(place) == ["2:11", "3:28", "3:31"])
    #expect(file.lines.count == 4)
    #expect(file.lines.start(ofLine: 2) == 10)
    #expect(file.lines.start(ofLine: 5) == nil)
  }

  /// Against counting: random texts, every offset.
  @Test func placesAreThoseOfCounting() {
    var random = Seeded(3)
    var mismatches: [String] = []
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        ["a", "\n", "\r\n", "é", "👩‍👩‍👧", "\t", ""].randomElement(using: &random)!
      }.joined()
      let table = LineTable(text.utf8)
      var (line, column) = (1, 1)
      for (offset, byte) in (Array(text.utf8) + [0]).enumerated() {
        if table.place(offset) != Place(line: line, column: column) {
          mismatches.append(
            "\(text.debugDescription) at \(offset): \(table.place(offset)), not \(line):\(column)")
        }
        if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else { column += 1 }
      }
    }
    #expect(mismatches.prefix(3) == [])
  }
}
