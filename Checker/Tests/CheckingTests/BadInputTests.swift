import Foundation
import SourceReading
import Testing

@testable import Checking

/// What cannot be checked is told in a line; the rest is checked all the same.
@Suite struct BadInputTests {
  /// One bad file beside a good one: the good one's finding is there, and the bad one's line.
  @Test func badFilesBesideGoodOnes() throws {
    let desk = try Desk()
    try desk.write("Good.swift", mirrored)
    try desk.write("Latin.swift", Data([0x2f, 0x2f, 0x20, 0xe9, 0x0a]))
    try desk.write(
      "UTF16.swift", Data("let a = 1".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } + [0xff, 0xfe]))
    try desk.write("Huge.swift", Data(repeating: UInt8(ascii: "a"), count: 20_000_000))
    try desk.write("Broken.swift", "class A { func f( { }\n")
    try desk.write("Deep.swift", String(repeating: "(", count: 10_000))
    try desk.write("Empty.swift", "")
    try desk.write("Mark.swift", "\u{FEFF}let a = 1\n")
    try desk.write("Zero.swift", "let a = \"\u{0}\"\n")
    let outcome = desk.run("FOLDER", "--rule", "mirror-before-automatic-off")
    #expect(outcome.status == 1)
    #expect(outcome.line("Good.swift:4:3: warning:") != nil || outcome.line("Good.swift:4:3: error:") != nil)
    #expect(outcome.line("Latin.swift")?.hasSuffix("warning: is not UTF-8") == true)
    #expect(outcome.line("UTF16.swift")?.hasSuffix("warning: is not UTF-8") == true)
    #expect(
      outcome.line("Huge.swift")?.hasSuffix(
        "warning: 20 MB of source; left out, since no one wrote it by hand") == true)
    #expect(outcome.line("Broken.swift:1:")?.contains("warning: does not parse: ") == true)
    #expect(outcome.line("Deep.swift:1:")?.contains("too many brackets inside one another") == true)
    #expect(outcome.line("Empty.swift") == nil && outcome.line("Mark.swift") == nil)
  }

  @Test func linksInACircleEndAndNothingIsReadTwice() throws {
    let desk = try Desk()
    try desk.write("a/Good.swift", mirrored)
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: desk.path("a/again"), withDestinationPath: desk.folder)
    try manager.createSymbolicLink(atPath: desk.path("a/Same.swift"), withDestinationPath: "Good.swift")
    try manager.createSymbolicLink(atPath: desk.path("a/Self.swift"), withDestinationPath: "Self.swift")
    try manager.createSymbolicLink(atPath: desk.path("a/Gone.swift"), withDestinationPath: "nowhere.swift")
    let outcome = desk.run("FOLDER", "FOLDER/a/Good.swift", "--rule", "mirror-before-automatic-off")
    #expect(outcome.lines.count { $0.contains("[mirror-before-automatic-off]") } == 1)
    #expect(outcome.out.contains("in 1 Swift file"))
    #expect(outcome.line("Self.swift")?.hasSuffix("warning: is a link in a circle") == true)
    #expect(outcome.line("Gone.swift")?.hasSuffix("warning: is a link that leads nowhere") == true)
  }

  /// Between the listing of a folder and the reading of its files anything may happen.
  @Test func filesThatVanishOrCannotBeRead() throws {
    let desk = try Desk()
    let good = try desk.write("Good.swift", mirrored)
    // The superuser reads what forbids reading; this no one reads.
    let locked = desk.path("Locked.swift")
    try FileManager.default.createSymbolicLink(atPath: locked, withDestinationPath: "/proc/self/mem")
    let pipe = desk.path("Pipe.swift")
    #expect(mkfifo(pipe, 0o600) == 0)
    let results = ParallelReading().read([desk.path("Gone.swift"), good, locked, pipe, desk.folder])
    let texts = results.map { result in
      switch result {
      case .file(let file): "read \(file.types.count + file.functions.count)"
      case .unreadable(_, let reason): reason
      }
    }
    #expect(texts.count == 5)
    #expect(texts[0].hasPrefix("cannot be read (") && texts[1] == "read 1")
    #if os(Linux)
      #expect(texts[2].hasPrefix("cannot be read ("))
    #endif
    #expect(texts[3] == "is no file" && texts[4] == "is no file")
  }

  @Test func nothingToRead() throws {
    let desk = try Desk()
    try desk.write("a/View.m", "int main() {}")
    let empty = desk.run("FOLDER")
    #expect(empty.status == 1 || empty.status == 2)
    #expect(empty.out.contains("there is no Swift source to read here"))
    let gone = desk.run("FOLDER/nowhere")
    #expect(gone.status != 0)
    #expect(gone.out.contains("there is no such file or folder"))
    #expect(desk.run().status == 2)
  }

  @Test func brokenBaselines() throws {
    let desk = try Desk()
    try desk.write("Good.swift", mirrored)
    var mismatches: [String] = []
    for (text, complaint) in [
      ("", "is no baseline of diptych check"), ("[", "is no baseline of diptych check"),
      ("[]", "is no baseline of diptych check"),
      (#"{"version":1}"#, #"has no "findings""#), (#"{"version":2,"findings":[]}"#, "version 2"),
      (#"{"version":1,"findings":[{"rule":1}]}"#, "findings.[0]"),
      (#"{"version":1,"findings":null}"#, "findings"),
    ] {
      let path = try desk.write("baseline.json", text)
      let outcome = desk.run("FOLDER", "--baseline", path)
      if outcome.status != 2 || !outcome.complaints.contains(complaint)
        || !outcome.complaints.contains("baseline.json")
      {
        mismatches.append("\(text): \(outcome.status) \(outcome.complaints)")
      }
    }
    #expect(mismatches == [])
    let gone = desk.run("FOLDER", "--baseline", "FOLDER/nowhere.json")
    #expect(gone.status == 2 && gone.complaints.contains("cannot be read"))
    let unwritable = desk.run("FOLDER", "--write-baseline", "FOLDER/no/such/folder/b.json")
    #expect(unwritable.status == 2 && unwritable.complaints.contains("cannot be written"))
  }

  /// Each mistake in a configuration is told by name; what is right in it counts.
  @Test func brokenConfigurations() throws {
    let desk = try Desk()
    try desk.write("Good.swift", mirrored)
    var mismatches: [String] = []
    for (text, complaint) in [
      ("", "is no JSON"), ("{", "is no JSON"), ("[]", "is no JSON object"),
      (#"{"pathz":[]}"#, #"unknown key "pathz""#),
      (#"{"paths":"a"}"#, #""paths" is no list of strings"#),
      (#"{"exclude":[1]}"#, #""exclude" is no list of strings"#),
      (#"{"rules":[]}"#, #""rules" is no object"#),
      (#"{"rules":{"start-on-mian":"off"}}"#, #"did you mean "start-on-main"?"#),
      (#"{"rules":{"start-on-main":"loud"}}"#, "something else than off, note, warning or error"),
      (#"{"rules":{"start-on-main":1}}"#, "something else than off, note, warning or error"),
      (#"{"deploymentTarget":"x"}"#, "is no version"), (#"{"deploymentTarget":17}"#, "is no version"),
      (#"{"catalyst":"yes"}"#, "neither true nor false"),
      (#"{"failOn":"never"}"#, "none of note, warning, error"),
    ] {
      let path = try desk.write("c.json", text)
      let outcome = desk.run("FOLDER", "--config", path, "--rule", "mirror-before-automatic-off")
      if outcome.status != 1 || !outcome.out.contains("c.json: error: ") || !outcome.out.contains(complaint)
        || !outcome.out.contains("Good.swift:4:3")
      {
        mismatches.append("\(text): \(outcome.status) \(outcome.out.prefix(300))")
      }
    }
    #expect(mismatches == [])
    #expect(desk.run("FOLDER", "--config", "FOLDER/nowhere.json").out.contains("cannot be read"))
    let (configuration, problems) = Configuration.read(
      try desk.write(
        "c.json",
        #"{"failOn":"error","catalyst":"x","rules":{"start-on-main":"off","nothing-like-it":"off"},"defines":["A"]}"#
      ))
    #expect(configuration.failOn == .error && configuration.rules == ["start-on-main": .off])
    #expect(configuration.defines == ["A"] && problems.count == 2)
  }

  @Test func suppressionsThatSayTooLittle() throws {
    let desk = try Desk()
    var mismatches: [String] = []
    for (comment, complaint, isSilenced) in [
      ("// diptych:disable mirror-before-automatic-off the layer is ours", nil, true),
      ("// diptych:disable mirror-before-automatic-off", "without a reason", false),
      (
        "// diptych:disable mirror-before-automatic-of why", #"did you mean "mirror-before-automatic-off"?"#,
        false
      ),
      ("// diptych:disable", "names no rule", false),
      ("// diptych:disable start-on-main another rule", nil, false),
      ("/* diptych:disable start-on-main, mirror-before-automatic-off two rules */", nil, true),
    ] as [(String, String?, Bool)] {
      try desk.write(
        "A.swift",
        mirrored.replacing("  connection.isVideoMirrored", with: "  \(comment)\n  connection.isVideoMirrored")
      )
      let outcome = desk.run("FOLDER", "--rule", "mirror-before-automatic-off")
      let isThere = outcome.out.contains("[mirror-before-automatic-off]")
      let expectedStatus: Int32 = isSilenced && complaint == nil ? 0 : 1
      if isThere == isSilenced || outcome.status != expectedStatus
        || complaint.map({ !outcome.out.contains($0) }) == true
      {
        mismatches.append("\(comment): \(outcome.status) \(outcome.out.prefix(300))")
      }
    }
    #expect(mismatches == [])
  }
}
