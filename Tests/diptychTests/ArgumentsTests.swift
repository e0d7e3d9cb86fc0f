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
    ("scenarios tour", "scenarios"), ("help run", "help"), ("fly", "fly: is no command"),
    ("run", "run: needs an app"),
    ("run A B", "B: is one argument too many"), ("apps A", "A: is one argument too many"),
    ("run A --speed 1", "--speed: is no option of run; it has --camera, --format"),
    ("run A -phone x", "-phone: is no option"),
    ("run A --phone", "--phone: needs a value"), ("run A --out=", "--out: needs a value"),
    ("help run apps", "apps: is one argument too many"),
    ("run A --phone a --phone b", "--phone: is there twice"),
    ("worlds --phone duo", "--phone: is no option of worlds; it has --format"),
  ]
  #expect(
    rows.map { complaint($0.0) }.enumerated().filter { !$0.element.hasPrefix(rows[$0.offset].1) }.map(
      \.element) == [])
}

@Test func aRunTakesWhatItsOptionsSay() throws {
  // Any executable will do: nothing is run.
  let app = CommandLine.arguments[0]
  func run(_ words: String...) throws -> AppRun {
    try RunCommand(Arguments(["run", app] + words), finder: AppFinder()).run
  }
  let usual = try run()
  #expect(usual.order == .racing && usual.facts.scenario == .tour && usual.silence == 30)
  #expect(usual.facts.scenario.camera == nil && usual.facts.intent == .selfie)
  #expect(try run("--order", "fixed").order == .fixed)
  #expect(try run("--order=racing").order == .racing)
  #expect(try run("--camera", "denied").facts.scenario.camera == .denied)
  #expect(try run("--microphone", "denied").facts.scenario.microphone == .denied)
  #expect(usual.facts.scenario.microphone == nil)
  #expect(try run("--intent", "rear", "--timeout", "7").facts.intent == .rear)
  #expect { try run("--order", "any") } throws: { "\($0)" == "--order: \"any\" is not one of racing, fixed" }
  #expect { try run("--camera", "no") } throws: {
    "\($0)" == "--camera: \"no\" is not one of granted, denied, notDetermined"
  }
}

@Test func tablesAreAligned() {
  let table = TextTable(head: ["A", "Long"], rows: [["wide cell", "x"], ["", "°"]])
  #expect(table.text == "A          Long\nwide cell  x\n           °")
  let narrow = TextTable(head: ["Step", "B"], rows: [["one two three", "x"]], limits: ["Step": 8])
  #expect(narrow.text == "Step     B\none two  x\nthree")
}

@Test func complaintsAreOneLine() {
  #expect(Console.oneLine("a\nb\r\nc\u{1B}[31m: broken") == "a b c?[31m: broken")
}

@Test func helpFitsATerminalAndNamesEveryOption() throws {
  let whole = try Help.text(nil)
  let long = whole.split(separator: "\n").filter { $0.count > 80 }
  #expect(long == [])
  var missing: [String] = []
  for (command, options) in Arguments.optionNames where command != "help" && command != "version" {
    let text = try Help.text(command)
    if !whole.contains(text) { missing.append("help \(command) in the whole text") }
    missing += (options.map { "--" + $0 } + [command]).filter { !text.contains($0) }
  }
  #expect(missing == [])
  #expect(throws: ScenarioError.self) { try Help.text("fly") }
}

@Test func tablesFitATerminal() throws {
  let lists: [String] = try [
    ListCommands.scenarios(Arguments(["scenarios"])), ListCommands.phones(Arguments(["phones"])),
    ListCommands.cameras(Arguments(["cameras"])), ListCommands.worlds(Arguments(["worlds"])),
  ]
  let long = lists.flatMap { $0.split(separator: "\n") }.filter { $0.count > 80 }
  #expect(long == [])
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

@Test func aFolderOfAppsThatCannotBeListedIsNamed() throws {
  var finder = AppFinder()
  finder.sources = URL(fileURLWithPath: "/proc/self/no-such-folder")
  for look in [{ _ = try finder.apps() }, { _ = try finder.executable("Lens") }] as [() throws -> Void] {
    #expect { try look() } throws: { "\($0)".hasPrefix("/proc/self/no-such-folder: cannot be listed: ") }
  }
  finder.sources = nil
  #expect(try finder.apps() == [])
}
