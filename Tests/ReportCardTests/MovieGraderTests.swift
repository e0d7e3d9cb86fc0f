import Foundation
import MediaCoding
import PhoneModel
import Scenarios
import SchemaCheck
import Testing

@testable import ReportCard

/// Movies read from their files only.
@Suite struct MovieGraderTests {
  @Test func moviesWithTheCaptureAngleAreUpright() throws {
    var wrong: [String] = []
    var read = 0
    for pose in ["closed", "open-landscape", "flipped"] {
      for camera in [CameraID.outerFront, .innerFront, .rearWide] {
        var studio = MovieStudio(pose, camera, count: 3)
        let shot = studio.shots[0]
        if PlacedPhone(shot.state, at: shot.time, in: .duo).isCovered(camera) { continue }
        for mirrored in [false, true] {
          studio.mirrored = mirrored
          let report = try studio.grade()
          let name = camera == .rearWide ? "rear" : camera.rawValue
          let isRight =
            report.pictures.map(\.place) == [.first, .middle, .last] && report.verdict == .pass
            && report.pictures.allSatisfy {
              $0.upright == true && $0.camera?.rawValue == name && $0.mirrored == mirrored
            } && report.flip == mirrored && report.turn == Int(studio.usedAngle.degrees)
          if !isRight { wrong.append("\(pose) \(camera) \(mirrored): \(report)") }
          read += 1
        }
      }
    }
    #expect(wrong == [] && read >= 14)
  }

  /// The twin that never sets the angle: file and trace agree, and a player shows it turned, from the first picture to
  /// the last.
  @Test func aTurnedMovieFails() throws {
    for mirrored in [false, true] {
      for extra in 1...3 {
        var studio = MovieStudio("closed", .outerFront, count: 3)
        studio.mirrored = mirrored
        studio.angle = studio.usedAngle + QuarterTurns(extra)
        let report = try studio.grade()
        let seen = mirrored ? (4 - extra) * 90 : extra * 90
        #expect(report.verdict == .fail && report.passed == [.camera])
        #expect(report.pictures.map(\.roll?.quarterTurn) == [seen, seen, seen])
        #expect(report.found[0].hasPrefix("movie fail: A viewer shows the movie's first picture turned by "))
        #expect(report.findings.count == 3)
      }
    }
  }

