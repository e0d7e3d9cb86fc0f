import Foundation
import PhoneModel
import Testing

@testable import Scenarios

/// What a scenario file says, read with `name` as its file.
func read(_ text: String) throws -> Scenario {
  try Scenario(JSONValue.parse(Data(text.utf8), file: "t.json"), file: "t.json")
}

func step(_ fields: String) -> String {
  #"{"schema":"diptych/scenario/1","name":"t","steps":[{"name":"a",\#(fields)}]}"#
}

/// The complaint about a file, or what was read.
func complaint(_ text: String) -> String {
  do { return "read \(try read(text).steps.count) steps" } catch { return "\(error)" }
}

@Test func wrongScenariosAreNamedWithTheirPlace() {
  var mismatches: [String] = []
  for (text, expected) in badScenarios {
    let found = complaint(text)
    let fits = found.hasPrefix(expected) && !found.contains("\n")
    if !fits { mismatches.append("\(text)\n  gives \(found)\n  not   \(expected)") }
  }
  #expect(mismatches == [])
}

@Test func everyWordOfAScenarioIsRead() throws {
  var mismatches: [String] = []
  for (text, expected) in goodActions {
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
  // A phone that is turned round without another display shows nobody a camera button.
  let touches = tour.steps.flatMap(\.actions).filter { if case .touch = $0 { true } else { false } }
  #expect(touches.isEmpty)
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

@Test func theControlsThatAreWantedAreRead() throws {
  let scenario = try read(
    #"{"schema":"diptych/scenario/1","name":"t","controls":["shutter","flash"],"steps":[{"name":"a"}]}"#)
  #expect(scenario.controls == ["shutter", "flash"])
  #expect(try Scenario(scenario.json, file: "again") == scenario)
  #expect(try read(step(#""judge":true"#)).controls == [])
}

@Test func theCamerasPermissionIsRead() throws {
  func file(_ value: String) -> String {
    #"{"schema":"diptych/scenario/1","name":"t","camera":\#(value),"steps":[{"name":"a"}]}"#
  }
  for permission in CameraPermission.allCases {
    let scenario = try read(file("\"\(permission.rawValue)\""))
    #expect(scenario.camera == permission)
    #expect(try Scenario(scenario.json, file: "again") == scenario)
  }
  #expect(
    complaint(file("\"maybe\"")) == #"t.json: camera: "maybe" is not one of granted, denied, notDetermined"#)
  #expect(try read(step(#""judge":true"#)).camera == nil)
}

@Test func theMicrophonesPermissionIsRead() throws {
  func file(_ value: String) -> String {
    #"{"schema":"diptych/scenario/1","name":"t","microphone":\#(value),"steps":[{"name":"a"}]}"#
  }
  for permission in CameraPermission.allCases {
    let scenario = try read(file("\"\(permission.rawValue)\""))
    #expect(scenario.microphone == permission && scenario.camera == nil)
    #expect(try Scenario(scenario.json, file: "again") == scenario)
  }
  #expect(
    complaint(file("1")) == "t.json: microphone: text is needed, and this is a number")
}

@Test func thePhotoLibrarysPermissionIsRead() throws {
  func file(_ value: String) -> String {
    #"{"schema":"diptych/scenario/1","name":"t","photoLibrary":\#(value),"steps":[{"name":"a"}]}"#
  }
  #expect(PhotoPermission.allCases.count == 5)
  for permission in PhotoPermission.allCases {
    let scenario = try read(file("\"\(permission.rawValue)\""))
    #expect(scenario.photoLibrary == permission && scenario.camera == nil && scenario.microphone == nil)
    #expect(try Scenario(scenario.json, file: "again") == scenario)
  }
  #expect(
    complaint(file("1")) == "t.json: photoLibrary: text is needed, and this is a number")
}

@Test func aRequestIsReadAsItWasWritten() throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
  defer { try? FileManager.default.removeItem(at: file) }
  let request = RunRequest(
    phone: .duo, world: .room, scenario: .tour, order: .fixed, observations: "o", trace: "t")
  try request.write(path: file.path)
  #expect(try RunRequest(path: file.path) == request)
}

@Test func photosAndWhatTheyMustShowAreRead() throws {
  let scenario = try read(
    step(
      #""photos":2,"expect":{"inner":{"lit":true},"photo":{"camera":"rear","faces":"away","upright":true,"mirrored":false}}"#
    ))
  let wanted = PhotoExpectation(camera: "rear", faces: "away", upright: true, mirrored: false)
  #expect(scenario.steps[0].photos == 2 && scenario.steps[0].expectPhoto == wanted)
  #expect(scenario.steps[0].expect == [.inner: DisplayExpectation(isLit: true)])
  #expect(try Scenario(scenario.json, file: "again") == scenario)
  #expect(try read(step(#""photos":0"#)).steps[0].photos == 0)
  let plain = try read(step(#""judge":true"#)).steps[0]
  #expect(plain.photos == nil && plain.expectPhoto == nil)
}

@Test func moviesAndWhatTheyMustShowAreRead() throws {
  let scenario = try read(
    step(
      #""movies":3,"photos":1,"expect":{"movie":{"camera":"inner-front","upright":true},"photo":{"mirrored":true}}"#
    ))
  let first = scenario.steps[0]
  #expect(first.movies == 3 && first.photos == 1)
  #expect(first.expectMovie == PhotoExpectation(camera: "inner-front", upright: true))
  #expect(first.expectPhoto == PhotoExpectation(mirrored: true))
  #expect(try Scenario(scenario.json, file: "again") == scenario)
  let plain = try read(step(#""judge":true"#)).steps[0]
  #expect(plain.movies == nil && plain.expectMovie == nil)
}
