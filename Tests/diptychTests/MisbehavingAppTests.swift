import Foundation
import Testing

@testable import diptych

/// An app that stops is a finding in a finished report, and nothing of it stays behind.
@Test func anAppThatStopsOrHangsIsAFinding() throws {
  let apple =
    "The app stopped: NSInvalidArgumentException: *** -[AVCaptureSession addInput:] Multiple audio/video "
    + "AVCaptureInputs are not currently supported"
  let rows = [
    ("traps", "The app stopped: Fatal error: out of film (MisbehavingApp/Misbehaviour.swift:"),
    ("raises", apple), ("chatters", apple), ("exits", "The app ended by itself with status 0."),
    ("loops", "The app hangs: nothing was heard from it for 5 s."),
    ("neverRests", "The app hangs: nothing was heard from it for 5 s."),
    (
      "syncs",
      "The app stopped: BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread"
    ),
    ("deadlocks", "The app hangs: its main thread did not answer."),
  ]
  let desk = try Desk()
  var mismatches: [String] = []
  for (name, message) in rows {
    try desk.link("MisbehavingApp", as: name)
    let result = try desk.diptych(
      "run", "./\(name)", "--scenario", "selfie", "--timeout", "5", "--out", "out-\(name)")
    let report = try desk.report("out-\(name)")
    let step = (report["steps"] as? [[String: Any]])?.first ?? [:]
    let messages = (step["findings"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    let files = try desk.files("out-\(name)")
    let isComplete = report["incomplete"] == nil
    if result.status != 1 || !result.complaints.isEmpty || isComplete || step["verdict"] as? String != "fail"
      || messages.count != 1 || !messages[0].hasPrefix(message) || !result.out.contains(messages[0])
      || files != reportFiles
    {
      mismatches.append("\(name): \(messages) \(result)")
    }
  }
  #expect(mismatches == [])
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
