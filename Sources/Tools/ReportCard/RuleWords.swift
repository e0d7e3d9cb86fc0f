/// What each rule asks, in a few words for people; `Specs/verdicts.md` has the definitions.
enum RuleWords {
  static let all: [(number: Int, words: String)] = [
    (1, "Somebody looks at the display: their eyes are within 75° of its normal."),
    (2, "A step is judged a second after its last event, when phone and app are at rest."),
    (3, "Something of the preview can be seen."),
    (4, "The room's tags can be read in the picture, all the same way round."),
    (5, "The picture was taken where this phone has a camera."),
    (6, "The picture is not black."),
    (
      8,
      "The camera looks where the intent says: at the viewer (up to 50° from their eyes) or away (from 130°)."
    ),
    (9, "The picture stands upright, within 10°."),
    (
      11, "It is mirrored exactly if its camera is forward for that display: looks out on the display's side."
    ),
    (12, "The picture's clock can be read."),
    (
      14, "The picture is current; an old one is covered while cameras change over or capture is interrupted."
    ),
    (15, "Pixels and trace agree. If not, that is Diptych's fault and not the app's."),
    (16, "Something could be judged."),
    (
      17,
      "No control lies in the fold of a partly open phone or at an active camera, in the app or its accessory."
    ),
    (34, "Controls do not come and go with the pose; those that the scenario names are always within reach."),
    (35, "An accessory holds no control that the app itself lacks: it may vanish at any moment."),
    (36, "The preview has the same scale in both directions, within 1 %."),
    (37, "At least half of a running camera's preview can be seen."),
    (38, "The preview is framed anew when what it lies in changes its size."),
    (39, "What a touch has set is still set after a fold."),
    (40, "The main thread never waits 250 ms in one stretch; from 100 ms on it is a note."),
    (41, "A countdown in the accessory is on the app's own screen, too."),
    (42, "UIKit has nothing to complain about, and something is on the screen."),
  ]

  static func words(_ number: Int) -> String? { all.first { $0.number == number }?.words }

  /// The rules that a report's findings name, in order.
  static func used(in report: Report) -> [Int] {
    let inSteps = report.steps.flatMap { step in
      step.findings + step.displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) }
        + step.takenFindings
    }
    let passed = report.steps.flatMap { $0.displays.flatMap { $0.previews.flatMap(\.passed) } }
    let rules = (report.findings + inSteps).map(\.rule) + passed
    return Set(rules.compactMap { if case .rule(let number) = $0 { number } else { nil } }).sorted()
  }
}
