import PhoneModel

/// What fingers do on a display. Every one of them takes phone time.
public enum FingerGesture: Hashable, Codable, Sendable {
  /// Down and up again; how long that takes, the phone's description says (`timing.tap`).
  case tap(TapTarget)
  /// Down for this long.
  case press(TapTarget, over: PhoneDuration)
  /// Down on one place, to another one, and up.
  case drag(from: TapTarget, to: DragEnd, over: PhoneDuration)
  /// Two fingers beside each other, that go so many times as far apart; less than 1: together.
  case pinch(TapTarget, scale: Double, over: PhoneDuration)

  /// Where a dragged finger comes up.
  public enum DragEnd: Hashable, Codable, Sendable {
    /// On the display that the finger went down on.
    case place(TapTarget.Place)
    /// So many points to the right and down.
    case by(x: Double, y: Double)
  }

  /// How long gestures take that do not say it.
  package static let usualPress = PhoneDuration.seconds(1)
  package static let usualDrag = PhoneDuration.milliseconds(300)
  package static let usualPinch = PhoneDuration.milliseconds(500)

  /// What must be there.
  public var target: TapTarget {
    switch self {
    case .tap(let target), .press(let target, _), .drag(let target, _, _), .pinch(let target, _, _): target
    }
  }

  /// Zero for a tap, whose duration is the phone's.
  public var duration: PhoneDuration {
    switch self {
    case .tap: .zero
    case .press(_, let over), .drag(_, _, let over), .pinch(_, _, let over): over
    }
  }
}

extension ScenarioAction {
  public static func tap(_ target: TapTarget) -> ScenarioAction { .touch(.tap(target)) }
}

extension FingerGesture {
  static let verbs = ["tap", "press", "drag", "pinch"]

  /// Nil for another verb than those of fingers.
  /// - Parameter over: Nil where the scenario says none.
  init?(_ verb: String, _ value: PlacedJSON, over: PhoneDuration?) throws {
    switch verb {
    case "tap": self = .tap(try TapTarget(value))
    case "press": self = .press(try TapTarget(value), over: over ?? Self.usualPress)
    case "drag":
      let fields = try value.fields(["from", "to", "by"])
      guard let from = fields["from"], fields.count == 2 else {
        throw value.error("from, and to or by, are needed")
      }
      self = .drag(
        from: try TapTarget(from), to: try fields["to"].map(Self.end) ?? Self.way(fields["by"] ?? value),
        over: over ?? Self.usualDrag)
    case "pinch":
      let fields = try value.fields(["at", "scale"])
      guard let place = fields["at"], let scale = fields["scale"] else {
        throw value.error("both at and scale are needed")
      }
      self = .pinch(try TapTarget(place), scale: try scale.number(0.05...20), over: over ?? Self.usualPinch)
    default: return nil
    }
  }

  private static func end(_ json: PlacedJSON) throws -> DragEnd {
    if case .text(let identifier) = json.value { return .place(.identifier(identifier)) }
    let fields = try json.fields(["x", "y", "display"])
    guard let x = fields["x"], let y = fields["y"], let display = fields["display"] else {
      throw json.error("an identifier, or x, y and display are needed")
    }
    return .place(try .point(x, y, display))
  }

  private static func way(_ json: PlacedJSON) throws -> DragEnd {
    let fields = try json.fields(["x", "y"])
    guard let x = fields["x"], let y = fields["y"] else { throw json.error("both x and y are needed") }
    return .by(x: try x.number(-10000...10000), y: try y.number(-10000...10000))
  }

  var json: JSONValue {
    switch self {
    case .tap(let target): return .object(["tap": target.json])
    case .press(let target, let over): return .object(["press": target.json, "over": over.json])
    case .drag(let from, let to, let over):
      var fields = ["from": from.json]
      switch to {
      case .place(let place): fields["to"] = TapTarget(place).json
      case .by(let x, let y): fields["by"] = .object(["x": .number(x), "y": .number(y)])
      }
      return .object(["drag": .object(fields), "over": over.json])
    case .pinch(let target, let scale, let over):
      return .object([
        "pinch": .object(["at": target.json, "scale": .number(scale)]), "over": over.json,
      ])
    }
  }

  /// Which displays it names.
  var displays: [DisplayID] {
    var places = [target.place]
    if case .drag(_, .place(let end), _) = self { places.append(end) }
    return places.compactMap { if case .point(_, _, let display) = $0 { display } else { nil } }
  }
}

extension TapTarget.Place {
  static func point(_ x: PlacedJSON, _ y: PlacedJSON, _ display: PlacedJSON) throws -> Self {
    .point(
      x: try x.number(0...10000), y: try y.number(0...10000), display: try display.choice(DisplayID.self))
  }
}

extension TapTarget {
  init(_ json: PlacedJSON) throws {
    if case .text(let identifier) = json.value {
      self.init(.identifier(identifier))
      return
    }
    let fields = try json.fields(["identifier", "x", "y", "display", "ifPresent"])
    let ifPresent = try fields["ifPresent"]?.bool() ?? false
    if let identifier = fields["identifier"] {
      guard fields["x"] == nil, fields["y"] == nil, fields["display"] == nil else {
        throw json.error("either an identifier or a point")
      }
      self.init(.identifier(try identifier.text()), ifPresent: ifPresent)
      return
    }
    guard let x = fields["x"], let y = fields["y"], let display = fields["display"] else {
      throw json.error("an identifier, or x, y and display are needed")
    }
    self.init(try .point(x, y, display), ifPresent: ifPresent)
  }
}
