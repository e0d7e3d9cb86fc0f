import Scenarios

/// What a touch has set, and a fold has put back.
struct LostState: Sendable {
  private var atLaunch: [String: String?] = [:]
  private var last: [String: String?] = [:]
  /// Set by touches, to something else than at the launch.
  private var set: [String: String?] = [:]
  private var place: JudgedMoment.Place?

  mutating func take(_ moment: JudgedMoment) -> [Finding] {
    guard moment.isInUse else { return [] }
    let hasMoved = place.map { $0 != moment.place } ?? false
    place = moment.place
    var findings: [Finding] = []
    for control in moment.controls where control.isIdentified && control.scene == .application {
      let name = control.name
      guard let first = atLaunch[name], let before = last[name] else {
        atLaunch[name] = .some(control.value)
        last[name] = .some(control.value)
        continue
      }
      last[name] = .some(control.value)
      guard control.value != before else { continue }
      if moment.wasTouched {
        set[name] = control.value == first ? nil : .some(control.value)
      } else if hasMoved, set[name] == .some(before), control.value == first {
        set[name] = nil
        findings.append(
          Finding(
            .stateLost, .fail,
            "The control \"\(name)\" was \(Self.word(before)) by a touch, and is \(Self.word(first)) again.",
            expected: "what was set, after a fold as before"))
      }
    }
    return findings
  }

  private static func word(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "without a value" }
}
