import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// Photos and touches that did not come where they were wanted.
@Suite struct UnheardTests {
  private func report(_ events: [AppEventRecord], _ step: ScenarioStep, photos: [PhotoRecord] = []) throws
    -> Report
  {
    var run = RunGrader(
      RunFacts(
        app: "App", phone: .duo, world: .room, scenario: Scenario(name: "t", steps: [step]), intent: .any))
    try run.take(.header(ObservationHeader(phone: "duo", app: "App"))) { name, _ in name }
    try run.take(.progress(ProgressRecord(time: .zero, step: 0, doing: step.name))) { name, _ in name }
    for photo in photos { try run.take(.photo(photo)) { name, _ in name } }
    for event in events { try run.take(.appEvent(event)) { name, _ in name } }
    try run.take(.moment(ScreenMoments.moment(0, name: step.name))) { name, _ in name }
    try run.take(.end(PhoneTime(seconds: 3))) { name, _ in name }
    return run.report()
  }

  private func event(_ kind: AppEventRecord.Kind, _ detail: String?) -> AppEventRecord {
    AppEventRecord(time: .zero, kind: kind, detail: detail)
  }

  @Test func eachHasItsRuleAndVerdict() {
    let rows: [(AppEventRecord, String?)] = [
      (
        event(.photoUndelivered, "delegate"),
        "photo fail: A photo never reached the app: its delegate was gone before the photo was finished."
      ),
      (
        event(.photoUndelivered, "output"),
        "photo fail: A photo never reached the app: its output was gone before the photo was finished."
      ),
      (
        event(.photoFailed, "AVError -11803"),
        "photo note: The app got no photo but an error: AVError -11803."
      ),
      (
        event(.movieUndelivered, "a.mov"),
        "movie note: The app was not told that a.mov was finished: the recording's delegate was gone."
      ),
      (event(.touchAstray, "x received it."), "app note: x received it."),
      (event(.worldFault, "a.mp4: broken"), "rule 16 note: The world is broken: a.mp4: broken."),
      (event(.sessionStarted, nil), nil), (event(.violation, "x"), nil),
      (event(.mainThreadBlocked, nil), nil),
    ]
    let wrong = rows.filter { row in
      Unheard.finding(row.0).map { "\($0.rule) \($0.verdict.rawValue): \($0.message)" } != row.1
    }
    #expect(wrong.map { "\($0.0)" } == [])
  }

  /// The picture is right, the scenario's number of photos too; the app has none all the same.
  @Test func aPhotoThatTheAppNeverGotFailsItsStep() throws {
    let photo = try PhotoStudio("closed", .outerFront).record()
    let step = ScenarioStep("a", photos: 1)
    let whole = try report([], step, photos: [photo])
    let lost = try report([event(.photoUndelivered, "delegate")], step, photos: [photo])
    #expect(whole.steps[0].verdict != .fail && whole.exitStatus == 0)
    #expect(lost.steps[0].verdict == .fail && lost.exitStatus == 1)
    #expect(
      lost.steps[0].findings.map(\.message) == [
        "A photo never reached the app: its delegate was gone before the photo was finished."
      ])
  }

  @Test func whatReceivedATouchIsToldInItsStep() throws {
    let words = "\"shutter\" was tapped, and UIView \"dim\" received it."
    let told = try report([event(.touchAstray, words)], ScenarioStep("a"))
    #expect(told.steps[0].findings.map { "\($0.verdict) \($0.message)" } == ["note \(words)"])
    #expect(told.notes == 1)
  }

  @Test func endlessLayoutFails() {
    let found = BadInput.finding(
      AppEventRecord(
        time: .zero, kind: .violation, detail: "Meter.layoutSubviews() had work", name: "endless-layout"))
    #expect(found?.verdict == .fail && found?.message == "endless-layout: Meter.layoutSubviews() had work")
  }
}
