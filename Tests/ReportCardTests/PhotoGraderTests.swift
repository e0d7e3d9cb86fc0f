import Foundation
import PhoneModel
import Scenarios
import SchemaCheck
import Testing

@testable import ReportCard

/// Photos read from their files only.
@Suite struct PhotoGraderTests {
  private static let poses = ["closed", "open-landscape", "open-portrait", "book", "flipped"]

  /// Every uncovered camera, in every pose, each way of storing the same view.
  @Test func photosWithTheCaptureAngleAreUpright() throws {
    var wrong: [String] = []
    var read = 0
    for pose in Self.poses {
      for camera in [CameraID.outerFront, .innerFront, .rearWide] {
        var studio = PhotoStudio(pose, camera)
        if PlacedPhone(studio.state, at: studio.time, in: .duo).isCovered(camera) { continue }
        for (mirrored, stored) in [(false, 0), (true, 0), (false, 3), (true, 3)] {
          studio.mirrored = mirrored
          studio.stored = QuarterTurns(stored)
          let report = try studio.grade()
          let name = camera == .rearWide ? "rear" : camera.rawValue
          let isRight =
            report.upright == true && report.camera?.rawValue == name && report.mirrored == mirrored
            && report.verdict == .pass && report.findings.isEmpty && report.orientation == studio.tag
          if !isRight { wrong.append("\(pose) \(camera) \(mirrored) \(stored): \(report)") }
          read += 1
        }
      }
    }
    #expect(wrong == [] && read >= 48)
  }

  /// An app that never sets the angle: the file and its tag agree, and a viewer shows it turned.
  @Test func aTurnedPhotoFails() throws {
    for mirrored in [false, true] {
      for extra in 1...3 {
        var studio = PhotoStudio("closed", .outerFront, mirrored: mirrored)
        studio.angle = studio.usedAngle + QuarterTurns(extra)
        let report = try studio.grade()
        let seen = mirrored ? (4 - extra) * 90 : extra * 90
        #expect(report.found == ["photo fail"] && report.upright == false)
        #expect(report.roll?.quarterTurn == seen && report.passed == [.camera])
        #expect(report.findings[0].message.hasPrefix("A viewer shows the photo turned by "))
      }
    }
  }

  @Test func facesFollowTheIntentAndTheViewerThen() throws {
    func verdicts(_ pose: String, _ camera: CameraID) throws -> [String] {
      try Intent.allCases.map { intent in
        let report = try PhotoStudio(pose, camera).grade(intent)
        return "\(report.faces.rawValue) \(report.verdict.rawValue)"
      }
    }
    #expect(Intent.allCases == [.selfie, .rear, .any])
    #expect(try verdicts("closed", .outerFront) == ["person pass", "person fail", "person pass"])
    #expect(try verdicts("closed", .rearWide) == ["away fail", "away pass", "away pass"])
    #expect(try verdicts("open-landscape", .innerFront) == ["person pass", "person fail", "person pass"])
    #expect(try verdicts("open-landscape", .outerFront) == ["away fail", "away pass", "away pass"])
  }

  /// Looking up from a table: no way up is wrong; and no camera could show the person.
  @Test func aCameraThatLooksUpIsNotJudgedForWayUp() throws {
    let report = try PhotoStudio("tabletop-rear-flat", .innerFront).grade(.selfie)
    #expect(report.upright == nil && !report.passed.contains(.upright))
    #expect(report.findings.allSatisfy { $0.verdict == .notJudged } && !report.findings.isEmpty)
    #expect(report.findings.contains { $0.message.hasPrefix("The camera looked up or down") })
  }

  @Test func aBlackPhotoIsNobody() throws {
    let report = try PhotoStudio("closed", .innerFront).grade(.selfie)
    #expect(report.faces == .black && report.verdict == .fail)
    #expect(report.findings[0].message == "The photo is black (the camera is covered).")
    #expect(try PhotoStudio("closed", .innerFront).grade(.rear).verdict == .fail)
    #expect(try PhotoStudio("closed", .innerFront).grade(.any).verdict == .note)
  }

