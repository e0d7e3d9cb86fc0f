import Foundation
import ReportCard
import Scenarios
import Testing

@testable import diptych

private func complaint(_ words: String) -> String {
  do { return "\(try Arguments(words.split(separator: " ").map(String.init)).command)" } catch {
    return "\(error)"
  }
}

@Test func argumentsAreTakenApart() throws {
  let run = try Arguments(["run", "App", "--phone", "single", "--out=a=b", "--timeout", "5"])
  #expect(run.operands == ["App"])
  #expect(run.options == ["phone": "single", "out": "a=b", "timeout": "5"])
  let rows = [
    ("", "help"), ("--help", "help"), ("-h", "help"), ("--version", "version"), ("run App --help", "help"),
    ("scenarios tour", "scenarios"), ("fly", "fly: is no command"), ("run", "run: needs an app"),
    ("run A B", "B: is one argument too many"), ("apps A", "A: is one argument too many"),
    ("run A --speed 1", "--speed: is no option of run; it has --format"),
    ("run A -phone x", "-phone: is no option"),
    ("run A --phone", "--phone: needs a value"), ("run A --phone a --phone b", "--phone: is there twice"),
    ("worlds --phone duo", "--phone: is no option of worlds; it has --format"),
  ]
  #expect(
    rows.map { complaint($0.0) }.enumerated().filter { !$0.element.hasPrefix(rows[$0.offset].1) }.map(
      \.element) == [])
}

@Test func tablesAreAligned() {
  let table = TextTable(head: ["A", "Long"], rows: [["wide cell", "x"], ["", "°"]])
  #expect(table.text == "A          Long\nwide cell  x\n           °")
}

@Test func listsArePrintedAsTextAndJSON() throws {
  let lists: [(String, (Arguments) throws -> String)] = [
    ("scenarios", ListCommands.scenarios), ("phones", ListCommands.phones), ("cameras", ListCommands.cameras),
    ("worlds", ListCommands.worlds), ("apps", { try ListCommands.apps($0, finder: AppFinder()) }),
  ]
  for (name, list) in lists {
    let text = try list(Arguments([name]))
    #expect(text.split(separator: "\n").count > 2)
    let json = try list(Arguments([name, "--format", "json"]))
    let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any]
    #expect((rows?.count ?? 0) > 1)
    #expect(throws: ScenarioError.self) { try list(Arguments([name, "--format", "xml"])) }
  }
  let tour = try ListCommands.scenarios(Arguments(["scenarios", "tour"]))
  #expect(try Scenario(JSONValue.parse(Data(tour.utf8), file: "tour"), file: "tour") == .tour)
}

/// The built command line, found beside the test bundle.
private func diptych(_ arguments: [String], in folder: URL) throws -> (
  status: Int32, out: String, error: String
) {
  let process = Process()
  let finder = AppFinder(executable: URL(fileURLWithPath: CommandLine.arguments[0]))
  process.executableURL = finder.buildFolder.appendingPathComponent("diptych")
  process.arguments = arguments
  process.currentDirectoryURL = folder
  let (out, error) = (Pipe(), Pipe())
  process.standardOutput = out
  process.standardError = error
  try process.run()
  let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text, complaint)
}

/// One line that names file and place, status 2, nothing left behind.
@Test func badInputIsOneLine() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let files = [
    "unit.json": #"{"schema":"diptych/scenario/1","name":"t","steps":[{"name":"a","do":{"hinge":"1 rad"}}]}"#,
    "field.json": #"{"schema":"diptych/scenario/1","name":"t","steps":[],"more":1}"#, "broken.json": "{",
    "phone.json": #"{"basedOn":"duo","hinge":{"closedUpTo":"x"}}"#, "broken.jpg": "no picture",
    "plain": "text",
    "pose.json":
      #"{"schema":"diptych/scenario/1","name":"t","steps":[{"name":"a","do":{"pose":"headstand"}}]}"#,
  ]
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  let rows: [([String], String)] = [
    (["run", "/bin/true", "--scenario", "unit.json"], "unit.json: steps[0].do.hinge: \"rad\" is not a unit"),
    (["run", "/bin/true", "--scenario", "field.json"], "field.json: more: unknown field"),
    (["run", "/bin/true", "--scenario", "broken.json"], "broken.json: is not JSON"),
    (["run", "/bin/true", "--scenario", "none.json"], "none.json: cannot be read: there is no such file"),
    (
      ["run", "/bin/true", "--scenario", "pose.json"], "pose.json: steps[0].do: duo has no pose \"headstand\""
    ),
    (["run", "/bin/true", "--scenario", "none"], "none: is no scenario"),
    (["run", "/bin/true", "--phone", "phone.json"], "phone.json: hinge.closedUpTo"),
    (["run", "/bin/true", "--phone", "none.json"], "none.json: cannot be read"),
    (["run", "/bin/true", "--phone", "none"], "none: is no phone"),
    (["run", "/bin/true", "--world", "broken.jpg"], "broken.jpg: is neither a JPEG nor a PNG"),
    (["run", "/bin/true", "--world", "none.jpg"], "none.jpg: cannot be read"),
    (["run", "/bin/true", "--intent", "me"], "--intent: \"me\" is not one of selfie, rear, any"),
    (["run", "/bin/true", "--timeout", "soon"], "--timeout: \"soon\" is not a whole number"),
    (["run", "/bin/true", "--out", "/proc/out"], "/proc/out: cannot be written"),
    (["run", "/bin/true", "--out", "plain"], "plain: is a file, and the report needs a folder"),
    (["run", "/bin/true"], "/bin/true: ended with status 0 before it reported anything"),
    (["run", "./plain"], "./plain: is not executable"), (["run", "Nobody"], "Nobody: there is no such app"),
    (["run", "."], ".: is a folder"), (["cameras", "--phone", "x"], "x: is no phone"),
  ]
  var mismatches: [String] = []
  for (arguments, expected) in rows {
    let result = try diptych(arguments, in: folder)
    let lines = result.error.split(separator: "\n")
    if result.status != 2 || lines.count != 1 || !result.out.isEmpty
      || !result.error.hasPrefix("diptych: \(expected)")
    {
      mismatches.append("\(arguments): \(result)")
    }
  }
  #expect(mismatches == [])
  #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == Set(files.keys))
}

@Test func helpAndVersionArePrinted() throws {
  let folder = FileManager.default.temporaryDirectory
  #expect(try diptych(["help"], in: folder).out == Help.text + "\n")
  let version = try diptych(["--version"], in: folder)
  #expect(version.out == "diptych \(Help.version)\n")
  #expect(version.status == 0)
}
