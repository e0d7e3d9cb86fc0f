import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

// How the app follows the phone. The host calls these on the main thread; nothing here watches the phone itself.

extension UIApplication {
  /// Launches the app where the phone's state says the app is, and lets it take the orientation that its root view
  /// controller allows.
  /// - Parameter info: the app's property list, build variables filled in.
  /// - Returns: the app's scene.
  package func launch(
    delegateClass: any UIApplicationDelegate.Type, info: [String: Any], state: PhoneState, at time: PhoneTime
  ) -> UIWindowScene {
    self.info = info
    let start = layout(state, at: time, from: nil, supported: declaredOrientations)
    UIDevice.current.update(to: deviceOrientation(state, at: time))
    let scene = launch(delegateClass: delegateClass, info: info, geometry: start)
    follow(state, at: time)
    return scene
  }

  /// Brings the app's scene and the app's activity to what the phone's state says, with UIKit's callbacks.
  ///
  /// A scene in the background keeps its place until the app comes to the foreground; then it moves before the app
  /// is told. An app that goes to the background is told before its scene moves. [inferred]
  /// - Returns: clockwise quarter turns on which the interface settled, for `PhoneEvent.interfaceTurned`; nil
  ///   while the app is in the background.
  @discardableResult
  package func follow(_ state: PhoneState, at time: PhoneTime) -> QuarterTurns? {
    guard let scene = mainScene else { return nil }
    SceneAccessories.shared.withdraw(state)
    defer { followSurroundings(state, at: time) }
    UIDevice.current.update(to: deviceOrientation(state, at: time))
    if state.app.activity != .foreground { setActivity(state.app.activity, of: scene) }
    if state.app.activity == .background {
      followWithSide(state, at: time)
      return nil
    }
    move(
      scene,
      to: layout(
        state, at: time, from: scene.geometry, supported: supportedOrientations(of: scene), wishOf: scene))
    setActivity(state.app.activity, of: scene)
    followWithSide(state, at: time)
    return scene.geometry.interfaceTurn
  }

  /// Whether a change of the phone concerns the app's scene: where the app is, how the phone is held, and the hinge,
  /// which tilts a display under gravity while it moves and where it comes to rest.
  package nonisolated static func isToFollow(_ change: PhoneChange) -> Bool {
    let (before, after) = (change.before, change.after)
    return change.cause == nil || before.app != after.app || before.placement != after.placement
      || before.hinge != after.hinge || concernsSurroundings(change)
  }

  /// True while the phone has the app on a display that its scene has not moved to.
  package static func moveIsDue(_ state: PhoneState) -> Bool {
    guard let scene = shared.mainScene, state.app.activity != .background else { return false }
    return scene.geometry.display != state.app.display
  }

  private func move(_ scene: UIWindowScene, to new: SceneGeometry) {
    guard new != scene.geometry else { return }
    CurrentPhone.phone.trace.record(
      "scene",
      [
        "display": .text(new.display.rawValue), "turn": .integer(new.interfaceTurn.count),
        "orientation": .integer(new.orientation.rawValue),
        "frame": .list(
          [new.frame.minX, new.frame.minY, new.frame.width, new.frame.height].map { .number($0) }),
      ])
    scene.update(new)
  }

  private func layout(
    _ state: PhoneState, at time: PhoneTime, from old: SceneGeometry?, supported: UIInterfaceOrientationMask,
    wishOf scene: UIWindowScene? = nil
  ) -> SceneGeometry {
    let description = CurrentPhone.phone.description
    guard let display = description.display(state.app.display),
      let outer = description.display(.outer)
    else { fatalError("The phone '\(description.name)' has no display '\(state.app.display.rawValue)'.") }
    let hold = InterfaceHold.turn(on: display.id, from: old, state, at: time, in: description)
    return SceneLayout(
      display: display, hold: hold, supported: supported, wanted: scene?.wish(held: hold, on: display.id),
      isSplit: state.app.isInSplitView || sideIsShown(state), letterbox: outer.pointSize(0)
    ).geometry(from: old)
  }

  private func deviceOrientation(_ state: PhoneState, at time: PhoneTime) -> UIDeviceOrientation {
    InterfaceHold.device(state.app.display, state, at: time, in: CurrentPhone.phone.description)
  }
}
