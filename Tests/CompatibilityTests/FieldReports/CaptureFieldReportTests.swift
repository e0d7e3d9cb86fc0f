import AVFoundation
import DuoTesting
import Synchronization
import Testing

private func wide(_ position: AVCaptureDevice.Position) throws -> AVCaptureDevice {
  try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position))
}

/// Counts what becomes of requests for photos.
private final class PhotoFates: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
  private let all = Mutex<[String]>([])
  var fates: [String] { all.withLock { $0 } }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {}

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    let code = (error as? AVError)?.code
    all.withLock { $0.append(code.map { "\($0.rawValue)" } ?? "photo") }
  }
}

/// Does on its own queue what belongs to the main actor, or hands it over.
private final class FrameTaker: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let handsOver: Bool

  init(handsOver: Bool) { self.handsOver = handsOver }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if handsOver { Task { @MainActor in } } else { MainActor.assumeIsolated {} }
  }
}

/// How real camera apps went wrong with photos, permission and queues.
@Suite(.serialized) struct CaptureFieldReportTests {
  /// R134: while the session is interrupted nothing is captured and the app hears why; afterwards photos come again.
  @Test func noPhotoDuringAnInterruption() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let output = AVCapturePhotoOutput()
        let session = try session(try wide(.back))
        session.addOutput(output)
        session.startRunning()
        let fates = PhotoFates()
        for isSplit in [true, false] {
          try await phone.play(.splitView(isSplit))
          try await phone.settle()
          #expect(session.isInterrupted == isSplit)
          output.capturePhoto(with: AVCapturePhotoSettings(), delegate: fates)
          try await phone.settle()
        }
        #expect(fates.fates == ["\(AVError.Code.sessionWasInterrupted.rawValue)", "photo"])
      }
    }
  }

  /// R142: a copy of settings has a number of its own. R143: a codec or a pixel format is fine alone. R145: what a camera can do
  /// is asked again after an exchange. R146: sizes of photos are those of the format of now.
  @Test func settingsThatAreFine() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let output = AVCapturePhotoOutput()
        let (rear, front) = (try wide(.back), try wide(.front))
        let session = try session(rear)
        session.addOutput(output)
        session.startRunning()
        try await phone.settle()
        let fates = PhotoFates()
        let first = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let second = AVCapturePhotoSettings(from: first)
        #expect(second.uniqueID != first.uniqueID)
        let pixels = AVCapturePhotoSettings(
          format: [kCVPixelBufferPixelFormatTypeKey as String: output.availablePhotoPixelFormatTypes[0]])
        for settings in [first, second, pixels] {
          output.capturePhoto(with: settings, delegate: fates)
          try await phone.settle()
        }
        #expect(fates.fates == ["photo", "photo", "photo"])

        #expect(rear.hasFlash && output.supportedFlashModes.contains(.on))
        session.beginConfiguration()
        session.removeInput(session.inputs[0])
        session.addInput(try AVCaptureDeviceInput(device: front))
        session.commitConfiguration()
        #expect(!front.hasFlash && output.supportedFlashModes == [.off])

        for dimensions in front.activeFormat.supportedMaxPhotoDimensions {
          output.maxPhotoDimensions = dimensions
          #expect(output.maxPhotoDimensions.width == dimensions.width)
        }
      }
    }
  }

  /// The same settings as they end the app.
  @Test(arguments: ["R142", "R143", "R145", "R146"])
  func settingsThatRaise(_ report: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [report] in
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { phone in
        let output = AVCapturePhotoOutput()
        let device = try wide(report == "R145" ? .front : .back)
        let session = try session(device)
        session.addOutput(output)
        session.startRunning()
        try await phone.settle()
        var settings = AVCapturePhotoSettings()
        switch report {
        case "R142":
          output.capturePhoto(with: settings, delegate: PhotoFates())
          try await phone.settle()
        case "R143":
          settings = AVCapturePhotoSettings(format: [
            AVVideoCodecKey: AVVideoCodecType.jpeg,
            kCVPixelBufferPixelFormatTypeKey as String: output.availablePhotoPixelFormatTypes[0],
          ])
        case "R145": settings.flashMode = .on
        default:
          // Looked up in one format, set after another became active.
          func area(_ size: CMVideoDimensions) -> Int { Int(size.width) * Int(size.height) }
          let sizes = device.formats.flatMap(\.supportedMaxPhotoDimensions)
          let largest = try #require(sizes.max { area($0) < area($1) })
          try device.lockForConfiguration()
          device.activeFormat = try #require(
            device.formats.first { format in
              format.supportedMaxPhotoDimensions.allSatisfy { area($0) < area(largest) }
            })
          device.unlockForConfiguration()
          output.maxPhotoDimensions = largest
        }
        output.capturePhoto(with: settings, delegate: PhotoFates())
      }
    }
    let wanted = [
      "R142": "Settings may not be re-used", "R143": "settings.format must contain exactly one of",
      "R145": "flashMode", "R146": "supportedMaxPhotoDimensions",
    ]
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("'NSInvalidArgumentException'") && text.contains(wanted[report]!), "\(text.suffix(400))")
  }

  /// R166: the answer comes off the main thread, and after it the first session has pictures.
  @Test func theFirstStartAfterTheQuestion() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(camera: .notDetermined(answer: true)) { phone in
        let isMain = Mutex<Bool?>(nil)
        AVCaptureDevice.requestAccess(for: .video) { granted in
          #expect(granted)
          isMain.withLock { $0 = Thread.isMainThread }
        }
        try await phone.settle()
        #expect(isMain.withLock { $0 } == false)
        let layer = AVCaptureVideoPreviewLayer(session: try session(try wide(.front)))
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        layer.session?.startRunning()
        try await phone.settle()
        try phone.reading(of: layer).expect(faces: .person, stale: false)
      }
    }
  }

  /// R167, R170: what belongs to the main actor stops the app on the permission's queue and on the delegate's; handed over it
  /// does not.
  @Test(arguments: ["permission", "delegate"], [false, true])
  func theMainActorIsElsewhere(_ place: String, handsOver: Bool) async {
    let result = await #expect(processExitsWith: handsOver ? .success : .failure) { [place, handsOver] in
      await PhoneTest.run(camera: place == "delegate" ? .granted : .notDetermined(answer: false)) { phone in
        guard place == "delegate" else {
          AVCaptureDevice.requestAccess(for: .video) { _ in
            if handsOver { Task { @MainActor in } } else { MainActor.assumeIsolated {} }
          }
          return try await phone.settle()
        }
        let output = AVCaptureVideoDataOutput()
        let delegate = FrameTaker(handsOver: handsOver)
        output.setSampleBufferDelegate(delegate, queue: DispatchQueue(label: "frames"))
        let session = try session(try wide(.back))
        session.addOutput(output)
        session.startRunning()
        try await phone.settle()
        withExtendedLifetime(delegate) {}
      }
    }
    // A failed expectation would end the process with a code.
    guard !handsOver, let result else { return }
    if case .exitCode(let code) = result.exitStatus { Issue.record("ended with \(code)") }
  }
}
