import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// What becomes of a phone whose sessions cost more than it can do for long.
@Suite struct SessionHeatTests {
  private static let timing: TimingDescription = {
    var timing = PhoneDescription.duo.timing
    timing.heatsUp.value = .seconds(60)
    timing.coolsDown.value = .seconds(30)
    return timing
  }()

  private func pass(_ heat: inout SessionHeat, _ seconds: Int, cost: Double) {
    for _ in 0..<seconds {
      heat.pass(.seconds(1), cost: cost, found: heat.level, timing: Self.timing)
    }
  }

  /// Seconds until each level, by what is over 1.
  @Test func theMoreItCostsTheSoonerItIsHot() {
    for (cost, each) in [(2.0, 60), (3, 30), (1.5, 120), (7, 10)] {
      var heat = SessionHeat(level: .nominal)
      var levels: [ThermalLevel] = []
      for _ in 0..<4 {
        pass(&heat, each - 1, cost: cost)
        levels.append(heat.level)
        pass(&heat, 1, cost: cost)
      }
      #expect(levels == [.nominal, .fair, .serious, .critical] && heat.level == .shutdown, "\(cost)")
    }
    for cost in [0, 0.5, 1] {
      var heat = SessionHeat(level: .nominal)
      pass(&heat, 10_000, cost: cost)
      #expect(heat.level == .nominal && heat.isGone)
    }
  }

