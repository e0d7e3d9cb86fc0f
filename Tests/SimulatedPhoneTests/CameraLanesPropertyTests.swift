import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

/// Random starts, stops, folds and configurations against a plain re-telling, frame by frame.
@Suite struct CameraLanesPropertyTests {
  struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// One run of one physical camera, told plainly: when it would deliver, until what ended it.
  struct Run {
    var camera: CameraID
    var first: Int
    var period: Int
    /// When it was told to end, and when the next run began to deliver.
    var ended: Int?
    var overtaken: Int?

    /// Frame times in milliseconds up to `end`.
    func frames(until end: Int) -> [Int] {
      let all = stride(from: first, through: end, by: period).filter { $0 < overtaken ?? .max }
      guard let ended else { return all }
      let before = all.filter { $0 <= ended }
      return before.isEmpty ? [] : before + all.filter { $0 > ended }.prefix(2)
    }
  }

  @Test func theVirtualCameraUnderRandomFolds() throws {
    var mismatches: [String] = []
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = Seeded(state: seed)
      let (phone, clock) = try SimulatedPhone.manual()
      let log = Log<String>()
      let rate = [5, 10, 20, 50].randomElement(using: &random)!
      let stream = try phone.open(.virtualFront, at: Double(rate), into: log)
      let period = 1000 / rate
      var runs = [Run(camera: .outerFront, first: 250, period: period)]
      var now = 0
      for _ in 0..<8 {
        now += Int.random(in: 1...600, using: &random)
        clock.advance(to: PhoneTime(seconds: Double(now) / 1000))
        let open = Bool.random(using: &random)
        let camera: CameraID = open ? .innerFront : .outerFront
        phone.send(.pose(open ? "open-landscape" : "closed", over: .zero))
        guard camera != runs[runs.count - 1].camera else { continue }
        runs[runs.count - 1].ended = now
        runs.append(Run(camera: camera, first: now + 250, period: period))
      }
      let end = now + Int.random(in: 1...600, using: &random)
      clock.advance(to: PhoneTime(seconds: Double(end) / 1000))
      stream.stop()
      runs[runs.count - 1].ended = end
      clock.advance(by: .seconds(5))
      // A run that delivers overtakes all before it.
      for index in runs.indices {
        let later = runs[(index + 1)...].filter { !$0.frames(until: end + 5000).isEmpty }
        runs[index].overtaken = later.map(\.first).min()
      }
      let wanted = runs.flatMap { run in run.frames(until: end + 5000).map { ($0, run.camera) } }
        .sorted { $0.0 < $1.0 }.enumerated().map { "\($0.element.0) \($0.element.1) \($0.offset)" }
      if log.entries != wanted { mismatches.append("seed \(seed): \(log.entries)\n not \(wanted)") }
      if !clock.isIdle || phone.state.streaming != [:] { mismatches.append("seed \(seed): not at rest") }
    }
    #expect(mismatches == [])
  }

  /// Whoever streams according to the state is who has an open stream: after every step.
  @Test func theStateAgreesWithTheStreams() throws {
    var mismatches: [String] = []
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = Seeded(state: seed &* 977)
      let (phone, clock) = try SimulatedPhone.manual(pose: "open-landscape")
      var open: [(camera: CameraID, stream: any CameraStream)] = []
      for _ in 0..<40 {
        let camera = PhoneDescription.duo.cameras.randomElement(using: &random)!.id
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let claimed = open.flatMap { PhoneDescription.duo.physicalCameras(of: $0.camera) }
          let needed = PhoneDescription.duo.physicalCameras(of: camera)
          do {
            open.append((camera, try phone.open(camera, into: Log<String>())))
            if needed.contains(where: claimed.contains) { mismatches.append("seed \(seed): \(camera) twice") }
          } catch {
            let isFree = !needed.contains { id in
              claimed.contains(id) || phone.state.takenByOthers.contains(id)
                || phone.state.unplugged.contains(id)
            }
            if isFree, phone.state.isConnected(camera, in: .duo) {
              mismatches.append("seed \(seed): \(camera) refused, \(error)")
            }
          }
        case 2:
          guard let index = open.indices.randomElement(using: &random) else { continue }
          open.remove(at: index).stream.stop()
        case 3:
          phone.send(.pose(Bool.random(using: &random) ? "open-landscape" : "closed", over: .zero))
        case 4: phone.send(.otherClient(camera, takes: Bool.random(using: &random)))
        default: phone.send(.plug(camera, connected: Bool.random(using: &random)))
        }
        clock.advance(by: PhoneDuration(nanoseconds: Int64.random(in: 0...400_000_000, using: &random)))
        let mine = Set(phone.state.streaming.filter { $0.value == .app }.keys)
        // Streams that were cut off are not open any more.
        open.removeAll { entry in
          let wanted: Set<CameraID> =
            entry.camera == .rearDualWide ? [.rearWide, .rearUltraWide] : [entry.stream.activeConstituent]
          return !wanted.isSubset(of: mine)
        }
        let wanted = open.flatMap { entry in
          entry.camera == .rearDualWide ? [.rearWide, .rearUltraWide] : [entry.stream.activeConstituent]
        }
        if mine != Set(wanted) { mismatches.append("seed \(seed): \(mine), not \(wanted)") }
        if mine.contains(where: { phone.state.takenByOthers.contains($0) }) {
          mismatches.append("seed \(seed): the app streams from a camera that is taken")
        }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }
}
