import Foundation
import Testing

@testable import diptych

private func scenario(_ step: String) -> String {
  #"{"schema": "diptych/scenario/1", "name": "t", "steps": [{"name": "a"}, {"name": "b", "do": \#(step)}]}"#
}

/// A JPEG's beginning and end with nonsense between, twice as wide as high.
private let brokenJPEG =
  Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 64, 0, 128, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0])
  + Data(repeating: 0x5A, count: 90) + Data([0xFF, 0xD9])

/// One line that names file and place, status 2, nothing left behind.
@Test func badInputIsOneLine() throws {
  let desk = try Desk()
  let texts = [
    "unit.json": scenario(#"{"hinge": "1 rad"}"#), "type.json": scenario(#"{"wait": 5}"#),
    "pose.json": scenario(#"{"pose": "headstand"}"#),
    "world.json": scenario(#"{"world": {"panorama": "w.jpg"}}"#),
    "field.json": #"{"schema":"diptych/scenario/1","name":"t","steps":[],"more":1}"#, "broken.json": "{",
    "phone.json": #"{"basedOn":"duo","hinge":{"closedUpTo":"x"}}"#, "broken.jpg": "no picture",
    "phoneField.json": #"{"basedOn":"duo","colour":"red"}"#, "plain": "text",
  ]
  for (name, text) in texts { try desk.put(text, name) }
  try brokenJPEG.write(to: URL(fileURLWithPath: desk.path("w.jpg")))
  try desk.link("ClassicSelfie", as: "App")
  let rows: [([String], String)] = [
    (["--scenario", "unit.json"], "unit.json: steps[1].do.hinge: \"rad\" is not a unit"),
    (["--scenario", "type.json"], "type.json: steps[1].do.wait: a value with its unit is needed"),
    (["--scenario", "field.json"], "field.json: more: unknown field"),
    (["--scenario", "broken.json"], "broken.json: is not JSON"),
    (["--scenario", "none.json"], "none.json: cannot be read: there is no such file"),
    (["--scenario", "."], ".: is no scenario"), (["--scenario", "./"], "./: cannot be read: is a folder"),
    (["--scenario", "pose.json"], "pose.json: steps[1].do: duo has no pose \"headstand\""),
    (["--scenario", "none"], "none: is no scenario"), (["--scenario", ""], "--scenario: needs a value"),
    (["--scenario", "world.json"], "\(desk.path("w.jpg")): broken JPEG"),
    (["--phone", "phone.json"], "phone.json: hinge.closedUpTo"),
    (["--phone", "phoneField.json"], "phoneField.json: colour: unknown field"),
    (["--phone", "none.json"], "none.json: cannot be read"), (["--phone", "none"], "none: is no phone"),
    (["--world", "broken.jpg"], "broken.jpg: is neither a JPEG nor a PNG"),
    (["--world", "w.jpg"], "\(desk.path("w.jpg")): broken JPEG"),
    (["--world", "none.jpg"], "none.jpg: cannot be read"),
    (["--world", "."], ".: cannot be read: is a folder"),
    (["--intent", "me"], "--intent: \"me\" is not one of selfie, rear, any"),
    (["--format", "xml"], "--format: \"xml\" is not one of text, json"),
    (["--timeout", "soon"], "--timeout: \"soon\" is not a whole number"),
    (["--speed", "9"], "--speed: is no option"),
    (["--out"], "--out: needs a value"), (["--out", "/proc/out"], "/proc/out: cannot be written"),
    (["--out", "plain"], "plain: is a file, and the report needs a folder"),
    (["--out", "plain/out"], "plain/out: cannot be written: Not a directory"),
    (["--out", "."], ".: holds other things, such as App"),
  ]
  let before = try desk.files
  var mismatches: [String] = []
  func check(_ arguments: [String], _ expected: String) throws {
    let result = try desk.diptych(arguments)
    if result.status != 2 || result.lines.count != 1 || !result.out.isEmpty
      || !result.error.hasPrefix("diptych: \(expected)")
    {
      mismatches.append("\(arguments): \(result)")
    }
  }
  for (arguments, expected) in rows { try check(["run", "./App"] + arguments, expected) }
  for (app, expected) in [
    (
      "/bin/true",
      "/bin/true: ended with status 0 before it reported anything; is it linked with DuoFrameworks?"
    ),
    ("./plain", "./plain: is not executable"), ("Nobody", "Nobody: there is no such app"),
    ("", "run: needs an app"),
    (".", ".: is a folder"),
  ] {
    try check(["run", app, "--out", "new/folder"], expected)
  }
  try check(["cameras", "--phone", "x"], "x: is no phone")
  try check(["help", "fly"], "fly: is no command")
  #expect(mismatches == [])
  #expect(try desk.files == before)
}

/// What the operating system refuses to run.
@Test func aTextFileIsNoApp() throws {
  let desk = try Desk()
  try desk.put("text\n", "source")
  let install = try Process.run(
    URL(fileURLWithPath: "/usr/bin/install"),
    arguments: ["-m", "755", desk.path("source"), desk.path("text")])
  install.waitUntilExit()
  let result = try desk.diptych("run", "./text")
  #expect(result.lines == ["diptych: \(desk.path("text")): cannot be run: Exec format error"])
  #expect(result.status == 2)
}

@Test func anEarlierReportIsReplacedAndNothingElse() throws {
  let desk = try Desk()
  for scenario in ["selfie", "flip"] {
    #expect(try desk.diptych("run", "ClassicSelfie", "--scenario", scenario, "--out", "r").status == 0)
  }
  #expect(try desk.files("r") == reportFiles)
  #expect(
    try desk.files("r/pictures") == [
      "01-open-landscape-inner.png", "02-flipped-outer.png", "03-turned-back-inner.png",
    ])
  try desk.put("mine", "r/notes")
  let refused = try desk.diptych("run", "ClassicSelfie", "--scenario", "selfie", "--out", "r")
  #expect(
    refused.lines == ["diptych: r: holds other things, such as notes; a report needs a folder of its own"])
  #expect(try desk.report("r")["scenario"] as? String == "flip")
  #expect(try desk.files("r") == reportFiles.union(["notes"]))
}

/// The disk is full: a limit on the size of files stands for it.
@Test func whatCannotBeWrittenLeavesNothing() throws {
  let desk = try Desk()
  let shell = Process()
  let error = Pipe()
  shell.executableURL = URL(fileURLWithPath: "/bin/bash")
  shell.arguments = [
    "-c", "ulimit -f 512; trap '' XFSZ; exec \"$@\"", "bash",
    Desk.products.appendingPathComponent("diptych").path,
    "run", "ClassicSelfie", "--scenario", "selfie", "--out", "r",
  ]
  shell.currentDirectoryURL = desk.folder
  shell.standardError = error
  shell.standardOutput = FileHandle.nullDevice
  try shell.run()
  let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  shell.waitUntilExit()
  let complaints = text.split(separator: "\n").filter { !$0.hasPrefix("[") }
  #expect(complaints == ["diptych: r: report.html: cannot be written: File too large"])
  #expect(shell.terminationStatus == 2)
  #expect(try desk.files == [])
}
