import SourceModel
import SourceReading

@testable import CaptureFacts

/// A program of one or several files; each is about capture, so that all of its code counts.
func program(_ texts: String...) -> Program {
  Program(
    texts.enumerated().map { index, text in
      SourceReader().read(path: "\(index).swift", text: text + "\n// AVCapture\n")
    })
}

extension Program {
  /// All sites of calls of a function by its name, in order.
  func calls(_ name: String) -> [Site] {
    var found: [Site] = []
    for unit in units { unit.forEachExpression { if $0.call?.name == name { found.append($0) } } }
    return found
  }

  /// The first argument of each call of `probe`.
  var probed: [Site] { calls("probe").map { $0.inside($0.call!.arguments[0].value) } }
}

/// The same numbers on every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
