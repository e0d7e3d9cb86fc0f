import PhoneModel
import Testing

@Suite struct PhoneRulesTests {
  /// Lit displays and where the app is, as text.
  static func shown(_ state: PhoneState) -> String {
    let lit = DisplayID.allCases.filter(state.litDisplays.contains).map(\.rawValue).joined(separator: "+")
    return "\(lit), app \(state.app.display.rawValue)"
  }

  @Test func litDisplaysByDirectionOfTravel() {
    let rows: [([Double], String)] = [
      ([9], "outer, app outer"), ([10], "outer+inner, app outer"), ([89], "outer+inner, app outer"),
      ([90], "inner, app inner"), ([180], "inner, app inner"), ([180, 71], "inner, app inner"),
      ([180, 70], "outer, app outer"), ([180, 0], "outer, app outer"), ([180, 70, 89], "outer, app outer"),
      ([180, 70, 90], "inner, app inner"), ([60, 0], "outer, app outer"), ([60, 9], "outer, app outer"),
      ([60, 11], "outer+inner, app outer"), ([80, 70], "outer, app outer"),
      ([60, 100, 80], "inner, app inner"),
    ]
    var mismatches: [String] = []
    for (angles, wanted) in rows {
      var state = PhoneState.initial(duo)
      for angle in angles { state = settled(state, .hinge(to: angle, over: .seconds(1))) }
      if Self.shown(state) != wanted { mismatches.append("\(angles): \(Self.shown(state)), not \(wanted)") }
    }
    #expect(mismatches == [])
  }

