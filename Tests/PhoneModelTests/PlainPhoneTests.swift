import PhoneModel
import Testing

/// Long random stories on the folding phone, told by the rules and by `PlainPhone`.
@Suite struct PlainPhoneTests {
  struct Told {
    var state = PhoneState.initial(duo)
    var time = PhoneTime.zero
    var last: HingeKeyframe?
    var heard: [String] = []

    mutating func run(to later: PhoneTime) {
      while let keyframe = state.nextKeyframe(after: last, in: duo), keyframe.time <= later {
        let transition = PhoneRules.pass(keyframe, state, in: duo)
        state = transition.state
        last = keyframe
        heard += transition.effects.compactMap(Self.word)
      }
      time = later
    }

    /// False if the event was ignored.
    mutating func send(_ event: PhoneEvent) -> Bool {
      let before = state
      let transition = PhoneRules.next(state, event, at: time, in: duo)
      state = transition.state
      if state.hinge != before.hinge { last = nil }
      heard += transition.effects.compactMap(Self.word)
      let isIgnored = transition.effects.contains { if case .ignored = $0 { true } else { false } }
      if isIgnored, state != before { heard.append("ignored, yet changed") }
      return !isIgnored
    }

    /// What the plain telling hears of, too.
    static func word(_ effect: PhoneEffect) -> String? {
      switch effect {
      case .displayLit(let display): "\(display) lit"
      case .displayDark(let display): "\(display) dark"
      case .appMoved(_, let to): to == .inner ? "app inside" : "app outside"
      case .activityChanged(let activity): activity.rawValue
      case .cameraLost(let camera, let loss): "lost \(camera) \(loss)"
      case .cameraReturned(let camera): "back \(camera)"
      case .worldChanged: "world"
      case .mediaServicesReset: "reset"
      case .accessoryShown(let isOn): isOn ? "accessory on" : "accessory off"
      default: nil
      }
    }
  }

  static func event(_ random: inout Seeded) -> PhoneEvent {
    let camera =
      ([.rearWide, .rearUltraWide, .rearDualWide, .outerFront, .innerFront, .virtualFront, "telephoto"]
      as [CameraID])
      .randomElement(using: &random)!
    let physical = ([.rearWide, .outerFront, .innerFront] as [CameraID]).randomElement(using: &random)!
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 16: return .hinge(to: isOn ? 180 : 170.37, over: .milliseconds(isOn ? 0 : 300))
    case 17...18: return .accessoryShown(Int.random(in: 0..<4, using: &random) > 0)
    case 0...4:
      // Odd hundredths, so that no threshold is met exactly by one telling and missed by the other.
      let angle = Double(Int.random(in: -2...182, using: &random)) + 0.37
      let length = [0, 300, 700, 1900].randomElement(using: &random)!
      return .hinge(to: angle, over: .milliseconds(Double(length)))
    case 5: return .moveApp(isOn ? .inner : .outer)
    case 6: return .splitView(isOn)
    case 7: return isOn ? .background : .foreground
    case 8: return Bool.random(using: &random) ? .call(isOn) : .overlay(isOn)
    case 9: return .thermal(ThermalLevel.allCases.randomElement(using: &random)!)
    case 10: return .withdrawAccessory(isOn)
    case 15: return isOn ? .mediaServicesReset : .sensitiveContent(Bool.random(using: &random))
    case 11: return .light([-1, 0, 0.5, 2, .infinity].randomElement(using: &random)!)
    case 12: return .plug(camera, connected: isOn)
    case 13: return .otherClient(camera, takes: isOn)
    case 14: return isOn ? .cameraStarted(physical, .app) : .cameraStopped(physical)
    default: return .capturing(isOn)
    }
  }

  static let start: [PhoneEvent] = [.hinge(to: 180, over: .zero), .capturing(true), .accessoryShown(true)]

  static func differences(_ told: Told, _ plain: PlainPhone) -> [String] {
    let state = told.state
    var found: [String] = []
    func same<Value: Equatable>(_ name: String, _ a: Value, _ b: Value) {
      if a != b { found.append("\(name): \(a), plainly \(b)") }
    }
    let angle = state.hinge.angle(at: told.time)
    if abs(angle - plain.angle) > 1e-6 { found.append("angle: \(angle), plainly \(plain.angle)") }
    same("outer", state.litDisplays.contains(.outer), plain.outerIsLit)
    same("inner", state.litDisplays.contains(.inner), plain.innerIsLit)
    same("inside", state.app.display == .inner, plain.appIsInside)
    same("split", state.app.isInSplitView, plain.isInSplitView)
    same("moved", state.app.wasMovedByPerson, plain.wasMovedByPerson)
    same("activity", state.app.activity.rawValue, plain.activity)
    same("call", state.isInCall, plain.isInCall)
    same("overlay", state.isOverlayShown, plain.isUnderOverlay)
    same("withdrawn", state.isAccessoryWithdrawn, plain.isWithdrawn)
    same("capturing", state.isCapturing, plain.isCapturing)
    same("accessory", state.isAccessoryShown, plain.hasAccessory)
    same("sensitive", state.isContentSensitive, plain.isSensitive)
    same("thermal", state.thermal, plain.thermal)
    same("light", state.light, plain.light)
    same("unplugged", state.unplugged, plain.unplugged)
    same("taken", state.takenByOthers, plain.taken)
    same("streams", state.streaming, plain.streams)
    same("heard", told.heard, plain.heard)
    for (camera, parts) in PlainPhone.parts {
      let isThere = !plain.unplugged.contains(camera) && parts.allSatisfy { !plain.unplugged.contains($0) }
      same("connected \(camera)", state.isConnected(camera, in: duo), isThere)
    }
    return found
  }

  @Test func longStoriesAreToldAlike() {
    var problems: [String] = []
    var (moves, accessories) = (0, 0)
    for seed in 1...30 {
      var random = Seeded(state: UInt64(seed) &* 7919)
      var (told, plain) = (Told(), PlainPhone())
      var log: [String] = []
      for _ in 0..<40 where problems.isEmpty {
        let later = told.time + .milliseconds(Double([0, 130, 1100].randomElement(using: &random)!))
        told.run(to: later)
        plain.run(to: later.seconds)
        // Every other story begins with an accessory.
        let event = seed % 2 == 0 && log.count < 3 ? Self.start[log.count] : Self.event(&random)
        log.append("\(event)")
        let (happened, plainly) = (told.send(event), plain.send(event))
        // A movement of no duration passes its thresholds at once.
        told.run(to: told.time)
        if happened != plainly { problems.append("happened: \(happened)") }
        problems += Self.differences(told, plain)
        accessories += told.heard.filter { $0 == "accessory on" }.count
        moves += told.heard.filter { $0.hasPrefix("app") }.count
        (told.heard, plain.heard) = ([], [])
        if !problems.isEmpty { problems.append("seed \(seed) after \(log.suffix(6))") }
      }
    }
    #expect(problems == [])
    #expect(moves > 30)
    #expect(accessories > 5)
  }
}
