import Foundation
import PhoneModel

/// The JSON shapes of scenario values, both ways.

extension Scenario {
  /// As in a file.
  public var json: JSONValue {
    var fields: [String: JSONValue] = [
      "schema": .text(Self.schema), "name": .text(name), "intent": .text(intent.rawValue),
      "steps": .list(steps.map(\.json)),
    ]
    if let about { fields["about"] = .text(about) }
    if let phone { fields["phone"] = .text(phone) }
    if let world { fields["world"] = world.json }
    if let start { fields["start"] = .text(start) }
    if let camera { fields["camera"] = .text(camera.rawValue) }
    if let microphone { fields["microphone"] = .text(microphone.rawValue) }
    if let photoLibrary { fields["photoLibrary"] = .text(photoLibrary.rawValue) }
    if !controls.isEmpty { fields["controls"] = .list(controls.map { .text($0) }) }
    return .object(fields)
  }
}

extension ScenarioStep {
  var json: JSONValue {
    var fields: [String: JSONValue] = ["name": .text(name)]
    if let at { fields["at"] = at.json }
    if actions.count == 1 {
      fields["do"] = actions[0].json
    } else if !actions.isEmpty {
      fields["do"] = .list(actions.map(\.json))
    }
    if !isJudged { fields["judge"] = .bool(false) }
    var wanted = Dictionary(uniqueKeysWithValues: expect.map { ($0.key.rawValue, $0.value.json) })
    if let expectPhoto { wanted["photo"] = expectPhoto.json }
    if let expectMovie { wanted["movie"] = expectMovie.json }
    if !wanted.isEmpty { fields["expect"] = .object(wanted) }
    if let photos { fields["photos"] = .number(Double(photos)) }
    if let movies { fields["movies"] = .number(Double(movies)) }
    return .object(fields)
  }
}

extension DisplayExpectation {
  var json: JSONValue {
    var fields: [String: JSONValue] = [:]
    if let isLit { fields["lit"] = .bool(isLit) }
    if let camera { fields["camera"] = .text(camera) }
    if let faces { fields["faces"] = .text(faces) }
    if let upright { fields["upright"] = .bool(upright) }
    if let mirrored { fields["mirrored"] = .bool(mirrored) }
    if let stale { fields["stale"] = .bool(stale) }
    return .object(fields)
  }
}

extension ScenarioAction {
  var json: JSONValue {
    switch self {
    case .wait(let time): return .object(["wait": time.json])
    case .touch(let gesture): return gesture.json
    case .event(let event):
      switch event {
      case .hinge(let angle, let over): return timed("hinge", .text("\(digits(angle)) deg"), over)
      case .pose(let name, let over): return timed("pose", .text(name), over)
      case .turn(let turns): return .object(["turn": .number(Double(turns.count))])
      case .moveApp(let display): return .object(["moveApp": .text(display.rawValue)])
      case .splitView(let on): return .object(["splitView": .bool(on)])
      case .background: return .text("background")
      case .foreground: return .text("foreground")
      case .call(let on): return .object(["call": .bool(on)])
      case .overlay(let on): return .object(["overlay": .bool(on)])
      case .otherClient(let camera, let takes):
        return .object(["otherClient": .object(["camera": .text(camera.rawValue), "takes": .bool(takes)])])
      case .thermal(let level): return .object(["thermal": .text(level.rawValue)])
      case .plug(let camera, let connected):
        return .object(["plug": .object(["camera": .text(camera.rawValue), "connected": .bool(connected)])])
      case .withdrawAccessory(let on): return .object(["withdrawAccessory": .bool(on)])
      case .sensitiveContent(let on): return .object(["sensitiveContent": .bool(on)])
      case .mediaServicesReset: return .text("mediaServicesReset")
      case .cameraControl(.slide(let part)): return .object(["cameraControl": .number(part)])
      case .cameraControl(let gesture): return .object(["cameraControl": .text(gesture.name)])
      case .light(let value): return .object(["light": .number(value)])
      case .world(let world): return .object(["world": world.json])
      case .posters(let posters): return .object(["posters": .list(posters.map(\.json))])
      case .audio(let event): return event.json
      case .cameraStarted, .cameraStopped, .capturing, .interfaceTurned, .accessoryShown:
        preconditionFailure("the phone sends \(event) itself; a scenario cannot")
      }
    }
  }

  private func timed(_ verb: String, _ value: JSONValue, _ over: PhoneDuration) -> JSONValue {
    var fields = [verb: value]
    if over != .zero { fields["over"] = over.json }
    return .object(fields)
  }
}