  @Test func pixelsAndTraceMustAgree() throws {
    let rows: [(String, (inout PhotoRecord) -> Void)] = [
      ("the trace names rear-wide", { $0.frameCamera = .rearWide }),
      ("the trace says the opposite", { $0.isMirrored.toggle() }),
      ("turned otherwise", { $0.rotationAngle += 90 }),
      ("not the trace's time stamp", { $0.time = PhoneTime(seconds: 7.4) }),
      ("asked were 100 x 720", { $0.width = 100 }),
      ("the trace says 3", { $0.orientation = 3 }),
      ("cannot be read: ", { $0.file = $0.file.prefix(3000) }),
      ("cannot be read: ", { $0.file = Data("GIF89a".utf8) }),
    ]
    for (words, change) in rows {
      let report = try PhotoStudio("closed", .outerFront).grade(change: change)
      #expect(report.verdict == .disagreement, "\(words)")
      #expect(
        report.findings.contains { $0.verdict == .disagreement && $0.message.contains(words) }, "\(words)")
    }
  }

  @Test func aWorldWithoutTagsIsNotJudged() throws {
    var studio = PhotoStudio("closed", .outerFront)
    studio.state.world = .colour(red: 200, green: 100, blue: 50)
    let report = try studio.grade(.selfie)
    #expect(report.verdict == .notJudged && !report.readFromPicture && report.width == 1280)
  }

  @Test func demandsOfTheScenario() throws {
    let studio = PhotoStudio("closed", .outerFront, mirrored: true)
    let right = PhotoExpectation(camera: "outer-front", faces: "person", upright: true, mirrored: true)
    let report = try studio.grade(wanted: right)
    #expect(report.verdict == .pass && report.passed.contains(.expectation))
    let wrong = PhotoExpectation(camera: "rear", faces: "away", upright: false, mirrored: false)
    #expect(
      try studio.grade(wanted: wrong).findings.map(\.message) == [
        "photo camera: outer-front.", "photo faces: person.", "photo upright: true.", "photo mirrored: true.",
      ])
  }

  /// The report's copy stands as a viewer shows it, and is no longer than 1024.
  @Test func theKeptPictureStandsAsShown() throws {
    var studio = PhotoStudio("closed", .outerFront)
    studio.angle = 1
    let report = try studio.grade()
    #expect(report.width == 720 && report.height == 1280 && report.picture == "576 x 1024")
  }

  /// Exif's definition, on a picture of four colours.
  @Test func everyOrientationIsAppliedAsExifDefinesIt() {
    // Colours a b / c d, one byte for all channels.
    func picture(_ values: [UInt8]) -> PixelPicture {
      PixelPicture(width: 2, height: 2, layout: .bgra, bytes: Data(values.flatMap { [$0, $0, $0, $0] }))
    }
    let wanted: [Int: [UInt8]] = [
      1: [1, 2, 3, 4], 2: [2, 1, 4, 3], 3: [4, 3, 2, 1], 4: [3, 4, 1, 2], 5: [1, 3, 2, 4], 6: [3, 1, 4, 2],
      7: [4, 2, 3, 1], 8: [2, 4, 1, 3],
    ]
    #expect(wanted.filter { picture([1, 2, 3, 4]).shown($0.key) != picture($0.value) }.keys.sorted() == [])
  }
}

// MARK: In a run

private func run(_ step: ScenarioStep, photos: [PhotoRecord], intent: Intent = .any) throws -> Report {
  let scenario = Scenario(name: "t", intent: intent, steps: [step, ScenarioStep("b", isJudged: false)])
  var grader = RunGrader(RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: intent))
  func take(_ record: ObservationRecord) throws { try grader.take(record) { name, _ in "pictures/\(name)" } }
  try take(.header(ObservationHeader(phone: "duo", app: "App")))
  try take(.progress(ProgressRecord(time: .zero, step: 0, doing: "x")))
  let studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
  try take(.moment(studio.moment([studio.preview()])))
  for photo in photos { try take(.photo(photo)) }
  try take(.progress(ProgressRecord(time: .zero, step: 1, doing: "x")))
  try take(.end(PhoneTime(seconds: 9)))
  return grader.report()
}

