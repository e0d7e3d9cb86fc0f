import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// How large the buffers of a video data output are, and what that means for those that the app keeps.
@Suite struct VideoDataOutputSizeTests {
  typealias Size = VideoBufferSettings.Size

  final class Stage {
    let bench = CaptureBench(pose: "open-landscape")
    let output = AVCaptureVideoDataOutput()
    let session: AVCaptureSession
    let delegate: NotingDelegate
    let queue = DispatchQueue(label: "frames")

    init(_ camera: CameraID, _ preset: AVCaptureSession.Preset, keeps: Bool = false) throws {
      session = bench.session()
      session.sessionPreset = preset
      session.addInput(try bench.input(camera))
      session.addOutput(output)
      delegate = NotingDelegate(keeps: keeps)
      output.setSampleBufferDelegate(delegate, queue: queue)
      let queue = queue
      bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    }

    /// The size of the next buffer.
    func next() -> String {
      delegate.notes.clear()
      bench.run(milliseconds: 40)
      return delegate.notes.all.last.map { String($0.split(separator: " ")[1]) } ?? "none"
    }

    func settingsSize() -> String {
      "\(output.videoSettings[kCVPixelBufferWidthKey as String] as? Int ?? 0)x"
        + "\(output.videoSettings[kCVPixelBufferHeightKey as String] as? Int ?? 0)"
    }
  }

  @Test func thePresetPhotoGivesPreviewSizedBuffers() throws {
    let stage = try Stage(.rearWide, .photo)
    let full = stage.bench.device(.rearWide).activeFormat.formatDescription.dimensions
    #expect(full.height > 1080 && stage.output.automaticallyConfiguresOutputBufferDimensions)
    #expect(stage.output.deliversPreviewSizedOutputBuffers)
    stage.session.startRunning()
    stage.bench.run(milliseconds: 400)
    #expect(stage.next() == "1440x1080" && stage.settingsSize() == "1440x1080")
    stage.output.connection(with: .video)!.videoRotationAngle = 90
    #expect(stage.next() == "1080x1440" && stage.settingsSize() == "1080x1440")
    stage.session.sessionPreset = .high
    #expect(!stage.output.deliversPreviewSizedOutputBuffers)
    #expect(stage.next() == "1080x1920" && stage.settingsSize() == "1080x1920")
    // A format of the app's own is delivered as it is.
    stage.session.sessionPreset = .photo
    let device = stage.bench.device(.rearWide)
    try device.lockForConfiguration()
    device.activeFormat = device.activeFormat
    device.unlockForConfiguration()
    #expect(stage.session.sessionPreset == .inputPriority)
    #expect(stage.next() == "\(full.height)x\(full.width)")
  }

  @Test func theAppMayChooseInstead() throws {
    let stage = try Stage(.rearWide, .photo)
    let full = stage.bench.device(.rearWide).activeFormat.formatDescription.dimensions
    stage.session.startRunning()
    stage.bench.run(milliseconds: 400)
    stage.output.automaticallyConfiguresOutputBufferDimensions = false
    #expect(stage.output.deliversPreviewSizedOutputBuffers && stage.next() == "1440x1080")
    stage.output.deliversPreviewSizedOutputBuffers = false
    #expect(stage.next() == "\(full.width)x\(full.height)")
    stage.session.sessionPreset = .hd1920x1080
    stage.output.deliversPreviewSizedOutputBuffers = true
    #expect(stage.next() == "1920x1080")
    stage.output.automaticallyConfiguresOutputBufferDimensions = true
    #expect(!stage.output.deliversPreviewSizedOutputBuffers)
  }

