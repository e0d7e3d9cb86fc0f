import DuoAVFoundation
import DuoCoreMedia
import DuoQuartzCore
import DuoUIKit
import Foundation

/// The app that is measured: a preview that fills the display, and a delegate that reads every frame.
final class BenchAppDelegate: UIResponder, UIApplicationDelegate {
  static var manifest: [String: Any] {
    [
      "UIApplicationSceneManifest": [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            [
              "UISceneConfigurationName": "Default Configuration",
              "UISceneDelegateClassName": "CaptureBench.BenchSceneDelegate",
            ]
          ]
        ]
      ]
    ]
  }
}

final class BenchSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let screen = BenchScreen()
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window
    BenchScreen.shown = screen
  }
}

final class BenchScreen: UIViewController {
  static var shown: BenchScreen?
  let taker = FrameTaker(reads: true)
  private let session = AVCaptureSession()
  private let preview = AVCaptureVideoPreviewLayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    preview.videoGravity = .resizeAspectFill
    view.layer.addSublayer(preview)
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
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(taker, queue: DispatchQueue(label: "frames", qos: .userInteractive))
    session.addOutput(output)
    preview.session = session
    // Starting takes a while; the measurement begins later.
    session.startRunning()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    preview.frame = view.bounds
  }
}
