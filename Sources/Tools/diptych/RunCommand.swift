import Foundation
import PhoneModel
import ReportCard
import Scenarios

/// `diptych run`.
struct RunCommand {
  var run: AppRun
  var out: String
  var isJSON: Bool

  static let usualOut = "diptych-report"

  /// Reads everything that was named, so that whatever is wrong is said before anything starts.
  init(_ arguments: Arguments, finder: AppFinder) throws {
    let app = arguments.operands[0]
    isJSON = try arguments.isJSON
    out = arguments.options["out"] ?? Self.usualOut
    let silence = try Self.silence(arguments)
    let intent = try arguments.choice("intent", Intent.allCases.map(\.rawValue)).flatMap(
      Intent.init(rawValue:))
    let named = arguments.options["scenario"] ?? "tour"
    let file = Scenario.named(named) == nil ? named : nil
    var scenario = try Self.scenario(named)
    scenario.camera =
      try arguments.choice("camera", CameraPermission.allCases.map(\.rawValue)).flatMap(
        CameraPermission.init(rawValue:)) ?? scenario.camera
    scenario.microphone =
      try arguments.choice("microphone", CameraPermission.allCases.map(\.rawValue)).flatMap(
        CameraPermission.init(rawValue:)) ?? scenario.microphone
    scenario.photoLibrary =
      try arguments.choice("photo-library", PhotoPermission.allCases.map(\.rawValue)).flatMap(
        PhotoPermission.init(rawValue:)) ?? scenario.photoLibrary
    let order = try arguments.choice("order", RunOrder.allCases.map(\.rawValue)).flatMap(
      RunOrder.init(rawValue:))
    let phone = try PhoneDescription(argument: arguments.options["phone"] ?? scenario.phone ?? "duo")
    if let file {
      try scenario.check(on: phone, file: file)
    } else {
      scenario = scenario.adapted(to: phone)
    }
    let world =
      try arguments.options["world"].map { try WorldDescription(argument: $0) } ?? scenario.world ?? .room
    try world.check()
    for step in scenario.steps {
      for case .event(.world(let later)) in step.actions { try later.check() }
    }
    let executable = try finder.executable(app)
    run = AppRun(
      executable: executable,
      facts: RunFacts(
        app: URL(fileURLWithPath: executable).lastPathComponent, phone: phone, world: world.absolute,
        scenario: scenario, intent: intent ?? scenario.intent),
      silence: silence, order: order ?? .racing)
  }

  private static func silence(_ arguments: Arguments) throws -> Int {
    guard let text = arguments.options["timeout"] else { return 30 }
    guard let seconds = Int(text), (1...86400).contains(seconds) else {
      throw Arguments.problem("--timeout", "\"\(text)\" is not a whole number of seconds, 1 to 86400")
    }
    return seconds
  }

  static func scenario(_ name: String) throws -> Scenario {
    if let known = Scenario.named(name) { return known }
    guard name.contains("/") || name.hasSuffix(".json") else {
      let names = Scenario.builtIn.map(\.name).joined(separator: ", ")
      throw ScenarioError(
        file: name, place: "", what: "is no scenario; known are \(names), or the path of a file (.json)")
    }
    return try Scenario(path: name)
  }

  /// Runs, prints, and returns the exit status.
  func perform(_ console: Console) throws -> Int32 {
    let interrupt = Interrupt()
    let folder = try ReportFolder(out)
    defer { folder.discard() }
    let progress = ProgressLine(console)
    defer { progress.clear() }
    let report = try run.run(in: folder, isCancelled: { interrupt.happened }, progress: progress.show)
    progress.clear()
    if isJSON {
      try console.out(String(decoding: try report.json(), as: UTF8.self))
    } else {
      try console.out(ReportTable.text(report, folder: folder.destination.path))
    }
    return report.exitStatus
  }
}

extension WorldDescription {
  /// With paths that hold in another folder too.
  var absolute: WorldDescription {
    switch self {
    case .panorama(let path): .panorama(path: URL(fileURLWithPath: path).path)
    case .picture(let path): .picture(path: URL(fileURLWithPath: path).path)
    case .movie(let movie):
      .movie(
        MovieWorld(
          path: URL(fileURLWithPath: movie.path).path, shape: movie.shape, playing: movie.playing))
    case .room, .colour: self
    }
  }
}
