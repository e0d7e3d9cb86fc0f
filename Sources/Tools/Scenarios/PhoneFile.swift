import PhoneModel

extension PhoneDescription {
  /// A phone as the command line names it: a built-in one, or the path of a description. Throws `ScenarioError`.
  public init(argument: String) throws {
    if let known = PhoneDescription.builtIn(named: argument) {
      self = known
      return
    }
    guard argument.contains("/") || argument.hasSuffix(".json") else {
      let names = PhoneDescription.builtIn.map(\.name).joined(separator: ", ")
      throw ScenarioError(
        file: argument, place: "",
        what: "is no phone; known are \(names), or the path of a description (.json)")
    }
    try self.init(path: argument)
  }

  /// Reads a description strictly (`PhoneDescription.init(json:file:)`). Throws `ScenarioError`.
  public init(path: String) throws {
    let data = try contents(of: path)
    do { try self.init(json: data, file: path) } catch {
      throw ScenarioError(file: error.file, place: error.place, what: error.reason)
    }
  }
}
