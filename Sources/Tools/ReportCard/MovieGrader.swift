import Foundation
import PhoneModel
import Scenarios

/// Judges a movie from its file: its first, middle and last picture as any player shows them, by the rules of photos.
///
/// A player turns the whole movie as the matrix says that was set when it began. Whether a picture is upright is therefore
/// judged as long as the phone is held as it was at the first one.
struct MovieGrader {
  var description: PhoneDescription
  var intent: Intent
  var wanted: PhotoExpectation?
  var reader: PictureReader

  /// - Parameter keep: Stores a picture and returns its path in the report.
  func grade(
    _ movie: MovieRecord, keep: (MoviePictureReport.Place, PixelPicture) throws -> String
  ) throws -> MovieReport {
    var report = MovieReport(
      file: movie.name, writer: movie.writer, time: movie.moments.first?.time.seconds, ending: movie.ending,
      device: movie.claims.flatMap { description.camera(uniqueID: $0.deviceUniqueID)?.localizedName },
      pictures: [], readFromPictures: movie.moments.allSatisfy { $0.state.world == .room },
      verdict: .notJudged, findings: [], passed: [])
    var judgements = ending(movie)
    if let path = movie.file {
      if movie.hasPictures {
        judgements += try pictures(path, movie, &report, keep)
      } else {
        judgements.append(
          TakenJudgement(
            .camera, Finding(.movie, .notJudged, "The movie is sound alone: there is nothing to see.")))
      }
    }
    report.verdict = .worst(judgements.map(\.finding.verdict))
    report.findings = unique(judgements.map(\.finding).filter { $0.verdict != .pass })
    report.passed = judgements.passed
    return report
  }

  private func unique(_ findings: [Finding]) -> [Finding] {
    var seen = Set<Finding>()
    return findings.filter { seen.insert($0).inserted }
  }

  // MARK: The file

  private func ending(_ movie: MovieRecord) -> [TakenJudgement] {
    func one(_ verdict: Verdict, _ message: String, _ expected: String? = nil) -> [TakenJudgement] {
      [TakenJudgement(.camera, Finding(.movie, verdict, message, expected: expected))]
    }
    let taken = movie.pictures == 1 ? "one picture" : "\(movie.pictures) pictures"
    let name = movie.name
    switch (movie.ending, movie.file != nil) {
    case (nil, _):
      return one(.note, "\(name) is not finished: the app still recorded when the run ended (\(taken)).")
    case ("stopped", true): return []
    case ("cancelled", _): return one(.note, "\(name) was cancelled and removed (\(taken)).")
    case ("released", _):
      return one(
        .fail, "\(name) is lost: its asset writer went away while it wrote (\(taken)).",
        "finishWriting before the writer goes")
    case (let ending?, true): return one(.note, "\(name) ended by itself: \(ending).")
    case (let ending?, false):
      let what = movie.pictures == 0 ? "is empty and left no file" : "is lost, with \(taken)"
      return one(.fail, "\(name) \(what): \(ending).", "a movie that can be played")
    }
  }

  private func pictures(
    _ path: String, _ movie: MovieRecord, _ report: inout MovieReport,
    _ keep: (MoviePictureReport.Place, PixelPicture) throws -> String
  ) throws -> [TakenJudgement] {
    let film: MovieFilm
    do throws(MovieFilm.Problem) { film = try MovieFilm(path: path) } catch {
      // An app sets the matrix of a writer itself; everything else of a file is ours.
      let verdict: Verdict = error.isMatrix && movie.writer == .assetWriter ? .fail : .disagreement
      return [
        TakenJudgement(.camera, Finding(.movie, verdict, "\(movie.name) cannot be read: \(error.what)."))
      ]
    }
    (report.width, report.height, report.duration) = (film.width, film.height, film.duration)
    (report.codec, report.sound) = (film.codec, film.hasSound)
    (report.turn, report.flip) = (film.turns * 90, film.isMirrored)
    var judgements: [TakenJudgement] = []
    let judge = TakenPictureJudge(description: description, intent: intent, reader: reader)
    for picture in film.pictures {
      let (taken, read) = look(at: picture, of: film, movie)
      let (facts, found) = read.map { judge.judge(taken, $0) } ?? judge.judge(taken)
      judgements += found
      if let wanted { judgements += facts.judgements(wanted: demand(wanted, on: taken), of: taken.name) }
      report.pictures.append(
        MoviePictureReport(
          place: picture.place, time: picture.time,
          picture: try keep(picture.place, picture.shown.smaller(side: PhotoGrader.keptSide)),
          camera: facts.camera, faces: facts.faces, upright: facts.upright, roll: facts.roll,
          mirrored: facts.mirrored))
    }
    return judgements
  }

  /// What way up is right is demanded only where it is judged.
  private func demand(_ wanted: PhotoExpectation, on taken: TakenPicture) -> PhotoExpectation {
    var wanted = wanted
    if taken.wayUpIsFree != nil { wanted.upright = nil }
    return wanted
  }

  // MARK: One picture

  /// What is known of a picture. When it was taken is on its clock; where it has none, movie and phone are taken to go on
  /// side by side.
  private func look(
    at picture: MovieFilm.Picture, of film: MovieFilm, _ movie: MovieRecord
  ) -> (TakenPicture, PictureFacts?) {
    let name = "movie's \(picture.place.rawValue) picture"
    guard let first = movie.moments.first else {
      let state = PhoneState.initial(description)
      return (
        TakenPicture(
          rule: .movie, name: name, shown: picture.shown, time: .zero, state: state,
          wrongInFile: ["the file has pictures, the trace has none"]), nil
      )
    }
    var time =
      picture.place == .last ? movie.last ?? first.time : first.time + .seconds(picture.time)
    var moment = movie.moment(at: time)
    var facts: PictureFacts?
    if moment.state.world == .room {
      var read = reader.read(
        picture.shown, at: time, placements: PlacementHistory(moment.state, at: time))
      if let clock = read.clock {
        let then = movie.moment(at: clock)
        time = clock
        if then.state != moment.state {
          moment = then
          read = reader.read(
            picture.shown, at: time, placements: PlacementHistory(moment.state, at: time))
        }
      }
      facts = read
    }
    var taken = TakenPicture(
      rule: .movie, name: name, shown: picture.shown, time: time, state: moment.state)
    if let claims = movie.claims, let camera = moment.camera {
      taken.claims = TakenPicture.Claims(
        camera: camera, angle: claims.rotationAngle, isMirrored: claims.isMirrored,
        time: picture.place == .first ? first.time : nil)
    }
    if picture.place != .first, isHeldOtherwise(moment, at: time, than: first, solved: facts?.solved) {
      taken.wayUpIsFree =
        "The phone was turned while it recorded: a movie keeps the way up that it began with."
    }
    return (taken, facts)
  }

  /// Whether a picture would need another angle now than when the movie began.
  private func isHeldOtherwise(
    _ now: MovieRecord.Moment, at time: PhoneTime, than first: MovieRecord.Moment, solved: SolvedCamera?
  ) -> Bool {
    let seen = solved.flatMap { solved in
      PlacedCameras(now.state, at: time, in: description).camera(at: solved)?.camera.id
    }
    guard let camera = seen ?? now.camera else { return now.state.placement != first.state.placement }
    return RotationAngles.capture(camera, now.state, at: time, in: description)
      != RotationAngles.capture(camera, first.state, at: first.time, in: description)
  }
}

extension MovieRecord {
  /// What was so at a time; before the first picture what was so at that. There must be one.
  func moment(at time: PhoneTime) -> Moment { moments.last { $0.time <= time } ?? moments[0] }
}