  /// Against one number that rises and falls, which the level follows a whole level behind, over seeded walks.
  @Test func itIsOneNumberThatRisesAndFalls() {
    var random = HeatRandom(seed: 11)
    var mismatches: [String] = []
    for walk in 0..<50 {
      var heat = SessionHeat(level: .nominal)
      var (plain, level) = (0.0, 0.0)
      for _ in 0..<40 {
        // Sixteenths and thirds of a minute, so that sums are exact enough to compare.
        let cost = [0.0, 1, 1.75, 2, 2.5, 4][Int(random.next() % 6)]
        let seconds = Int(random.next() % 40) + 1
        for _ in 0..<seconds {
          plain += cost > 1 ? (cost - 1) / 60 : -1.0 / 30
          plain = min(max(plain, 0), 4)
          if plain >= level + 1 - 1e-7 { level += 1 }
          if plain <= level - 1 + 1e-7 { level -= 1 }
          heat.pass(.seconds(1), cost: cost, found: heat.level, timing: Self.timing)
        }
        let index = ThermalLevel.allCases.firstIndex(of: heat.level)!
        if Double(index) != level || abs(level + heat.part - plain) > 1e-6 {
          mismatches.append("\(walk): \(heat), not \(plain)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Sun on the phone is none of the sessions' doing, and does not cool with them.
  @Test func aLevelFromElsewhereStays() {
    var heat = SessionHeat(level: .nominal)
    pass(&heat, 70, cost: 2)
    #expect(heat.level == .fair && heat.raised == 1)
    heat.pass(.seconds(1), cost: 0, found: .serious, timing: Self.timing)
    #expect(heat.level == .serious && heat.raised == 0)
    pass(&heat, 1000, cost: 0)
    #expect(heat.level == .serious && heat.isGone)
    pass(&heat, 60, cost: 2)
    #expect(heat.level == .critical)
    pass(&heat, 31, cost: 1)
    #expect(heat.level == .serious)
  }

  @Test func thePhoneSaysHowLongItTakes() {
    let timing = PhoneDescription.duo.timing
    #expect(timing.heatsUp.origin == .assumed && timing.coolsDown.origin == .assumed)
    var quick = timing
    quick.heatsUp.value = .zero
    var heat = SessionHeat(level: .nominal)
    heat.pass(.seconds(1), cost: 1.1, found: .nominal, timing: quick)
    #expect(heat.level == .shutdown)
  }

  // MARK: On a phone

  private struct Bench {
    let phone: SimulatedPhone
    let clock: ManualClock
    /// Tells the devices of the phone.
    let system: CaptureSystem
    let session: AVCaptureMultiCamSession
    let levels = Guarded<[String]>([])
    let tokens: [any NSObjectProtocol]
    let observation: NSKeyValueObservation

    init(unit: Double) throws {
      var description = PhoneDescription.duo
      description.policy.pressureCostUnit.value = unit
      (phone, clock) = try SimulatedPhone.manual(description, pose: "open-landscape")
      let system = CaptureSystem(phone: phone)
      self.system = system
      system.authorization.set(.authorized, for: .video)
      let session = AVCaptureMultiCamSession(on: phone)
      self.session = session
      for camera in [CameraID.rearWide, .outerFront] {
        let input = try AVCaptureDeviceInput(device: system.device(camera)!)
        session.addInput(input)
        let output = AVCaptureVideoDataOutput()
        session.addOutputWithNoConnections(output)
        let port = input.ports.first { $0.mediaType == .video }!
        session.addConnection(AVCaptureConnection(inputPorts: [port], output: output))
      }
      let (clock, levels) = (clock, levels)
      @Sendable func note(_ text: String) {
        levels.withLock { $0.append("\(Int(clock.now.seconds)) \(text)") }
      }
      observation = system.device(.rearWide)!.observe(\.systemPressureState, options: [.new]) { device, _ in
        note(
          "\(device.systemPressureState.level.rawValue.replacing("AVCaptureSystemPressureLevel", with: ""))")
      }
      let names: [(NSNotification.Name, String)] = [
        (AVCaptureSession.wasInterruptedNotification, "interrupted"),
        (AVCaptureSession.interruptionEndedNotification, "goes on"),
      ]
      tokens = names.map { name, word in
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { notice in
          let reason = notice.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
          note(word + (reason.map { " \($0)" } ?? ""))
        }
      }
    }

    /// Waits for what the session does on its queue after each second.
    func run(seconds: Int) {
      for _ in 0..<seconds {
        clock.advance(by: .seconds(1))
        session.engine.queue.sync {}
      }
    }

    func end() {
      session.stopRunning()
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      observation.invalidate()
    }
  }

  /// Level by level to the interruption; and level by level back, until it goes on.
  @Test func aSessionThatCostsTooMuchHeatsThePhone() throws {
    let bench = try Bench(unit: 0.75)
    let cost = Double(bench.session.systemPressureCost)
    try #require(cost > 1 && bench.session.hardwareCost <= 1)
    bench.session.startRunning()
    let began = bench.clock.now.seconds
    let each = 60 / (cost - 1)
    bench.run(seconds: Int(4 * each) + 2)
    let up = bench.levels.withLock { $0 }
    #expect(
      up.map { String($0.drop { $0 != " " }.dropFirst()) } == [
        "Fair", "Serious", "Critical", "Shutdown", "interrupted 5",
      ])
    for (index, line) in up.prefix(4).enumerated() {
      let seconds = Double(line.prefix { $0 != " " })! - began
      #expect(abs(seconds - each * Double(index + 1)) <= 1.5, "\(line)")
    }
    #expect(bench.session.isInterrupted && !bench.session.isRunning && bench.phone.state.thermal == .shutdown)
    bench.levels.withLock { $0 = [] }
    bench.run(seconds: 62)
    #expect(
      bench.levels.withLock { $0 }.map { String($0.drop { $0 != " " }.dropFirst()) } == [
        "Critical", "goes on",
      ])
    #expect(bench.session.isRunning && bench.phone.state.thermal == .critical)
    bench.end()
    bench.run(seconds: 60 * 4)
    #expect(bench.phone.state.thermal == .nominal)
  }

  @Test func aSessionThatCanBeSustainedDoesNot() throws {
    let bench = try Bench(unit: 0.05)
    #expect(bench.session.systemPressureCost <= 1)
    bench.session.startRunning()
    bench.run(seconds: 400)
    #expect(bench.session.isRunning && bench.phone.state.thermal == .nominal)
    #expect(bench.levels.withLock { $0 } == [])
    bench.end()
  }
}

/// Knuth's generator.
private struct HeatRandom {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
