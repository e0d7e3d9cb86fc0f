import AVFoundation
import DuoTesting
import Foundation
import Testing

@Suite struct PreviewLayerTests {
  /// 4:3 at 90 degrees in a layer of 300 x 800: 300 x 400 in the middle.
  @Test func conversionsOfARearPreview() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try camera(.builtInDualWideCamera, .back)
        let session = try session(device)
        session.sessionPreset = .photo
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 300, height: 800)
        #expect(layer.videoGravity == .resizeAspect && layer.connection?.videoRotationAngle == 90)
        let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
        #expect(size.width * 3 == size.height * 4)

        func near(_ a: CGPoint, _ x: Double, _ y: Double) -> Bool {
          abs(a.x - x) < 1e-6 && abs(a.y - y) < 1e-6
        }
        // Turned clockwise, the picture's left edge lies on top: its top left corner is the top right one.
        #expect(near(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0, y: 0)), 300, 200))
        #expect(near(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 1, y: 1)), 0, 600))
        #expect(near(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 150, y: 400)), 0.5, 0.5))
        #expect(near(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 300, y: 200)), 0, 0))
        #expect(layer.captureDevicePointConverted(fromLayerPoint: .zero).x < 0)
        let whole = layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(near(whole.origin, 0, 200) && abs(whole.width - 300) < 1e-6 && abs(whole.height - 400) < 1e-6)
        let half = layer.metadataOutputRectConverted(
          fromLayerRect: CGRect(x: 0, y: 200, width: 300, height: 200))
        #expect(near(half.origin, 0, 0) && abs(half.width - 0.5) < 1e-6 && abs(half.height - 1) < 1e-6)

        layer.videoGravity = .resizeAspectFill
        #expect(near(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.5, y: 0)), 450, 400))
      }
    }
  }

  @Test func mirroringTurnsConversionsOver() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let session = try session(try camera(.builtInDualWideCamera, .back))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 300, height: 400)
        layer.videoGravity = .resize
        let connection = try #require(layer.connection)
        connection.videoRotationAngle = 0
        let point = CGPoint(x: 75, y: 100)
        #expect(layer.captureDevicePointConverted(fromLayerPoint: point) == CGPoint(x: 0.25, y: 0.25))
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = true
        #expect(layer.captureDevicePointConverted(fromLayerPoint: point) == CGPoint(x: 0.75, y: 0.25))
      }
    }
  }

  @Test func withoutASessionThereIsNothingToConvert() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let layer = AVCaptureVideoPreviewLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(layer.connection == nil && layer.session == nil)
        #expect(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 50, y: 50)) == .zero)
      }
    }
  }
}