@Suite struct PhotoGraderRunTests {
  @Test func photosBelongToTheirStep() throws {
    let report = try run(
      ScenarioStep("a b", photos: 1), photos: [PhotoStudio("closed", .outerFront).record()])
    #expect(report.verdict == .pass && report.steps.map(\.name) == ["a b"])
    #expect(report.steps[0].photos.map(\.picture) == ["pictures/01-a-b-photo-1.png"])
    #expect(report.steps[0].photos[0].passed == [.upright, .camera])
    let json = try JSONValue.parse(report.json(), file: "report")
    #expect(try JSONSchema(published: "report").problems(json) == [])
    #expect(try JSONDecoder().decode(Report.self, from: report.json()) == report)
  }

  @Test func aPhotoThatIsNotTakenFails() throws {
    func messages(_ step: ScenarioStep, _ count: Int) throws -> [String] {
      let photos = try (0..<count).map { _ in try PhotoStudio("closed", .outerFront).record() }
      let report = try run(step, photos: photos)
      #expect((report.verdict == .fail) == !report.steps[0].findings.isEmpty)
      return report.steps[0].findings.map { "\($0.rule): \($0.message) \($0.expected ?? "")" }
    }
    #expect(try messages(ScenarioStep("a"), 0) == [])
    #expect(try messages(ScenarioStep("a", photos: 1), 0) == ["photo: No photo was taken. one photo"])
    #expect(try messages(ScenarioStep("a", photos: 2), 1) == ["photo: One photo was taken. 2 photos"])
    #expect(try messages(ScenarioStep("a", photos: 0), 1) == ["photo: One photo was taken. 0 photos"])
    #expect(try messages(ScenarioStep("a", photos: 2), 2) == [])
    let wanted = ScenarioStep("a", expectPhoto: PhotoExpectation(upright: true))
    #expect(try messages(wanted, 0) == ["photo: No photo was taken. a photo"])
    #expect(try messages(wanted, 1) == [])
  }

  @Test func aWrongPhotoSpoilsItsStepEverywhere() throws {
    var studio = PhotoStudio("closed", .outerFront)
    studio.angle = 2
    let report = try run(
      ScenarioStep("a", photos: 1, expectPhoto: PhotoExpectation(camera: "rear")), photos: [studio.record()])
    #expect(report.verdict == .fail && report.steps[0].verdict == .fail && report.exitStatus == 1)
    #expect(JUnit.xml(report).contains("photo, photo: A viewer shows the photo turned by 180°."))
    var page = ""
    try ReportPage.write(report, picture: { Data($0.utf8) }, to: { page += $0 })
    for text in [
      "Photo 1 <span class=\"chip fail\">", "turned 180°", "1280 x 720", "photo camera: outer-front.",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
    #expect(count("<div") == count("</div>") && count("<section") == count("</section>"))
    #expect(page.contains(Data("pictures/01-a-photo-1.png".utf8).base64EncodedString()))
  }

  /// Taken before the first step, or in one that is not judged.
  @Test func photosOutsideJudgedStepsAreKept() throws {
    let step = ScenarioStep("quick", isJudged: false, photos: 1)
    let scenario = Scenario(name: "t", steps: [step])
    var grader = RunGrader(RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .any))
    func take(_ record: ObservationRecord) throws { try grader.take(record) { name, _ in name } }
    try take(.progress(ProgressRecord(time: .zero, step: 0, doing: "x")))
    try take(.photo(PhotoStudio("book", .innerFront).record()))
    try take(.end(PhoneTime(seconds: 3)))
    let report = grader.report()
    #expect(report.verdict == .pass && report.steps[0].photos.count == 1 && report.steps[0].time == nil)
  }
}
