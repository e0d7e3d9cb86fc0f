import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private typealias M = ScreenMoments

@Suite struct TimeFindingsTests {
  /// Waits as start and end in milliseconds, with the call; what is found of them.
  @Test func theMainThreadsStretchesAreJudged() {
    typealias Wait = (from: Int64, to: Int64, call: String?)
    let rows: [([Wait], [String])] = [
      ([(0, 99, "a")], []), ([(0, 100, "a")], ["note 100 a"]), ([(0, 249, "a")], ["note 249 a"]),
      ([(0, 250, "a")], ["fail 250 a"]), ([(0, 250, nil)], ["fail 250 a sleep, a semaphore or the like"]),
      // One after the other without a pause is one stretch; the same wait told twice is one.
      ([(0, 90, "a"), (90, 200, "b")], ["note 200 a, b"]),
      ([(0, 200, "a"), (0, 200, nil)], ["note 200 a"]),
      ([(0, 150, "a"), (150, 300, "a")], ["fail 300 a"]),
      ([(0, 150, "a"), (151, 301, "a")], ["note 150 a", "note 150 a"]),
      ([(0, 90, "a"), (100, 190, "a")], []),
    ]
    var wrong: [String] = []
    for (waits, wanted) in rows {
      var thread = MainThread()
      var found: [Finding] = []
      for wait in waits {
        found += thread.take(
          AppEventRecord(
            time: PhoneTime(nanoseconds: wait.from * 1_000_000), kind: .mainThreadBlocked, detail: wait.call,
            over: .milliseconds(Double(wait.to - wait.from))))
      }
      found += thread.ended()
      let words = found.map {
        "\($0.verdict.rawValue) "
          + $0.message.replacing("The main thread was blocked for ", with: "").replacing(" ms by", with: "")
          .dropLast()
      }
      if words != wanted { wrong.append("\(waits): \(words)") }
    }
    #expect(wrong == [])
  }

  @Test func aBlockedMainThreadIsToldInItsStep() throws {
    var run = RunGrader(
      RunFacts(
        app: "App", phone: .duo, world: .room, scenario: Scenario(name: "t", steps: [ScenarioStep("a")]),
        intent: .any))
    try run.take(.progress(ProgressRecord(time: .zero, step: 0, doing: "a"))) { name, _ in name }
    try run.take(
      .appEvent(
        AppEventRecord(time: .zero, kind: .mainThreadBlocked, detail: "startRunning", over: .seconds(1)))
    ) { name, _ in name }
    try run.take(.moment(M.moment(0, name: "a"))) { name, _ in name }
    #expect(run.report().steps.first?.findings.map(\.rule) == [.rule(40)])
    #expect(run.report().verdict == .fail)
  }

  /// What accessory and app show, moment by moment, and after which of them the countdown is reported.
  @Test func aCountdownIsOnBothDisplays() {
    let rows: [([(String, String)], [Int])] = [
      ([("3", "x"), ("2", "x"), ("1", "x"), ("0", "x")], [2]),
      ([("3", "3"), ("2", "2"), ("1", "1")], []),
      // Late by a moment is still there.
      ([("3", ""), ("2", "in 3"), ("1", "in 2")], []),
      ([("3", ""), ("2", ""), ("1", "photo in 1 s")], []),
      // A single step down is a number that changed; upwards or in strides is no countdown.
      ([("12", ""), ("11", ""), ("11", ""), ("11", "")], []),
      ([("1", ""), ("2", ""), ("3", "")], []), ([("9", ""), ("6", ""), ("3", "")], []),
      ([("Photo in 3 s", ""), ("Photo in 2 s", ""), ("Photo in 1 s", "")], [2]),
      ([("3 of 9", ""), ("2 of 9", ""), ("1 of 9", "")], []),
      ([("10", ""), ("9", ""), ("", ""), ("8", "")], []),
      ([("5", ""), ("4", ""), ("3", ""), ("5", ""), ("4", ""), ("3", "")], [2, 5]),
    ]
    var wrong: [String] = []
    for (texts, wanted) in rows {
      var countdown = Countdown()
      let reported = texts.enumerated().compactMap { index, text -> Int? in
        let labels = [
          M.label("42", .application), M.label(text.0, .cameraCaptureAccessory),
          M.label(text.1, .application),
        ]
        return countdown.take(labels).isEmpty ? nil : index
      }
      if reported != wanted { wrong.append("\(texts): \(reported)") }
    }
    #expect(wrong == [])
  }

  @Test func badInputHasNamesAndVerdicts() {
    func found(_ name: String?) -> String? {
      BadInput.finding(AppEventRecord(time: .zero, kind: .violation, detail: "d", name: name)).map {
        "\($0.rule) \($0.verdict.rawValue): \($0.message)"
      }
    }
    #expect(found(nil) == "app note: d")
    #expect(found("ui-off-main-thread") == "rule 42 fail: ui-off-main-thread: d")
    // These are found at each settled moment.
    #expect(found("no-visible-window") == nil && found("zero-size-window") == nil)
    #expect(found("constraints-unsatisfiable") == "rule 42 note: constraints-unsatisfiable: d")
    #expect(found("possible-deadlock") == "rule 42 note: possible-deadlock: d")
    #expect(found("navigation-in-arrangement") == "rule 42 note: navigation-in-arrangement: d")
    #expect(found("something-new") == "rule 42 note: something-new: d")
    #expect(BadInput.finding(AppEventRecord(time: .zero, kind: .sessionStarted)) == nil)
  }

  @Test func aBlackScreenFails() {
    let window = WindowObservation(rect: M.whole)
    let flat = WindowObservation(rect: RectRecord(x: 0, y: 0, width: 0, height: 678))
    let other = WindowObservation(rect: M.whole, scene: .cameraCaptureAccessory)
    let rows: [([WindowObservation]?, Int)] = [
      (nil, 0), ([], 1), ([window], 0), ([flat], 1), ([flat, window], 0), ([other], 1),
    ]
    let wrong = rows.filter { M.findings([M.moment(0, windows: $0.0)]).count != $0.1 }
    #expect(wrong.isEmpty)
    #expect(M.findings([M.moment(0, windows: []) { $0.app.activity = .background }]) == [])
  }
}
