import Foundation
import Testing

@testable import DuoOS

/// How values look in a message, against what C's `printf` and Swift print.
@Suite struct FormattingTests {
  private static func mismatches(_ cases: [(OSLogMessage, String)]) -> [String] {
    cases.filter { $0.0.text != $0.1 }.map { "'\($0.0.text)', expected '\($0.1)'" }
  }

  @Test func wholeNumbers() {
    #expect(
      Self.mismatches([
        ("\(0)", "0"),
        ("\(Int.max)", "9223372036854775807"),
        ("\(Int.min)", "-9223372036854775808"),
        ("\(UInt8(200))", "200"),
        ("\(Int16(-5))", "-5"),
        ("\(7, format: .decimal)", "7"),
        ("\(7, format: .decimal(minDigits: 4))", "0007"),
        ("\(-7, format: .decimal(minDigits: 4))", "-0007"),
        ("\(7, format: .decimal(explicitPositiveSign: true))", "+7"),
        ("\(-7, format: .decimal(explicitPositiveSign: true))", "-7"),
        ("\(12345, format: .decimal(minDigits: 2))", "12345"),
      ]) == [])
  }

  @Test func otherBases() {
    #expect(
      Self.mismatches([
        ("\(255, format: .hex)", "ff"),
        ("\(255, format: .hex(uppercase: true))", "FF"),
        ("\(255, format: .hex(includePrefix: true))", "0xff"),
        ("\(255, format: .hex(includePrefix: true, minDigits: 4))", "0x00ff"),
        ("\(Int8(-1), format: .hex)", "ff"),
        ("\(Int32(-1), format: .hex)", "ffffffff"),
        ("\(Int64(-2), format: .hex(uppercase: true))", "FFFFFFFFFFFFFFFE"),
        ("\(8, format: .octal)", "10"),
        ("\(UInt16(65535), format: .octal)", "177777"),
      ]) == [])
  }

  /// Against `printf` of the same numbers.
  @Test func numbersWithAPoint() {
    let numbers = [0, 1, -1, 0.1, 1234.5678, -0.000123, 1e10, 123456789]
    var mismatches: [String] = []
    for number in numbers {
      let cases: [(OSLogMessage, String)] = [
        ("\(number)", String(format: "%f", number)),
        ("\(number, format: .fixed)", String(format: "%f", number)),
        ("\(number, format: .fixed(precision: 0))", String(format: "%.0f", number)),
        ("\(number, format: .fixed(precision: 3))", String(format: "%.3f", number)),
        (
          "\(number, format: .fixed(precision: 1, explicitPositiveSign: true))",
          String(format: "%+.1f", number)
        ),
        ("\(number, format: .exponential)", String(format: "%e", number)),
        ("\(number, format: .exponential(precision: 1))", String(format: "%.1e", number)),
        ("\(number, format: .hybrid)", String(format: "%g", number)),
        ("\(number, format: .hybrid(precision: 3))", String(format: "%.3g", number)),
        ("\(Float(number), format: .fixed(precision: 1))", String(format: "%.1f", Double(Float(number)))),
        ("\(CGFloat(number), format: .fixed(precision: 2))", String(format: "%.2f", number)),
      ]
      mismatches += Self.mismatches(cases)
    }
    #expect(mismatches == [])
  }

  @Test func textsAndTheirPlace() {
    let name = "lens"
    let none: String? = nil
    #expect(
      Self.mismatches([
        ("plain", "plain"),
        ("a \(name) b", "a lens b"),
        ("[\(name, align: .left(columns: 7))]", "[lens   ]"),
        ("[\(name, align: .right(columns: 7))]", "[   lens]"),
        ("[\(name, align: .right(columns: 2))]", "[lens]"),
        ("[\(name, align: .none)]", "[lens]"),
        ("[\(42, align: .right(columns: 5))]", "[   42]"),
        ("[\(1.5, format: .fixed(precision: 1), align: .left(columns: 5))]", "[1.5  ]"),
        ("\(none ?? "-")", "-"),
        ("\(String(describing: none))", "nil"),
        ("%d \(name)", "%d lens"),
        ("100%", "100%"),
        ("", ""),
      ]) == [])
  }

  @Test func whoMayReadWhat() {
    let secret = "secret"
    let hash = (("\(secret, privacy: .private(mask: .hash))" as OSLogMessage).text)
    #expect(
      Self.mismatches([
        ("\(secret)", "secret"),
        ("\(secret, privacy: .auto)", "secret"),
        ("\(secret, privacy: .public)", "secret"),
        ("\(secret, privacy: .private)", "secret"),
        ("\(secret, privacy: .sensitive)", "<private>"),
        ("\(secret, privacy: .auto(mask: .hash))", hash),
        ("\(secret, privacy: .sensitive(mask: .hash))", hash),
        ("\(secret, privacy: .private(mask: .none))", "secret"),
        ("\(5, privacy: .sensitive)", "<private>"),
        ("\(true, privacy: .sensitive)", "<private>"),
        ("\(2.5, privacy: .sensitive)", "<private>"),
        ("[\(secret, align: .left(columns: 11), privacy: .sensitive)]", "[<private>  ]"),
      ]) == [])
    #expect(hash != ("\("other", privacy: .private(mask: .hash))" as OSLogMessage).text)
  }

  private struct Point: CustomStringConvertible {
    let x = 1
    var description: String { "point \(x)" }
  }

  private enum Mode { case photo }

  @Test func anyOtherValue() {
    let error: any Error = CocoaError(.fileNoSuchFile)
    #expect(
      Self.mismatches([
        ("\(Point())", "point 1"),
        ("\(Mode.photo)", "photo"),
        ("\([1, 2])", "[1, 2]"),
        ("\(Point.self)", "Point"),
        ("\(true)", "true"),
        ("\(false, format: .answer)", "no"),
        ("\(true, format: .answer)", "yes"),
        ("\(error.localizedDescription)", error.localizedDescription),
        ("\(NSString(string: "text"))", "text"),
      ]) == [])
  }

  /// Formats of C in which braces say how to show a value.
  @Test func olderFormats() {
    let cases: [(String, [any CVarArg], String)] = [
      ("plain", [], "plain"),
      ("50%%", [], "50%"),
      ("%d", [3], "3"),
      ("%{public}d of %{private}d", [1, 2], "1 of 2"),
      ("%{public}@", [NSString(string: "text")], "text"),
      ("%{public, errno}d", [5], "5"),
      ("%.1f%%", [12.34], "12.3%"),
      ("%{public}.2f", [1.0], "1.00"),
      ("%x", [255], "ff"),
    ]
    var mismatches: [String] = []
    for (format, arguments, expected) in cases {
      let text = formatted(format, arguments)
      if text != expected { mismatches.append("\(format): \(text)") }
    }
    #expect(mismatches == [])
  }

  @Test func levelsAndSources() {
    let levels: [(OSLogType, String)] = [
      (.default, "default"),
      (.info, "info"),
      (.debug, "debug"),
      (.error, "error"),
      (.fault, "fault"),
      (OSLogType(rawValue: 99), "default"),
    ]
    #expect(levels.allSatisfy { $0.0.name == $0.1 })
    #expect(OSLog(subsystem: "a", category: "b").source == "[a:b] ")
    #expect(OSLog(subsystem: "a", category: .dynamicTracing).source == "[a:DynamicTracing] ")
    #expect(OSLog(subsystem: "a", category: .dynamicStackTracing).source == "[a:DynamicStackTracing] ")
    #expect(OSLog.default.source == "" && OSLog.default.signpostsEnabled && !OSLog.disabled.signpostsEnabled)
  }

  @Test func intervals() {
    let state = OSSignpostIntervalState.beginState(id: OSSignpostID(4))
    #expect(state.id.rawValue == 4 && state.close() && !state.close())
    #expect(OSSignposter.disabled.isEnabled == false && OSSignposter().isEnabled)
    #expect(OSSignposter(subsystem: "s", category: .pointsOfInterest).makeSignpostID() != .null)
    #expect(OSSignpostID.null < OSSignpostID.invalid)
    #expect(OSSignpostType.begin != OSSignpostType.end && OSSignpostType.event == .event)
  }
}
