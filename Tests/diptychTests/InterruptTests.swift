import Foundation
import Testing

@testable import diptych

/// Reads until `text` has come.
private func wait(for text: String, on pipe: Pipe) -> Bool {
  var seen = Data()
  while true {
    let more = pipe.fileHandleForReading.availableData
    if more.isEmpty { return false }
    seen.append(more)
    if String(decoding: seen, as: UTF8.self).contains(text) { return true }
  }
}

/// Ctrl-C, a request to end, a closed terminal: what is known so far is the report.
@Test(arguments: [SIGINT, SIGTERM, SIGHUP])
func anInterruptedRunKeepsWhatIsKnown(signal: Int32) throws {
  let desk = try Desk()
  try desk.put(longScenario, "long.json")
  try desk.link("ClassicSelfie", as: "App")
  let (out, error) = (Pipe(), Pipe())
  let process = try desk.start(
    ["run", "./App", "--scenario", "long.json", "--timeout", "600", "--out", "r"], out: out, error: error)
  #expect(wait(for: "[3/3] day\n", on: error))
  #expect(try desk.processes().count == 1)
  kill(process.processIdentifier, signal)
  let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationReason == .exit)
  #expect(process.terminationStatus == 2)
  #expect(
    text.contains(
      "Incomplete: interrupted in step \"day\".\n\npass so far (1 note): \(desk.path("r"))/report.html\n"))
  let report = try desk.report("r")
  #expect(report["incomplete"] as? String == "interrupted in step \"day\"")
  // The virtual camera switches by itself when the phone is opened.
  let verdicts = (report["steps"] as? [[String: Any]])?.map { $0["verdict"] as? String }
  #expect(verdicts == ["pass", "note", "not judged"])
  #expect(try desk.files("r") == reportFiles)
  #expect(try desk.processes() == [])
}

@Test func nothingIsKnownOfAnAppThatSaidNothing() throws {
  let desk = try Desk()
  try desk.link("MisbehavingApp", as: "sleepsBeforeLaunch")
  let (out, error) = (Pipe(), Pipe())
  let process = try desk.start(["run", "./sleepsBeforeLaunch", "--timeout", "600"], out: out, error: error)
  // The app's process is up, so the handlers are in place.
  while try desk.processes().isEmpty { sched_yield() }
  kill(process.processIdentifier, SIGINT)
  let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationStatus == 2)
  #expect(text.contains("not judged: \(desk.path("diptych-report"))/report.html"))
  #expect(try desk.report("diptych-report")["verdict"] as? String == "not judged")
  #expect(try desk.processes() == [])
}

/// However diptych ends, the app does not run on: not even one whose main thread is busy for ever.
@Test func theAppEndsWithItsReader() throws {
  let desk = try Desk()
  try desk.link("MisbehavingApp", as: "loops")
  let (out, error) = (Pipe(), Pipe())
  let process = try desk.start(["run", "./loops", "--timeout", "600"], out: out, error: error, scratch: ".")
  #expect(wait(for: "[1/", on: error))
  kill(process.processIdentifier, SIGKILL)
  process.waitUntilExit()
  while try !desk.processes().isEmpty { sched_yield() }
}

/// `diptych run … | head -1`, and a terminal that has gone.
@Test func aReaderThatGoesAwayDoesNotSpoilTheRun() throws {
  let desk = try Desk()
  let (out, error) = (Pipe(), Pipe())
  try out.fileHandleForReading.close()
  try error.fileHandleForReading.close()
  let process = try desk.start(
    ["run", "ClassicSelfie", "--scenario", "selfie", "--out", "r"], out: out, error: error)
  process.waitUntilExit()
  #expect(process.terminationReason == .exit)
  #expect(process.terminationStatus == 0)
  #expect(try desk.files("r") == reportFiles)
}

@Test func twoRunsAtOnceDoNotMeet() throws {
  let desk = try Desk()
  let apps = ["ClassicSelfie", "PositionSelfie"]
  let runs = try apps.map { app in
    try desk.start(
      ["run", app, "--scenario", "selfie", "--out", "out/\(app)", "--format", "json"], out: Pipe(),
      error: Pipe())
  }
  for run in runs { run.waitUntilExit() }
  #expect(runs.map(\.terminationStatus) == [0, 1])
  #expect(try apps.map { try desk.report("out/\($0)")["app"] as? String } == apps)
  #expect(try desk.files("out") == Set(apps))
}

@Test func standardOutputHoldsTheReportAlone() throws {
  let desk = try Desk()
  let json = try desk.diptych(
    "run", "ClassicSelfie", "--scenario", "selfie", "--format", "json", "--out", "r")
  let data = try Data(contentsOf: URL(fileURLWithPath: desk.path("r")).appendingPathComponent("report.json"))
  #expect(json.out == String(decoding: data, as: UTF8.self) + "\n")
  #expect(
    json.lines == ["[1/4] closed", "[2/4] open landscape", "[3/4] open portrait", "[4/4] closed again"])
  let help = try desk.diptych("help")
  #expect(help.out == Help.overview + "\n")
  #expect(try desk.diptych("run", "--help").out == Help.run + "\n")
  let version = try desk.diptych("--version")
  #expect(version.out == "diptych \(Help.version)\n")
  #expect([json, help, version].map(\.status) == [0, 0, 0])
}
