import Scenarios

/// A control that exists in one pose and not in another.
struct ControlPresence: Sendable {
  /// The scenario says that these are always there.
  var wanted: [String]
  private var moments: [(offersAccessory: Bool, names: Set<String>)] = []
  private var last: (step: String, place: JudgedMoment.Place, names: Set<String>)?
  /// The first two steps between which a control came or went.
  private var changes: [String: (with: String, without: String)] = [:]

  init(wanted: [String]) { self.wanted = wanted }

  /// What is missing at a moment.
  mutating func take(_ moment: JudgedMoment) -> [Finding] {
    guard moment.isInUse else { return [] }
    let names = moment.names(in: .application)
    moments.append((moment.offersAccessory, names))
    // A touch may be what a control comes or goes for.
    if let last, !moment.wasTouched, last.place != moment.place {
      for name in last.names.subtracting(names) where changes[name] == nil {
        changes[name] = (last.step, moment.step)
      }
      for name in names.subtracting(last.names) where changes[name] == nil {
        changes[name] = (moment.step, last.step)
      }
    }
    last = (moment.step, moment.place, names)
    return wanted.filter { !names.contains($0) }.map {
      Finding(
        .controlInOnePose, .fail, "The control \"\($0)\" cannot be reached.",
        expected: "a control within reach in every step")
    }
  }

  /// What came and went, but for what the scenario wants: that has failed where it was missing.
  func atTheEnd() -> [Finding] {
    changes.keys.sorted().filter { !wanted.contains($0) && !followsTheAccessory($0) }.map { name in
      let (with, without) = changes[name]!
      return Finding(
        .controlInOnePose, .note,
        "The control \"\(name)\" exists in \"\(with)\" and not in \"\(without)\", and no touch lies between.",
        expected: "the same controls in every pose")
    }
  }

  /// Such a control is what Apple asks for.
  private func followsTheAccessory(_ name: String) -> Bool {
    moments.allSatisfy { $0.names.contains(name) == $0.offersAccessory }
  }
}
