import Foundation
import PhoneHardware
import PhoneModel

// The app's second window. It lies beside the first one on the inner display, half and half; new windows can be made there
// only. [seed] While the phone is closed it is in the background; when another app takes its half, the system disconnects it
// and keeps its session. [assumed]

extension UIApplication {
  /// Asks for a new window, or for one that the app had. [docs]
  /// - Parameters:
  ///   - sceneSession: nil for a new one.
  ///   - errorHandler: called on the main actor when it cannot be.
  public func requestSceneSessionActivation(
    _ sceneSession: UISceneSession?, userActivity: NSUserActivity?,
    options: UIScene.ActivationRequestOptions?, errorHandler: ((any Error) -> Void)? = nil
  ) {
    if let error = refusal(of: sceneSession) {
      DispatchQueue.main.async { MainActor.assumeIsolated { errorHandler?(error) } }
      return
    }
    // Connected already: it is in the foreground with the app.
    if let sceneSession, sceneSession.scene != nil { return }
    let session = sceneSession ?? newSession()
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        // Asked for twice, or the phone was closed meanwhile.
        if let error = self.refusal(of: session) {
          errorHandler?(error)
        } else {
          self.open(session, userActivity)
        }
      }
    }
  }

  /// As `requestSceneSessionActivation(_:userActivity:options:errorHandler:)`. [docs]
  public func activateSceneSession(
    for request: UISceneSessionActivationRequest, errorHandler: ((any Error) -> Void)? = nil
  ) {
    requestSceneSessionActivation(
      request.session, userActivity: request.userActivity, options: request.options,
      errorHandler: errorHandler)
  }

  /// Takes a window away, with its session. The app's first window stays. [docs]; first [assumed]
  public func requestSceneSessionDestruction(
    _ sceneSession: UISceneSession, options: UISceneDestructionRequestOptions?,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    let isKnown = openSessions.contains(sceneSession) && sceneSession.role == .windowApplication
    guard isKnown, sceneSession !== mainScene?.session else {
      let error = UISceneError(.requestDenied, "The scene session cannot be destroyed.")
      DispatchQueue.main.async { MainActor.assumeIsolated { errorHandler?(error) } }
      return
    }
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        if let side = self.sideScene, side.session === sceneSession { self.disconnectSide() }
        guard self.openSessions.remove(sceneSession) != nil else { return }
        self.delegate?.application(self, didDiscardSceneSessions: [sceneSession])
        self.followAgainSoon()
      }
    }
  }

  private func newSession() -> UISceneSession {
    sessionCount += 1
    let manifest = SceneManifest(info)
    let configuration = UISceneConfiguration(name: manifest?.name, sessionRole: .windowApplication)
    configuration.delegateClass = manifest?.delegateClass
    return UISceneSession(
      role: .windowApplication, persistentIdentifier: "window-\(sessionCount)", configuration: configuration)
  }

  /// Why a window cannot be had now.
  private func refusal(of session: UISceneSession?) -> UISceneError? {
    if let session, session.scene != nil, session.scene?.activationState != .background { return nil }
    guard supportsMultipleScenes else {
      return UISceneError(
        .multipleScenesNotSupported,
        "The app does not support multiple scenes (UIApplicationSupportsMultipleScenes).")
    }
    let state = CurrentPhone.phone.state
    guard let main = mainScene, displaySpansHinge(main.geometry.display), displaySpansHinge(state.app.display)
    else {
      return UISceneError(.requestDenied, "New windows can be made on the inner display only.")
    }
    if state.app.activity == .background {
      return UISceneError(.requestDenied, "The app is in the background.")
    }
    if state.app.isInSplitView || (sideScene != nil && sideScene?.session !== session) {
      return UISceneError(.requestDenied, "The display is shared already.")
    }
    return nil
  }

  private func open(_ session: UISceneSession, _ activity: NSUserActivity?) {
    guard session.scene == nil else { return }
    let phone = CurrentPhone.phone
    let geometry = sideLayout(phone.state, at: phone.clock.now, from: nil)
    let scene = UIWindowScene(session: session, geometry: geometry)
    sideScene = scene
    openSessions.insert(session)
    connectedScenes.insert(scene)
    let options = UIScene.ConnectionOptions()
    if let activity { options.userActivities = [activity] }
    trace(scene, "second-scene-connected")
    connect(scene, options)
    scene.activationState = .background
    followAgainSoon()
  }

  // MARK: Following

  /// The second window has its half of the display that the app is on.
  func sideIsShown(_ state: PhoneState) -> Bool {
    sideScene != nil && displaySpansHinge(state.app.display) && !state.app.isInSplitView
  }

  func followWithSide(_ state: PhoneState, at time: PhoneTime) {
    guard let scene = sideScene else { return }
    if state.app.isInSplitView { return disconnectSide() }
    guard sideIsShown(state) else { return setActivity(.background, of: scene) }
    if state.app.activity != .foreground { setActivity(state.app.activity, of: scene) }
    if state.app.activity == .background { return }
    let new = sideLayout(state, at: time, from: scene.geometry)
    if new != scene.geometry {
      scene.update(new)
      trace(scene, "second-scene-moved")
    }
    setActivity(state.app.activity, of: scene)
  }

  private func disconnectSide() {
    guard let scene = sideScene else { return }
    setActivity(.background, of: scene)
    sideScene = nil
    connectedScenes.remove(scene)
    scene.activationState = .unattached
    let windows = scene.windows
    scene.post(UIScene.didDisconnectNotification)
    scene.delegate?.sceneDidDisconnect(scene)
    for window in windows {
      window.isHidden = true
      window.windowScene = nil
    }
    scene.session.scene = nil
    trace(scene, "second-scene-disconnected")
  }

  private func sideLayout(
    _ state: PhoneState, at time: PhoneTime, from old: SceneGeometry?
  ) -> SceneGeometry {
    let description = CurrentPhone.phone.description
    guard let display = description.display(state.app.display), let main = mainScene else {
      fatalError("The phone '\(description.name)' has no display '\(state.app.display.rawValue)'.")
    }
    // Both halves stand the same way.
    var layout = SceneLayout(
      display: display,
      hold: InterfaceHold.turn(on: display.id, from: old ?? main.geometry, state, at: time, in: description),
      supported: .all, isSplit: true, letterbox: display.pointSize(0))
    layout.isSecond = true
    return layout.geometry(from: old ?? main.geometry)
  }

  private func displaySpansHinge(_ id: DisplayID) -> Bool {
    CurrentPhone.phone.description.display(id)?.spansHinge == true
  }

  private func trace(_ scene: UIWindowScene, _ kind: String) {
    let frame = scene.geometry.frame
    CurrentPhone.phone.trace.record(
      kind,
      [
        "session": .text(scene.session.persistentIdentifier),
        "display": .text(scene.geometry.display.rawValue),
        "frame": .list([frame.minX, frame.minY, frame.width, frame.height].map { .number($0) }),
      ])
  }
}
