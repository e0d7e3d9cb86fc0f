import AVFoundation
import UIKit

// An app that draws its own preview, as apps do that change pictures before they show them.

class DisplayLayerView: UIView {
  override class var layerClass: AnyClass { AVSampleBufferDisplayLayer.self }
  var displayLayer: AVSampleBufferDisplayLayer { layer as! AVSampleBufferDisplayLayer }
}

/// Hands frames to the renderer on the capture queue.
final class FrameRenderer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  let renderer: AVSampleBufferVideoRenderer
  /// Draws each frame anew, into a buffer of the app's own.
  let copies: Bool

  init(_ renderer: AVSampleBufferVideoRenderer, copies: Bool) {
    self.renderer = renderer
    self.copies = copies
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if renderer.status == .failed || renderer.requiresFlushToResumeDecoding { renderer.flush() }
    guard renderer.isReadyForMoreMediaData else { return }
    guard copies else { return renderer.enqueue(sampleBuffer) }
    guard let frame = CMSampleBufferGetImageBuffer(sampleBuffer), let copy = copied(frame),
      let format = try? CMVideoFormatDescription(imageBuffer: copy),
      let sample = try? CMSampleBuffer(
        imageBuffer: copy, formatDescription: format,
        sampleTiming: CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid))
    else { return }
    sample.sampleAttachments[0][.displayImmediately] = true
    renderer.enqueue(sample)
  }

  private func copied(_ frame: CVPixelBuffer) -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
    CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA,
      [kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary] as CFDictionary, &made)
    guard let copy = made else { return nil }
    CVPixelBufferLockBaseAddress(frame, .readOnly)
    CVPixelBufferLockBaseAddress(copy, [])
    defer {
      CVPixelBufferUnlockBaseAddress(copy, [])
      CVPixelBufferUnlockBaseAddress(frame, .readOnly)
    }
    guard let source = CVPixelBufferGetBaseAddress(frame), let target = CVPixelBufferGetBaseAddress(copy)
    else {
      return nil
    }
    let (from, to) = (CVPixelBufferGetBytesPerRow(frame), CVPixelBufferGetBytesPerRow(copy))
    for row in 0..<height { memcpy(target + row * to, source + row * from, width * 4) }
    return copy
  }
}

class DisplayLayerAppDelegate: UIResponder, UIApplicationDelegate {}

class DisplayLayerSceneDelegate: UIResponder, UIWindowSceneDelegate {
  static var current: DisplayLayerSceneDelegate?

  var window: UIWindow?
  let view = DisplayLayerView()
  let session = AVCaptureSession()
  let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "frames")
  private var sink: FrameRenderer?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    Self.current = self
    let controller = UIViewController()
    view.frame = controller.view.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.displayLayer.videoGravity = .resizeAspectFill
    controller.view.addSubview(view)
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
  }

  func start(_ camera: AVCaptureDevice, angle: CGFloat, mirrored: Bool, copies: Bool = false) throws {
    session.beginConfiguration()
    for input in session.inputs { session.removeInput(input) }
    session.addInput(try AVCaptureDeviceInput(device: camera))
    if session.outputs.isEmpty { session.addOutput(output) }
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    if let connection = output.connection(with: .video) {
      if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = mirrored
    }
    session.commitConfiguration()
    let sink = FrameRenderer(view.displayLayer.sampleBufferRenderer, copies: copies)
    output.setSampleBufferDelegate(sink, queue: queue)
    self.sink = sink
    if !session.isRunning { session.startRunning() }
  }
}