  /// Turned in the hand between the pictures: the matrix was set at the start, and only the first picture is judged.
  @Test func aPhoneThatTurnsIsJudgedAtTheFirstPicture() throws {
    var studio = MovieStudio("closed", .outerFront)
    let turned = PhoneRules.next(
      studio.shots[0].state, .turn(1), at: PhoneTime(seconds: 7.4), in: .duo
    ).state
    for index in 2..<5 { studio.shots[index].state = turned }
    let report = try studio.grade()
    #expect(report.verdict == .pass && report.passed.contains(.upright))
    #expect(report.pictures.map(\.upright) == [true, false, false])
    #expect(
      report.found == [
        "movie not judged: The phone was turned while it recorded: a movie keeps the way up that it began with."
      ])
    // Begun wrong, it stays wrong, however it is held later.
    studio.angle = studio.usedAngle + 1
    #expect(try studio.grade().verdict == .fail)
  }

  @Test func everyPictureMustFollowTheIntent() throws {
    func verdicts(_ pose: String, _ camera: CameraID) throws -> [String] {
      let studio = MovieStudio(pose, camera, count: 3)
      return try studio.withFile { path in
        try Intent.allCases.map { intent in
          let report = try MovieStudio.grade(studio.record(path), intent)
          return "\(report.pictures[2].faces.rawValue) \(report.verdict.rawValue)"
        }
      }
    }
    #expect(try verdicts("closed", .outerFront) == ["person pass", "person fail", "person pass"])
    #expect(try verdicts("open-landscape", .rearWide) == ["away fail", "away pass", "away pass"])
    #expect(try verdicts("closed", .innerFront) == ["black fail", "black fail", "black note"])
  }

  /// Cameras exchanged while an asset writer goes on: each picture is what it is, and nothing is claimed of it.
  @Test func aWriterMayChangeCameras() throws {
    var studio = MovieStudio("open-landscape", .innerFront)
    studio.writer = .assetWriter
    for index in 2..<5 { studio.shots[index].camera = .rearWide }
    // Both lie alike in the hand: 90 degrees each.
    let report = try studio.grade(.selfie)
    #expect(report.pictures.map(\.camera) == [.innerFront, .rear, .rear] && report.device == nil)
    #expect(report.pictures.map(\.faces) == [.person, .away, .away])
    #expect(report.pictures.map(\.upright) == [true, true, true], "\(report.found)")
    #expect(report.verdict == .fail && report.passed == [.upright, .camera])
  }

  @Test func pixelsAndTraceMustAgree() throws {
    let studio = MovieStudio("closed", .outerFront, count: 3)
    try studio.withFile { (path: String) throws -> Void in
      let rows: [(String, (inout MovieRecord) -> Void)] = [
        ("the trace names rear-wide", { $0.moments[0].camera = .rearWide }),
        ("the trace says the opposite", { $0.claims?.isMirrored.toggle() }),
        ("turned otherwise", { $0.claims?.rotationAngle += 90 }),
        ("not the trace's time stamp", { $0.moments[0].time = PhoneTime(seconds: 7.4) }),
        ("the trace has none", { $0.moments = [] }),
        ("cannot be read: no such file", { $0.file = path + ".gone" }),
      ]
      for (words, change) in rows {
        var record = studio.record(path)
        change(&record)
        let report = try MovieStudio.grade(record)
        #expect(report.verdict == .disagreement, "\(words)")
        #expect(
          report.findings.contains { $0.verdict == .disagreement && $0.message.contains(words) },
          "\(report.found)")
      }
    }
  }

  /// What an app does to the track itself is the app's.
  @Test func aMatrixThatShearsIsTheWritersFault() throws {
    var studio = MovieStudio("closed", .outerFront, count: 1)
    studio.matrix = TrackMatrix(a: 0.7, b: 0.7, c: -0.7, d: 0.7, tx: 0, ty: 0)
    #expect(try studio.grade().verdict == .disagreement)
    studio.writer = .assetWriter
    #expect(
      try studio.grade().found == [
        "movie fail: a.mov cannot be read: its matrix does more than to turn by quarters and to flip."
      ])
  }

  @Test func recordingsThatLeaveNothingAreFindings() throws {
    func found(_ ending: String?, pictures: Int, file: String? = nil) throws -> [String] {
      var record = MovieStudio("closed", .outerFront, count: 1).record(file)
      (record.ending, record.pictures) = (ending, pictures)
      let report = try MovieStudio.grade(record)
      #expect(report.isFinished == false && report.pictures.isEmpty)
      return report.found
    }
    #expect(
      try found(nil, pictures: 60) == [
        "movie note: a.mov is not finished: the app still recorded when the run ended (60 pictures)."
      ])
    #expect(
      try found("cancelled", pictures: 1) == ["movie note: a.mov was cancelled and removed (one picture)."])
    #expect(
      try found("released", pictures: 9) == [
        "movie fail: a.mov is lost: its asset writer went away while it wrote (9 pictures)."
      ])
    #expect(
      try found("noDataCaptured", pictures: 0) == [
        "movie fail: a.mov is empty and left no file: noDataCaptured."
      ])
    #expect(
      try found("disk-full", pictures: 4) == ["movie fail: a.mov is lost, with 4 pictures: disk-full."])
    #expect(
      try found("stopped", pictures: 4) == ["movie fail: a.mov is lost, with 4 pictures: stopped."])
  }

  /// Its file is whole, and the app was told why: worth knowing, and judged like any other.
  @Test func aRecordingThatEndsByItselfIsANote() throws {
    let report = try MovieStudio("closed", .outerFront, count: 1).grade {
      $0.ending = "sessionWasInterrupted"
    }
    #expect(report.found == ["movie note: a.mov ended by itself: sessionWasInterrupted."])
    #expect(report.verdict == .note && report.pictures.map(\.place) == [.first] && report.isFinished)
  }

  @Test func aWorldWithoutTagsIsNotJudged() throws {
    var studio = MovieStudio("closed", .outerFront, count: 2)
    for index in studio.shots.indices {
      studio.shots[index].state.world = .colour(red: 200, green: 100, blue: 50)
    }
    let report = try studio.grade(.selfie)
    #expect(report.verdict == .notJudged && !report.readFromPictures && report.pictures.count == 2)
  }

  @Test func soundAloneIsNotJudged() throws {
    let report = try MovieStudio("closed", .outerFront, count: 1).grade {
      ($0.hasPictures, $0.moments, $0.claims) = (false, [], nil)
    }
    #expect(
      report.verdict == .notJudged
        && report.found == [
          "movie not judged: The movie is sound alone: there is nothing to see."
        ])
  }

  @Test func demandsOfTheScenario() throws {
    let studio = MovieStudio("closed", .outerFront, count: 2)
    let right = PhotoExpectation(camera: "outer-front", faces: "person", upright: true, mirrored: false)
    #expect(try studio.grade(wanted: right).passed.contains(.expectation))
    let wrong = PhotoExpectation(camera: "rear")
    #expect(
      try studio.grade(wanted: wrong).found == [
        "expectation fail: movie's first picture camera: outer-front.",
        "expectation fail: movie's last picture camera: outer-front.",
      ])
  }

  /// The report's copies stand as a player shows them, and are no longer than 1024.
  @Test func theKeptPicturesStandAsShown() throws {
    var studio = MovieStudio("closed", .outerFront, count: 1)
    studio.angle = 1
    let report = try studio.grade()
    #expect(report.width == 720 && report.height == 1280)
    #expect(report.pictures.map(\.picture) == ["first 576 x 1024"] && report.codec == "h264")
    #expect(report.duration == 0.125 && report.sound == false)
  }
}

// MARK: In a run

