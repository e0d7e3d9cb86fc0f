import Foundation
import PhoneModel

extension Scenario: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(JSONValue(from: decoder), file: "scenario")
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// Reads a file. Throws `ScenarioError`; paths of pictures in it are relative to the file's folder.
  public init(path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try self.init(JSONValue.parse(contents(of: path), file: path), file: path, folder: folder)
  }

  /// Reads JSON strictly. `folder` completes relative paths of pictures.
  public init(_ json: JSONValue, file: String, folder: String? = nil) throws {
    let root = PlacedJSON(value: json, file: file, place: "")
    let fields = try root.fields([
      "schema", "name", "about", "phone", "world", "intent", "start", "camera", "microphone", "photoLibrary",
      "controls", "steps",
    ])
    guard let schema = fields["schema"] else {
      throw root.error("the field schema is missing; it says \"\(Self.schema)\"")
    }
    guard try schema.text() == Self.schema else {
      throw schema.error("\"\(try schema.text())\" is not \"\(Self.schema)\"")
    }
    guard let name = fields["name"] else { throw root.error("the field name is missing") }
    guard let steps = fields["steps"] else { throw root.error("the field steps is missing") }
    let read = try steps.list().map(ScenarioReader.step)
    guard !read.isEmpty else { throw steps.error("a scenario needs a step at least") }
    var names: Set<String> = []
    for (index, step) in read.enumerated() where !names.insert(step.name).inserted {
      throw ScenarioError(
        file: file, place: "steps[\(index)].name", what: "\"\(step.name)\" is the name of an earlier step")
    }
    self.init(
      name: try name.text(), about: try fields["about"]?.text(), phone: try fields["phone"]?.text(),
      world: try fields["world"].map { try WorldDescription($0, folder: folder) },
      intent: try fields["intent"]?.choice(Intent.self) ?? .any,
      start: try fields["start"].map(ScenarioReader.pose),
      camera: try fields["camera"]?.choice(CameraPermission.self),
      microphone: try fields["microphone"]?.choice(CameraPermission.self),
      photoLibrary: try fields["photoLibrary"]?.choice(PhotoPermission.self),
      controls: try fields["controls"].map(ScenarioReader.controls) ?? [], steps: read)
    if let folder { try completePaths(folder: folder) }
  }

  private mutating func completePaths(folder: String) throws {
    for step in steps.indices {
      for action in steps[step].actions.indices {
        if case .event(.world(let world)) = steps[step].actions[action] {
          steps[step].actions[action] = .event(.world(world.completed(folder: folder)))
        }
        if case .event(.audio(let event)) = steps[step].actions[action] {
          steps[step].actions[action] = .event(.audio(event.completed(folder: folder)))
        }
      }
    }
  }
}

enum ScenarioReader {
  static let times: [(name: String, factor: Double)] = [("s", 1), ("ms", 0.001), ("min", 60)]
  static let verbs =
    [
      "hinge", "pose", "turn", "moveApp", "splitView", "background", "foreground", "call", "overlay",
      "otherClient", "thermal", "plug", "withdrawAccessory", "sensitiveContent",
      "mediaServicesReset", "cameraControl", "light", "world", "posters", "wait", "alarm", "headset", "sound",
      "volume",
    ] + FingerGesture.verbs

  static func step(_ json: PlacedJSON) throws -> ScenarioStep {
    let fields = try json.fields(["name", "at", "do", "over", "judge", "photos", "movies", "expect"])
    guard let name = fields["name"] else { throw json.error("the field name is missing") }
    let over = try fields["over"].map(time)
    var actions: [ScenarioAction] = []
    if let things = fields["do"] {
      if case .list = things.value {
        actions = try things.list().map { try action($0, over: over) }
      } else {
        actions = [try action(things, over: over)]
      }
    }
    if let place = fields["over"], !actions.contains(where: \.isTimed) {
      throw place.error("nothing in this step takes time: over belongs to hinge, pose, press, drag and pinch")
    }
    var expect: [DisplayID: DisplayExpectation] = [:]
    var (expectPhoto, expectMovie): (PhotoExpectation?, PhotoExpectation?)
    if let wanted = fields["expect"] {
      for (name, value) in try wanted.fields(DisplayID.allCases.map(\.rawValue) + ["photo", "movie"]) {
        if name == "photo" { expectPhoto = try PhotoExpectation(value) }
        if name == "movie" { expectMovie = try PhotoExpectation(value) }
        if let display = DisplayID(rawValue: name) { expect[display] = try expectation(value) }
      }
    }
    return ScenarioStep(
      try name.text(), at: try fields["at"].map(time), do: actions,
      isJudged: try fields["judge"]?.bool() ?? true, expect: expect,
      photos: try fields["photos"].map { try count($0, of: "photos") }, expectPhoto: expectPhoto,
      movies: try fields["movies"].map { try count($0, of: "movies") }, expectMovie: expectMovie)
  }

  static func time(_ json: PlacedJSON) throws -> PhoneDuration {
    let seconds = try json.quantity(times, example: "250 ms")
    guard seconds.sign == .plus, seconds <= 86400 else {
      throw json.error("a time is between 0 s and one day")
    }
    return .seconds(seconds)
  }

  static func angle(_ json: PlacedJSON) throws -> Double {
    let degrees = try json.quantity([("deg", 1)], example: "90 deg")
    guard degrees.sign == .plus, degrees <= 180 else {
      throw json.error("a hinge angle is between 0 deg and 180 deg")
    }
    return degrees
  }

