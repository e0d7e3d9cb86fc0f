import Foundation
import Scenarios
import SchemaCheck
import Testing

@testable import diptych

/// A folder in which somebody types commands; it is removed in the end.
final class Desk {
  let folder: URL

  struct Result: Hashable {
    var status: Int32
    var out, error: String

    var lines: [String] { error.split(separator: "\n").map(String.init) }
    /// What diptych complained about, without the progress before it.
    var complaints: [String] { lines.filter { !$0.hasPrefix("[") } }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The folder of the products, which is the test bundle's.
  static let products = AppFinder(executable: URL(fileURLWithPath: CommandLine.arguments[0])).buildFolder

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  /// A link to a product under another name, so that its process is found by this folder's.
  func link(_ product: String, as name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: Self.products.appendingPathComponent(product).path)
  }

  /// A product under another name, with its own property list.
  func copy(_ product: String, as name: String) throws {
    try FileManager.default.copyItem(
      atPath: Self.products.appendingPathComponent(product).path, toPath: path(name))
  }

  var files: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
  }

  func files(_ name: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: path(name)))
  }

  /// `report.json` of a report in this folder, which fits the published schema.
  func report(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path(name)).appendingPathComponent("report.json"))
    let problems = try JSONSchema(published: "report").problems(JSONValue.parse(data, file: name))
    #expect(problems == [])
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// `scratch` is where diptych keeps what is no part of the report; nil for the usual place.
  func start(_ arguments: [String], out: Pipe, error: Pipe, scratch: String? = nil) throws -> Process {
    let process = Process()
    if let scratch {
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": path(scratch)]) { $1 }
    }
    process.executableURL = Self.products.appendingPathComponent("diptych")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = out
    process.standardError = error
    try process.run()
    return process
  }

  func diptych(_ arguments: String...) throws -> Result { try diptych(arguments) }

  func diptych(_ arguments: [String]) throws -> Result {
    let (out, error) = (Pipe(), Pipe())
    let process = try start(arguments, out: out, error: error)
    // Its progress fits into a pipe, so one after the other is safe.
    let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, out: text, error: complaint)
  }

  /// Command lines of processes that were started from this folder and still run.
  func processes() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.compactMap { id in
      guard let data = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else { return nil }
      let text = String(decoding: data.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
      return text.hasPrefix(folder.path) ? text : nil
    }
  }
}

let reportFiles: Set<String> = [
  "junit.xml", "output.txt", "pictures", "report.html", "report.json", "trace.jsonl",
]

/// Two steps that are soon over, and a day in which nothing happens.
let longScenario = """
  {"schema": "diptych/scenario/1", "name": "long", "intent": "selfie", "steps": [
    {"name": "first"}, {"name": "open", "do": {"pose": "open-landscape"}, "over": "1 s"},
    {"name": "day", "do": {"wait": "1440 min"}}]}
  """
