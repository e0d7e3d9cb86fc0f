import DuoFoundation
import PhoneHardware
import PhoneModel

/// How much hotter the app's sessions have made the phone, as a value.
struct SessionHeat: Equatable, Sendable {
  /// The phone's level now.
  private(set) var level: ThermalLevel
  /// Levels that came from sessions, and how far it is to the next one up (1) or down (-1). A level that was just reached
  /// has both before it, so that a phone does not go to and fro between two.
  private(set) var raised = 0
  private(set) var part = 0.0

  init(level: ThermalLevel) { self.level = level }

  /// Nothing of it is left.
  var isGone: Bool { raised == 0 && part == 0 }

  /// Time passes.
  /// - Parameters:
  ///   - cost: The `systemPressureCost` of the sessions that run; 0: none does.
  ///   - found: The phone's level. Another one than before came from elsewhere, and what sessions brought about is
  ///     forgotten (assumed).
  mutating func pass(_ time: PhoneDuration, cost: Double, found: ThermalLevel, timing: TimingDescription) {
    if found != level { self = SessionHeat(level: found) }
    // A phone of no heat capacity goes a level each millisecond.
    func levels(in whole: PhoneDuration) -> Double { time.seconds / max(whole.seconds, 0.001) }
    part += cost > 1 ? (cost - 1) * levels(in: timing.heatsUp.value) : -levels(in: timing.coolsDown.value)
    let all = ThermalLevel.allCases
    // Sums of many parts of a level miss it by a little.
    while part >= 1 - 1e-9, let index = all.firstIndex(of: level), index + 1 < all.count {
      (level, raised, part) = (all[index + 1], raised + 1, max(part - 1, 0))
    }
    while part <= -1 + 1e-9, raised > 0, let index = all.firstIndex(of: level), index > 0 {
      (level, raised, part) = (all[index - 1], raised - 1, min(part + 1, 0))
    }
    if raised == 0 { part = max(part, 0) }
    if level == all.last { part = min(part, 0) }
  }
}

/// Heats a phone while sessions run that cost more than it can do for long, and lets it cool. Looks once a second of phone
/// time, and only while there is something to see.
final class HeatWatch: Sendable {
  private struct State: Sendable {
    var heat: SessionHeat
    var sessions: [ObjectIdentifier: WeakReference<SessionEngine>] = [:]
    var isLooking = false
  }

  private static let every = PhoneDuration.seconds(1)
  private static let watches = Guarded<[ObjectIdentifier: WeakReference<HeatWatch>]>([:])

  private let phone: any PhoneHardware
  private let state: Guarded<State>

  private init(_ phone: any PhoneHardware) {
    self.phone = phone
    state = Guarded(State(heat: SessionHeat(level: phone.state.thermal)))
  }

  /// The watch of a phone; kept by the sessions that it watches, and by what is still to cool.
  static func of(_ phone: any PhoneHardware) -> HeatWatch {
    watches.withLock { watches in
      if let watch = watches[ObjectIdentifier(phone)]?.object, watch.phone === phone { return watch }
      let made = HeatWatch(phone)
      watches[ObjectIdentifier(phone)] = WeakReference(made)
      return made
    }
  }

  func set(_ session: SessionEngine, isRunning: Bool) {
    let begins = state.withLock { state -> Bool in
      state.sessions[ObjectIdentifier(session)] = isRunning ? WeakReference(session) : nil
      guard isRunning, !state.isLooking else { return false }
      state.isLooking = true
      return true
    }
    if begins { plan() }
  }

  private func plan() {
    phone.clock.schedule(after: Self.every) { [self] in look() }
  }

  private func look() {
    let sessions = state.withLock { $0.sessions.values.compactMap(\.object) }
    let cost = sessions.reduce(0) { $0 + Double($1.systemPressureCost) }
    let (found, timing) = (phone.state.thermal, phone.description.timing)
    let (level, goesOn) = state.withLock { state in
      state.heat.pass(Self.every, cost: cost, found: found, timing: timing)
      state.isLooking = !state.heat.isGone || !sessions.isEmpty
      return (state.heat.level, state.isLooking)
    }
    if level != found { phone.send(.thermal(level)) }
    if goesOn { plan() }
  }
}