  @Test func startingMidway() {
    let rows = [
      ("closed", "outer, app outer"), ("tent", "outer, app outer"), ("book", "inner, app inner"),
      ("tabletop-rear-flat", "inner, app inner"), ("flipped", "inner, app inner"),
    ]
    for (pose, wanted) in rows { #expect(Self.shown(.initial(duo, pose: pose)!) == wanted) }
  }

  @Test func movedByThePerson() {
    var state = PhoneState.initial(duo, pose: "flipped")!
    state = after(state, .moveApp(.outer))
    #expect(Self.shown(state) == "outer, app outer" && state.app.wasMovedByPerson)
    // A movement that passes no threshold leaves it there.
    state = settled(state, .hinge(to: 150, over: .seconds(1)))
    #expect(Self.shown(state) == "outer, app outer" && state.app.wasMovedByPerson)
    state = settled(state, .hinge(to: 60, over: .seconds(1)))
    #expect(Self.shown(state) == "outer, app outer" && !state.app.wasMovedByPerson)
    state = settled(state, .hinge(to: 180, over: .seconds(1)))
    #expect(Self.shown(state) == "inner, app inner")
    state = after(after(state, .moveApp(.outer)), .moveApp(.inner))
    #expect(Self.shown(state) == "inner, app inner" && !state.app.wasMovedByPerson)
  }

  @Test func whatCannotHappenIsIgnoredAndSaysWhy() {
    let closed = PhoneState.initial(duo)
    let single = PhoneState.initial(.single)
    let rows: [(PhoneState, PhoneEvent, PhoneDescription, String)] = [
      (closed, .moveApp(.inner), .duo, "the inner display is shut"),
      (closed, .splitView(true), .duo, "Split View needs the inner display"),
      (closed, .hinge(to: 181, over: .zero), .duo, "a hinge angle of 181.0 is not between 0 and 180"),
      (closed, .hinge(to: 90, over: .seconds(-1)), .duo, "a movement cannot take -1.0 s"),
      (closed, .pose("lotus", over: .zero), .duo, "duo cannot take the pose lotus"),
      (closed, .otherClient("telephoto", takes: true), .duo, "duo has no camera telephoto"),
      (closed, .plug("telephoto", connected: false), .duo, "duo has no camera telephoto"),
      (
        after(closed, .plug(.rearWide, connected: false)), .otherClient(.rearDualWide, takes: true), .duo,
        "rear-dual-wide is unplugged"
      ),
      (closed, .light(-1), .duo, "light -1.0 is below 0"),
      (closed, .interfaceTurned(2), .duo, "the outer display does not offer an interface turn of 2"),
      (single, .hinge(to: 90, over: .zero), .single, "single has no hinge"),
      (single, .pose("book", over: .zero), .single, "single cannot take the pose book"),
      (single, .moveApp(.inner), .single, "single has no inner display"),
    ]
    var mismatches: [String] = []
    for (state, event, phone, reason) in rows {
      let got = PhoneRules.next(state, event, at: .zero, in: phone)
      if got != Transition(state, [.ignored(reason)]) || got.refusal != reason {
        mismatches.append("\(event): \(got.effects)")
      }
    }
    #expect(mismatches == [])
  }

  /// What is so already is no contradiction: nothing happens, and nothing is refused.
  @Test func whatIsSoAlreadyChangesNothing() {
    let closed = PhoneState.initial(duo)
    let events: [PhoneEvent] = [
      .moveApp(.outer), .foreground, .splitView(false), .call(false), .overlay(false), .thermal(.nominal),
      .hinge(to: 0, over: .seconds(1)), .plug(.rearWide, connected: true), .withdrawAccessory(false),
      .otherClient(.rearWide, takes: false),
    ]
    let moved = events.filter { PhoneRules.next(closed, $0, at: .zero, in: duo) != Transition(closed) }
    #expect(moved == [])
  }

  /// An app in front is inactive while a call or an overlay lies over it; behind it stays behind.
  @Test func activity() {
    typealias Activity = AppPlacement.Activity
    let rows: [(PhoneEvent, Activity, [PhoneEffect])] = [
      (.call(true), .inactive, [.activityChanged(.inactive)]), (.call(true), .inactive, []),
      (.overlay(true), .inactive, []), (.call(false), .inactive, []), (.foreground, .inactive, []),
      (.overlay(false), .foreground, [.activityChanged(.foreground)]),
      (.overlay(true), .inactive, [.activityChanged(.inactive)]),
      (.background, .background, [.activityChanged(.background)]), (.overlay(false), .background, []),
      (.call(true), .background, []), (.foreground, .inactive, [.activityChanged(.inactive)]),
      (.background, .background, [.activityChanged(.background)]), (.call(false), .background, []),
      (.foreground, .foreground, [.activityChanged(.foreground)]),
    ]
    var state = PhoneState.initial(duo)
    var mismatches: [String] = []
    for (index, (event, wanted, effects)) in rows.enumerated() {
      let step = PhoneRules.next(state, event, at: .zero, in: duo)
      state = step.state
      if state.app.activity != wanted || step.effects != effects {
        mismatches.append("\(index) \(event): \(state.app.activity), \(step.effects)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func splitViewEndsWhenTheAppLeavesTheInnerDisplay() {
    var state = after(PhoneState.initial(duo, pose: "open-landscape")!, .splitView(true))
    #expect(state.app.isInSplitView)
    state = settled(state, .hinge(to: 0, over: .seconds(1)))
    #expect(!state.app.isInSplitView)
  }

  /// Unfolded without turning the phone, the interface goes from portrait to landscape right, as on the device.
  @Test func theInterfaceArrivesUpright() {
    var state = PhoneState.initial(duo)
    #expect(InterfaceOrientation(interfaceTurn: state.app.interfaceTurn) == .portrait)
    state = settled(state, .hinge(to: 180, over: .seconds(1)))
    #expect(InterfaceOrientation(interfaceTurn: state.app.interfaceTurn) == .landscapeRight)
    var names: [InterfaceOrientation] = []
    for _ in 0...3 {
      names.append(InterfaceRotation.upright(on: .inner, PlacedPhone(state, at: .zero, in: duo))!)
      state = after(state, .turn(1))
    }
    #expect(names == [.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown])
    names = []
    state = .initial(duo)
    for _ in 0...3 {
      names.append(InterfaceRotation.upright(on: .outer, PlacedPhone(state, at: .zero, in: duo))!)
      state = after(state, .turn(1))
    }
    #expect(names == [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight])
  }

  @Test func theInterfaceFollowsWhatItMay() {
    let all = Set(InterfaceOrientation.allCases)
    func followed(_ turn: Int, _ supported: Set<InterfaceOrientation>, _ current: InterfaceOrientation?)
      -> InterfaceOrientation?
    {
      InterfaceRotation.orientation(
        on: .outer, PlacedPhone(held(0, .outer, turn: turn), at: .zero, in: duo), supported: supported,
        current: current)
    }
    #expect(followed(1, all, .portrait) == .landscapeLeft)
    #expect(followed(2, all, .landscapeLeft) == .landscapeLeft, "the outer display offers no upside down")
    #expect(followed(1, [.portrait], .portrait) == .portrait)
    #expect(followed(0, [.landscapeRight, .landscapeLeft], nil) == .landscapeRight)
    #expect(
      followed(0, [.portraitUpsideDown], nil) == .portrait, "an app that allows nothing the display offers")
    let lying = PlacedPhone(PhoneState.initial(duo, pose: "face-up")!, at: .zero, in: duo)
    #expect(InterfaceRotation.upright(on: .inner, lying) == nil)
    #expect(
      InterfaceRotation.orientation(on: .inner, lying, supported: all, current: .landscapeLeft)
        == .landscapeLeft)
  }

  /// Turning keeps the eyes before the display, and four quarter turns are none.
  @Test func turning() {
    var state = PhoneState.initial(duo)
    let start = state.placement
    for _ in 0...3 {
      state = after(state, .turn(1))
      let phone = PlacedPhone(state, at: .zero, in: duo)
      let display = phone.display(.outer)!
      #expect(display.normal.angle(to: state.placement.holderEyes - display.middle) < 1e-5)
    }
    #expect((state.placement.position - start.position).length < 1e-9)
    #expect(state.placement.attitude == start.attitude)
  }

  @Test func camerasOfOtherClients() {
    var state = after(PhoneState.initial(duo), .cameraStarted(.outerFront, .app))
    var step = PhoneRules.next(state, .otherClient(.virtualFront, takes: true), at: .zero, in: duo)
    #expect(step.effects == [.cameraLost(.outerFront, .taken)])
    #expect(step.state.takenByOthers == [.outerFront, .innerFront])
    #expect(step.state.streaming == [.outerFront: .other, .innerFront: .other])
    step = PhoneRules.next(step.state, .otherClient(.virtualFront, takes: false), at: .zero, in: duo)
    #expect(step.effects == [.cameraReturned(.outerFront), .cameraReturned(.innerFront)])
    #expect(step.state.streaming == [:])
    state = step.state
    step = PhoneRules.next(state, .plug(.outerFront, connected: false), at: .zero, in: duo)
    #expect(!step.state.isConnected(.virtualFront, in: duo) && step.state.isConnected(.innerFront, in: duo))
    step = PhoneRules.next(step.state, .plug(.outerFront, connected: true), at: .zero, in: duo)
    #expect(step.state.isConnected(.virtualFront, in: duo) && step.effects == [.cameraReturned(.outerFront)])
  }

  @Test func theVirtualFrontCameraFollowsTheDisplay() {
    func active(_ state: PhoneState) -> CameraID {
      VirtualCamera.activeConstituent(of: .virtualFront, state, in: duo)
    }
    #expect(active(.initial(duo)) == .outerFront)
    #expect(active(.initial(duo, pose: "book")!) == .innerFront)
    let flipped = PhoneState.initial(duo, pose: "flipped")!
    #expect(active(flipped) == .innerFront)
    #expect(active(after(flipped, .moveApp(.outer))) == .outerFront)
    #expect(active(settled(flipped, .hinge(to: 80, over: .seconds(1)))) == .innerFront)
    let zooms = [1.0, 1.9, 2, 10].map {
      VirtualCamera.activeConstituent(of: .rearDualWide, zoom: $0, .initial(duo), in: duo)
    }
    #expect(zooms == [.rearUltraWide, .rearUltraWide, .rearWide, .rearWide])
  }

  @Test func accessory() {
    var state = PhoneState.initial(duo, pose: "open-landscape")!
    state.isCapturing = true
    func isAvailable(_ state: PhoneState, in phone: PhoneDescription = duo) -> Bool {
      Accessory.isAvailable(state, at: .zero, in: phone)
    }
    #expect(isAvailable(state))
    let ends: [PhoneEvent] = [
      .capturing(false), .background, .splitView(true), .withdrawAccessory(true), .moveApp(.outer),
      .call(true), .overlay(true),
    ]
    #expect(ends.filter { isAvailable(after(state, $0)) } == [])
    state = settled(state, .hinge(to: 120, over: .zero))
    #expect(!isAvailable(state))
    var phone = duo
    phone.policy.accessoryWhilePartlyOpen.value = true
    #expect(isAvailable(state, in: phone))
    var single = PhoneState.initial(.single)
    single.isCapturing = true
    #expect(!isAvailable(single, in: .single))
  }

  @Test func interruptions() {
    let open = PhoneState.initial(duo, pose: "open-landscape")!
    func reasons(_ events: [PhoneEvent], _ session: SessionFacts) -> [Int] {
      Interruption.reasons(for: session, events.reduce(open) { after($0, $1) }, in: duo).map(\.rawValue)
    }
    let front = SessionFacts(cameras: [.virtualFront])
    let rear = SessionFacts(cameras: [.rearDualWide], usesMicrophone: true)
    let multitasking = SessionFacts(cameras: [.virtualFront], hasMultitaskingCameraAccess: true)
    let rows: [([PhoneEvent], SessionFacts, [Int])] = [
      ([], front, []), ([.background], front, [1]), ([.call(true)], front, []), ([.call(true)], rear, [2]),
      ([.overlay(true)], front, []), ([.overlay(true)], rear, []), ([.call(true), .call(false)], rear, []),
      ([.audio(.alarm(true))], front, []), ([.audio(.alarm(true))], rear, [2]),
      ([.audio(.alarm(true)), .audio(.alarm(false))], rear, []),
      ([.audio(.alarm(true)), .call(true), .audio(.alarm(false))], rear, [2]),
      ([.audio(.headset(.wired)), .audio(.sound(.silence))], rear, []),
      ([.otherClient(.innerFront, takes: true)], front, [3]),
      ([.otherClient(.outerFront, takes: true)], front, []),
      ([.otherClient(.rearWide, takes: true)], rear, [3]), ([.splitView(true)], front, [4]),
      ([.splitView(true)], multitasking, []), ([.thermal(.critical)], front, []),
      ([.thermal(.shutdown)], front, [5]), ([.background, .thermal(.shutdown)], front, [1, 5]),
      ([.sensitiveContent(true)], front, [6]),
      ([.sensitiveContent(true), .sensitiveContent(false)], front, []),
      ([.sensitiveContent(true)], SessionFacts(cameras: [], usesMicrophone: true), []),
      ([.background, .foreground], front, []), ([.background], SessionFacts(cameras: []), []),
    ]
    var mismatches: [String] = []
    for (events, session, wanted) in rows {
      let got = reasons(events, session)
      if got != wanted { mismatches.append("\(events): \(got), not \(wanted)") }
    }
    #expect(mismatches == [])
  }

  @Test func covered() {
    func covered(_ hinge: Double) -> Bool {
      PlacedPhone(Body(duo, hinge: hinge), at: PhoneState.initial(duo).placement).isCovered(.innerFront)
    }
    #expect([0.0, 5, 20, 90, 180].map(covered) == [true, true, false, false, false])
  }
}