  /// Even numbers, the shape of the picture to the pixel, never larger than it.
  @Test func previewSizesKeepTheShape() {
    var mismatches: [String] = []
    for width in stride(from: 200, through: 8000, by: 156) {
      for height in stride(from: 200, through: 8000, by: 132) {
        let size = Size(width: width, height: height)
        let preview = size.preview(shortSide: 1080)
        if min(width, height) <= 1080 {
          if preview != size { mismatches.append("\(size)") }
          continue
        }
        let error =
          abs(Double(preview.width) / Double(preview.height) * Double(height) / Double(width) - 1)
        if min(preview.width, preview.height) != 1080 || preview.width % 2 + preview.height % 2 != 0
          || error > 0.002
        {
          mismatches.append("\(size): \(preview)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func exceptions() async {
    let automatic = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      AVCaptureVideoDataOutput().deliversPreviewSizedOutputBuffers = true
    }
    let text = String(decoding: automatic?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "'NSInvalidArgumentException', reason: '*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] "
          + "Cannot be set when automaticallyConfiguresOutputBufferDimensions is YES'"))
    let sized = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let stage = try Stage(.rearWide, .photo)
      stage.output.videoSettings = [
        kCVPixelBufferWidthKey as String: 640, kCVPixelBufferHeightKey as String: 480,
      ]
    }
    let settings = String(decoding: sized?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      settings.contains(
        "setVideoSettings:] Width and height cannot be set while deliversPreviewSizedOutputBuffers"))
  }

  /// The app keeps buffers of one size, then the size changes: they still count.
  @Test func keptBuffersOfAnOldSizeStarveTheOutput() throws {
    let stage = try Stage(.rearWide, .high, keeps: true)
    let limit = stage.bench.phone.description.policy.videoBuffers.value
    stage.session.startRunning()
    stage.bench.run(milliseconds: 350)
    let early = stage.delegate.kept.withLock { $0.count }
    #expect(early > 0 && early < limit)
    stage.session.sessionPreset = .hd1280x720
    stage.bench.run(milliseconds: 1000)
    #expect(stage.delegate.kept.withLock { $0.count } == limit)
    #expect(stage.delegate.notes.all.last == "dropped OutOfBuffers true")
    // Those of the first size come back: as many new ones may come.
    stage.delegate.kept.withLock { $0.removeFirst(early) }
    stage.bench.run(milliseconds: 1000)
    #expect(stage.delegate.kept.withLock { $0.count } == limit)
    // Back to the first size with all buffers kept: nothing comes.
    stage.session.sessionPreset = .high
    stage.delegate.notes.clear()
    stage.bench.run(milliseconds: 200)
    #expect(Set(stage.delegate.notes.all) == ["dropped OutOfBuffers true"])
    stage.delegate.kept.withLock { $0 = [] }
    #expect(stage.next() == "1920x1080")
  }

  @Test func buffersNameTheirColours() throws {
    let seen = Notes()
    let stage = try Stage(.rearWide, .high)
    let delegate = NotingDelegate { sample in
      let image = sample.imageBuffer!
      func attached(_ key: CFString) -> String {
        CVBufferCopyAttachment(image, key, nil) as? String ?? "none"
      }
      let format = sample.formatDescription!
      seen.add(
        [
          attached(kCVImageBufferColorPrimariesKey), attached(kCVImageBufferTransferFunctionKey),
          attached(kCVImageBufferYCbCrMatrixKey), "\(format.matchesImageBuffer(image))",
          format.extensions[.yCbCrMatrix]?.propertyListRepresentation as? String ?? "none",
          format.extensions[.colorPrimaries]?.propertyListRepresentation as? String ?? "none",
        ].joined(separator: " "))
    }
    stage.output.setSampleBufferDelegate(delegate, queue: stage.queue)
    stage.session.startRunning()
    stage.bench.run(milliseconds: 380)
    stage.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    stage.bench.run(milliseconds: 40)
    #expect(seen.all.first == "ITU_R_709_2 ITU_R_709_2 ITU_R_709_2 true ITU_R_709_2 ITU_R_709_2")
    #expect(seen.all.last == "ITU_R_709_2 ITU_R_709_2 none true none ITU_R_709_2")
  }
}
