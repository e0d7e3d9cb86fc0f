import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Takes nothing of what must be there.
private final class EmptyPhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate {}

@Suite(.serialized) struct PhotoCheckTests {
  private static func check(_ change: (inout PhotoCheck, inout PhotoWish) -> Void) -> PhotoCheck.Fault? {
    var check = PhotoCheck(
      usedIDs: [5, 6], hasActiveConnection: true, codecs: ["jpeg"], flashModes: [0, 1], maxQuality: 2,
      supportedDimensions: [.init(width: 1920, height: 1080), .init(width: 3840, height: 2160)],
      maxDimensions: .init(width: 1920, height: 1080))
    var wish = PhotoWish(uniqueID: 7)
    change(&check, &wish)
    do throws(PhotoCheck.Fault) {
      try check.check(wish)
      return nil
    } catch {
      return error
    }
  }

  @Test func rules() {
    typealias Size = PhotoCheck.Dimensions
    let rows: [(PhotoCheck.Fault?, PhotoCheck.Fault?)] = [
      (Self.check { _, _ in }, nil),
      (Self.check { $1.uniqueID = 6 }, .reused),
      (Self.check { check, _ in check.hasActiveConnection = false }, .noConnection),
      (Self.check { $1.format = .codec("jpeg") }, nil),
      (Self.check { $1.format = .codec("hvc1") }, .codecUnavailable),
      (Self.check { $1.format = .both }, .formatNeedsOneKey),
      (Self.check { $1.format = .none }, .formatNeedsOneKey),
      (Self.check { $1.format = .pixels }, .pixelFormatUnavailable),
      (Self.check { $1.quality = 3 }, .quality),
      (
        Self.check {
          $0.maxQuality = 3; $1.quality = 3
        }, nil
      ),
      (Self.check { $1.flashMode = 2 }, .flash),
      (Self.check { $1.flashMode = 1 }, nil),
      (Self.check { $1.maxDimensions = Size(width: 1920, height: 1080) }, nil),
      (Self.check { $1.maxDimensions = Size(width: 1080, height: 1920) }, .dimensionsUnsupported),
      (Self.check { $1.maxDimensions = Size(width: 3840, height: 2160) }, .dimensionsTooLarge),
    ]
    #expect(rows.filter { $0 != $1 }.map { "\($0)" } == [])
  }

  typealias Story = @Sendable () throws -> Void

  static func stories() -> [String: Story] {
    let place = "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] "
    return [
      "\(place)Settings may not be re-used": {
        let bench = try PhotoBench()
        bench.capture()
        bench.capture()
      },
      "\(place)No active and enabled video connection": {
        AVCapturePhotoOutput().capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoNotes())
      },
      "\(place)No active and enabled video connection'": {
        let bench = try PhotoBench()
        bench.connection.isEnabled = false
        bench.capture()
      },
      "\(place)settings.format must contain exactly one of": {
        try PhotoBench().capture(AVCapturePhotoSettings(format: [:]))
      },
      "\(place)settings.format's AVVideoCodecKey must be present": {
        try PhotoBench().capture(AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc]))
      },
      "\(place)settings.format's kCVPixelBufferPixelFormatTypeKey must be present": {
        try PhotoBench().capture(
          AVCapturePhotoSettings(format: [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
          ]))
      },
      "\(place)settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization":
        {
          let bench = try PhotoBench()
          bench.settings.photoQualityPrioritization = .quality
          bench.capture()
        },
      "\(place)settings.flashMode must be present in self.supportedFlashModes": {
        let bench = try PhotoBench()
        bench.settings.flashMode = .auto
        bench.capture()
      },
      "\(place)settings.maxPhotoDimensions must be present in": {
        let bench = try PhotoBench()
        bench.settings.maxPhotoDimensions = CMVideoDimensions(width: 10, height: 10)
        bench.capture()
      },
      "\(place)settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions": {
        let bench = try PhotoBench(.rearWide)
        bench.settings.maxPhotoDimensions =
          bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.last!
        bench.capture()
      },
      "\(place)The delegate must implement photoOutput:didFinishProcessingPhoto:error:": {
        let bench = try PhotoBench()
        let delegate = EmptyPhotoDelegate()
        bench.output.capturePhoto(with: bench.settings, delegate: delegate)
        bench.run(1000)
        withExtendedLifetime(delegate) {}
      },
      "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] 10x10 is not present": {
        try PhotoBench().output.maxPhotoDimensions = CMVideoDimensions(width: 10, height: 10)
      },
      "*** -[AVCapturePhotoOutput setCameraSensorOrientationCompensationEnabled:] Not supported": {
        try PhotoBench(.rearWide).output.isCameraSensorOrientationCompensationEnabled = true
      },
      "*** -[AVCaptureSession addOutput:] Cannot add output <AVCapturePhotoOutput>": {
        try PhotoBench().session.addOutput(AVCapturePhotoOutput())
      },
    ]
  }

  @Test(arguments: stories().keys.sorted()) func endsTheProcess(_ text: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [text] in
      try PhotoCheckTests.stories()[text]!()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("uncaught exception 'NSInvalidArgumentException', reason: '\(text)"))
  }
}