extension TapTarget {
  var json: JSONValue {
    switch place {
    case .identifier(let name):
      return ifPresent
        ? .object(["identifier": .text(name), "ifPresent": .bool(true)]) : .text(name)
    case .point(let x, let y, let display):
      var fields: [String: JSONValue] = [
        "x": .number(x), "y": .number(y), "display": .text(display.rawValue),
      ]
      if ifPresent { fields["ifPresent"] = .bool(true) }
      return .object(fields)
    }
  }
}

extension PhoneDuration {
  var json: JSONValue {
    if nanoseconds % 1_000_000_000 != 0, nanoseconds % 1_000_000 == 0 {
      return .text("\(nanoseconds / 1_000_000) ms")
    }
    return .text("\(digits(seconds)) s")
  }
}

extension WorldDescription {
  var json: JSONValue {
    switch self {
    case .room: return .text("room")
    case .panorama(let path): return .object(["panorama": .text(path)])
    case .picture(let path): return .object(["picture": .text(path)])
    case .movie(let movie): return movie.json
    case .colour(let red, let green, let blue):
      let hex = [red, green, blue].map { value in
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }
      return .text("#" + hex.joined())
    }
  }

  /// "room", "#rrggbb", {"panorama": path}, {"picture": path}, {"movie": path, "shape": …, "playing": …}, or a path whose
  /// file decides (`init(argument:)`).
  init(_ json: PlacedJSON, folder: String?) throws {
    if case .text(let text) = json.value {
      do { self = try WorldDescription(argument: Self.complete(text, folder)) } catch let problem
        as ScenarioError
      {
        throw json.error(problem.place.isEmpty ? problem.what : "\(problem.place): \(problem.what)")
      }
      return
    }
    var fields = try json.fields(["panorama", "picture", "movie", "shape", "playing"])
    let (shape, playing) = (fields.removeValue(forKey: "shape"), fields.removeValue(forKey: "playing"))
    guard fields.count == 1, let (kind, path) = fields.first else {
      throw json.error("one of panorama, picture and movie is needed")
    }
    if let extra = shape ?? playing, kind != "movie" { throw extra.error("only a movie has this") }
    let whole = Self.complete(try path.text(), folder)
    switch kind {
    case "panorama": self = .panorama(path: whole)
    case "picture": self = .picture(path: whole)
    default:
      self = .movie(
        MovieWorld(
          path: whole, shape: try shape?.choice(MovieWorld.Shape.self),
          playing: try playing?.choice(MovieWorld.Playing.self) ?? .loop))
    }
  }

  func completed(folder: String) -> WorldDescription {
    switch self {
    case .panorama(let path): .panorama(path: Self.complete(path, folder))
    case .picture(let path): .picture(path: Self.complete(path, folder))
    case .movie(var movie):
      {
        movie.path = Self.complete(movie.path, folder)
        return .movie(movie)
      }()
    case .room, .colour: self
    }
  }

  private static func complete(_ path: String, _ folder: String?) -> String {
    guard let folder, path != "room", !path.hasPrefix("#"), !path.hasPrefix("/") else { return path }
    return URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder + "/")).path
  }

  /// A world as the command line names it: `room`, `#rrggbb`, or the path of a JPEG, a PNG or a movie, which is seen as
  /// 360 degrees when it is twice as wide as high, and flat otherwise; movies loop. Throws `ScenarioError`.
  public init(argument: String) throws {
    if argument == "room" {
      self = .room
      return
    }
    if argument.hasPrefix("#") {
      let digits = argument.dropFirst()
      guard digits.count == 6, let value = Int(digits, radix: 16), digits.allSatisfy(\.isHexDigit) else {
        throw ScenarioError(file: "world", place: "", what: "\(argument) is not a colour such as #336699")
      }
      self = .colour(red: value >> 16, green: value >> 8 & 255, blue: value & 255)
      return
    }
    if try MovieFile.size(path: argument) != nil {
      self = .movie(MovieWorld(path: argument))
      return
    }
    let size = try PictureSize(path: argument)
    self = size.width == size.height * 2 ? .panorama(path: argument) : .picture(path: argument)
  }

  /// Looks at the picture file, if there is one. Throws `ScenarioError` when it cannot be a picture.
  public func check() throws {
    switch self {
    case .room, .colour: break
    case .picture(let path): _ = try PictureSize(path: path)
    case .movie(let movie): try MovieFile.check(movie)
    case .panorama(let path):
      let size = try PictureSize(path: path)
      guard size.width == size.height * 2 else {
        throw ScenarioError(
          file: path, place: "",
          what: "a 360-degree picture is twice as wide as high, and this is \(size.width) x \(size.height)")
      }
    }
  }
}
