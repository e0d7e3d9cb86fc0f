import Foundation
import Scenarios

/// A countdown that the people in front of an accessory see, and the person with the phone does not.
struct Countdown: Sendable {
  private struct Series: Sendable {
    var number: Int
    var falls = 0
    /// The app's own scene has shown one of its numbers.
    var isInApp: Bool
    var isReported = false
  }

  /// By the label's text without the number.
  private var series: [String: Series] = [:]

  /// Takes the labels of one moment, also of a transition.
  mutating func take(_ texts: [TextObservation]) -> [Finding] {
    let inApp = Set(texts.filter { $0.scene == .application }.flatMap { Self.numbers($0.text) })
    var findings: [Finding] = []
    var seen: [String: Series] = [:]
    for label in texts where label.scene == .cameraCaptureAccessory {
      guard let (pattern, number) = Self.counter(label.text) else { continue }
      var known = series[pattern] ?? Series(number: number, isInApp: false)
      if number == known.number - 1 {
        known.falls += 1
      } else if number != known.number {
        known = Series(number: number, isInApp: false)
      }
      known.number = number
      // The other label may follow a moment later.
      let isLate = known.falls > 0 && inApp.contains(number + 1)
      known.isInApp = known.isInApp || inApp.contains(number) || isLate
      if known.falls >= 2, !known.isInApp, !known.isReported {
        known.isReported = true
        findings.append(
          Finding(
            .countdownElsewhere, .fail,
            "The accessory counts down, \"\(label.text)\" last, and the app's own scene does not.",
            expected: "the countdown on both displays"))
      }
      seen[pattern] = known
    }
    series = seen
    return findings
  }

  /// A text with exactly one whole number: what is round it, and the number.
  static func counter(_ text: String) -> (pattern: String, number: Int)? {
    let all = numbers(text)
    guard all.count == 1, let number = all.first else { return nil }
    return (text.filter { !$0.isWholeNumber }, number)
  }

  static func numbers(_ text: String) -> [Int] {
    text.split { !$0.isWholeNumber }.compactMap { run in
      let digits = run.compactMap(\.wholeNumberValue)
      guard digits.count <= 6, digits.allSatisfy({ $0 <= 9 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + $1 }
    }
  }
}
