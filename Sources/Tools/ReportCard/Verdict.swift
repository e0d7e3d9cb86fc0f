/// Rule 16: what a judgement comes to.
public enum Verdict: String, Hashable, Codable, Sendable, CaseIterable {
  case pass, note, fail
  case notJudged = "not judged"
  /// Pixels and trace contradict each other: a fault of Diptych, never of the app (rule 15).
  case disagreement

  /// The worst of several. What was not judged counts only where nothing was: it never hides a fail, and never
  /// spoils a pass.
  public static func worst(_ verdicts: some Sequence<Verdict>) -> Verdict {
    let order: [Verdict] = [.notJudged, .pass, .note, .fail, .disagreement]
    return verdicts.max { order.firstIndex(of: $0)! < order.firstIndex(of: $1)! } ?? .notJudged
  }
}

/// What a finding belongs to.
public enum FindingRule: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// A rule of part B, by its number.
  case rule(Int)
  /// Something that the scenario itself demands.
  case expectation
  /// The app stopped, hung, or did not offer what the scenario uses.
  case app
  /// A photo that the app took, or did not take.
  case photo
  /// A movie that the app recorded, or did not record.
  case movie

  public var description: String {
    switch self {
    case .rule(let number): "rule \(number)"
    case .expectation: "expectation"
    case .app: "app"
    case .photo: "photo"
    case .movie: "movie"
    }
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .rule(number)
    } else {
      let name = try value.decode(String.self)
      switch name {
      case "expectation": self = .expectation
      case "app": self = .app
      case "photo": self = .photo
      case "movie": self = .movie
      default: throw DecodingError.dataCorruptedError(in: value, debugDescription: "unknown rule \(name)")
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .rule(let number): try value.encode(number)
    case .expectation: try value.encode("expectation")
    case .app: try value.encode("app")
    case .photo: try value.encode("photo")
    case .movie: try value.encode("movie")
    }
  }
}

/// One judgement. Those that pass are kept as well, so that a report can say what was judged.
public struct Finding: Hashable, Codable, Sendable {
  public var rule: FindingRule
  public var verdict: Verdict
  /// What is, in one sentence.
  public var message: String
  /// What should be; nil where nothing was wanted.
  public var expected: String?
  /// The assumed value of the phone on which this rests.
  public var assumed: String?

  public init(
    _ rule: FindingRule, _ verdict: Verdict, _ message: String, expected: String? = nil,
    assumed: String? = nil
  ) {
    self.rule = rule
    self.verdict = verdict
    self.message = message
    self.expected = expected
    self.assumed = assumed
  }

  public init(
    _ rule: Int, _ verdict: Verdict, _ message: String, expected: String? = nil, assumed: String? = nil
  ) {
    self.init(.rule(rule), verdict, message, expected: expected, assumed: assumed)
  }
}
