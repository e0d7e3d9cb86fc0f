import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct MicrophoneDeviceTests {
  func found(
    _ bench: SoundBench, _ types: [AVCaptureDevice.DeviceType], _ media: AVMediaType?,
    _ position: AVCaptureDevice.Position = .unspecified
  ) -> [String] {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: types, mediaType: media, position: position, system: bench.system
    ).devices.map(\.camera.id.rawValue)
  }

  @Test func theMicrophoneIsFoundAsSuch() throws {
    let bench = try SoundBench()
    let old = AVCaptureDevice.DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
    #expect(found(bench, [.microphone], .audio) == ["microphone"])
    #expect(found(bench, [old], .audio) == ["microphone"])
    #expect(found(bench, [old, .microphone], nil) == ["microphone"])
    #expect(found(bench, [.microphone], .video) == [])
    #expect(found(bench, [.microphone], .audio, .back) == [])
    #expect(found(bench, [.builtInWideAngleCamera], .audio) == [])
    #expect(found(bench, [.microphone, .builtInDualWideCamera], nil) == ["microphone", "rear-dual-wide"])
    #expect(found(bench, [.builtInDualWideCamera, .microphone], nil) == ["rear-dual-wide", "microphone"])
    #expect(bench.system.device(uniqueID: bench.microphone.uniqueID) === bench.microphone)
  }

  @Test func everyPhoneButOneThatHasNoneHasOne() throws {
    for description in PhoneDescription.builtIn {
      #expect(try SoundBench(description).system.device(.microphone) != nil)
    }
    var deaf = PhoneDescription.duo
    deaf.sound.microphone = nil
    let bench = try SoundBench(deaf)
    #expect(bench.system.device(.microphone) == nil && found(bench, [.microphone], .audio) == [])
    #expect(!bench.audio.session.isInputAvailable)
    #expect(!bench.audio.session.availableCategories.contains(.record))
  }

  @Test func itHearsAndSeesNothing() throws {
    let microphone = try SoundBench().microphone
    #expect(microphone.hasMediaType(.audio) && !microphone.hasMediaType(.video))
    #expect(microphone.position == .unspecified && microphone.deviceType == .microphone)
    #expect(microphone.localizedName == "iPhone Microphone" && microphone.isConnected)
    #expect(!microphone.hasTorch && !microphone.hasFlash && !microphone.isVirtualDevice)
    let modes: [AVCaptureDevice.ExposureMode] = [.locked, .autoExpose, .continuousAutoExposure, .custom]
    #expect(!modes.contains(where: microphone.isExposureModeSupported))
    #expect(!microphone.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance))
    #expect(!microphone.isExposurePointOfInterestSupported && !microphone.isFocusPointOfInterestSupported)
    #expect(!microphone.isFocusModeSupported(.continuousAutoFocus))
    let format = microphone.activeFormat
    #expect(microphone.formats.count == 1 && format === microphone.formats[0])
    #expect(format.mediaType == .audio && format.videoSupportedFrameRateRanges.isEmpty)
    #expect(format.formatDescription.audioStreamBasicDescription?.mSampleRate == 48_000)
    #expect(format.formatDescription.dimensions.width == 0)
  }

  @Test func whatCamerasMeasureIsNothing() throws {
    let microphone = try SoundBench().microphone
    #expect(
      !microphone.activeVideoMinFrameDuration.isValid && !microphone.activeVideoMaxFrameDuration.isValid)
    #expect(
      microphone.exposureDuration == .zero && microphone.iso == 0 && microphone.exposureTargetOffset == 0)
    #expect(!microphone.isLockingWhiteBalanceWithCustomDeviceGainsSupported)
    #expect(microphone.dynamicAspectRatio == nil && microphone.videoZoomFactor == 1)
    try microphone.lockForConfiguration()
    microphone.activeVideoMinFrameDuration = .invalid
    microphone.unlockForConfiguration()
  }

  static let cameraSetters: [String: @Sendable (AVCaptureDevice) -> Void] = [
    "setWhiteBalanceMode:": { $0.whiteBalanceMode = .continuousAutoWhiteBalance },
    "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:": {
      $0.setWhiteBalanceModeLocked(with: AVCaptureDevice.currentWhiteBalanceGains)
    },
    "setExposureMode:": { $0.exposureMode = .locked },
    "setExposurePointOfInterest:": { $0.exposurePointOfInterest = CGPoint(x: 0.5, y: 0.5) },
    "setExposureRectOfInterest:": {
      $0.exposureRectOfInterest = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    },
    "setExposureTargetBias:completionHandler:": { $0.setExposureTargetBias(0) },
    "setActiveMaxExposureDuration:": { $0.activeMaxExposureDuration = .zero },
    "setFocusPointOfInterest:": { $0.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5) },
    "setActiveVideoMinFrameDuration:": { $0.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 1) },
    "setActiveVideoMaxFrameDuration:": { $0.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30) },
  ]

  @Test(arguments: cameraSetters.keys.sorted()) func whatOnlyCamerasHaveRaises(_ setter: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [setter] in
      let microphone = try SoundBench().microphone
      try microphone.lockForConfiguration()
      MicrophoneDeviceTests.cameraSetters[setter]!(microphone)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'") && text.contains("[AVCaptureDevice \(setter)]"))
  }

  @Test func itsNameFollowsTheRoute() throws {
    let bench = try SoundBench()
    try bench.audio.session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    var names = [bench.microphone.localizedName]
    for headset in [Headset.wired, .bluetooth, nil] {
      bench.phone.send(.audio(.headset(headset)))
      names.append(bench.microphone.localizedName)
    }
    #expect(names == ["iPhone Microphone", "Headset Microphone", "AirPods", "iPhone Microphone"])
  }

  @Test func anInputHasOnePortOfSound() throws {
    let bench = try SoundBench()
    let input = try AVCaptureDeviceInput(device: bench.microphone)
    #expect(input.ports.map(\.mediaType) == [.audio])
    #expect(input.ports[0].sourceDeviceType == .microphone && input.ports[0].formatDescription == nil)
    let session = AVCaptureSession(on: bench.phone)
    session.addInput(input)
    #expect(input.ports[0].formatDescription?.mediaType == .audio)
  }

  @Test(arguments: [AVAuthorizationStatus.denied, .restricted])
  func aForbiddenMicrophoneCannotBeOpened(_ status: AVAuthorizationStatus) throws {
    let bench = try SoundBench()
    bench.system.authorization.set(status, for: .audio)
    do {
      _ = try AVCaptureDeviceInput(device: bench.microphone)
      Issue.record("opened")
    } catch let error as AVError {
      #expect(error.code == .applicationIsNotAuthorizedToUseDevice && error.code.rawValue == -11852)
      #expect(error._nsError.userInfo[AVErrorMediaTypeKey] as? String == "soun")
      #expect(error._nsError.userInfo[AVErrorDeviceKey] as? AVCaptureDevice === bench.microphone)
    }
    // Pictures are another permission.
    _ = try AVCaptureDeviceInput(device: bench.system.device(.rearWide)!)
  }

  /// While the person thinks, silence is recorded.
  @Test func undecidedIsSilenceUntilTheAnswer() throws {
    let bench = try SoundBench(allowed: false)
    bench.system.authorization.setUsageTexts([.audio: "to hear"])
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(output)
    session.startRunning()
    bench.advance(2000)
    // The person answers after 800 ms.
    for buffer in listener.buffers {
      let end = (buffer.presentationTimeStamp + buffer.duration).seconds
      let isSilent = Listener.samples(buffer).allSatisfy { $0 == 0 }
      if isSilent != (end < 0.8) { Issue.record("\(end): silent \(isSilent)") }
    }
    #expect(listener.buffers.count > 90)
    #expect(bench.system.authorization.status(for: .audio) == .authorized)
    session.stopRunning()
  }

  @Test func aSecondMicrophoneIsRefused() throws {
    let bench = try SoundBench()
    let session = try bench.session(camera: .rearWide)
    let second = try AVCaptureDeviceInput(device: bench.microphone)
    #expect(!session.canAddInput(second))
    // The presets of the camera do not concern it.
    #expect(session.canSetSessionPreset(.photo) && session.inputs.count == 2)
    session.removeInput(session.inputs[1])
    #expect(session.canAddInput(second))
  }

  @Test func theTraceTellsOfIt() throws {
    let bench = try SoundBench()
    let session = try bench.session(camera: .rearWide, AVCaptureAudioDataOutput())
    session.startRunning()
    bench.advance(100)
    session.removeInput(session.inputs[1])
    let lines = bench.phone.log.lines.filter { $0.contains("microphone") || $0.contains("input-") }
    let kinds = lines.map { line in
      ["input-added", "input-removed", "microphone-start", "microphone-stop", "input-replaced"].first {
        line.contains("\"\($0)\"")
      }! + (line.contains("\"device\":\"microphone\"") ? " microphone" : "")
    }
    #expect(
      kinds == [
        "input-added", "input-added microphone", "microphone-start", "input-removed microphone",
        "microphone-stop",
      ])
  }
}
