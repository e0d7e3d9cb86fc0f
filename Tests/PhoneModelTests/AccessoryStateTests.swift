import PhoneModel
import Testing

/// An accessory on the outer display: when it is there, and what goes with it.
@Suite struct AccessoryStateTests {
  /// Everything that counts for an accessory, as plain values.
  struct Facts {
    var angle: Double
    var isInside: Bool
    var activity: AppPlacement.Activity
    var isSplit, isCapturing, isWithdrawn, allowsPartly: Bool

    /// The rule in plain words: all of these.
    var mayShow: Bool {
      if angle < 170 && !(allowsPartly && angle > 5) { return false }
      return isInside && activity == .foreground && !isSplit && isCapturing && !isWithdrawn
    }

    var phone: PhoneDescription {
      var phone = duo
      phone.policy.accessoryWhilePartlyOpen.value = allowsPartly
      return phone
    }

    var state: PhoneState {
      var state = PhoneState.initial(duo, pose: isInside ? "open-landscape" : "closed")!
      state.hinge = HingeMotion(resting: angle)
      state.facingAngle = angle
      state.app.activity = activity
      state.isInCall = activity == .inactive
      state.app.isInSplitView = isSplit && isInside
      state.isCapturing = isCapturing
      state.isAccessoryWithdrawn = isWithdrawn
      return state
    }

    static var all: [Facts] {
      let flags = [false, true]
      var all: [Facts] = []
      for angle in [0.0, 5, 5.1, 90, 169.9, 170, 180] {
        for activity in [AppPlacement.Activity.foreground, .inactive, .background] {
          for bits in 0..<32 {
            func flag(_ bit: Int) -> Bool { flags[bits >> bit & 1] }
            if flag(1), !flag(0) { continue }
            all.append(
              Facts(
                angle: angle, isInside: flag(0), activity: activity, isSplit: flag(1), isCapturing: flag(2),
                isWithdrawn: flag(3), allowsPartly: flag(4)))
          }
        }
      }
      return all
    }
  }

  static let events: [PhoneEvent] = [
    .hinge(to: 0, over: .zero), .hinge(to: 120, over: .zero), .hinge(to: 180, over: .zero),
    .hinge(to: 0, over: .seconds(1)), .pose("closed", over: .zero), .pose("flipped", over: .zero), .turn(1),
    .moveApp(.outer), .moveApp(.inner), .splitView(true), .splitView(false), .background, .foreground,
    .call(true), .call(false), .overlay(true), .overlay(false), .otherClient(.rearWide, takes: true),
    .thermal(.shutdown), .withdrawAccessory(true), .withdrawAccessory(false), .light(0.5), .capturing(true),
    .capturing(false), .interfaceTurned(1), .accessoryShown(true), .accessoryShown(false),
  ]

  /// The state after an event, with what falls due at once.
  static func after(_ state: PhoneState, _ event: PhoneEvent, in phone: PhoneDescription) -> PhoneState {
    var state = PhoneRules.next(state, event, at: .zero, in: phone).state
    var last: HingeKeyframe?
    while let keyframe = state.nextKeyframe(after: last, in: phone), keyframe.time <= .zero {
      state = PhoneRules.pass(keyframe, state, in: phone).state
      last = keyframe
    }
    return state
  }

  @Test func everyStateAndEvent() {
    var problems: [String] = []
    var (shown, ended) = (0, 0)
    for facts in Facts.all {
      let (bare, phone) = (facts.state, facts.phone)
      let asked = PhoneRules.next(bare, .accessoryShown(true), at: .zero, in: phone)
      if (asked.refusal == nil) != facts.mayShow { problems.append("\(facts): \(asked.effects)") }
      guard facts.mayShow else { continue }
      shown += 1
      let with = asked.state
      var wanted = bare
      wanted.isAccessoryShown = true
      wanted.litDisplays.insert(.outer)
      if with != wanted { problems.append("\(facts): showing changed more than it should") }
      for event in Self.events {
        let (plain, now) = (Self.after(bare, event, in: phone), Self.after(with, event, in: phone))
        var same = now
        same.isAccessoryShown = plain.isAccessoryShown
        same.litDisplays = plain.litDisplays
        let isThere =
          event == .accessoryShown(true)
          || (event != .accessoryShown(false) && Accessory.isAvailable(plain, at: .zero, in: phone))
        if same != plain { problems.append("\(facts), \(event): the accessory changed another fact") }
        if now.isAccessoryShown != isThere { problems.append("\(facts), \(event): \(now.isAccessoryShown)") }
        let lit = isThere ? plain.litDisplays.union([.outer]) : plain.litDisplays
        if now.litDisplays != lit { problems.append("\(facts), \(event): lit \(now.litDisplays)") }
        ended += isThere ? 0 : 1
      }
    }
    #expect(problems.prefix(5) == [])
    #expect(shown > 5 && ended > 50)
  }

