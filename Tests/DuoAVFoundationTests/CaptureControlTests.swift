import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Controls of a session, on a phone that has a Camera Control.
@Suite(.serialized) struct CaptureControlTests {
  static var withKey: PhoneDescription {
    var phone = PhoneDescription.duo
    phone.policy.hasCameraControl.value = true
    return phone
  }

  final class Delegate: NSObject, AVCaptureSessionControlsDelegate {
    let notes = Notes()
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) { notes.add("active") }
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { notes.add("enter") }
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { notes.add("exit") }
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { notes.add("inactive") }
  }

  let queue = DispatchQueue(label: "controls")

  func settle(_ session: AVCaptureSession) {
    session.engine.queue.sync {}
    queue.sync {}
  }

  @Test func noPhoneWithoutTheKeySupportsThem() throws {
    let session = CaptureBench().session()
    let slider = AVCaptureSlider("Grain", symbolName: "circle", in: 0...1)
    #expect(!session.supportsControls && session.maxControlsCount == 0 && !session.canAddControl(slider))
    #expect(session.controls == [])
  }

  @Test func whatCanBeAdded() {
    let bench = CaptureBench(Self.withKey)
    let (session, other) = (bench.session(), bench.session())
    let controls = (0..<5).map { AVCaptureSlider("\($0)", symbolName: "circle", in: 0...1) }
    #expect(session.supportsControls && session.maxControlsCount == 4)
    for control in controls.prefix(4) {
      #expect(session.canAddControl(control))
      session.addControl(control)
    }
    #expect(!session.canAddControl(controls[0]) && !other.canAddControl(controls[0]))
    #expect(!session.canAddControl(controls[4]) && other.canAddControl(controls[4]))
    session.removeControl(controls[1])
    session.removeControl(controls[4])
    #expect(session.controls.map { $0 === controls[0] } == [true, false, false])
    #expect(session.canAddControl(controls[4]) && other.canAddControl(controls[1]))
  }

  @Test func aSlideReachesTheApp() throws {
    let bench = CaptureBench(Self.withKey)
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    let delegate = Delegate()
    let values = Notes()
    let slider = AVCaptureSlider("Grain", symbolName: "circle", in: 0...10, step: 1)
    slider.setActionQueue(queue) { values.add("slider \($0)") }
    let picker = AVCaptureIndexPicker(
      "Look", symbolName: "square", localizedIndexTitles: ["None", "Warm", "Cold"])
    picker.setActionQueue(queue) { values.add("picker \($0)") }
    session.addControl(slider)
    session.addControl(picker)
    session.setControlsDelegate(delegate, queue: queue)
    #expect(session.controlsDelegate === delegate && session.controlsDelegateCallbackQueue === queue)
    func send(_ gestures: CameraControlGesture...) {
      for gesture in gestures { bench.phone.send(.cameraControl(gesture)) }
      settle(session)
    }
    send(.lightPress)
    #expect(delegate.notes.all == [], "the session does not run")
    session.startRunning()
    settle(session)
    #expect(delegate.notes.all == ["active"])
    send(
      .slide(0.5), .lightPress, .slide(0.32), .slide(0), .doubleLightPress, .slide(0.5), .slide(1), .slide(1))
    #expect(values.all == ["slider 3.0", "picker 1", "picker 2"])
    #expect(slider.value == 3 && picker.selectedIndex == 2)
    picker.isEnabled = false
    settle(session)
    send(.lightPress)
    bench.phone.send(.background)
    settle(session)
    #expect(delegate.notes.all == ["active", "enter", "exit", "enter", "exit", "inactive"])
    bench.phone.send(.foreground)
    settle(session)
    session.setControlsDelegate(nil, queue: nil)
    send(.lightPress)
    #expect(delegate.notes.all.last == "active" && session.controlsDelegate == nil)
  }

  @Test func theSystemsSlidersMoveTheDevice() throws {
    let bench = CaptureBench(Self.withKey)
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    let device = bench.device(.rearWide)
    let delegate = Delegate()
    session.addControl(AVCaptureSystemZoomSlider(device: device) { _ in })
    session.addControl(AVCaptureSystemExposureBiasSlider(device: device))
    session.setControlsDelegate(delegate, queue: queue)
    session.startRunning()
    for gesture in [CameraControlGesture.lightPress, .slide(0.5), .doubleLightPress, .slide(-1)] {
      bench.phone.send(.cameraControl(gesture))
    }
    settle(session)
    #expect(abs(device.videoZoomFactor - device.maxAvailableVideoZoomFactor.squareRoot()) < 1e-9)
    #expect(device.exposureTargetBias == device.minExposureTargetBias)
    bench.phone.send(.cameraControl(.doubleLightPress))
    bench.phone.send(.cameraControl(.slide(-1)))
    settle(session)
    #expect(device.videoZoomFactor == 1)
  }

  @Test func whatControlsSay() {
    let slider = AVCaptureSlider("Grain", symbolName: "circle", values: [3, 1, 2])
    #expect(slider.localizedTitle == "Grain" && slider.symbolName == "circle" && slider.value == 1)
    slider.value = 3
    slider.prominentValues = [2]
    slider.localizedValueFormat = "%.1f"
    slider.accessibilityIdentifier = "grain"
    #expect(slider.value == 3 && slider.prominentValues == [2] && slider.localizedValueFormat == "%.1f")
    #expect(slider.accessibilityIdentifier == "grain" && slider.isEnabled)
    let picker = AVCaptureIndexPicker("Look", symbolName: "square", numberOfIndexes: 3) { "\($0 + 1)" }
    picker.accessibilityIdentifier = "look"
    picker.selectedIndex = 2
    #expect(picker.localizedIndexTitles == ["1", "2", "3"] && picker.numberOfIndexes == 3)
    #expect(picker.selectedIndex == 2 && picker.accessibilityIdentifier == "look")
    #expect(picker.localizedTitle == "Look" && picker.symbolName == "square")
    #expect(AVCaptureIndexPicker("", symbolName: "", numberOfIndexes: 2).localizedIndexTitles == ["", ""])
  }

  typealias Story = @Sendable () throws -> Void

  static func rows() -> [String: Story] {
    [
      "*** -[AVCaptureSession addControl:] Controls are not supported on this device - Use -supportsControls":
        {
          CaptureBench().session().addControl(AVCaptureSlider("", symbolName: "", in: 0...1))
        },
      "*** -[AVCaptureSession addControl:] An AVCaptureControl instance may not be added more than once to a session":
        {
          let session = CaptureBench(withKey).session()
          let control = AVCaptureIndexPicker("", symbolName: "", numberOfIndexes: 2)
          session.addControl(control)
          session.addControl(control)
        },
      "*** -[AVCaptureSession setControlsDelegate:queue:] NULL queue passed": {
        CaptureBench(withKey).session().setControlsDelegate(Delegate(), queue: nil)
      },
      "*** -[AVCaptureSlider init] the range is empty": {
        _ = AVCaptureSlider("", symbolName: "", in: 1...1)
      },
      "*** -[AVCaptureSlider init] the step does not fit the range": {
        _ = AVCaptureSlider("", symbolName: "", in: 0...1, step: 0)
      },
      "*** -[AVCaptureSlider init] there are no values": {
        _ = AVCaptureSlider("", symbolName: "", values: [])
      },
      "*** -[AVCaptureSlider setValue:] 2.0 is not among the values of the slider": {
        AVCaptureSlider("", symbolName: "", in: 0...1).value = 2
      },
      "*** -[AVCaptureIndexPicker init] there is nothing to choose": {
        _ = AVCaptureIndexPicker("", symbolName: "", numberOfIndexes: 0)
      },
      "*** -[AVCaptureIndexPicker setSelectedIndex:] 2 is not below 2": {
        AVCaptureIndexPicker("", symbolName: "", numberOfIndexes: 2).selectedIndex = 2
      },
    ]
  }

  @Test(arguments: rows().keys.sorted()) func whatRaises(_ text: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [text] in
      try CaptureControlTests.rows()[text]!()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("uncaught exception 'NSInvalidArgumentException'") && error.contains(text))
  }
}
