@preconcurrency import AVFoundation
import UIKit

/// An app for measuring: 60 frames a second to a delegate queue and on to the main actor, where they are counted.
/// Under a name that ends in `-untaken` it only runs the camera, with a preview that nobody looks at.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let preview = AVCaptureVideoPreviewLayer()
  private let counter = FrameCounter()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    let controller = UIViewController()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
    preview.frame = controller.view.bounds
    controller.view.layer.addSublayer(preview)
    AVCaptureDevice.requestAccess(for: .video) { _ in
      DispatchQueue.main.async { MainActor.assumeIsolated { self.start() } }
    }
  }

  private func start() {
    // Handed over once, below, and left alone here after that.
    nonisolated(unsafe) let session = AVCaptureSession()
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let format = camera.formats.first(where: {
        $0.formatDescription.dimensions.width == 1920 && $0.formatDescription.dimensions.height == 1080
          && $0.videoSupportedFrameRateRanges.contains { $0.maxFrameRate == 60 }
      })
    else { fatalError("no camera with 60 frames a second") }
    do {
      session.addInput(try AVCaptureDeviceInput(device: camera))
      try camera.lockForConfiguration()
      camera.activeFormat = format
      camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
      camera.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 60)
      camera.unlockForConfiguration()
    } catch { fatalError("\(error)") }
    if !CommandLine.arguments[0].hasSuffix("-untaken") {
      let output = AVCaptureVideoDataOutput()
      output.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "frames"))
      session.addOutput(output)
    }
    preview.session = session
    DispatchQueue(label: "session").async { session.startRunning() }
  }
}

final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  // Used on the main actor only.
  @MainActor private var count = 0
  @MainActor private var first: CMTime?

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let time = sampleBuffer.presentationTimeStamp
    Task { @MainActor in self.take(time) }
  }

  /// A frame that went missing would make the figures too good.
  @MainActor private func take(_ time: CMTime) {
    let start = first ?? time
    first = start
    let expected = ((time - start).seconds * 60).rounded()
    guard Double(count) == expected else { fatalError("frame \(count) came in the place of \(expected)") }
    count += 1
  }
}
