import AVFoundation
import DuoTesting
import Testing

/// How real camera apps went wrong between points of the view and points of the picture.
@Suite(.serialized) struct CoordinateFieldReportTests {
  @MainActor
  private static func layer(
    _ device: AVCaptureDevice, preset: AVCaptureSession.Preset, _ size: CGSize, gravity: AVLayerVideoGravity
  ) throws -> AVCaptureVideoPreviewLayer {
    let session = try session(device)
    session.sessionPreset = preset
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(origin: .zero, size: size)
    layer.videoGravity = gravity
    return layer
  }

  private static func rear() throws -> AVCaptureDevice {
    try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
  }

  private static func near(_ a: CGPoint, _ b: CGPoint) -> Bool {
    abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6
  }

  /// R085, R086: a tap in fractions of the view, and the point of the picture, by the way the interface lies.
  @Test func tapsAreConvertedForEveryTurn() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.singleSquare) { _ in
        typealias Rule = (CGFloat, CGFloat) -> CGPoint
        let tables: [(AVCaptureDevice.Position, [(CGFloat, Rule)])] = [
          (
            .back,
            [
              (90, { CGPoint(x: $1, y: 1 - $0) }), (0, { CGPoint(x: $0, y: $1) }),
              (180, { CGPoint(x: 1 - $0, y: 1 - $1) }), (270, { CGPoint(x: 1 - $1, y: $0) }),
            ]
          ),
          // A square sensor that needs no turn in portrait, and one that is mounted as before; both mirrored.
          (.front, [(0, { CGPoint(x: 1 - $0, y: $1) }), (90, { CGPoint(x: $1, y: $0) })]),
        ]
        var mismatches: [String] = []
        for (position, rows) in tables {
          let device = try #require(
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position))
          let layer = try Self.layer(
            device, preset: .high, CGSize(width: 300, height: 500), gravity: .resize)
          #expect(layer.connection?.isVideoMirrored == (position == .front))
          for (angle, rule) in rows {
            layer.connection?.videoRotationAngle = angle
            for point in [CGPoint(x: 0.25, y: 0.1), CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.9, y: 0.3)] {
              let found = layer.captureDevicePointConverted(
                fromLayerPoint: CGPoint(x: point.x * 300, y: point.y * 500))
              if !Self.near(found, rule(point.x, point.y)) {
                mismatches.append("\(position) \(angle) \(point): \(found)")
              }
            }
          }
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R083, R088, R089, R092: rectangles of the view in the picture: a square stays square in pixels, the axis that is flipped
  /// counts, what is cut counts, and one scale serves both axes.
  @Test func rectanglesAreConvertedWithTurnAndCut() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.single) { _ in
        // The picture is 16:9 and stands.
        let layer = try Self.layer(
          try Self.rear(), preset: .hd4K3840x2160, CGSize(width: 375, height: 812), gravity: .resizeAspectFill
        )
        layer.connection?.videoRotationAngle = 90
        let square = layer.metadataOutputRectConverted(
          fromLayerRect: CGRect(x: 100, y: 300, width: 45.65, height: 45.65))
        #expect(abs(square.width * 3840 - square.height * 2160) < 1e-6)
        // Turned within the unit square and scaled afterwards it would be a flat strip.
        #expect(square.height * 3840 / (square.width * 2160) > 3)

        // Filled: 812 points high, so 456.75 across, of which 375 show.
        let guide = layer.metadataOutputRectConverted(
          fromLayerRect: CGRect(x: 37.5, y: 200, width: 300, height: 300))
        #expect(abs(guide.height - 300 / 456.75) < 1e-6)
        let all = layer.metadataOutputRectConverted(fromLayerRect: layer.bounds)
        #expect(abs(1 - all.height - 81.75 / 456.75) < 1e-6)

        // A code in the middle right of the picture, drawn over the view with one scale and an offset.
        let scale = max(375 / 2160.0, 812 / 3840.0)
        let box = layer.layerRectConverted(
          fromMetadataOutputRect: CGRect(x: 0.25, y: 0.4, width: 0.1, height: 0.2))
        let wanted = CGRect(
          x: (1 - 0.6) * 2160 * scale + (375 - scale * 2160) / 2, y: 0.25 * 3840 * scale,
          width: 0.2 * 2160 * scale, height: 0.1 * 3840 * scale)
        #expect(Self.near(box.origin, wanted.origin) && abs(box.width - wanted.width) < 1e-6)
        #expect(abs(box.height - wanted.height) < 1e-6)

        // Without a cut: the left quarter of the view is the lower quarter of the picture that lies on its side.
        layer.frame = CGRect(x: 0, y: 0, width: 360, height: 640)
        let left = layer.metadataOutputRectConverted(
          fromLayerRect: CGRect(x: 0, y: 160, width: 90, height: 320))
        #expect(Self.near(left.origin, CGPoint(x: 0.25, y: 0.75)) && abs(left.height - 0.25) < 1e-6)
        let centred = layer.metadataOutputRectConverted(
          fromLayerRect: CGRect(x: 135, y: 160, width: 90, height: 320))
        #expect(Self.near(centred.origin, CGPoint(x: 160.0 / 640, y: 135.0 / 360)))
      }
    }
  }

  /// R119: after an exchange of cameras the session's preset chooses among the new camera's formats.
  @Test func thePresetChoosesAnewForANewCamera() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let (rear, front) = (try Self.rear(), try camera(.builtInOuterUltraWideCamera))
        let session = try session(rear)
        session.sessionPreset = .hd1920x1080
        for device in [rear, front] {
          session.beginConfiguration()
          session.removeInput(session.inputs[0])
          session.addInput(try AVCaptureDeviceInput(device: device))
          session.commitConfiguration()
          let size = device.activeFormat.formatDescription.dimensions
          #expect(device.formats.contains(device.activeFormat))
          #expect(size.width >= 1920 && size.height >= 1080, "\(device.deviceType) \(size)")
        }
      }
    }
  }
}
