import Foundation
import Testing

@testable import ReportCard

/// Calls `body` with the output of a process that printed so many numbered lines of 100 bytes.
private func withOutput(lines: Int, _ body: (AppOutput, URL) throws -> Void) throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
  defer { try? FileManager.default.removeItem(at: file) }
  let text = (0..<lines).map { "\($0) ".padding(toLength: 99, withPad: "-", startingAt: 0) + "\n" }.joined()
  try Data(text.utf8).write(to: file)
  try body(AppOutput(path: file.path, limit: 1_000_000, kept: 100_000), file)
}

@Test func shortOutputStaysAsItIs() throws {
  try withOutput(lines: 10_000) { output, file in
    let before = try Data(contentsOf: file)
    output.bound()
    try output.finish()
    #expect(try Data(contentsOf: file) == before)
    #expect(output.lastLine()?.hasPrefix("9999 ") == true)
  }
}

/// A process that goes on printing after the cut loses nothing of what it printed last.
@Test func longOutputKeepsItsEnd() throws {
  try withOutput(lines: 30_000) { output, file in
    let writer = try FileHandle(forWritingTo: file)
    try writer.seekToEnd()
    output.bound()
    var facts = stat()
    #expect(stat(file.path, &facts) == 0)
    #expect(facts.st_size == 3_000_000 && facts.st_blocks * 512 < 300_000)
    try writer.write(contentsOf: Data("the exception\n".utf8))
    try writer.close()
    output.bound()
    #expect(output.lastLine() == "the exception")
    try output.finish()
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let left = 3_000_014 - lines.dropFirst().reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(lines.first == "[the first \(left) bytes are left out]")
    #expect(lines[1].hasPrefix("2900"))
    #expect(lines.last == "the exception")
    #expect(lines.count > 990)
  }
}

@Test func noOutputIsNothing() throws {
  let output = AppOutput(path: "/nowhere/output.txt")
  output.bound()
  #expect(output.lastLine() == nil)
  try output.finish()
}
