import Foundation
import PhoneModel
import SchemaCheck
import Testing

@testable import Scenarios

/// What a schema cannot know: other steps' names, and files.
private func isBeyondASchema(_ complaint: String) -> Bool {
  ["is the name of an earlier step", "cannot be read: ", "neither a JPEG nor a PNG"].contains(
    where: complaint.contains)
}

/// How the reader and the published schema differ about a scenario; nil when they agree.
private func difference(_ json: JSONValue, _ schema: JSONSchema) throws -> String? {
  let problems = try schema.problems(json)
  do {
    _ = try Scenario(json, file: "t.json")
    return problems.isEmpty ? nil : "read, but \(problems)"
  } catch {
    if isBeyondASchema("\(error)") { return problems.isEmpty ? nil : "\(error), and \(problems)" }
    return problems.isEmpty ? "fits, but \(error)" : nil
  }
}

private func json(_ text: String) throws -> JSONValue { try JSONValue.parse(Data(text.utf8), file: "t.json") }

@Test func thePublishedSchemaAgreesWithTheReader() throws {
  let schema = try JSONSchema(published: "scenario")
  var mismatches: [String] = []
  func check(_ text: String) throws {
    if let wrong = try difference(json(text), schema) { mismatches.append("\(text): \(wrong)") }
  }
  // Two of the bad rows are not JSON at all.
  for (text, complaint) in badScenarios where !complaint.hasPrefix("t.json: is not JSON") { try check(text) }
  for (text, _) in goodActions { try check(step(#""do":\#(text)"#)) }
  for name in try FileManager.default.contentsOfDirectory(atPath: examples.path).sorted()
  where name.hasPrefix("scenario-") {
    try check(String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8))
  }
  #expect(mismatches == [])
  for scenario in Scenario.builtIn { #expect(try schema.problems(scenario.json) == []) }
}

private let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Examples")

@Test func quantitiesAreReadAsThePatternsSay() throws {
  let schema = try JSONSchema(published: "scenario")
  let numbers = [
    "0", "00", "1", "9.99", "090", "99", "100", "179.5", "180", "180.0", "180.1", "200", "999", "1399.5",
    "1439",
    "1440", "1440.00", "1440.5", "1441", "1500", "9999", "79999", "80000", "85999.5", "86399", "86400",
    "86400.0",
    "86400.1", "86401", "90000", "100000", "79999999", "80000000", "86399999.9", "86400000", "86400001",
    "100000000", "1e3", "1e-3", "+1", "-1", "-0", ".5", "5.", ".", "", ".e", "0x10", "inf", "nan", "1_000",
    "٣", "1.2.3",
  ]
  var mismatches: [String] = []
  var read = 0
  for number in numbers {
    for unit in ["s", "ms", "min", "deg", "h", ""] {
      for verb in ["wait", "hinge"] {
        for text in ["\(number) \(unit)", "\(number)\(unit)", "\(number)  \(unit)", " \(number) \(unit)"] {
          let scenario = try json(step(#""do":{"\#(verb)":"\#(text)"}"#))
          if let wrong = try difference(scenario, schema) { mismatches.append("\(verb) \(text): \(wrong)") }
          if try schema.problems(scenario).isEmpty { read += 1 }
        }
      }
    }
  }
  #expect(mismatches == [])
  // So many seconds, milliseconds, minutes and degrees are right.
  #expect(read == 27 + 35 + 17 + 10)
}

/// Small times and angles are written without an exponent, which the reader refuses.
@Test func smallQuantitiesAreWrittenInDigits() throws {
  let times = [1, 10, 999, 1_000_001, 1_500_000_000, 86_400_000_000_000, 0].map(
    PhoneDuration.init(nanoseconds:))
  for time in times {
    for angle in [1e-9, 0.125, 1e-5, 180, 0] {
      let scenario = Scenario(
        name: "t", steps: [ScenarioStep("a", do: [.event(.hinge(to: angle, over: time))])])
      #expect(try Scenario(scenario.json, file: "t") == scenario)
    }
  }
}

/// The tour with anything in it exchanged: whatever comes of it, both say the same.
@Test func changedScenariosAreJudgedAlike() throws {
  let schema = try JSONSchema(published: "scenario")
  var random = SplitMix(state: 17)
  let scraps =
    try ([Scenario.tour.json] + (goodActions.map { try json($0.0) })).flatMap(\.parts) + [
      .null, .bool(false), .number(1), .number(0.5), .number(-4), .text(""), .list([]), .object([:]),
      .text("1 s"), .text("90 deg"),
    ]
  let words =
    ScenarioReader.verbs + ["over", "name", "at", "do", "judge", "expect", "world", "lit", "camera", "x"]
  let base = try json(
    #"{"schema":"diptych/scenario/1","name":"t","start":"book","steps":[{"name":"a","over":"1 s","do":[{"pose":"book"},"#
      + #"{"tap":{"x":1,"y":2,"display":"inner"}},{"plug":{"camera":"a","connected":true}},{"world":{"picture":"/a"}}],"#
      + #""expect":{"inner":{"lit":true,"camera":"rear"}}},{"name":"b","do":{"turn":1},"at":"2 s","judge":false}]}"#
  )
  var mismatches: [String] = []
  var fitting = 0
  for _ in 0..<1500 {
    let changed = base.changed(&random, scraps, words)
    if let wrong = try difference(changed, schema) { mismatches.append("\(changed): \(wrong)") }
    if try schema.problems(changed).isEmpty { fitting += 1 }
  }
  #expect(mismatches == [])
  #expect((150...1350).contains(fitting))
}

@Test func schemasAreTakenAtTheirWord() throws {
  let rows: [(schema: String, fits: [String], not: [String])] = [
    (
      #"{"type":"integer","minimum":1,"maximum":3}"#, ["1", "3.0"],
      ["0", "4", "1.5", "true", "\"1\"", "null"]
    ),
    (#"{"type":"number"}"#, ["1.5"], ["true", "[]"]), (#"{"type":"boolean"}"#, ["true"], ["1", "0"]),
    (#"{"const":true}"#, ["true"], ["1", "false"]),
    (#"{"enum":["a",1]}"#, ["\"a\"", "1"], ["\"1\"", "true"]),
    (
      #"{"oneOf":[{"type":"string"},{"enum":["a",1]}]}"#, ["\"b\"", "1"],
      ["\"a\"", "2"]
    ),
    (
      #"{"required":["a"],"properties":{"a":{"type":"null"},"b":{}},"additionalProperties":false}"#,
      [#"{"a":null}"#, #"{"a":null,"b":1}"#, "7"], ["{}", #"{"a":1}"#, #"{"a":null,"c":1}"#]
    ),
    (#"{"minProperties":1,"maxProperties":2}"#, [#"{"a":1}"#], ["{}", #"{"a":1,"b":2,"c":3}"#]),
    (
      #"{"minItems":1,"maxItems":2,"items":{"type":"string"}}"#, [#"["a"]"#],
      ["[]", "[1]", #"["a","b","c"]"#]
    ),
    (#"{"contains":{"const":1}}"#, ["[2,1]"], ["[]", "[2]"]),
    (#"{"pattern":"^a+$","minLength":2}"#, ["\"aa\"", "1"], ["\"a\"", "\"aab\""]),
    (#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, [#"{"b":1}"#, #"{"a":1,"b":1}"#], [#"{"a":1}"#]),
    (
      ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}}}}}"##,
      [#"{"n":{"n":{}}}"#], ["1", #"{"n":{"n":1}}"#]
    ),
  ]
  var mismatches: [String] = []
  for (text, fits, not) in rows {
    let schema = try JSONSchema(text)
    mismatches += try fits.filter { try schema.problems(json($0)) != [] }.map { "\(text) refuses \($0)" }
    mismatches += try not.filter { try schema.problems(json($0)) == [] }.map { "\(text) takes \($0)" }
  }
  #expect(mismatches == [])
  for unknown in [
    #"{"format":"date"}"#, #"{"properties":{"a":{"not":{}}}}"#, #"{"$defs":{"a":{"anyOf":[]}}}"#,
    #"{"type":"text"}"#, ##"{"$ref":"#/$defs/b"}"##, #"{"oneOf":[{"items":{"multipleOf":2}}]}"#,
    #"{"additionalProperties":{"type":"string"}}"#, #"{"pattern":"("}"#, #"{"items":{"$defs":{}}}"#, "[]",
  ] {
    #expect(throws: (any Error).self) { try JSONSchema(unknown) }
  }
}

/// A generator with a fixed seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension JSONValue {
  /// Itself and everything in it.
  fileprivate var parts: [JSONValue] {
    switch self {
    case .list(let list): [self] + list.flatMap(\.parts)
    case .object(let object): [self] + object.sorted { $0.key < $1.key }.flatMap(\.value.parts)
    default: [self]
    }
  }

  /// With one thing exchanged, removed or added.
  fileprivate func changed(_ random: inout SplitMix, _ scraps: [JSONValue], _ words: [String]) -> JSONValue {
    let scrap = scraps.randomElement(using: &random)!
    switch self {
    case .list(var list) where !list.isEmpty:
      let index = Int.random(in: 0..<list.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return scrap
      case 1: list.remove(at: index)
      case 2: list.insert(scrap, at: index)
      default: list[index] = list[index].changed(&random, scraps, words)
      }
      return .list(list)
    case .object(var object) where !object.isEmpty:
      let name = object.keys.sorted().randomElement(using: &random)!
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return scrap
      case 1: object[name] = nil
      case 2: object[words.randomElement(using: &random)!] = scrap
      default: object[name] = object[name]?.changed(&random, scraps, words)
      }
      return .object(object)
    default: return scrap
    }
  }
}
