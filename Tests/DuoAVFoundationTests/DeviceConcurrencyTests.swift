import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceConcurrencyTests {
  @Test func everyThreadGetsTheSameObject() throws {
    let bench = DeviceBench()
    let ids = bench.phone.description.cameras.map(\.id)
    let seen = Mutex<[CameraID: Set<ObjectIdentifier>]>([:])
    DispatchQueue.concurrentPerform(iterations: 200) { turn in
      let id = ids[turn % ids.count]
      guard let device = bench.system.device(id) else { return }
      let objects = [device] + device.constituentDevices
      seen.withLock { seen in
        for object in objects { seen[object.camera.id, default: []].insert(ObjectIdentifier(object)) }
      }
    }
    let counts = seen.withLock { $0.mapValues(\.count) }
    #expect(counts == Dictionary(uniqueKeysWithValues: ids.map { ($0, 1) }))
  }

  /// Setters from many threads: nothing is torn, every announced change is one, and the last value is
  /// somebody's.
  @Test func settersMayRace() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    let shared = Handed(device)
    let wrong = DeviceRecord()
    let announced = Mutex(0)
    let observation = device.observe(\.videoZoomFactor, options: [.old, .new]) { _, change in
      announced.withLock { $0 += 1 }
      if change.oldValue == change.newValue { wrong.add("no change") }
    }
    let sessions = (0..<8).map { _ in NSObject() }
    let owners = Handed(sessions)
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      let device = shared.value
      device.sessionDidAttach(owners.value[worker]) { _ in nil }
      for turn in 0..<100 {
        do {
          try device.lockForConfiguration()
        } catch {
          wrong.add("\(error)")
          continue
        }
        device.videoZoomFactor = CGFloat(1 + (worker * 100 + turn) % 16)
        device.activeFormat = device.formats[turn % 2]
        device.exposureMode = turn % 3 == 0 ? .locked : .continuousAutoExposure
        let stream = device.streamConfiguration
        if stream.width != 1920 || ![1080, 1920].contains(stream.height) { wrong.add("\(stream)") }
        device.unlockForConfiguration()
      }
      device.sessionDidDetach(owners.value[worker])
    }
    observation.invalidate()
    #expect(wrong.all == [])
    #expect(announced.withLock { $0 } > 100)
    #expect(!device.isAttachedToSession)
    #expect((1...16).contains(device.videoZoomFactor))
    // The one lock that the test holds is still there.
    device.unlockForConfiguration()
    #expect(device.current.locks == 0)
  }

  @Test func plugsMayRaceWithSearches() throws {
    let bench = DeviceBench()
    let search = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .back, system: bench.system)
    let shared = Handed(search)
    let wrong = DeviceRecord()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for turn in 0..<50 {
        if worker == 0 {
          bench.phone.send(.plug(.rearWide, connected: turn % 2 == 1))
        } else {
          let found = shared.value.devices
          if found.count > 1 || found.contains(where: { $0.camera.id != .rearWide }) { wrong.add("\(found)") }
        }
      }
    }
    #expect(wrong.all == [])
    #expect(search.devices.count == 1)
    #expect(search.devices.first?.isConnected == true)
  }

  @Test func thePersonIsAskedOnceByManyThreads() {
    let phone = DeviceTestPhone()
    let authorization = CaptureAuthorization(
      clock: phone.clock, answerDelay: phone.description.timing.permissionAnswer.value)
    authorization.setUsageTexts([.video: "To see you"])
    let decisions = DeviceRecord()
    authorization.observe { decisions.add("\($0.rawValue) \($1)") }
    let answers = DeviceRecord()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.concurrentPerform(iterations: 20) { _ in
      authorization.request(.video) {
        answers.add("\($0)")
        done.signal()
      }
    }
    phone.testClock.advance(by: .seconds(5))
    for _ in 0..<20 { done.wait() }
    #expect(decisions.all == ["vide authorized"])
    #expect(answers.all == Array(repeating: "true", count: 20))
  }

  /// Nothing keeps a phone's devices once the phone and their last user are gone.
  @Test func devicesGoWithTheirPhone() throws {
    weak var device: AVCaptureDevice?
    weak var dual: AVCaptureDevice?
    weak var input: AVCaptureDeviceInput?
    weak var system: CaptureSystem?
    weak var phone: DeviceTestPhone?
    func use() throws {
      let bench = DeviceBench()
      let wide = try bench.locked(.rearWide)
      wide.focusMode = .autoFocus
      wide.ramp(toVideoZoomFactor: 4, withRate: 1)
      let made = try AVCaptureDeviceInput(device: wide)
      wide.sessionDidAttach(made) { _ in nil }
      (device, dual, input, system, phone) = (
        wide, try bench.device(.rearDualWide), made, bench.system, bench.phone
      )
      #expect(dual != nil && input?.ports.count == 2)
    }
    try use()
    #expect(input == nil)
    #expect(system == nil)
    #expect(device == nil)
    #expect(dual == nil)
    #expect(phone == nil)
  }

  /// Each answers what its handler would get, in the order of the calls.
  @Test func theAsyncSpellingsAnswerTheTimeOfTheFirstPicture() async throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    device.sessionDidAttach(bench.system) { _ in nil }
    let ticker = Task {
      while !Task.isCancelled { bench.phone.testClock.advance(by: .milliseconds(1)); await Task.yield() }
    }
    defer { ticker.cancel() }
    let focus = await device.setFocusModeLocked(lensPosition: 0.25)
    let exposure = await device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: 100)
    let bias = await device.setExposureTargetBias(2)
    let white = await device.setWhiteBalanceModeLocked(
      with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
    #expect(device.lensPosition == 0.25 && device.iso == 100 && device.exposureTargetBias == 2)
    #expect(device.deviceWhiteBalanceGains == .init(redGain: 2, greenGain: 1, blueGain: 1.5))
    // One frame after its call at least, and each call after the answer to the one before.
    let times = [CMTime.zero, focus, exposure, bias, white].map(\.seconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1.0 / 30 - 1e-6 })
  }

  @Test func theAsyncSpellingOfTheAspectRatioAnswersTheSameTime() async throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    device.activeFormat = device.formats[1]
    device.sessionDidAttach(bench.system) { _ in PhoneTime(seconds: 2) }
    let shared = Handed(device)
    let waiting = Task { try await shared.value.setDynamicAspectRatio(.ratio3x4) }
    while device.dynamicAspectRatio != .ratio3x4 { await Task.yield() }
    // The handler is entered after the ratio is visible, so the clock is moved until the answer is there.
    let ticker = Task {
      while !Task.isCancelled { bench.phone.testClock.advance(by: .seconds(3)); await Task.yield() }
    }
    let time = try await waiting.value
    ticker.cancel()
    #expect(time == CMTime(value: 2, timescale: 1))
    #expect(device.dynamicDimensions.width == 1440)
  }
}