  static func pose(_ json: PlacedJSON) throws -> String {
    let name = try json.text()
    guard !name.isEmpty else { throw json.error("a pose needs a name") }
    return name
  }

  static func controls(_ json: PlacedJSON) throws -> [String] {
    try json.list().map { value in
      let name = try value.text()
      guard !name.isEmpty else { throw value.error("a control needs a name") }
      return name
    }
  }

  static func expectation(_ json: PlacedJSON) throws -> DisplayExpectation {
    let fields = try json.fields(["lit", "camera", "faces", "upright", "mirrored", "stale"])
    return DisplayExpectation(
      isLit: try fields["lit"]?.bool(), camera: try fields["camera"]?.choice(PictureCamera.self).rawValue,
      faces: try fields["faces"]?.choice(Faces.self).rawValue, upright: try fields["upright"]?.bool(),
      mirrored: try fields["mirrored"]?.bool(), stale: try fields["stale"]?.bool())
  }

  static func action(_ json: PlacedJSON, over: PhoneDuration?) throws -> ScenarioAction {
    if case .text(let verb) = json.value {
      switch verb {
      case "background": return .event(.background)
      case "foreground": return .event(.foreground)
      case "mediaServicesReset": return .event(.mediaServicesReset)
      default:
        throw json.error(
          verbs.contains(verb) ? "\"\(verb)\" needs a value" : "\"\(verb)\" is not something that can happen")
      }
    }
    let fields = try json.fields(verbs + ["over"])
    let own = try fields["over"].map(time)
    guard let (verb, value) = fields.first(where: { $0.key != "over" }),
      fields.count == (own == nil ? 1 : 2)
    else { throw json.error("one thing that happens is needed: \(verbs.joined(separator: ", "))") }
    let result = try action(verb, value, over: own ?? over)
    if let place = fields["over"], !result.isTimed {
      throw place.error(
        "\(verb) takes no time of its own: over belongs to hinge, pose, press, drag and pinch")
    }
    return result
  }

  private static func action(_ verb: String, _ value: PlacedJSON, over: PhoneDuration?) throws
    -> ScenarioAction
  {
    if let gesture = try FingerGesture(verb, value, over: over) { return .touch(gesture) }
    switch verb {
    case "hinge": return .event(.hinge(to: try angle(value), over: over ?? .zero))
    case "pose": return .event(.pose(try pose(value), over: over ?? .zero))
    case "turn":
      let turns = try value.number(-3...3)
      guard let whole = Int(exactly: turns) else { throw value.error("a whole number of quarter turns") }
      return .event(.turn(QuarterTurns(whole)))
    case "moveApp": return .event(.moveApp(try value.choice(DisplayID.self)))
    case "splitView": return .event(.splitView(try value.bool()))
    case "background", "foreground":
      guard try value.bool() else { throw value.error("only true makes sense here") }
      return .event(verb == "background" ? .background : .foreground)
    case "call": return .event(.call(try value.bool()))
    case "overlay": return .event(.overlay(try value.bool()))
    case "otherClient":
      let (camera, takes) = try cameraAnd("takes", value)
      return .event(.otherClient(camera, takes: takes))
    case "thermal": return .event(.thermal(try value.choice(ThermalLevel.self)))
    case "plug":
      let (camera, connected) = try cameraAnd("connected", value)
      return .event(.plug(camera, connected: connected))
    case "withdrawAccessory": return .event(.withdrawAccessory(try value.bool()))
    case "sensitiveContent": return .event(.sensitiveContent(try value.bool()))
    case "mediaServicesReset":
      guard try value.bool() else { throw value.error("only true makes sense here") }
      return .event(.mediaServicesReset)
    case "cameraControl": return .event(.cameraControl(try cameraControl(value)))
    case "light": return .event(.light(try value.number(0...1000)))
    case "world": return .event(.world(try WorldDescription(value, folder: nil)))
    case "posters": return .event(.posters(try value.list().map { try Poster($0) }))
    case "alarm", "headset", "sound", "volume": return .event(.audio(try AudioEvent(verb, value)))
    default: return .wait(try time(value))
    }
  }

  /// A word, or a number: the part of the range that the finger slides.
  private static func cameraControl(_ json: PlacedJSON) throws -> CameraControlGesture {
    if case .text(let word) = json.value {
      let gestures: [CameraControlGesture] = [.lightPress, .doubleLightPress]
      guard let gesture = gestures.first(where: { $0.name == word }) else {
        throw json.error("lightPress, doubleLightPress, or how far the finger slides, -1 to 1")
      }
      return gesture
    }
    return .slide(try json.number(-1...1))
  }

  private static func cameraAnd(_ flag: String, _ json: PlacedJSON) throws -> (CameraID, Bool) {
    let fields = try json.fields(["camera", flag])
    guard let camera = fields["camera"], let value = fields[flag] else {
      throw json.error("both camera and \(flag) are needed")
    }
    return (CameraID(rawValue: try camera.text()), try value.bool())
  }
}

extension ScenarioAction {
  /// Takes the time that `over` says.
  var isTimed: Bool {
    switch self {
    case .event(.hinge), .event(.pose), .touch(.press), .touch(.drag), .touch(.pinch): true
    default: false
    }
  }
}

/// The cameras as a report names them.
public enum PictureCamera: String, Hashable, Codable, Sendable, CaseIterable {
  case outerFront = "outer-front"
  case innerFront = "inner-front"
  case rear
  /// The front camera of a phone with one display.
  case front
}

/// Which way the camera of a picture looks, as its viewer sees it (rule 7).
public enum Faces: String, Hashable, Codable, Sendable, CaseIterable {
  case person, away, aside, black, unread
}
