import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct AuthorizationTests {
  private static func authorization(_ phone: DeviceTestPhone) -> CaptureAuthorization {
    let authorization = CaptureAuthorization(
      clock: phone.clock, answerDelay: phone.description.timing.permissionAnswer.value)
    authorization.setUsageTexts([.video: "To see you", .audio: "To hear you"])
    return authorization
  }

  @Test func thePersonIsAskedOnceAndAnswersAfterAMoment() {
    let phone = DeviceTestPhone()
    let authorization = Self.authorization(phone)
    let record = DeviceRecord()
    let done = DispatchSemaphore(value: 0)
    authorization.observe { record.add("decided \($0.rawValue) \($1)") }
    func ask(_ name: String, _ mediaType: AVMediaType = .video) {
      authorization.request(mediaType) {
        record.add("\(name) \($0)")
        done.signal()
      }
    }
    #expect(authorization.status(for: .video) == .notDetermined)
    ask("first")
    ask("second")
    phone.testClock.advance(by: .milliseconds(799))
    #expect(record.all == [])
    #expect(authorization.status(for: .video) == .notDetermined)
    phone.testClock.advance(by: .milliseconds(1))
    for _ in 0..<2 { done.wait() }
    #expect(record.take() == ["decided vide authorized", "first true", "second true"])
    #expect(authorization.status(for: .video) == .authorized)
    #expect(authorization.status(for: .audio) == .notDetermined)

    // The answer is kept: no question, no delay.
    authorization.setAnswer(false, for: .video, after: .zero)
    ask("later")
    done.wait()
    #expect(record.take() == ["later true"])

    authorization.setAnswer(false, for: .audio, after: .seconds(2))
    ask("sound", .audio)
    phone.testClock.advance(by: .seconds(2))
    done.wait()
    #expect(record.take() == ["decided soun denied", "sound false"])
    #expect(authorization.status(for: .audio) == .denied)
  }

  /// However many threads ask while the person answers: one question, one decision, one answer for each.
  @Test func manyAskAtOnce() {
    for round in 0..<50 {
      let phone = DeviceTestPhone()
      let authorization = Self.authorization(phone)
      let (decisions, answers) = (DeviceRecord(), DeviceRecord())
      authorization.observe { _, _ in decisions.add("decided") }
      let done = DispatchGroup()
      for _ in 0..<20 { done.enter() }
      DispatchQueue.concurrentPerform(iterations: 21) { index in
        // One of them lets the time pass.
        if index == round % 21 { return phone.testClock.advance(by: .milliseconds(800)) }
        authorization.request(.video) {
          answers.add("\($0)")
          done.leave()
        }
      }
      phone.testClock.advance(by: .seconds(10))
      done.wait()
      #expect(answers.all == Array(repeating: "true", count: 20) && decisions.all == ["decided"])
    }
  }

  /// How long the person thinks is a value of the phone.
  @Test func theAnswerTakesAsLongAsTheDescriptionSays() {
    var description = PhoneDescription.deviceTest
    description.timing.permissionAnswer.value = .seconds(3)
    let phone = DeviceTestPhone(description)
    let authorization = CaptureSystem(phone: phone).authorization
    authorization.setUsageTexts([.video: "To see you"])
    let record = DeviceRecord()
    let done = DispatchSemaphore(value: 0)
    authorization.request(.video) {
      record.add("\($0)")
      done.signal()
    }
    phone.testClock.advance(by: .milliseconds(2999))
    #expect(record.all == [] && authorization.status(for: .video) == .notDetermined)
    phone.testClock.advance(by: .milliseconds(1))
    done.wait()
    #expect(record.take() == ["true"])
  }

  @Test func theHostCanDecide() {
    let phone = DeviceTestPhone()
    let authorization = Self.authorization(phone)
    var mismatches: [String] = []
    let done = DispatchSemaphore(value: 0)
    let record = DeviceRecord()
    for (status, answer) in [
      (AVAuthorizationStatus.denied, false), (.restricted, false), (.authorized, true),
    ] {
      authorization.set(status, for: .video)
      authorization.request(.video) {
        record.add("\($0)")
        done.signal()
      }
      done.wait()
      if authorization.status(for: .video) != status || record.take() != ["\(answer)"] {
        mismatches.append("\(status)")
      }
    }
    #expect(mismatches == [])
  }

  @Test(arguments: ["video", "audio", "input", "bundle"])
  func aMissingUsageTextEndsTheApp(_ what: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [what] in
      let phone = DeviceTestPhone()
      CurrentPhone.start(phone)
      let system = CaptureSystem.current
      if what != "bundle" { system.authorization.setUsageTexts([:]) }
      // Asking for the status is harmless.
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
      switch what {
      case "audio": AVCaptureDevice.requestAccess(for: .audio) { _ in }
      case "input": _ = try AVCaptureDeviceInput(device: #require(system.device(.rearWide)))
      default: AVCaptureDevice.requestAccess(for: .video) { _ in }
      }
    }
    let key = what == "audio" ? "NSMicrophoneUsageDescription" : "NSCameraUsageDescription"
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The app's Info.plist must contain an \(key) key"))
  }

  @Test func bothSpellingsOfTheRequestWork() async {
    await #expect(processExitsWith: .success) {
      let phone = DeviceTestPhone()
      CurrentPhone.start(phone)
      CaptureSystem.current.authorization.setUsageTexts([.video: "To see you"])
      async let first = AVCaptureDevice.requestAccess(for: .video)
      let second = await withCheckedContinuation { continuation in
        AVCaptureDevice.requestAccess(for: .video) { continuation.resume(returning: $0) }
        phone.testClock.advance(by: .seconds(1))
      }
      // The other question may have been put after the answer, or before it; both get the same answer.
      phone.testClock.advance(by: .seconds(1))
      let answers = [await first, second]
      #expect(answers == [true, true])
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
    }
  }
}
