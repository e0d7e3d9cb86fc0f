import UIKit

/// Small camera apps, each in two versions that differ by a few lines: one shows what a finding is about, the other does
/// it right. Tests run them through symbolic links such as `stretched-broken` and `stretched-right`.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private static let words = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    .components(separatedBy: "-")
  static let isRight = words.last == "right"

  @MainActor static func root() -> CameraViewController {
    switch words[0] {
    case "region": ControlInTheFold()
    case "pose": ControlOfOnePose()
    case "accessory": OnlyCopy()
    case "stretched": StretchedPreview()
    case "covered": CoveredPreview()
    case "framed": FramedOnceController()
    case "state": LostStateController()
    case "main": BlockedMainThread()
    default: CameraViewController()
    }
  }

  /// `window-broken` leaves its window hidden.
  static var showsWindow: Bool { words[0] != "window" || isRight }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = AppDelegate.root()
    if AppDelegate.showsWindow { window.makeKeyAndVisible() }
    self.window = window
  }
}
