import Foundation
import PhoneModel
import Scenarios

/// The photos of a step while it goes on.
struct StepPhotos: Sendable {
  private(set) var reports: [PhotoReport] = []

  /// What the scenario demands of their number.
  func findings(_ step: ScenarioStep) -> [Finding] {
    let count = reports.count
    func finding(_ isRight: Bool, _ expected: String) -> [Finding] {
      if isRight { return [] }
      let taken =
        count == 0
        ? "No photo was taken." : count == 1 ? "One photo was taken." : "\(count) photos were taken."
      return [Finding(.photo, .fail, taken, expected: expected)]
    }
    if let wanted = step.photos {
      return finding(count == wanted, wanted == 1 ? "one photo" : "\(wanted) photos")
    }
    return step.expectPhoto == nil ? [] : finding(count > 0, "a photo")
  }

  mutating func add(_ report: PhotoReport) { reports.append(report) }

  /// Hands them over: the next step has none yet.
  mutating func take() -> [PhotoReport] {
    defer { reports = [] }
    return reports
  }
}

extension RunGrader {
  /// A photo's name among the report's pictures: `03-flipped-photo-1.png`.
  static func photoFileName(_ step: Int, _ name: String, _ number: Int) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let digits = step < 10 ? "0\(step)" : "\(step)"
    return "\(digits)-\(words.joined(separator: "-").prefix(60))-photo-\(number).png"
  }
}

extension StepReport {
  /// With the photos that were taken in it.
  mutating func add(_ photos: [PhotoReport]) {
    self.photos += photos
    verdict = .worst([verdict] + photos.map(\.verdict))
  }
}
