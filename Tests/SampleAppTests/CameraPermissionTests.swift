import Foundation
import Testing

/// A person who has decided about the camera before the app starts.
@Suite struct CameraPermissionTests {
  @Test func withoutPermissionThePictureIsBlackAndTheReasonIsNamed() throws {
    try Diptych.run("ClassicSelfie", "--camera", "denied", scenario: "selfie") { run in
      #expect(run.status == 1)
      let previews = run.report.steps.flatMap(\.displays).flatMap(\.previews)
      #expect(previews.count == 4)
      #expect(previews.allSatisfy { $0.faces == "black" && $0.camera == nil })
      #expect(
        Set(previews.flatMap(\.findings).map(\.message)) == [
          "The picture is black (the app may not use the camera)."
        ])
    }
  }

  @Test func aScenarioDecidesAndTheCommandOverrulesIt() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    try Data(
      #"{"schema": "diptych/scenario/1", "name": "denied", "camera": "denied", "steps": [{"name": "shut"}]}"#
        .utf8
    ).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    func faces(_ arguments: [String]) throws -> [String] {
      try Diptych.run("ClassicSelfie", arguments, scenario: file.path) { run in
        run.report.steps.flatMap(\.displays).flatMap(\.previews).map(\.faces)
      }
    }
    #expect(try faces([]) == ["black"])
    #expect(try faces(["--camera", "granted"]) == ["person"])
    #expect(try faces(["--camera=notDetermined"]) == ["person"])
  }
}

/// The same run, byte for byte.
@Suite struct RunOrderTests {
  @Test func inFixedOrderEveryRunIsTheSame() throws {
    var traces: Set<Data> = []
    for _ in 0..<3 {
      traces.insert(
        try Diptych.run("SelfieFollower", "--order", "fixed", scenario: "selfie") { run in
          #expect(run.status == 0)
          return try run.file("trace.jsonl")
        })
    }
    #expect(traces.count == 1)
    #expect(traces.first?.isEmpty == false)
  }
}
