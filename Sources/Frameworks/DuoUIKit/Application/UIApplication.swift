import DuoFoundation
import Foundation
import PhoneModel

/// The running app. [docs]
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  /// How much of the app is in front. Raw values are Apple's. [header]
  public enum State: Int, Sendable {
    case active = 0
    case inactive = 1
    case background = 2
  }

  /// Why the app was launched. A simulated phone launches it as a person does, without options.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// After the delegate's `application(_:didFinishLaunchingWithOptions:)`; the object of each of these
  /// notifications is the app. [docs]
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  /// A scene of the app has become active. [docs]
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// The app is about to lose touches, to a call, an overlay or the background. [docs]
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  /// No scene of the app is seen any more. [docs]
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The app is about to be seen again. [docs]
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// A simulated phone's memory never runs short, so nobody posts it.
  public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  /// The app's process ends with its phone and is not told, as an app in the background is not. Nobody posts it.
  public nonisolated static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")

  /// The only one. [docs]
  public static let shared = UIApplication()

  /// Made by `main()` and kept by the app. [docs]
  open var delegate: (any UIApplicationDelegate)?
  /// Scenes that the system has made, seen or not, those of accessories among them. [docs]
  open internal(set) var connectedScenes: Set<UIScene> = []
  /// Sessions that the system remembers, with a scene or without. [docs]
  open internal(set) var openSessions: Set<UISceneSession> = []
  /// A phone that only exists in software does not fall asleep, whatever this says.
  open var isIdleTimerDisabled = false

  /// The property list as it was launched with.
  var info: [String: Any] = [:]
  /// The scene that follows the phone's app.
  package internal(set) var mainScene: UIWindowScene?
  /// The app's second window, beside the first one on the inner display; may be in the background.
  var sideScene: UIWindowScene?
  /// Windows that were asked for so far; numbers the sessions.
  var sessionCount = 1
  /// Scenes without anything to see that the trace has.
  var blankScenes: Set<ObjectIdentifier> = []
  /// A turn of the main queue that follows the phone again is coming.
  var followIsPlanned = false
  /// The scene of an app that knows nothing of scenes.
  var implicitScene: UIWindowScene?

  /// By the most active of the scenes. [inferred] While it is launched an app from before scenes is inactive, one with
  /// scenes is in the background. [forum]
  open var applicationState: State {
    if connectedScenes.isEmpty, implicitScene != nil { return .inactive }
    let states = connectedScenes.map(\.activationState)
    if states.contains(.foregroundActive) { return .active }
    return states.contains(.foregroundInactive) ? .inactive : .background
  }

  open override var next: UIResponder? { delegate as? UIResponder }

  /// Gives an event to the windows that it has touches in. [docs]
  open func sendEvent(_ event: UIEvent) {
    var windows: [UIWindow] = []
    for case let window? in event.touches.map(\.window) where !windows.contains(window) {
      windows.append(window)
    }
    for window in windows { window.sendEvent(event) }
  }

  /// `UISupportedInterfaceOrientations`; without it everything but upside down. [docs]
  package var declaredOrientations: UIInterfaceOrientationMask {
    guard let names = info["UISupportedInterfaceOrientations"] as? [String] else { return .allButUpsideDown }
    let known: [String: UIInterfaceOrientationMask] = [
      "UIInterfaceOrientationPortrait": .portrait,
      "UIInterfaceOrientationPortraitUpsideDown": .portraitUpsideDown,
      "UIInterfaceOrientationLandscapeLeft": .landscapeLeft,
      "UIInterfaceOrientationLandscapeRight": .landscapeRight,
    ]
    return names.reduce(into: []) { $0.formUnion(known[$1] ?? []) }
  }

  /// What the property list allows: what a window's app allows where its delegate says nothing. [docs]
  open func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
    declaredOrientations
  }

  /// The orientations that the app delegate and the frontmost root view controller both allow. Raises when
  /// there is none, as UIKit does. [docs]
  package func supportedOrientations(of scene: UIWindowScene) -> UIInterfaceOrientationMask {
    let app =
      delegate?.application(self, supportedInterfaceOrientationsFor: scene.keyWindow) ?? declaredOrientations
    guard let controller = scene.rootController?.orientationController else { return app }
    let common = app.intersection(controller.supportedInterfaceOrientations)
    if common.isEmpty {
      raise(
        ExceptionName(rawValue: "UIApplicationInvalidInterfaceOrientation"),
        "Supported orientations has no common orientation with the application, and "
          + "[\(type(of: controller)) shouldAutorotate] is returning YES")
    }
    return common
  }

  /// Whether the property list says that the app has more than one window. [docs]
  open var supportsMultipleScenes: Bool {
    let manifest = info["UIApplicationSceneManifest"] as? [String: Any]
    return manifest?["UIApplicationSupportsMultipleScenes"] as? Bool ?? false
  }

  /// Seconds of phone time that are left in the background; without end in the foreground. [docs]
  open var backgroundTimeRemaining: TimeInterval { BackgroundTasks.shared.remaining }

  func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}
