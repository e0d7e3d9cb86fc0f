import Scenarios

/// What UIKit can only log, or shows as nothing: the app is told by name.
enum BadInput {
  /// What a violation in the trace is called, and what it is worth. What was wanted does not appear, or Apple leaves open
  /// what happens: fail. Something appears, if not what was wanted, or may appear on a phone: note.
  static let verdicts: [String: Verdict] = [
    "missing-scene-delegate": .fail, "no-visible-window": .fail, "zero-size-window": .fail,
    "empty-window": .fail, "presented-from-detached": .fail, "accessory-misused": .fail,
    "ui-off-main-thread": .fail, "endless-layout": .fail, "presentation-refused": .note,
    "constraints-unsatisfiable": .note,
    "text-without-glyphs": .note, "missing-font": .note, "missing-scene-manifest": .note,
    "symbol-without-picture": .note, "configuration-race": .note, "possible-deadlock": .note,
    "frames-dropped": .note, "session-failed": .note, "navigation-in-arrangement": .note,
  ]

  /// Told at every settled moment by `blackScreen`; the trace's line tells when it begins.
  private static let statesOfAMoment: Set<String> = ["no-visible-window", "zero-size-window"]

  /// The finding of a violation. Rules of the capture framework have no name of their own.
  static func finding(_ event: AppEventRecord) -> Finding? {
    guard event.kind == .violation else { return nil }
    guard let name = event.name else {
      return Finding(.app, .note, event.detail ?? "The app broke a documented rule.")
    }
    guard !statesOfAMoment.contains(name) else { return nil }
    return Finding(.badInput, verdicts[name] ?? .note, "\(name): \(event.detail ?? "no more is known")")
  }

  /// A lit display on which the app should be, and shows nothing at all.
  static func blackScreen(_ moment: JudgedMoment) -> [Finding] {
    guard moment.isInUse, let windows = moment.windows else { return [] }
    let own = windows.filter { $0.scene == .application }
    if own.isEmpty {
      return [
        Finding(
          .badInput, .fail, "no-visible-window: the app has no window that is not hidden.",
          expected: "makeKeyAndVisible() in scene(_:willConnectTo:options:)")
      ]
    }
    guard own.allSatisfy({ $0.rect.width <= 0 || $0.rect.height <= 0 }) else { return [] }
    return [
      Finding(
        .badInput, .fail, "zero-size-window: no window of the app has a size.",
        expected: "a window of its scene's size")
    ]
  }
}