  static func showing() -> PhoneState {
    var state = PhoneState.initial(duo, pose: "open-landscape")!
    state.isCapturing = true
    return PhoneModelTests.after(state, .accessoryShown(true))
  }

  @Test func litWithItAndDarkWithIt() {
    let shown = Self.showing()
    #expect(shown.litDisplays == [.inner, .outer] && shown.app.display == .inner)
    func effects(_ event: PhoneEvent) -> [PhoneEffect] {
      PhoneRules.next(shown, event, at: .zero, in: duo).effects
    }
    #expect(effects(.accessoryShown(false)) == [.accessoryShown(false), .displayDark(.outer)])
    #expect(effects(.accessoryShown(true)) == [])
    #expect(
      effects(.background)
        == [.activityChanged(.background), .accessoryShown(false), .displayDark(.outer)])
    #expect(
      effects(.moveApp(.outer))
        == [.displayDark(.inner), .appMoved(from: .inner, to: .outer), .accessoryShown(false)])
  }

  /// Closing: dark when the hinge leaves "fully open", lit again when the app comes to it.
  @Test func theHingeTakesIt() {
    var state = PhoneModelTests.after(Self.showing(), .hinge(to: 0, over: .seconds(1)))
    #expect(state.isAccessoryShown && state.litDisplays == [.inner, .outer])
    var told: [String] = []
    var last: HingeKeyframe?
    while let keyframe = state.nextKeyframe(after: last, in: duo) {
      let step = PhoneRules.pass(keyframe, state, in: duo)
      (state, last) = (step.state, keyframe)
      let outer = step.effects.filter {
        [.accessoryShown(false), .displayDark(.outer), .displayLit(.outer)].contains($0)
      }
      if !outer.isEmpty { told.append("\(keyframe.angle): \(outer.count)") }
    }
    #expect(told == ["170.0: 2", "70.0: 1"])
    let open = settled(state, .hinge(to: 180, over: .seconds(1)))
    #expect(open.app.display == .inner && !open.isAccessoryShown && open.litDisplays == [.inner])
  }

  @Test func refusals() {
    var open = PhoneState.initial(duo, pose: "open-landscape")!
    var rows: [(PhoneState, PhoneDescription, String)] = [
      (open, duo, "no capture session of the app runs")
    ]
    open.isCapturing = true
    let events: [(PhoneEvent, String)] = [
      (.splitView(true), "another app shares the inner display"), (.call(true), "the app is not in front"),
      (.background, "the app is not in front"), (.moveApp(.outer), "the app is not on the inner display"),
      (.withdrawAccessory(true), "the system has withdrawn it"),
      (.hinge(to: 160, over: .zero), "the phone is not open"),
    ]
    rows += events.map { (PhoneModelTests.after(open, $0.0), duo, $0.1) }
    rows += [PhoneDescription.single, .singleSquare, .noCamera].map {
      (.initial($0), $0, "\($0.name) has no second display")
    }
    var mismatches: [String] = []
    for (state, phone, reason) in rows {
      let got = PhoneRules.next(state, .accessoryShown(true), at: .zero, in: phone)
      if got != Transition(state, [.ignored("no accessory can be shown: \(reason)")]) {
        mismatches.append("\(reason): \(got.effects)")
      }
    }
    #expect(mismatches == [])
  }

  /// Off where none is shown is no contradiction.
  @Test func takingAwayNothing() {
    let closed = PhoneState.initial(duo)
    #expect(PhoneRules.next(closed, .accessoryShown(false), at: .zero, in: duo) == Transition(closed))
  }
}
