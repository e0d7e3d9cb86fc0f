import AVFoundation
import DuoTesting
import Foundation
import Synchronization
import Testing

private final class Times: Sendable {
  let all = Mutex<[Double]>([])
}

private func everyQuarterSecond(_ body: @escaping @Sendable () -> Void) -> Timer {
  .scheduledTimer(withTimeInterval: 0.25, repeats: true) { _ in body() }
}

/// Phone time passes while a test waits, and only then.
@Suite struct PhoneRunningTests {
  @Test func timeStandsStillBetweenWaits() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { try await PhoneRunningTests.timeStandsStillBetweenWaitsStory($0) }
    }
  }

  @MainActor static func timeStandsStillBetweenWaitsStory(_ phone: SimulatedPhone) async throws {
    #expect(phone.now == .zero)
    let fired = Times()
    let timer = everyQuarterSecond { fired.all.withLock { $0.append(phone.now.seconds) } }
    // Work takes no phone time.
    var sum = 0
    for number in 0..<3_000_000 { sum &+= number }
    #expect(sum != 0 && phone.now == .zero)
    await phone.run(for: .seconds(1))
    #expect(phone.now == PhoneTime(seconds: 1))
    #expect(fired.all.withLock { $0 } == [0.25, 0.5, 0.75, 1])
    timer.invalidate()
    await phone.run(until: PhoneTime.zero + .seconds(3600))
    #expect(phone.now - PhoneTime.zero == PhoneDuration.seconds(3600) && fired.all.withLock { $0.count } == 4)
  }

  @Test func sleepsAndBlockingCallsTakePhoneTime() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { try await PhoneRunningTests.sleepsAndBlockingCallsTakePhoneTimeStory($0) }
    }
  }

  @MainActor static func sleepsAndBlockingCallsTakePhoneTimeStory(_ phone: SimulatedPhone) async throws {
    try await Task.sleep(for: .seconds(90))
    #expect(phone.now == PhoneTime(seconds: 90))
    usleep(2_000_000)
    #expect(abs(phone.now.seconds - 92) < 0.001)

    let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
    let session = AVCaptureSession()
    session.addInput(try AVCaptureDeviceInput(device: try #require(camera)))
    let before = phone.now
    session.startRunning()
    let blocked = phone.now - before
    #expect(session.isRunning && blocked == PhoneDuration.milliseconds(250))
  }

  @Test func eventsTakeTheirTime() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        try await phone.play(.hinge(to: 90, over: .seconds(2)), .call(true), .call(false))
        #expect(phone.now == PhoneTime(seconds: 2) && phone.state.hinge.angle(at: phone.now) == 90)
        let mark = phone.now
        try await phone.move(to: .closed, over: .milliseconds(500))
        try await phone.settle()
        #expect(phone.now - mark >= PhoneDuration.milliseconds(1500) && phone.state.app.display == .outer)
        let found = try phone.expectTrace(
          .record("event", ["event": "pose"], within: .zero), .record("app-moved", ["to": "outer"]),
          since: mark)
        #expect(found.count == 2 && found[1].time > mark)
        try phone.expectNoTrace("violation")
      }
    }
  }

  @Test func theAnswerToAQuestionIsAnEvent() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(camera: .notDetermined(answer: false)) { phone in
        AVCaptureDevice.requestAccess(for: .video) { _ in }
        try await phone.settle()
        #expect(phone.now == PhoneTime(seconds: 1.8))
        try phone.expectTrace(.record("permission", ["media": "video", "status": "denied"]))
      }
    }
  }

  @Test func aHandlerOnAQueueIsWaitedFor() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let done = Times()
        DispatchQueue(label: "work").async {
          for _ in 0..<1_000_000 where phone.now < .zero { return }
          done.all.withLock { $0.append(phone.now.seconds) }
        }
        await phone.run(for: .zero)
        #expect(done.all.withLock { $0 } == [0] && phone.now == .zero)
      }
    }
  }
}
