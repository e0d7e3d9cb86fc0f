import AVFoundation
import UIKit

/// An app with something for each gesture, which starts its camera before the launch is over, on the main thread.
class GestureAppDelegate: UIResponder, UIApplicationDelegate {
  static let session = AVCaptureSession()
  static var wasRunning = false

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let input = try? AVCaptureDeviceInput(device: camera)
    {
      Self.session.addInput(input)
      Self.session.startRunning()
    }
    Self.wasRunning = Self.session.isRunning
    return true
  }
}

class GestureSceneDelegate: UIResponder, UIWindowSceneDelegate {
  static let slider = UISlider(frame: CGRect(x: 20, y: 100, width: 228, height: 34))
  static var story: [String] = []

  var window: UIWindow?
  private let listener = NSObject()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let controller = UIViewController()
    Self.slider.accessibilityIdentifier = "zoom"
    // Its knob is in the middle of the slider.
    Self.slider.value = 0.5
    let pad = UIView(frame: CGRect(x: 100, y: 200, width: 220, height: 220))
    pad.accessibilityIdentifier = "pad"
    pad.isMultipleTouchEnabled = true
    let end = UIView(frame: CGRect(x: 180, y: 440, width: 20, height: 20))
    end.accessibilityIdentifier = "end"
    let still = UIView(frame: CGRect(x: 10, y: 450, width: 20, height: 20))
    still.accessibilityIdentifier = "still"
    still.isUserInteractionEnabled = false
    let spot = UIView(frame: CGRect(x: 300, y: 440, width: 100, height: 60))
    for view in [Self.slider, pad, end, still, spot] { controller.view.addSubview(view) }
    let tap = UITapGestureRecognizer()
    tap.addTarget(
      listener,
      action: Selector("tapped:") { sender in
        guard let point = (sender as? UIGestureRecognizer)?.location(in: spot) else { return }
        Self.story.append("tap \(Int(point.x.rounded())) \(Int(point.y.rounded()))")
      })
    spot.addGestureRecognizer(tap)
    func listen(_ recognizer: UIGestureRecognizer, _ text: @escaping (UIGestureRecognizer) -> String) {
      recognizer.addTarget(
        listener,
        action: Selector("heard:") { sender in
          guard let recognizer = sender as? UIGestureRecognizer, recognizer.state == .ended else { return }
          Self.story.append(text(recognizer))
        })
      pad.addGestureRecognizer(recognizer)
    }
    listen(UILongPressGestureRecognizer()) { _ in "press" }
    listen(UIPanGestureRecognizer()) { recognizer in
      let way = (recognizer as! UIPanGestureRecognizer).translation(in: nil)
      return "pan \(Int(way.x.rounded())) \(Int(way.y.rounded()))"
    }
    listen(UIPinchGestureRecognizer()) { recognizer in
      "pinch \(((recognizer as! UIPinchGestureRecognizer).scale * 100).rounded() / 100)"
    }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
  }

  static func take() -> [String] {
    defer { story = [] }
    return story
  }
}
