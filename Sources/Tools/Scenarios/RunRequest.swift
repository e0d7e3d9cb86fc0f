import Foundation
import PhoneModel

/// What `diptych run` asks of the app's process. Written as JSON; the process is launched with the arguments
/// `-DiptychRun <path of that file>`.
public struct RunRequest: Codable, Hashable, Sendable {
  public static let currentVersion = 1
  /// The launch argument that precedes the path of the request.
  public static let launchArgument = "-DiptychRun"

  public var version: Int
  public var phone: PhoneDescription
  /// What the cameras look at from the start; paths are absolute.
  public var world: WorldDescription
  public var scenario: Scenario
  public var limits: RunLimits
  public var order: RunOrder
  /// The file or named pipe that the process opens for writing and fills with `ObservationWriter`.
  public var observations: String
  /// The file into which the process writes its trace, as JSON Lines.
  public var trace: String
  /// Pixels for each point of a composed picture.
  public var pictureScale: Double

  public init(
    phone: PhoneDescription, world: WorldDescription, scenario: Scenario, limits: RunLimits = RunLimits(),
    order: RunOrder = .racing, observations: String, trace: String, pictureScale: Double = 1
  ) {
    version = Self.currentVersion
    self.phone = phone
    self.world = world
    self.scenario = scenario
    self.limits = limits
    self.order = order
    self.observations = observations
    self.trace = trace
    self.pictureScale = pictureScale
  }

  /// The request that the launch arguments name, or nil when they name none.
  public static func launched(arguments: [String] = CommandLine.arguments) throws -> RunRequest? {
    guard let flag = arguments.firstIndex(of: launchArgument), flag + 1 < arguments.count else { return nil }
    return try RunRequest(path: arguments[flag + 1])
  }

  public init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let request: RunRequest
    do { request = try JSONDecoder().decode(RunRequest.self, from: data) } catch let error as DecodingError {
      // Both come from one package, so this is the usual cause.
      throw ScenarioError(
        file: path, place: "",
        what: "the app and diptych are of different builds; build both again (\(Self.place(of: error)))")
    }
    guard request.version == Self.currentVersion else {
      throw ScenarioError(
        file: path, place: "version",
        what: "version \(request.version) of the run request, but this app was built with version "
          + "\(Self.currentVersion)")
    }
    self = request
  }

  private static func place(of error: DecodingError) -> String {
    let context: DecodingError.Context? =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let context else { return "\(error)" }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? context.debugDescription : "at \(path.dropFirst())"
  }

  public func write(path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// What decides between things that fall due in one instant of phone time on different threads.
public enum RunOrder: String, Codable, Hashable, Sendable, CaseIterable {
  /// Threads race, as on a phone.
  case racing
  /// The order in which they were dispatched: every run is the same.
  case fixed
}

/// Bounds of a run; all in phone time.
public struct RunLimits: Codable, Hashable, Sendable {
  /// A step that has not settled this long after its last action is observed as it is, as `unsettled`.
  public var settling: PhoneDuration
  /// An app that does not answer a tap or let itself be observed for this long counts as hung.
  public var answer: PhoneDuration
  /// Between settled moments a lit display is composed this often.
  public var transitionEvery: PhoneDuration
  /// Transitional pictures end this long after the last event or camera start.
  public var transitionFor: PhoneDuration

  public init(
    settling: PhoneDuration = .seconds(20), answer: PhoneDuration = .seconds(10),
    transitionEvery: PhoneDuration = .milliseconds(50), transitionFor: PhoneDuration = .milliseconds(950)
  ) {
    self.settling = settling
    self.answer = answer
    self.transitionEvery = transitionEvery
    self.transitionFor = transitionFor
  }
}
