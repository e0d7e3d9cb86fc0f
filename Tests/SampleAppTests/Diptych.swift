import Foundation
import Scenarios
import SchemaCheck
import Testing

/// What a user reads in `report.json`.
struct ReportFile: Decodable {
  struct Finding: Decodable {
    /// A number, or a word such as `photo`.
    var rule: String
    var verdict: String
    var message: String

    enum CodingKeys: CodingKey { case rule, verdict, message }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let number = try? fields.decode(Int.self, forKey: .rule)
      rule = try number.map(String.init) ?? fields.decode(String.self, forKey: .rule)
      verdict = try fields.decode(String.self, forKey: .verdict)
      message = try fields.decode(String.self, forKey: .message)
    }
  }

  struct Photo: Decodable {
    var camera: String?
    var faces: String
    var upright: Bool?
    var verdict: String
  }

  struct Preview: Decodable {
    var camera: String?
    var faces: String
    var findings: [Finding]
  }

  struct Display: Decodable {
    var display: String
    var lit: Bool
    var picture: String?
    var verdict: String
    var previews: [Preview]
    var findings: [Finding]
  }

  struct Step: Decodable {
    var name: String
    var verdict: String
    var displays: [Display]
    var photos: [Photo]?
    var findings: [Finding]

    /// Name, verdict, then each rule that was not passed, once: `book: fail 8 11`.
    var line: String {
      let found = findings + displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) }
      let words = found.map { $0.verdict == verdict ? "\($0.rule)" : "\($0.rule) \($0.verdict)" }
      let unique = words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return "\(name): " + ([verdict] + unique).joined(separator: " ")
    }
  }

  var app: String
  var phone: String
  var scenario: String
  var verdict: String
  var steps: [Step]
  var findings: [Finding]

  var lines: [String] { steps.map(\.line) }
}

/// A finished run of the command, with the files that it left.
struct Run {
  let status: Int32
  let report: ReportFile
  let folder: URL

  /// What is lit at the end of a step, as pixels.
  func picture(_ step: String) throws -> Picture {
    let path = report.steps.first { $0.name == step }?.displays.compactMap(\.picture).first
    return try Picture(folder.appendingPathComponent(try #require(path)))
  }

  func file(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
}

enum Diptych {
  /// The folder with the built command and apps: that of the test bundle's executable.
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Runs the command as a user does, compares its report with the published schema, reads it, and removes the report's folder after `body`.
  static func run<Result>(
    _ app: String, _ arguments: String..., scenario: String = "tour", body: (Run) throws -> Result
  ) throws -> Result {
    try run(app, arguments, scenario: scenario, body: body)
  }

  static func run<Result>(
    _ app: String, _ arguments: [String], scenario: String, body: (Run) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = products.appendingPathComponent("diptych")
    process.arguments = ["run", app, "--scenario", scenario, "--out", folder.path] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: folder.appendingPathComponent("report.json"))
    let schema = try JSONSchema(published: "report")
    #expect(try schema.problems(JSONValue.parse(data, file: "report.json")) == [])
    return try body(
      Run(
        status: process.terminationStatus, report: try JSONDecoder().decode(ReportFile.self, from: data),
        folder: folder))
  }
}
