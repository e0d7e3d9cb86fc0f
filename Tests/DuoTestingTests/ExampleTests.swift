import Foundation
import Testing

/// The example of the README is a test of this folder, word by word.
@Test func theReadmesExampleIsATest() throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
    "README.md")
  func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
  let example = try lines(readme).drop { $0 != "## Tests of your own" }.drop { $0 != "```swift" }.dropFirst()
    .prefix { $0 != "```" }
    .filter { !$0.hasPrefix("import") && !$0.hasPrefix("@testable") }
  let source = try lines(folder.appendingPathComponent("AppTestTests.swift"))
  let first = try #require(example.first)
  let start = try #require(source.firstIndex(of: first))
  #expect(example.count > 10 && Array(source[start...].prefix(example.count)) == Array(example))
}
