import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private typealias M = ScreenMoments

/// Which of these controls are there, by first letters, in which pose.
private func run(
  _ rows: [(pose: String, names: String)], touches: [Bool]? = nil, wanted: [String] = [],
  capturing: Bool = false
) -> [String] {
  M.findings(
    rows.enumerated().map { index, row in
      M.moment(index, row.names.map { M.control(String($0)) }, pose: row.pose) {
        $0.isCapturing = capturing
      }
    }, touches: touches, controls: wanted)
}

@Suite struct ControlFindingsTests {
  @Test func aControlOfOnePoseIsANote() {
    let rows: [([(pose: String, names: String)], [Bool]?, [String])] = [
      ([("closed", "ab"), ("book", "ab"), ("open-landscape", "ba")], nil, []),
      ([("closed", "ab"), ("book", "a")], nil, ["end: rule 34 note"]),
      ([("closed", "a"), ("book", "ab")], nil, ["end: rule 34 note"]),
      // Once for a control, however often it comes and goes.
      ([("closed", "ab"), ("book", "a"), ("closed", "ab"), ("book", "a")], nil, ["end: rule 34 note"]),
      ([("closed", "ab"), ("book", "")], nil, ["end: rule 34 note", "end: rule 34 note"]),
      // In one pose controls may come and go; and a touch may bring one.
      ([("closed", "ab"), ("closed", "a")], nil, []),
      ([("closed", "a"), ("book", "ab")], [false, true], []),
    ]
    var wrong: [String] = []
    for (poses, touches, wanted) in rows {
      let found = run(poses, touches: touches)
      if found != wanted { wrong.append("\(poses): \(found)") }
    }
    #expect(wrong == [])
  }

  @Test func theNoteNamesBothSteps() {
    var watch = M.watch(touches: [false, false])
    _ = watch.settled(M.moment(0, [M.control("flash")], name: "one", pose: "closed"))
    _ = watch.settled(M.moment(1, name: "two", pose: "book"))
    #expect(
      watch.atTheEnd().map(\.message) == [
        "The control \"flash\" exists in \"one\" and not in \"two\", and no touch lies between."
      ])
  }

  @Test func aControlThatFollowsTheAccessoryIsWhatAppleAsksFor() {
    // Capturing and open, the accessory is there.
    let poses = [("closed", "a"), ("open-landscape", "ab"), ("closed", "a"), ("open-landscape", "ab")]
    #expect(run(poses, capturing: true) == [])
    #expect(run(poses, capturing: false) == ["end: rule 34 note"])
    #expect(run(poses + [("open-landscape", "a")], capturing: true) == ["end: rule 34 note"])
  }

  @Test func aWantedControlThatIsMissingFails() {
    #expect(run([("closed", "ab"), ("book", "a")], wanted: ["a"]) == ["end: rule 34 note"])
    #expect(run([("closed", "ab"), ("book", "a")], wanted: ["a", "b"]) == ["1: rule 34 fail"])
    #expect(
      run([("closed", "a"), ("closed", "a")], wanted: ["c"]) == ["0: rule 34 fail", "1: rule 34 fail"])
  }

  @Test func onlyControlsInUseWithANameOfTheirOwnCount() {
    func one(_ control: ControlObservation?, change: (inout PhoneState) -> Void = { _ in }) -> [String] {
      M.findings(
        [
          M.moment(0, [M.control("a")], pose: "closed"),
          M.moment(1, [control].compactMap { $0 }, pose: "book", change: change),
        ], controls: ["a"])
    }
    #expect(one(M.control("a")) == [])
    #expect(one(M.control("a", isIdentified: false)) == ["1: rule 34 fail"])
    #expect(one(M.control("a", scene: .cameraCaptureAccessory)) == ["1: rule 34 fail", "1: rule 35 fail"])
    // Nobody can use an app that is behind, under a call, or on a dark display.
    #expect(one(nil) { $0.app.activity = .background } == [])
    #expect(one(nil) { $0.app.activity = .inactive } == [])
    #expect(one(nil) { $0.litDisplays = [] } == [])
  }

  @Test func anAccessoryHasCopiesOnly() {
    let shutter = M.control("shutter"), copy = M.control("shutter", scene: .cameraCaptureAccessory)
    #expect(M.findings([M.moment(0, [shutter, copy])]) == [])
    #expect(M.findings([M.moment(0, [copy])]) == ["0: rule 35 fail"])
    #expect(M.findings([M.moment(0, [shutter])]) == [])
    let unnamed = M.control("UIButton", scene: .cameraCaptureAccessory, isIdentified: false)
    #expect(M.findings([M.moment(0, [unnamed])]) == [])
  }

  /// Values of one control in steps that fold ("f") or touch ("t").
  @Test func whatATouchSetIsLostOnlyByAFold() {
    let rows: [([(String, String?)], [Int])] = [
      ([("f", "off"), ("t", "on"), ("f", "off")], [2]),
      ([("f", "off"), ("t", "on"), ("f", "on"), ("f", "off")], [3]),
      ([("f", nil), ("t", "selected"), ("f", nil)], [2]),
      // Kept; put back by a touch; never set; changed to something new by the fold.
      ([("f", "off"), ("t", "on"), ("f", "on")], []),
      ([("f", "off"), ("t", "on"), ("t", "off"), ("f", "off")], []),
      ([("f", "off"), ("f", "on"), ("f", "off")], []),
      ([("f", "off"), ("t", "on"), ("f", "auto")], []),
      // In place, nothing is folded: a flash that goes off by itself.
      ([("f", "off"), ("t", "on"), ("-", "off")], []),
      ([("f", "off"), ("t", "on"), ("f", "off"), ("t", "on"), ("f", "off")], [2, 4]),
    ]
    var wrong: [String] = []
    for (steps, lost) in rows {
      var isOpen = false
      let moments = steps.enumerated().map { index, step in
        if step.0 == "f" { isOpen.toggle() }
        return M.moment(index, [M.control("flash", step.1)], pose: isOpen ? "open-landscape" : "closed")
      }
      let found = M.findings(moments, touches: steps.map { $0.0 == "t" })
      if found != lost.map({ "\($0): rule 39 fail" }) { wrong.append("\(steps): \(found)") }
    }
    #expect(wrong == [])
  }

  /// A step that was not judged may have touched, too.
  @Test func touchesBetweenJudgedStepsCount() {
    let moments = [
      M.moment(0, [M.control("flash", "off")], pose: "closed"),
      M.moment(2, [M.control("flash", "on")], pose: "book"),
      M.moment(3, [M.control("flash", "off")], pose: "closed"),
    ]
    #expect(M.findings(moments, touches: [false, true, false, false]) == ["3: rule 39 fail"])
    #expect(M.findings(moments, touches: [true, false, false, false]) == [])
  }
}
