import DuoAVFoundation
import DuoCoreMedia
import DuoHost
import PhoneHardware
import PhoneModel
import Scenarios
import SimulatedPhone
import Synchronization

/// The process's phone and what a test keeps beside it. One for a process, as its clock is.
final class TestBench: Sendable {
  let phone: SimulatedPhone
  let clock: VirtualClock
  @MainActor private var heldStage: HostStage?
  private let lastDisturbance: Mutex<PhoneTime>
  private let watching = Mutex<(any PhoneObservation)?>(nil)

  private static let only = Mutex<TestBench?>(nil)

  /// The bench of a phone that `SimulatedPhone.init(_:pose:world:camera:)` made.
  static func of(_ phone: SimulatedPhone) -> TestBench {
    guard let bench = only.withLock({ $0 }), bench.phone === phone else {
      fatalError("This phone was not made for a test: make it with SimulatedPhone(.duo).")
    }
    return bench
  }

  init(_ phone: SimulatedPhone, _ clock: VirtualClock) {
    self.phone = phone
    self.clock = clock
    lastDisturbance = Mutex(clock.now)
    let observation = phone.observe { [weak self] change in
      if ScenarioPlayer.disturbs(change) { self?.disturb() }
    }
    watching.withLock { $0 = observation }
    Self.only.withLock { $0 = self }
  }

  /// Composes displays, launches the app, taps.
  @MainActor var stage: HostStage {
    if let heldStage { return heldStage }
    let stage = HostStage(phone: phone, clock: clock, log: phone.log)
    heldStage = stage
    return stage
  }

  func disturb() { lastDisturbance.withLock { $0 = clock.now } }

  /// When the phone will have rested for a second.
  var restedAt: PhoneTime { lastDisturbance.withLock { $0 } + .seconds(1) }
}
