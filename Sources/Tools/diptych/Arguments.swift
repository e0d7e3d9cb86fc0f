import Scenarios

/// What a person typed, taken apart.
struct Arguments: Hashable {
  var command: String
  var operands: [String] = []
  /// Values of options, by name without dashes.
  var options: [String: String] = [:]

  static let optionNames: [String: Set<String>] = [
    "run": [
      "phone", "world", "scenario", "out", "format", "intent", "timeout", "camera", "microphone",
      "photo-library",
      "order",
    ],
    "apps": ["format"], "scenarios": ["format"], "phones": ["format"], "worlds": ["format"],
    "cameras": ["format", "phone"], "help": [], "version": [],
  ]

  /// Throws `ScenarioError` with the argument that is wrong.
  init(_ words: [String]) throws {
    var rest = words[...]
    let first = rest.popFirst() ?? "help"
    command =
      switch first {
      case "-h", "--help": "help"
      case "--version": "version"
      default: first
      }
    guard let known = Self.optionNames[command] else {
      throw Self.problem(first, "is no command; diptych help lists them")
    }
    while let word = rest.popFirst() {
      if word == "-h" || word == "--help" {
        (operands, command) = (command == "help" ? [] : [command], "help")
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = String(parts[0].drop { $0 == "-" })
      guard parts[0].hasPrefix("--"), known.contains(name) else {
        let names = known.sorted().map { "--" + $0 }.joined(separator: ", ")
        throw Self.problem(
          parts[0], "is no option of \(command)" + (names.isEmpty ? "" : "; it has \(names)"))
      }
      guard options[name] == nil else { throw Self.problem(parts[0], "is there twice") }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw Self.problem(parts[0], "needs a value")
      }
      options[name] = value
    }
    try checkOperands()
  }

  private func checkOperands() throws {
    switch command {
    case "run":
      guard operands.first?.isEmpty == false else {
        throw Self.problem("run", "needs an app: a name that diptych apps lists, or a path")
      }
      if operands.count > 1 { throw Self.problem(operands[1], "is one argument too many") }
    case "scenarios", "phones", "help":
      if operands.count > 1 { throw Self.problem(operands[1], "is one argument too many") }
    default: if let extra = operands.first { throw Self.problem(extra, "is one argument too many") }
    }
  }

  /// One of a few words.
  func choice(_ name: String, _ words: [String]) throws -> String? {
    guard let value = options[name] else { return nil }
    guard words.contains(value) else {
      throw Self.problem("--\(name)", "\"\(value)\" is not one of \(words.joined(separator: ", "))")
    }
    return value
  }

  var isJSON: Bool { get throws { try choice("format", ["text", "json"]) == "json" } }

  static func problem(_ place: String, _ what: String) -> ScenarioError {
    ScenarioError(file: place, place: "", what: what)
  }
}
