import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct PreviewLayerTests {
  func close(_ a: CGPoint, _ b: CGPoint) -> Bool { hypot(a.x - b.x, a.y - b.y) < 1e-9 }

  @Test func defaultsAndRawValues() {
    let layer = AVCaptureVideoPreviewLayer()
    #expect(layer.session == nil && layer.connection == nil && !layer.isPreviewing && layer.shown == nil)
    #expect(layer.videoGravity == .resizeAspect)
    #expect(AVLayerVideoGravity.resizeAspectFill.rawValue == "AVLayerVideoGravityResizeAspectFill")
    #expect(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 3, y: 4)) == .zero)
  }

  @Test func nothingIsDrawnForAPreview() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 600)
    session.startRunning()
    bench.run(milliseconds: 500)
    #expect(layer.shown?.frame.sequence == 13)
    #expect(bench.phone.drawings.withLock { $0.isEmpty })
  }

  @Test func whatIsShownByGravity() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 50, y: 60, width: 300, height: 600)
    session.startRunning()
    bench.run(milliseconds: 110)
    // 1920 x 1080 turned upright is 9:16; fitted into 300 x 600 it is 300 wide.
    let fitted = layer.shown!
    #expect(fitted.visible.size.width == 300 && abs(fitted.visible.height - 533.333_333) < 1e-3)
    #expect(fitted.window == FrameWindow(rotation: 1, isMirrored: false))
    layer.videoGravity = .resizeAspectFill
    let filled = layer.shown!
    #expect(filled.visible == CGRect(x: 0, y: 0, width: 300, height: 600))
    // 337.5 points wide, of which 300 show: the picture's y runs across the screen.
    #expect(abs(filled.window.height - 300 / 337.5) < 1e-9 && abs(filled.window.y - 18.75 / 337.5) < 1e-9)
    #expect(filled.window.x == 0 && filled.window.width == 1)
    layer.bounds = .zero
    #expect(layer.shown == nil)
  }

  @Test func conversionsFollowTheConnection() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 500)
    layer.videoGravity = .resize
    #expect(close(layer.captureDevicePointConverted(fromLayerPoint: .zero), CGPoint(x: 0, y: 1)))
    #expect(close(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 300, y: 0)), .zero))
    #expect(
      close(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 1, y: 1)), CGPoint(x: 0, y: 500)))
    layer.connection!.automaticallyAdjustsVideoMirroring = false
    layer.connection!.isVideoMirrored = true
    #expect(close(layer.captureDevicePointConverted(fromLayerPoint: .zero), .zero))
    let rect = CGRect(x: 0, y: 0, width: 150, height: 250)
    #expect(
      layer.metadataOutputRectConverted(fromLayerRect: rect) == CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(
      layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 0.5, height: 0.5)) == rect)
    layer.connection!.videoRotationAngle = 0
    #expect(close(layer.captureDevicePointConverted(fromLayerPoint: .zero), CGPoint(x: 1, y: 0)))
  }

  /// The picture that counts is the one that the dynamic aspect ratio leaves.
  @Test func conversionsUseTheDynamicAspectRatio() throws {
    let bench = CaptureBench(pose: "open-landscape")
    let session = try bench.session(.innerFront)
    let device = bench.device(.innerFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    try device.lockForConfiguration()
    device.activeFormat = device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio16x9) }!
    device.setDynamicAspectRatio(.ratio16x9)
    let wide = layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
    device.setDynamicAspectRatio(.ratio1x1)
    let square = layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
    device.unlockForConfiguration()
    #expect(wide.width == 400 && abs(wide.height - 225) < 1.5)
    #expect(square == layer.bounds)
  }

  @Test func isPreviewingFollowsTheFrames() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 600)
    let notes = Notes()
    let observation = layer.observe(\.isPreviewing, options: [.new]) { _, change in
      notes.add("\(change.newValue!)")
    }
    func settle() { layer.feed.settle() }
    session.startRunning()
    settle()
    #expect(layer.isPreviewing)
    layer.connection!.isEnabled = false
    settle()
    #expect(!layer.isPreviewing)
    layer.connection!.isEnabled = true
    settle()
    #expect(!layer.isPreviewing)
    bench.run(milliseconds: 300)
    settle()
    #expect(layer.isPreviewing)
    // A new camera previews from its own first frame on, not from the old camera's last.
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try bench.input(.rearWide))
    session.commitConfiguration()
    bench.run(milliseconds: 100)
    settle()
    #expect(!layer.isPreviewing && layer.shown?.frame.camera == .outerFront)
    bench.run(milliseconds: 260)
    settle()
    #expect(layer.isPreviewing)
    session.stopRunning()
    settle()
    #expect(!layer.isPreviewing && layer.shown != nil)
    observation.invalidate()
    #expect(notes.all == ["true", "false", "true", "false", "true", "false"])
    layer.session = nil
    #expect(layer.shown == nil)
  }

  @Test func interruptedItShowsItsLastFrame() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 600)
    session.startRunning()
    bench.phone.send(.background)
    session.engine.queue.sync {}
    let shown = layer.shown!
    #expect(shown.isInterrupted && !shown.isRunning && shown.connectedCamera == nil)
  }

  @Test func twoLayersShowOneSession() throws {
    let bench = CaptureBench()
    let session = try bench.session(.virtualFront)
    let layers = [AVCaptureVideoPreviewLayer(session: session), AVCaptureVideoPreviewLayer(session: session)]
    for layer in layers { layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 600) }
    layers[1].connection!.automaticallyAdjustsVideoMirroring = false
    layers[1].connection!.isVideoMirrored = false
    session.startRunning()
    #expect(layers.map { $0.shown!.window.isMirrored } == [true, false])
    #expect(bench.log() == ["open virtual-front"])
  }

  @Test func aCopyHasTheGravityAndNoSession() throws {
    let layer = AVCaptureVideoPreviewLayer(session: CaptureBench().session())
    layer.videoGravity = .resizeAspectFill
    let copy = AVCaptureVideoPreviewLayer(layer: layer)
    #expect(copy.videoGravity == .resizeAspectFill && copy.session == nil)
  }
}