private func run(_ step: ScenarioStep, movies: [MovieRecord]) throws -> Report {
  let scenario = Scenario(
    name: "t", steps: [ScenarioStep("before"), step, ScenarioStep("after", isJudged: false)])
  var grader = RunGrader(RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .any))
  func take(_ record: ObservationRecord) throws { try grader.take(record) { name, _ in "pictures/\(name)" } }
  try take(.header(ObservationHeader(phone: "duo", app: "App")))
  let studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
  for (index, seconds) in [(0, 1.0), (1, 7.3)] {
    try take(.progress(ProgressRecord(time: PhoneTime(seconds: seconds), step: index, doing: "x")))
    var moment = studio.moment([studio.preview()])
    moment.step = index
    try take(.moment(moment))
  }
  for movie in movies { try take(.movie(movie)) }
  try take(.progress(ProgressRecord(time: PhoneTime(seconds: 9), step: 2, doing: "x")))
  try take(.end(PhoneTime(seconds: 9)))
  return grader.report()
}

@Suite struct MovieGraderRunTests {
  @Test func moviesBelongToTheStepInWhichTheyEnd() throws {
    let studio = MovieStudio("closed", .outerFront, count: 3)
    let report = try studio.withFile { path in
      try run(ScenarioStep("a b", movies: 1), movies: [studio.record(path)])
    }
    #expect(report.verdict == .pass && report.steps.map(\.movies.count) == [0, 1])
    let movie = report.steps[1].movies[0]
    #expect(
      movie.pictures.map(\.picture)
        == ["first", "middle", "last"].map { "pictures/02-a-b-movie-1-\($0).png" })
    // Its first picture is of 7.25 s, and the step began at 7.3 s.
    #expect(movie.begunIn == "before" && movie.passed == [.upright, .camera])
    let json = try JSONValue.parse(report.json(), file: "report")
    #expect(try JSONSchema(published: "report").problems(json) == [])
    #expect(try JSONDecoder().decode(Report.self, from: report.json()) == report)
  }

  /// A recording without a file counts for nothing.
  @Test func aMovieThatIsNotFinishedFails() throws {
    func messages(_ step: ScenarioStep, _ movies: [MovieRecord]) throws -> [String] {
      let report = try run(step, movies: movies)
      return report.steps[1].findings.map { "\($0.rule): \($0.message) \($0.expected ?? "")" }
    }
    let studio = MovieStudio("closed", .outerFront, count: 1)
    try studio.withFile { (path: String) throws -> Void in
      let (whole, lost) = (studio.record(path), studio.record(nil))
      #expect(try messages(ScenarioStep("a"), []) == [])
      #expect(try messages(ScenarioStep("a", movies: 1), []) == ["movie: No movie was finished. one movie"])
      #expect(
        try messages(ScenarioStep("a", movies: 1), [lost]) == ["movie: No movie was finished. one movie"])
      #expect(
        try messages(ScenarioStep("a", movies: 2), [whole]) == ["movie: One movie was finished. 2 movies"])
      #expect(
        try messages(ScenarioStep("a", movies: 0), [whole, whole]) == [
          "movie: 2 movies were finished. 0 movies"
        ])
      let wanted = ScenarioStep("a", expectMovie: PhotoExpectation(upright: true))
      #expect(try messages(wanted, []) == ["movie: No movie was finished. a movie"])
      #expect(try messages(wanted, [whole]) == [])
    }
  }

  /// The page holds the three pictures, what is wrong, and where the recording began.
  @Test func aWrongMovieSpoilsItsStepEverywhere() throws {
    var studio = MovieStudio("closed", .outerFront, count: 3)
    studio.angle = studio.usedAngle + 2
    let report = try studio.withFile { path in
      try run(ScenarioStep("a", movies: 1), movies: [studio.record(path), studio.record(nil)])
    }
    #expect(report.verdict == .fail && report.steps[1].verdict == .fail && report.exitStatus == 1)
    let said = "A viewer shows the movie's first picture turned by 180°."
    #expect(JUnit.xml(report).contains("movie, movie: \(said)".replacing("'", with: "&#39;")))
    var page = ""
    try ReportPage.write(report, picture: { Data($0.utf8) }, to: { page += $0 })
    let texts = [
      "Movie 1 <span class=\"chip fail\">", "Movie 2 <span class=\"chip fail\">", "turned 180°", "1280 x 720",
      "begun at 7.25 s in step before, as a player shows it", "First · 0.00 s · outer-front · person",
      "Last · 0.25 s · outer-front", JUnit.escape(said), "<dt>Matrix</dt><dd>turns by",
      "<dt>Written by</dt><dd>the movie file output</dd>", "is lost, with 3 pictures: stopped.",
    ]
    #expect(texts.filter { !page.contains($0) } == [])
    func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
    #expect(count("<div") == count("</div>") && count("<section") == count("</section>"))
    #expect(count("<figure>") == count("</figure>"))
    for place in ["first", "middle", "last"] {
      #expect(page.contains(Data("pictures/02-a-movie-1-\(place).png".utf8).base64EncodedString()))
    }
  }
}
