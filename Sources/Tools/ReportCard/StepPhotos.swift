import Foundation
import PhoneModel
import Scenarios

/// The photos and movies of a step while it goes on.
struct StepPhotos: Sendable {
  private(set) var reports: [PhotoReport] = []
  private(set) var movies: [MovieReport] = []

  /// What the scenario demands of their numbers.
  func findings(_ step: ScenarioStep) -> [Finding] {
    func check(
      _ rule: FindingRule, _ count: Int, _ wanted: Int?, needsOne: Bool, _ thing: String, _ done: String
    ) -> [Finding] {
      let isRight = wanted.map { $0 == count } ?? (!needsOne || count > 0)
      if isRight { return [] }
      let taken =
        count == 0
        ? "No \(thing) was \(done)."
        : count == 1 ? "One \(thing) was \(done)." : "\(count) \(thing)s were \(done)."
      let expected = wanted.map { $0 == 1 ? "one \(thing)" : "\($0) \(thing)s" } ?? "a \(thing)"
      return [Finding(rule, .fail, taken, expected: expected)]
    }
    return check(
      .photo, reports.count, step.photos, needsOne: step.expectPhoto != nil, "photo", "taken")
      + check(
        .movie, movies.count(where: \.isFinished), step.movies, needsOne: step.expectMovie != nil, "movie",
        "finished")
  }

  mutating func add(_ report: PhotoReport) { reports.append(report) }
  mutating func add(_ report: MovieReport) { movies.append(report) }

  var isEmpty: Bool { reports.isEmpty && movies.isEmpty }
  var verdicts: [Verdict] { reports.map(\.verdict) + movies.map(\.verdict) }

  /// Hands them over: the next step has none yet.
  mutating func take() -> StepPhotos {
    defer { self = StepPhotos() }
    return self
  }
}

extension RunGrader {
  /// A name among the report's pictures: `03-flipped-photo-1.png`, with "photo-1" for `what`.
  static func photoFileName(_ step: Int, _ name: String, _ what: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let digits = step < 10 ? "0\(step)" : "\(step)"
    return "\(digits)-\(words.joined(separator: "-").prefix(60))-\(what).png"
  }
}

extension StepReport {
  /// With the photos that were taken in it, and the movies that ended in it.
  mutating func add(_ taken: StepPhotos) {
    photos += taken.reports
    movies += taken.movies
    verdict = .worst([verdict] + taken.verdicts)
  }
}
