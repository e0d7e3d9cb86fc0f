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
    case "camera": ControlUnderTheCamera()
    case "outercamera": AccessoryUnderTheCamera()
    case "pose": ControlOfOnePose()
    case "accessory": OnlyCopy()
    case "stretched": StretchedPreview()
    case "covered": CoveredPreview()
    case "framed": FramedOnceController()
    case "state": LostStateController()
    case "main": BlockedMainThread()
    case "countdown": CountdownForOthers()
    case "second": SecondPreview()
    case "offmain": OffMainThread()
    case "promise": BrokenPromise()
    case "twice": RegisteredTwice()
    case "released": ReleasedSheet()
    case "detached": DetachedSheet()
    case "constraints": Contradiction()
    case "font": Title(.font)
    case "unwrapped": Title(.unwrapped)
    case "glyphs": Title(.glyphs)
    default: CameraViewController()
    }
  }

  /// What is wrong with the window.
  enum WindowMistake: String { case hidden, flat, missing }
  static var windowMistake: WindowMistake? { isRight ? nil : WindowMistake(rawValue: words[0]) }

  /// An app from before scenes, whose property list knows nothing of them.
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    guard Self.words[0] == "manifest", !Self.isRight else { return true }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = Self.root()
    window?.makeKeyAndVisible()
    return true
  }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene, AppDelegate.windowMistake != .missing else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = AppDelegate.root()
    if AppDelegate.windowMistake != .hidden { window.makeKeyAndVisible() }
    // A window takes its scene's size when it is shown.
    if AppDelegate.windowMistake == .flat { window.frame = .zero }
    self.window = window
  }
}
