import AVFoundation
import DuoTesting
import Synchronization
import Testing
import UIKit

/// What a camera app of today does with the Camera Control, in an actor of its own.
actor ControlledCapture {
  let session = AVCaptureSession()
  private let delegate = ControlsDelegate()
  private let queue = DispatchQueue(label: "controls")
  private(set) var grain: Float = 0

  func configure() throws {
    guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
      return
    }
    let input = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canAddInput(input) { session.addInput(input) }
    let output = AVCaptureVideoDataOutput()
    if session.canAddOutput(output) { session.addOutput(output) }
    configureControls(for: device)
  }

  private func configureControls(for device: AVCaptureDevice) {
    guard session.supportsControls else { return }
    for control in session.controls { session.removeControl(control) }
    let zoom = AVCaptureSystemZoomSlider(device: device)
    let grain = AVCaptureSlider("Grain", symbolName: "circle.dotted", in: 0...1)
    grain.setActionQueue(queue) { value in
      Task { self.set(grain: value) }
    }
    for control in [zoom, grain] as [AVCaptureControl] where session.canAddControl(control) {
      session.addControl(control)
    }
    session.setControlsDelegate(delegate, queue: queue)
  }

  private func set(grain: Float) { self.grain = grain }

  var isShowingControls: Bool { delegate.isShown.withLock { $0 } }
  var controlCount: Int { session.controls.count }
  var isRunning: Bool { session.isRunning }
  func start() { session.startRunning() }
}

final class ControlsDelegate: NSObject, AVCaptureSessionControlsDelegate, Sendable {
  let isShown = Mutex(false)
  func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {
    isShown.withLock { $0 = true }
  }
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {
    isShown.withLock { $0 = false }
  }
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) {}
}

@Suite(.serialized) struct ControlsTests {
  static var withKey: PhoneDescription {
    var phone = PhoneDescription.duo
    phone.policy.hasCameraControl.value = true
    return phone
  }

  @Test func anAppWithControlsOnAPhoneWithTheKey() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(ControlsTests.withKey) { phone in
        let capture = ControlledCapture()
        try await capture.configure()
        await capture.start()
        try await phone.play(.cameraControl(.lightPress))
        try await phone.play(.cameraControl(.doubleLightPress))
        try await phone.play(.cameraControl(.slide(0.5)))
        try await phone.settle()
        let (isShown, count, grain) = await (capture.isShowingControls, capture.controlCount, capture.grain)
        #expect(isShown && count == 2 && grain == 0.5)
      }
    }
  }

  @Test func theSameAppOnAPhoneWithoutIt() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let capture = ControlledCapture()
        try await capture.configure()
        await capture.start()
        let (count, isRunning) = await (capture.controlCount, capture.isRunning)
        #expect(count == 0 && isRunning)
      }
    }
  }
}
