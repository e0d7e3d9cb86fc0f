import Foundation
import Testing

@testable import diptych

/// How the app's end is told in the report of a run, or what is wrong with that report; the run is given so many seconds
/// of silence.
private func ending(_ desk: Desk, _ name: String, timeout: Int) throws -> String {
  try desk.link("MisbehavingApp", as: name)
  let result = try desk.diptych(
    "run", "./\(name)", "--scenario", "selfie", "--timeout", "\(timeout)", "--out", "out-\(name)")
  let report = try desk.report("out-\(name)")
  let step = (report["steps"] as? [[String: Any]])?.first ?? [:]
  let messages = (step["findings"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
  let isComplete = report["incomplete"] == nil
  guard result.status == 1, result.complaints.isEmpty, !isComplete, step["verdict"] as? String == "fail",
    messages.count == 1, result.out.contains(messages[0]), try desk.files("out-\(name)") == reportFiles
  else { return "\(messages) \(result)" }
  return messages[0]
}

private let hasAddressSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

/// An app that stops is a finding in a finished report, and nothing of it stays behind. However busy the machine is:
/// none of these waits for silence.
@Test func anAppThatStopsIsAFinding() throws {
  let apple =
    "The app stopped: NSInvalidArgumentException: *** -[AVCaptureSession addInput:] Multiple audio/video "
    + "AVCaptureInputs are not currently supported"
  var rows = [
    ("traps", "The app stopped: Fatal error: out of film (MisbehavingApp/Misbehaviour.swift:"),
    ("raises", apple), ("chatters", apple), ("exits", "The app ended by itself with status 0."),
    (
      "syncs",
      "The app stopped: BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread"
    ),
    ("deadlocks", "The app hangs: its main thread did not answer."),
  ]
  // When a process ends, that sanitizer waits on the main thread for the program that names its leaks; phone time goes on.
  if hasAddressSanitizer { rows.removeAll { $0.0 == "exits" } }
  let desk = try Desk()
  var mismatches: [String] = []
  for (name, message) in rows {
    let told = try ending(desk, name, timeout: 600)
    if !told.hasPrefix(message) { mismatches.append("\(name): \(told)") }
  }
  #expect(mismatches == [])
  #expect(try desk.processes() == [])
}

/// An app in which phone time stands still is told by its silence, which is the machine's time: long enough for a busy
/// machine to start the app.
@Test(arguments: ["loops", "neverRests"]) func anAppThatHangsIsAFinding(name: String) throws {
  let desk = try Desk()
  #expect(try ending(desk, name, timeout: 20) == "The app hangs: nothing was heard from it for 20 s.")
  #expect(try desk.processes() == [])
}

@Test func anAppThatIsNotThereForThePhone() throws {
  let desk = try Desk()
  for name in ["exitsBeforeLaunch", "sleepsBeforeLaunch", "crashesBeforeLaunch", "idles"] {
    try desk.link("MisbehavingApp", as: name)
  }
  let exits = try desk.diptych("run", "./exitsBeforeLaunch", "--out", "out")
  #expect(
    exits.lines == [
      "diptych: \(desk.path("exitsBeforeLaunch")): ended with status 4 before it reported anything; it wrote: "
        + "I would rather not"
    ])
  let sleeps = try desk.diptych("run", "./sleepsBeforeLaunch", "--timeout", "1", "--out", "out")
  #expect(
    sleeps.lines == [
      "diptych: \(desk.path("sleepsBeforeLaunch")): reported nothing in 1 s; is it linked with DuoFrameworks?"
    ])
  #expect([exits.status, sleeps.status] == [2, 2])
  #expect(try !desk.files.contains("out"))
  // A crash is a finding, whenever it comes; an app that shows nothing fails.
  let crashes = try desk.diptych("run", "./crashesBeforeLaunch", "--out", "out")
  #expect(crashes.status == 1)
  #expect(crashes.out.contains("run: fail, app: The app stopped: Fatal error: not even once"))
  let idles = try desk.diptych("run", "./idles", "--scenario", "selfie", "--out", "out")
  #expect(idles.status == 1)
  #expect(idles.out.contains("run: fail, rule 16: Nothing was judged."))
  #expect(try desk.processes() == [])
}
