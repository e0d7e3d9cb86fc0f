import Foundation
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

  /// Reads a description strictly: a field that is missing, unknown or of another kind is named with its place.
  public init(path: String) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw ScenarioError(file: path, place: "", what: "cannot be read: \(reason(error))")
    }
    let json = try JSONValue.parse(data, file: path)
    do { self = try JSONDecoder().decode(PhoneDescription.self, from: data) } catch let error as DecodingError
    {
      throw ScenarioError(error, file: path)
    }
    let known = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(self))
    if let place = json.unknownField(comparedWith: known) {
      throw ScenarioError(file: path, place: place, what: "unknown field")
    }
    try check(file: path)
  }

  private func check(file: String) throws {
    func require(_ condition: Bool, _ place: String, _ what: String) throws {
      if !condition { throw ScenarioError(file: file, place: place, what: what) }
    }
    try require(!displays.isEmpty, "displays", "a phone needs a display")
    try require(displays[0].id == .outer, "displays[0].id", "the first display is the outer one")
    for (index, display) in displays.enumerated() {
      let sizes = [display.nativeWidth, display.nativeHeight, display.physicalWidth, display.physicalHeight]
      try require(
        sizes.allSatisfy { $0.value > 0 && $0.value.isFinite }, "displays[\(index)]", "a size is above 0")
      try require(
        hinge != nil || !display.spansHinge, "displays[\(index)].spansHinge", "there is no hinge to span")
    }
    for (index, camera) in cameras.enumerated() {
      let place = "cameras[\(index)]"
      for constituent in camera.constituents {
        try require(
          self.camera(constituent) != nil, "\(place).constituents", "there is no camera \"\(constituent)\"")
      }
      try require(
        cameras[..<index].allSatisfy { $0.id != camera.id && $0.uniqueID != camera.uniqueID }, "\(place).id",
        "\"\(camera.id)\" or its uniqueID is there twice")
      try require(!camera.formats.isEmpty, "\(place).formats", "a camera needs a format")
    }
    if let hinge {
      let angles = [
        hinge.closedUpTo, hinge.fullyOpenFrom, hinge.openingLightsInner, hinge.openingMovesApp,
        hinge.closingMovesApp, hinge.startsInnerFrom,
      ]
      try require(angles.allSatisfy { (0...180).contains($0.value) }, "hinge", "angles are between 0 and 180")
    }
  }
}

extension ScenarioError {
  /// Foundation's complaint about JSON that does not fit, in one line.
  init(_ error: DecodingError, file: String) {
    func path(_ keys: [any CodingKey]) -> String {
      keys.reduce("") { path, key in
        if let index = key.intValue { return path + "[\(index)]" }
        return path.isEmpty ? key.stringValue : path + "." + key.stringValue
      }
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        file: file, place: path(context.codingPath + [key]), what: "the field is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(
        file: file, place: path(context.codingPath),
        what: context.debugDescription.replacing("\n", with: " "))
    @unknown default:
      self.init(file: file, place: "", what: "does not fit: \(error)".replacing("\n", with: " "))
    }
  }
}

extension JSONValue {
  /// The place of the first field that `known` does not have.
  func unknownField(comparedWith known: JSONValue, at place: String = "") -> String? {
    switch (self, known) {
    case (.object(let mine), .object(let theirs)):
      for (name, value) in mine.sorted(by: { $0.key < $1.key }) {
        let inside = place.isEmpty ? name : "\(place).\(name)"
        guard let other = theirs[name] else {
          // An optional field that says null is not written again.
          if value == .null { continue }
          return inside
        }
        if let found = value.unknownField(comparedWith: other, at: inside) { return found }
      }
      return nil
    case (.list(let mine), .list(let theirs)):
      for (index, pair) in zip(mine, theirs).enumerated() {
        if let found = pair.0.unknownField(comparedWith: pair.1, at: "\(place)[\(index)]") { return found }
      }
      return nil
    default: return nil
    }
  }
}
