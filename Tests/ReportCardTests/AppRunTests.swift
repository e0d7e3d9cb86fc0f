import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// An app's process that is a shell script: it copies observations made beforehand into the pipe that the run
/// request names, then does what `ending` says.
private struct FakeApp {
  let folder: URL
  var out: String { folder.appendingPathComponent("out").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ records: [ObservationRecord], cut: Int = 0, ending: String) throws -> String {
    let data = folder.appendingPathComponent("observations")
    let writer = try ObservationWriter(path: data.path)
    for record in records { try writer.write(record) }
    if cut > 0 { try Data(Data(contentsOf: data).dropLast(cut)).write(to: data) }
    let script = folder.appendingPathComponent("App")
    let text = """
      #!/bin/bash
      [ "$1" = "\(RunRequest.launchArgument)" ] || exit 9
      pipe=$(sed -n 's/.*"observations":"\\([^"]*\\)".*/\\1/p' "$2")
      cat "\(data.path)" > "$pipe"
      \(ending)
      """
    // Another program makes the executable: a file that this process has open for writing could be inherited
    // by a process that another test starts at that moment, and a file that is being written cannot be run.
    let source = folder.appendingPathComponent("App.source")
    try Data(text.utf8).write(to: source)
    let install = try Process.run(
      URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", source.path, script.path])
    install.waitUntilExit()
    try #require(install.terminationStatus == 0)
    try FileManager.default.removeItem(at: source)
    return script.path
  }

  func run(
    _ records: [ObservationRecord], cut: Int = 0, ending: String, silence: Int = 30,
    isCancelled: @escaping () -> Bool = { false }, progress: @escaping (RunProgress) -> Void = { _ in }
  ) throws -> Report {
    let scenario = Scenario(name: "t", intent: .selfie, steps: [ScenarioStep("a"), ScenarioStep("b")])
    let facts = RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .selfie)
    let run = AppRun(executable: try write(records, cut: cut, ending: ending), facts: facts, silence: silence)
    let place = try ReportFolder(out)
    defer { place.discard() }
    return try run.run(in: place, isCancelled: isCancelled, progress: progress)
  }

  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: out))?.sorted() ?? []
  }
}

private func records(through step: Int) -> [ObservationRecord] {
  let studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
  let preview = studio.preview()
  var records = [ObservationRecord.header(ObservationHeader(phone: "duo", app: "App"))]
  for index in 0...step {
    var moment = studio.moment([preview])
    moment.step = index
    records.append(.progress(ProgressRecord(time: .zero, step: index, doing: "x")))
    records.append(.moment(moment))
  }
  return records
}

private let allFiles = ["junit.xml", "output.txt", "pictures", "report.html", "report.json", "trace.jsonl"]

@Test func anAppThatPlaysTheScenarioPasses() throws {
  let app = try FakeApp()
  defer { app.remove() }
  let report = try app.run(
    records(through: 1) + [.end(PhoneTime(seconds: 9))], ending: "echo hello; echo oops >&2; sleep 100")
  #expect(report.verdict == .pass)
  #expect(report.incomplete == nil)
  #expect(app.files == allFiles)
  // The words come when the pictures are read already; the process may be ended between them.
  let printed = try String(contentsOfFile: app.out + "/output.txt", encoding: .utf8)
  #expect("hello\noops\n".hasPrefix(printed))
  let pictures = try FileManager.default.contentsOfDirectory(atPath: app.out + "/pictures").sorted()
  #expect(pictures == ["01-a-inner.png", "02-b-inner.png"])
}

@Test func anAppThatStopsIsAFindingInAFinishedReport() throws {
  let exception =
    "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'so it is'"
  let rows: [(String, Int, String)] = [
    (
      "echo \"\(exception)\" >&2; exec sh -c 'kill -ABRT $$'", 0,
      "The app stopped: NSInvalidArgumentException: so it is."
    ),
    (
      "echo 'It attempted to access privacy-sensitive data.' >&2; exec sh -c 'kill -ABRT $$'", 0,
      "The app stopped: Missing usage description: It attempted to access privacy-sensitive data."
    ),
    (
      "kill -ILL $$", 0,
      "The app crashed: Illegal instruction (signal 4). Swift or Dispatch stops a process so without a word: for UIKit "
        + "off the main thread, for instance, or for a sync on the queue that calls it."
    ),
    ("kill -SEGV $$", 0, "The app crashed: Segmentation fault (signal 11)."),
    ("kill -SEGV $$", 1000, "The app crashed: Segmentation fault (signal 11)."),
    ("exit 3", 0, "The app ended by itself with status 3."),
  ]
  var mismatches: [String] = []
  for (ending, cut, message) in rows {
    let app = try FakeApp()
    defer { app.remove() }
    let report = try app.run(records(through: cut == 0 ? 0 : 1), cut: cut, ending: ending)
    let messages = report.steps.flatMap(\.findings).map(\.message)
    if !messages.contains(message) || report.verdict != .fail || report.steps[0].displays.isEmpty
      || app.files != allFiles
    {
      mismatches.append("\(ending): \(messages) \(report.verdict) \(app.files)")
    }
  }
  #expect(mismatches == [])
}

@Test func anAppThatFallsSilentIsEnded() throws {
  let app = try FakeApp()
  defer { app.remove() }
  let report = try app.run(records(through: 0), ending: "sleep 1000", silence: 1)
  #expect(report.steps[0].findings.map(\.message) == ["The app hangs: nothing was heard from it for 1 s."])
  #expect(report.exitStatus == 1)
}

@Test func aCancelledRunKeepsWhatIsKnown() throws {
  let app = try FakeApp()
  defer { app.remove() }
  var isJudged = false
  let report = try app.run(
    records(through: 0), ending: "sleep 1000", isCancelled: { isJudged },
    progress: { if case .judged = $0 { isJudged = true } })
  #expect(report.incomplete == "interrupted in step \"a\"")
  #expect(report.steps[0].verdict == .pass)
  #expect(report.exitStatus == 2)
  #expect(app.files == allFiles)
}

@Test func garbageIsOurFault() throws {
  let app = try FakeApp()
  defer { app.remove() }
  let report = try app.run(records(through: 0), ending: "echo nonsense > \"$pipe\"; sleep 100")
  #expect(report.verdict == .disagreement)
  #expect(app.files == allFiles)
}

@Test func whatCannotRunLeavesNothing() throws {
  let app = try FakeApp()
  defer { app.remove() }
  func complaint(_ records: [ObservationRecord], _ ending: String) -> String {
    do { return "\(try app.run(records, ending: ending).verdict)" } catch {
      return "\(error)".replacing(app.folder.path, with: "F")
    }
  }
  #expect(
    complaint([], "echo 'what is this' >&2; exit 4")
      == "F/App: ended with status 4 before it reported anything; it wrote: what is this")
  let refusal = ObservationRecord.refused(RefusalRecord(place: "a.jpg", what: "is broken"))
  #expect(
    complaint([.header(ObservationHeader(phone: "duo", app: "App")), refusal], "sleep 100")
      == "a.jpg: is broken")
  #expect(
    try FileManager.default.contentsOfDirectory(atPath: app.folder.path).sorted() == ["App", "observations"])
}
