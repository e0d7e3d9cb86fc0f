import Foundation
import PhoneHardware
import PhoneModel

/// The scene of one accessory on the outer display, from its connection to its end.
@MainActor
final class AccessoryScene {
  /// Of the registration.
  let id: Int
  let scene: UIWindowScene
  private var application: UIApplication { .shared }

  private static var count = 0

  init(_ registration: UISceneAccessoryRegistration, on phone: any PhoneHardware) {
    id = registration.id
    Self.count += 1
    let session = UISceneSession(
      role: .windowCameraCaptureAccessory, persistentIdentifier: "accessory-\(Self.count)",
      configuration: registration.accessory.configuration)
    let geometry = Self.geometry(
      phone.state, at: phone.clock.now, from: UIApplication.shared.mainScene?.geometry,
      supported: UIApplication.shared.declaredOrientations)
    scene = UIWindowScene(session: session, geometry: geometry)
  }

  /// The accessory's own configuration counts; the app's delegate is not asked for another. [assumed]
  /// - Parameter userInfo: What the app passed with the accessory. The app keeps it, not the scene.
  func connect(_ userInfo: Any?) {
    application.openSessions.insert(scene.session)
    application.connectedScenes.insert(scene)
    if let type = scene.session.configuration.delegateClass as? NSObject.Type {
      scene.delegate = NSObject.create(type) as? any UISceneDelegate
    }
    trace("accessory-connected")
    let options = UIScene.ConnectionOptions()
    options.sceneAccessoryUserInfo = userInfo
    scene.post(UIScene.willConnectNotification)
    scene.delegate?.scene(scene, willConnectTo: scene.session, options: options)
    let phone = CurrentPhone.phone
    follow(phone.state, at: phone.clock.now)

    scene.activationState = .foregroundInactive
    scene.post(UIScene.willEnterForegroundNotification)
    scene.delegate?.sceneWillEnterForeground(scene)
    scene.activationState = .foregroundActive
    scene.post(UIScene.didActivateNotification)
    scene.delegate?.sceneDidBecomeActive(scene)
  }

  /// Takes the scene off its display, whatever it was doing. Its session is not kept: the next time the accessory is shown
  /// it is a new scene. [assumed]
  func disconnect() {
    scene.post(UIScene.willDeactivateNotification)
    scene.delegate?.sceneWillResignActive(scene)
    scene.activationState = .foregroundInactive
    scene.activationState = .background
    scene.post(UIScene.didEnterBackgroundNotification)
    scene.delegate?.sceneDidEnterBackground(scene)

    application.connectedScenes.remove(scene)
    scene.activationState = .unattached
    let windows = scene.windows
    scene.post(UIScene.didDisconnectNotification)
    scene.delegate?.sceneDidDisconnect(scene)
    for window in windows {
      // What runs ends here, and its completion says that it did not finish.
      for view in window.tree { view.layer.removeAllAnimations() }
      window.isHidden = true
      window.windowScene = nil
    }
    application.openSessions.remove(scene.session)
    application.delegate?.application(application, didDiscardSceneSessions: [scene.session])
    trace("accessory-disconnected")
  }

  /// Keeps the interface upright for whoever looks at the outer display.
  func follow(_ state: PhoneState, at time: PhoneTime) {
    let new = Self.geometry(
      state, at: time, from: scene.geometry, supported: application.supportedOrientations(of: scene))
    guard new != scene.geometry else { return }
    scene.update(new)
    trace("accessory-turned")
  }

  private static func geometry(
    _ state: PhoneState, at time: PhoneTime, from old: SceneGeometry?,
    supported: UIInterfaceOrientationMask
  ) -> SceneGeometry {
    let description = CurrentPhone.phone.description
    guard let display = description.display(.outer) else {
      fatalError("The phone '\(description.name)' has no display for an accessory.")
    }
    return SceneLayout(
      display: display, hold: InterfaceHold.turn(on: .outer, from: old, state, at: time, in: description),
      supported: supported, isSplit: false, letterbox: display.pointSize(0)
    ).geometry(from: old?.display == .outer ? old : nil)
  }

  private func trace(_ kind: String) {
    CurrentPhone.phone.trace.record(
      kind,
      [
        "session": .text(scene.session.persistentIdentifier),
        "turn": .integer(scene.geometry.interfaceTurn.count),
      ])
  }
}
