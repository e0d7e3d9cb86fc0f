import Foundation
import PhoneModel

extension UIApplication {
  /// Launches the app: delegate, scene, foreground. The host calls it once, on the main thread.
  /// - Parameters:
  ///   - info: the app's property list, build variables filled in.
  ///   - geometry: where the first scene is.
  /// - Returns: the app's scene.
  package func launch(
    delegateClass: any UIApplicationDelegate.Type, info: [String: Any], geometry: SceneGeometry
  ) -> UIWindowScene {
    self.info = info
    MainThread.watchIsolation()
    guard let type = delegateClass as? NSObject.Type,
      let delegate = NSObject.create(type) as? any UIApplicationDelegate
    else { fatalError("\(delegateClass) cannot be the app's delegate: it is no subclass of NSObject.") }
    self.delegate = delegate
    let manifest = SceneManifest(info)
    if manifest == nil { LaunchRules.noteMissingManifest() }
    let configuration = UISceneConfiguration(name: manifest?.name, sessionRole: .windowApplication)
    configuration.delegateClass = manifest?.delegateClass
    let session = UISceneSession(
      role: .windowApplication, persistentIdentifier: "main", configuration: configuration)
    let scene = UIWindowScene(session: session, geometry: geometry)
    let knowsScenes = manifest != nil
    mainScene = scene
    implicitScene = knowsScenes ? nil : scene

    _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
    _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
    post(Self.didFinishLaunchingNotification)
    openSessions.insert(session)
    connectedScenes.insert(scene)
    if knowsScenes { connect(scene, UIScene.ConnectionOptions()) }
    scene.activationState = .foregroundInactive
    enterForeground(scene)
    becomeActive(scene)
    return scene
  }

  func connect(_ scene: UIWindowScene, _ options: UIScene.ConnectionOptions) {
    if let chosen = delegate?.application(self, configurationForConnecting: scene.session, options: options) {
      if chosen.delegateClass == nil { chosen.delegateClass = scene.session.configuration.delegateClass }
      scene.session.configuration = chosen
    }
    if let type: AnyClass = scene.session.configuration.delegateClass {
      scene.delegate = (type as? NSObject.Type).map { NSObject.create($0) } as? any UISceneDelegate
      if scene.delegate == nil { LaunchRules.noteNoDelegate(type) }
    }
    scene.post(UIScene.willConnectNotification)
    scene.delegate?.scene(scene, willConnectTo: scene.session, options: options)
  }

  /// Follows the phone's idea of how active the app is.
  package func setActivity(_ activity: AppPlacement.Activity, of scene: UIWindowScene) {
    switch (scene.activationState, activity) {
    case (.foregroundActive, .inactive):
      resignActive(scene)
    case (.foregroundActive, .background):
      resignActive(scene)
      enterBackground(scene)
    case (.foregroundInactive, .background):
      enterBackground(scene)
    case (.foregroundInactive, .foreground):
      becomeActive(scene)
    case (.background, .foreground):
      enterForeground(scene)
      becomeActive(scene)
    case (.background, .inactive):
      enterForeground(scene)
    default: break
    }
  }

  // An app with scenes hears of them through the scene delegate only. [docs] Notifications come to all.

  // The app goes with its main scene.

  private func becomeActive(_ scene: UIWindowScene) {
    scene.activationState = .foregroundActive
    scene.post(UIScene.didActivateNotification)
    scene.delegate?.sceneDidBecomeActive(scene)
    guard scene === mainScene else { return }
    if implicitScene != nil { delegate?.applicationDidBecomeActive(self) }
    post(Self.didBecomeActiveNotification)
  }

  private func resignActive(_ scene: UIWindowScene) {
    scene.post(UIScene.willDeactivateNotification)
    scene.delegate?.sceneWillResignActive(scene)
    if scene === mainScene {
      if implicitScene != nil { delegate?.applicationWillResignActive(self) }
      post(Self.willResignActiveNotification)
    }
    scene.activationState = .foregroundInactive
  }

  private func enterBackground(_ scene: UIWindowScene) {
    scene.activationState = .background
    scene.post(UIScene.didEnterBackgroundNotification)
    scene.delegate?.sceneDidEnterBackground(scene)
    guard scene === mainScene else { return }
    BackgroundTasks.shared.enteredBackground()
    if implicitScene != nil { delegate?.applicationDidEnterBackground(self) }
    post(Self.didEnterBackgroundNotification)
  }

  private func enterForeground(_ scene: UIWindowScene) {
    if scene === mainScene { BackgroundTasks.shared.enteredForeground() }
    scene.post(UIScene.willEnterForegroundNotification)
    scene.delegate?.sceneWillEnterForeground(scene)
    let wasInBackground = scene.activationState == .background
    if scene === mainScene, wasInBackground {
      if implicitScene != nil { delegate?.applicationWillEnterForeground(self) }
      post(Self.willEnterForegroundNotification)
    }
    scene.activationState = .foregroundInactive
  }
}

/// The entry for ordinary windows in `UIApplicationSceneManifest`. [docs]
@MainActor
struct SceneManifest {
  var name: String?
  var delegateClass: AnyClass?

  /// Nil for an app without a manifest: it lives without scenes.
  init?(_ info: [String: Any]) {
    guard let manifest = info["UIApplicationSceneManifest"] as? [String: Any] else { return nil }
    let roles = manifest["UISceneConfigurations"] as? [String: Any]
    let entries = roles?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]]
    guard let entry = entries?.first else {
      LaunchRules.noteMissingConfiguration()
      return
    }
    name = entry["UISceneConfigurationName"] as? String
    guard let className = entry["UISceneDelegateClassName"] as? String else { return }
    delegateClass = NSClassFromString(className)
    if delegateClass == nil {
      LaunchRules.noteMissingClass(className, configuration: name)
    }
  }
}
