import Foundation
import PhoneModel
import Testing

@testable import Scenarios

/// What a scenario file says, read with `name` as its file.
private func read(_ text: String) throws -> Scenario {
  try Scenario(JSONValue.parse(Data(text.utf8), file: "t.json"), file: "t.json")
}

private func step(_ fields: String) -> String {
  #"{"schema":"diptych/scenario/1","name":"t","steps":[{"name":"a",\#(fields)}]}"#
}

/// The complaint about a file, or what was read.
private func complaint(_ text: String) -> String {
  do { return "read \(try read(text).steps.count) steps" } catch { return "\(error)" }
}

@Test func wrongScenariosAreNamedWithTheirPlace() {
  let head = #""schema":"diptych/scenario/1","name":"t""#
  let rows: [(String, String)] = [
    ("{}", "t.json: the field schema is missing"),
    (#"{"schema":"other","name":"t","steps":[]}"#, #"t.json: schema: "other" is not "diptych/scenario/1""#),
    ("{\(head)}", "t.json: the field steps is missing"),
    (#"{"schema":"diptych/scenario/1","steps":[{"name":"a"}]}"#, "t.json: the field name is missing"),
    ("{\(head),\"steps\":[]}", "t.json: steps: a scenario needs a step"),
    ("{\(head),\"steps\":{}}", "t.json: steps: a list is needed, and this is an object"),
    ("{\(head),\"steps\":[7]}", "t.json: steps[0]: an object is needed, and this is a number"),
    ("{\(head),\"steps\":[{}]}", "t.json: steps[0]: the field name is missing"),
    (
      "{\(head),\"speed\":2,\"steps\":[{\"name\":\"a\"}]}", "t.json: speed: unknown field; known here: schema"
    ),
    (
      "{\(head),\"intent\":\"me\",\"steps\":[{\"name\":\"a\"}]}",
      "t.json: intent: \"me\" is not one of selfie, rear"
    ),
    (
      "{\(head),\"steps\":[{\"name\":\"a\"},{\"name\":\"a\"}]}",
      "t.json: steps[1].name: \"a\" is the name of an earlier step"
    ),
    (step(#""do":{"hinge":"90 deg"},"speed":1"#), "t.json: steps[0].speed: unknown field"),
    (step(#""do":{"hinge":90}"#), "t.json: steps[0].do.hinge: a value with its unit is needed"),
    (step(#""do":{"hinge":"90 rad"}"#), #"t.json: steps[0].do.hinge: "rad" is not a unit here; known: deg"#),
    (step(#""do":{"hinge":"ninety deg"}"#), #"t.json: steps[0].do.hinge: "ninety deg" is not a number"#),
    (
      step(#""do":{"hinge":"190 deg"}"#),
      "t.json: steps[0].do.hinge: a hinge angle is between 0 deg and 180 deg"
    ),
    (step(#""do":{"hinge":"90 deg"},"over":"1 m""#), #"t.json: steps[0].over: "m" is not a unit here"#),
    (step(#""do":{"hinge":"90 deg"},"over":1"#), "t.json: steps[0].over: a value with its unit is needed"),
    (step(#""do":{"hinge":"90 deg"},"over":"-1 s""#), "t.json: steps[0].over: a time is between"),
    (step(#""do":{"turn":1},"over":"1 s""#), "t.json: steps[0].over: nothing in this step takes time"),
    (step(#""do":{"turn":1,"over":"1 s"}"#), "t.json: steps[0].do.over: turn takes no time"),
    (step(#""do":{"turn":1.5}"#), "t.json: steps[0].do.turn: a whole number of quarter turns"),
    (step(#""do":{"turn":7}"#), "t.json: steps[0].do.turn: 7 is not between -3 and 3"),
    (step(#""do":{"fold":1}"#), "t.json: steps[0].do.fold: unknown field; known here: hinge"),
    (step(#""do":"jump""#), #"t.json: steps[0].do: "jump" is not something that can happen"#),
    (step(#""do":"hinge""#), #"t.json: steps[0].do: "hinge" needs a value"#),
    (step(#""do":{}"#), "t.json: steps[0].do: one thing that happens is needed"),
    (step(#""do":[{"turn":1},{"turn":1,"call":true}]"#), "t.json: steps[0].do[1]: one thing that happens"),
    (step(#""do":{"moveApp":"left"}"#), #"t.json: steps[0].do.moveApp: "left" is not one of outer, inner"#),
    (step(#""do":{"call":"yes"}"#), "t.json: steps[0].do.call: true or false is needed, and this is text"),
    (step(#""do":{"thermal":"hot"}"#), #"t.json: steps[0].do.thermal: "hot" is not one of nominal"#),
    (step(#""do":{"plug":{"camera":"rear-wide"}}"#), "t.json: steps[0].do.plug: both camera and connected"),
    (step(#""do":{"tap":{"x":1,"y":2}}"#), "t.json: steps[0].do.tap: an identifier, or x, y and display"),
    (
      step(#""do":{"tap":{"identifier":"a","x":1}}"#),
      "t.json: steps[0].do.tap: either an identifier or a point"
    ),
    (
      step(#""do":{"world":"there.jpg"}"#), "t.json: steps[0].do.world: cannot be read: there is no such file"
    ),
    (step(##""do":{"world":"#12345"}"##), "t.json: steps[0].do.world: #12345 is not a colour"),
    (
      step(#""expect":{"middle":{}}"#),
      "t.json: steps[0].expect.middle: unknown field; known here: outer, inner"
    ),
    (
      step(#""expect":{"inner":{"faces":"me"}}"#),
      #"t.json: steps[0].expect.inner.faces: "me" is not one of person"#
    ),
    (
      step(#""expect":{"inner":{"camera":"top"}}"#),
      #"t.json: steps[0].expect.inner.camera: "top" is not one of"#
    ),
    (step(#""judge":1"#), "t.json: steps[0].judge: true or false is needed"),
    (#"{"a": }"#, "t.json: is not JSON"),
    ("", "t.json: is not JSON"),
  ]
  var mismatches: [String] = []
  for (text, expected) in rows {
    let found = complaint(text)
    let fits = found.hasPrefix(expected) && !found.contains("\n")
    if !fits { mismatches.append("\(text)\n  gives \(found)\n  not   \(expected)") }
  }
  #expect(mismatches == [])
}

@Test func everyWordOfAScenarioIsRead() throws {
  let rows: [(String, ScenarioAction)] = [
    (#"{"hinge":"30 deg","over":"2 s"}"#, .event(.hinge(to: 30, over: .seconds(2)))),
    (#"{"pose":"book","over":"500 ms"}"#, .event(.pose("book", over: .milliseconds(500)))),
    (#"{"turn":-1}"#, .event(.turn(3))),
    (#"{"moveApp":"outer"}"#, .event(.moveApp(.outer))),
    (#"{"splitView":true}"#, .event(.splitView(true))),
    (#""background""#, .event(.background)),
    (#"{"foreground":true}"#, .event(.foreground)),
    (#"{"call":false}"#, .event(.call(false))),
    (#"{"overlay":true}"#, .event(.overlay(true))),
    (#"{"otherClient":{"camera":"rear-wide","takes":true}}"#, .event(.otherClient(.rearWide, takes: true))),
    (#"{"thermal":"serious"}"#, .event(.thermal(.serious))),
    (#"{"plug":{"camera":"rear-wide","connected":false}}"#, .event(.plug(.rearWide, connected: false))),
    (#"{"withdrawAccessory":true}"#, .event(.withdrawAccessory(true))),
    (#"{"light":0.25}"#, .event(.light(0.25))),
    (##"{"world":"#0a10ff"}"##, .event(.world(.colour(red: 10, green: 16, blue: 255)))),
    (#"{"world":"room"}"#, .event(.world(.room))),
    (#"{"world":{"panorama":"/a.jpg"}}"#, .event(.world(.panorama(path: "/a.jpg")))),
    (#"{"tap":"camera"}"#, .tap(TapTarget(.identifier("camera")))),
    (
      #"{"tap":{"identifier":"camera","ifPresent":true}}"#,
      .tap(TapTarget(.identifier("camera"), ifPresent: true))
    ),
    (
      #"{"tap":{"x":10,"y":20.5,"display":"inner"}}"#,
      .tap(TapTarget(.point(x: 10, y: 20.5, display: .inner)))
    ),
    (#"{"wait":"1 min"}"#, .wait(.seconds(60))),
  ]
  var mismatches: [String] = []
  for (text, expected) in rows {
    let scenario = try read(step(#""do":\#(text)"#))
    if scenario.steps[0].actions != [expected] { mismatches.append("\(text): \(scenario.steps[0].actions)") }
    let again = try Scenario(scenario.json, file: "again")
    if again != scenario { mismatches.append("\(text) is not written as it was read") }
  }
  #expect(mismatches == [])
}

@Test func aStepsOverHoldsForAllItsActions() throws {
  let scenario = try read(
    step(#""at":"3 s","judge":false,"over":"2 s","do":[{"hinge":"30 deg"},{"hinge":"60 deg","over":"1 s"}]"#))
  let expected = ScenarioStep(
    "a", at: .seconds(3),
    do: [.event(.hinge(to: 30, over: .seconds(2))), .event(.hinge(to: 60, over: .seconds(1)))],
    isJudged: false)
  #expect(scenario.steps == [expected])
}

@Test func builtInScenariosAreWrittenAndReadBack() throws {
  for scenario in Scenario.builtIn {
    let data = try JSONEncoder().encode(scenario)
    #expect(try JSONDecoder().decode(Scenario.self, from: data) == scenario)
    try scenario.check(on: .duo, file: scenario.name)
  }
  #expect(Scenario.builtIn.map(\.name) == ["tour", "selfie", "rear", "flip"])
  #expect(Scenario.named("tour")?.intent == .selfie)
  #expect(Scenario.named("rear")?.intent == .rear)
}

@Test func aScenarioIsComparedWithItsPhone() throws {
  func complaint(_ action: ScenarioAction, _ phone: PhoneDescription) -> String {
    do {
      try Scenario(name: "t", steps: [ScenarioStep("a", do: [action])]).check(on: phone, file: "t.json")
      return "fits"
    } catch { return "\(error)" }
  }
  let rows: [(ScenarioAction, PhoneDescription, String)] = [
    (.event(.pose("book", over: .zero)), .duo, "fits"),
    (.event(.pose("book", over: .zero)), .single, "t.json: steps[0].do: single has no pose \"book\""),
    (.event(.pose("handstand", over: .zero)), .duo, "t.json: steps[0].do: duo has no pose \"handstand\""),
    (.event(.hinge(to: 1, over: .zero)), .single, "t.json: steps[0].do: single has no hinge"),
    (.event(.moveApp(.inner)), .single, "t.json: steps[0].do: single has no inner display"),
    (.event(.plug("eye", connected: true)), .duo, "t.json: steps[0].do: duo has no camera \"eye\""),
    (
      .tap(TapTarget(.point(x: 0, y: 0, display: .inner))), .single,
      "t.json: steps[0].do: single has no inner"
    ),
  ]
  let mismatches = rows.map { (complaint($0.0, $0.1), $0.2) }.filter { !$0.0.hasPrefix($0.1) }.map { "\($0)" }
  #expect(mismatches == [])
  let tour = Scenario.tour.adapted(to: .single)
  try tour.check(on: .single, file: "tour")
  #expect(tour.steps.map(\.name).contains("book") == false)
  #expect(tour.steps.map(\.name).contains("open portrait"))
  #expect(Scenario.tour.adapted(to: .duo) == .tour)
}

@Test func theTourHasEveryPoseInItsOrder() {
  #expect(
    Scenario.tour.steps.map(\.name) == [
      "closed", "opening", "open landscape", "open portrait", "flipped", "turned back", "book",
      "tabletop, rear half flat", "tabletop, cover half flat", "closed again",
    ])
  let flipped = Scenario.tour.steps[4].actions
  #expect(flipped.contains(.event(.moveApp(.outer))))
  #expect(flipped.last == .tap(TapTarget(.identifier("camera"), ifPresent: true)))
}

@Test func thePublishedSchemaKnowsEveryWord() throws {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Schemas/scenario.schema.json")
  let text = try String(contentsOf: url, encoding: .utf8)
  _ = try JSONValue.parse(Data(text.utf8), file: url.path)
  let words =
    ScenarioReader.verbs + ["schema", "name", "about", "phone", "world", "intent", "start", "steps"]
    + ["at", "do", "over", "judge", "expect", "lit", "camera", "faces", "upright", "mirrored", "stale"]
    + Intent.allCases.map(\.rawValue) + Faces.allCases.map(\.rawValue)
  #expect(words.filter { !text.contains("\"\($0)\"") } == [])
}
