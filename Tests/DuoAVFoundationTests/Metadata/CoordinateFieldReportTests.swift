import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Faults that apps had with taps, scan frames, overlays and depth, each with the right value.
@Suite struct CoordinateFieldReportTests {
  private func geometry(
    _ width: Double, _ height: Double, angle: Int, mirrored: Bool = false, _ size: CGSize,
    gravity: AVLayerVideoGravity = .resize
  ) -> PreviewGeometry {
    PreviewGeometry(
      pictureWidth: width, pictureHeight: height, rotation: QuarterTurns(angle / 90), isMirrored: mirrored,
      gravity: gravity, bounds: CGRect(origin: .zero, size: size))
  }

  /// A square guide is a square in pixels of the frame; turning inside the unit square first made it 3.159 times wider.
  @Test func r083ASquareGuideStaysSquare() {
    let shown = geometry(3840, 2160, angle: 90, CGSize(width: 402, height: 874), gravity: .resizeAspectFill)
    let rect = shown.deviceRect(fromLayer: CGRect(x: 150, y: 300, width: 100, height: 100))
    #expect(abs(rect.width * 3840 - rect.height * 2160) < 1e-6 && rect.width > 0.04)
    let wrong = (rect.width * 2160) / (rect.height * 3840)
    #expect(abs(1 / wrong - pow(16.0 / 9, 2)) < 0.01)
  }

  /// The formula depends on how the camera is mounted and the phone is held.
  @Test func r085FocusPointsInEveryOrientation() {
    let (px, py) = (0.3, 0.2)
    let rows: [(Int, Bool, CGPoint)] = [
      (90, false, CGPoint(x: py, y: 1 - px)), (0, false, CGPoint(x: px, y: py)),
      (180, false, CGPoint(x: 1 - px, y: 1 - py)), (270, false, CGPoint(x: 1 - py, y: px)),
      (90, true, CGPoint(x: py, y: px)), (0, true, CGPoint(x: 1 - px, y: py)),
    ]
    var mismatches: [String] = []
    for (angle, mirrored, expected) in rows {
      let shown = geometry(1920, 1080, angle: angle, mirrored: mirrored, CGSize(width: 100, height: 200))
      let point = shown.devicePoint(fromLayer: CGPoint(x: px * 100, y: py * 200))
      if abs(point.x - expected.x) > 1e-9 || abs(point.y - expected.y) > 1e-9 {
        mismatches.append("\(angle) \(mirrored): \(point), not \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  /// A quotient of view coordinates is not a point of the device.
  @Test func r086ATapIsConvertedNotDivided() {
    let shown = geometry(1920, 1080, angle: 90, CGSize(width: 400, height: 800))
    let point = shown.devicePoint(fromLayer: CGPoint(x: 100, y: 80))
    #expect(abs(point.x - 0.10) < 1e-9 && abs(point.y - 0.75) < 1e-9)
  }

  /// Swapping x and y forgets that one axis is flipped, which a centred frame hides.
  @Test func r088AnOffCentreScanFrame() {
    let shown = geometry(1920, 1080, angle: 90, CGSize(width: 400, height: 800))
    let rect = shown.deviceRect(fromLayer: CGRect(x: 0, y: 200, width: 100, height: 100))
    #expect(abs(rect.minY - 0.75) < 1e-9 && abs(rect.minX - 0.25) < 1e-9)
    let centred = shown.deviceRect(fromLayer: CGRect(x: 150, y: 200, width: 100, height: 100))
    #expect(abs(centred.minY - 150.0 / 400) < 1e-9)
  }

  /// What aspect fill cuts off counts.
  @Test func r089AGuideOverACroppedPicture() {
    let shown = geometry(1920, 1080, angle: 90, CGSize(width: 375, height: 812), gravity: .resizeAspectFill)
    let rect = shown.deviceRect(fromLayer: CGRect(x: 37.5, y: 256, width: 300, height: 300))
    #expect(abs(shown.content.width - 456.75) < 1e-9)
    #expect(abs(rect.height - 300 / 456.75) < 1e-9)
  }

  /// One scale for both axes, and the crop's offset.
  @Test func r092AnOverlayHasOneScale() {
    for (vw, vh, fw, fh) in [(375.0, 812.0, 1080.0, 1920.0), (951, 669, 1080, 1920), (466, 678, 1440, 1440)] {
      let shown = geometry(fw, fh, angle: 0, CGSize(width: vw, height: vh), gravity: .resizeAspectFill)
      let s = max(vw / fw, vh / fh)
      let point = shown.layerPoint(fromDevice: CGPoint(x: 0.2, y: 0.7))
      #expect(abs(point.x - ((vw - s * fw) / 2 + s * 0.2 * fw)) < 1e-9)
      #expect(abs(point.y - ((vh - s * fh) / 2 + s * 0.7 * fh)) < 1e-9)
    }
  }

  /// Changing the rectangle while running makes the caller wait, as long as the phone says, and opens no camera again.
  /// Before the start, and for the same rectangle, it costs nothing.
  @Test func r091TheRectangleTakesAMomentWhileRunning() throws {
    var description = PhoneDescription.duo
    description.timing.rectOfInterestBlocks.value = .milliseconds(70)
    let bench = CaptureBench(description)
    let output = AVCaptureMetadataOutput()
    let session = try bench.session(.rearWide, output)
    let middle = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    func cost(_ body: () -> Void) -> Double {
      let before = bench.phone.hands.now
      body()
      return ((bench.phone.hands.now - before).seconds * 1000).rounded()
    }
    #expect(cost { output.rectOfInterest = middle } == 0)
    session.startRunning()
    bench.run(milliseconds: 400)
    let log = bench.log()
    #expect(cost { output.rectOfInterest = middle } == 0)
    #expect(cost { output.rectOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 0.5) } == 70)
    session.beginConfiguration()
    #expect(cost { output.rectOfInterest = middle } == 0)
    session.commitConfiguration()
    session.stopRunning()
    #expect(cost { output.rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1) } == 0)
    #expect(log == ["open rear-wide"] && PhoneDescription.duo.timing.rectOfInterestBlocks.origin == .assumed)
  }

  /// Depth has a connection and an angle of its own; with both set, map and frame lie alike.
  @Test func r044DepthIsTurnedByItsOwnConnection() throws {
    let depth = try DepthBench()
    let video = AVCaptureVideoDataOutput()
    depth.session.addOutput(video)
    let frames = NotingDelegate()
    video.setSampleBufferDelegate(frames, queue: depth.queue)
    video.connection(with: .video)?.videoRotationAngle = 90
    depth.session.startRunning()
    depth.bench.run(milliseconds: 10)
    #expect(frames.notes.all == ["250 480x640"] && depth.delegate.notes.all == ["250 320x240"])
    depth.connection.videoRotationAngle = 90
    depth.bench.run(milliseconds: 33)
    #expect(frames.notes.all.last == "283 480x640" && depth.delegate.notes.all.last == "283 240x320")
  }

  /// Only some formats have depth.
  @Test func r161AFormatWithoutDepthGivesNone() throws {
    let depth = try DepthBench(preset: .vga640x480)
    try depth.configure { device in
      device.activeFormat = device.formats.first { $0.supportedDepthDataFormats.isEmpty }!
    }
    depth.session.startRunning()
    depth.bench.run(milliseconds: 300)
    #expect(depth.delegate.notes.all == [] && !depth.connection.isActive)
  }
}
