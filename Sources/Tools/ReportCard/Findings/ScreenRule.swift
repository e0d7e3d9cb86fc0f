/// The rules about what is on the screen, by their numbers in `Specs/verdicts.md`. Camera, angle, mirroring and age are
/// rules 1 to 18.
public enum ScreenRule: Int, CaseIterable, Sendable {
  case controlInOnePose = 34
  case onlyCopyInAccessory = 35
  case previewStretched = 36
  case previewCovered = 37
  case framedOnce = 38
  case stateLost = 39
  case mainThreadBlocked = 40
  case countdownElsewhere = 41
  case badInput = 42
}

extension Finding {
  init(_ rule: ScreenRule, _ verdict: Verdict, _ message: String, expected: String? = nil) {
    self.init(rule.rawValue, verdict, message, expected: expected)
  }
}
