import AVFoundation
import DuoTesting
import Testing
import UIKit

/// The message of the failure that `body` throws; `nil` when it throws none. Its place has to be in this file.
@MainActor
private func failure(_ body: @MainActor () async throws -> Void) async -> String? {
  do { try await body() } catch let error as PhoneTestFailure {
    #expect(
      error.place.filePath.hasSuffix("FailureTests.swift") && error.description.hasSuffix(error.message))
    return error.message
  } catch { return "another error: \(error)" }
  return nil
}

@Suite struct FailureTests {
  @Test func whatAPhoneCannotDo() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.single) { phone in
        let pose = await failure { try await phone.move(to: .tent) }
        #expect(
          pose
            == "The phone 'single' cannot take the pose 'tent'; it can: closed, open-landscape, open-portrait, "
            + "flipped, face-up, face-down, upside-down.")
        let hinge = await failure { try await phone.play(.hinge(to: 90, over: .zero)) }
        #expect(hinge?.hasPrefix("The phone did not take the event hinge(to: 90.0") == true)
        let second = await failure { _ = try SimulatedPhone(.duo) }
        #expect(second?.hasPrefix("This process already has a phone.") == true)
        let start = await failure { _ = try SimulatedPhone(.single, pose: .book) }
        #expect(start?.hasPrefix("The phone 'single' cannot take the pose 'book'") == true)
      }
    }
  }

  @Test func whatCannotBeRead() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let layer = AVCaptureVideoPreviewLayer()
        #expect(
          await failure { _ = try phone.reading(of: layer) }
            == "The preview layer has no size: set its frame.")
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        #expect(
          await failure { _ = try phone.reading(of: layer) }
            == "The preview layer shows nothing: no frame has come to it yet.")
        #expect(
          await failure { _ = try phone.reading(of: layer, on: .inner) }
            == "The inner display is dark; lit: outer.")

        let session = AVCaptureSession()
        let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
        session.addInput(try AVCaptureDeviceInput(device: try #require(camera)))
        layer.session = session
        session.startRunning()
        try await phone.settle()
        let wrong = await failure {
          try phone.reading(of: layer).expect(camera: .innerFront, faces: .person, mirrored: false)
        }
        let start =
          "The preview: camera should be inner-front and is outer-front; mirrored should be false and is true. "
          + "It shows: camera outer-front, faces person, upright true, mirrored true, stale false, through "
        #expect(wrong?.hasPrefix(start) == true)

        try await phone.move(to: .openLandscape)
        try await phone.move(to: .faceDown)
        try await phone.settle()
        let below = await failure { _ = try phone.reading(of: layer) }
        #expect(below == "Nobody looks at the inner display, so that nothing on it can be judged.")
      }
    }
  }

  @Test func aPhoneThatDoesNotRest() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let waving = Task { @MainActor in
          for turn in 1...100 {
            phone.send(.turn(QuarterTurns(turn % 2 == 0 ? 1 : 3)))
            try await Task.sleep(for: .milliseconds(500))
          }
        }
        let restless = await failure { try await phone.settle(limit: .seconds(5)) }
        #expect(restless?.hasPrefix("The phone did not come to rest within 5.0 s of phone time.") == true)
        waving.cancel()
        try await phone.settle()
      }
    }
  }

  @Test func anAppsFailures() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(ButtonAppDelegate.self, scene: ButtonSceneDelegate.self, pose: .book) { app in
        try await app.phone.settle()
        try await app.tap("count")
        #expect(ButtonSceneDelegate.taps == 1)
        #expect(
          await failure { try await app.tap("nothing") }
            == "There is nothing to tap: no visible view with the identifier 'nothing' takes touches.")
        // A session that was never started shows nothing.
        #expect(try app.preview().faces == .black)
        (app.scene?.delegate as? ButtonSceneDelegate)?.preview.removeFromSuperlayer()
        #expect(
          await failure { _ = try app.preview() }
            == "The inner display should show one preview, and shows 0.")
        let findings = try app.reading(of: .inner).findings
        #expect(findings.contains("rule 17: The control \"count\" lies in the region of the fold."))
        #expect(
          await failure { _ = try app.reading(of: .outer) } == "The outer display is dark; lit: inner.")
        #expect(
          await failure { _ = try await app.phone.launch(ButtonAppDelegate.self) }
            == "An app was launched on this phone before; there is one for a process.")
        #expect(app.delegate is ButtonAppDelegate && app.scene?.delegate is ButtonSceneDelegate)
      }
    }
  }

  @Test func aSceneDelegateThatCannotBeFound() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let hidden = await failure {
          _ = try await phone.launch(ButtonAppDelegate.self, scene: SceneDelegates.hidden)
        }
        #expect(
          hidden?.hasSuffix("it has to be a class at the top level of its file, and not private.") == true)
      }
    }
  }

  @Test func anAppWithoutAUsageTextEnds() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await AppTest.run(
        ButtonAppDelegate.self, scene: ButtonSceneDelegate.self, info: [:],
        camera: .notDetermined(answer: true), stopsWith: "NSCameraUsageDescription"
      ) { _ in
        _ = await AVCaptureDevice.requestAccess(for: .video)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSCameraUsageDescription"))
  }

  /// The limit counts the machine's time, and a busy main thread does not stop it.
  @Test func aTestThatHangsIsEnded() async {
    // Known on purpose: that the other process records the failure is what is tested. Without it this test fails.
    await withKnownIssue {
      let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        await PhoneTest.run(limit: 2) { _ in while true {} }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("The test did not end within 2.0 s of the machine's time: does the app hang?"))
    } matching: {
      "\($0)".contains("did not end within 2.0 s")
    }
  }
}
