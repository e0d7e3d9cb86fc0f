import Foundation

/// The life of the app. Every method may be left out. [docs]
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// A place to keep the window of an app without scenes. Nil unless the app declares it. [docs]
  var window: UIWindow? { get set }

  /// The first call, before anything is restored or shown. The answer does not matter to a launch without a URL.
  /// [docs]
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app is about to run; scenes are connected after it. [docs]
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The older form, called where the one with options is left out. [docs]
  func applicationDidFinishLaunching(_ application: UIApplication)
  /// Only of an app without scenes, as the next three: the others have their scenes' delegates. [docs]
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The app is about to lose touches. [docs]
  func applicationWillResignActive(_ application: UIApplication)
  /// The app is not seen any more. [docs]
  func applicationDidEnterBackground(_ application: UIApplication)
  /// The app is about to be seen again; not at launch. [docs]
  func applicationWillEnterForeground(_ application: UIApplication)
  /// How a new scene is made; the property list's configuration unless the app answers. [docs]
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  /// Sessions that will not come back, also those closed by a person. [docs]
  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  /// What the app allows at all; a window's controllers may allow less. [docs]
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
}

extension UIApplicationDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    applicationDidFinishLaunching(application)
    return true
  }
  public func applicationDidFinishLaunching(_ application: UIApplication) {}
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  /// The property list's configuration.
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}
  /// The property list's orientations.
  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { application.declaredOrientations }
}
