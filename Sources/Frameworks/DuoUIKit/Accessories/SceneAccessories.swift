import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The system's side of accessories: holds what is registered, asks `SceneAccessoryRules` what to show, and shows it.
///
/// Changes are gathered and carried out in a later turn of the main queue.
@MainActor
final class SceneAccessories {
  static let shared = SceneAccessories()

  private struct Entry {
    let id: Int
    weak var registration: UISceneAccessoryRegistration?
  }

  /// In the order in which they were made.
  private var entries: [Entry] = []
  private var nextID = 0
  private var updateIsPlanned = false
  /// On the outer display.
  private(set) var shown: AccessoryScene?

  // MARK: Registering

  func register(
    _ accessory: UISceneAccessory, of controller: UIViewController
  ) -> UISceneAccessoryRegistration {
    let type: AnyClass? = accessory.configuration.delegateClass
    guard let type, type is NSObject.Type, type is any UISceneDelegate.Type else {
      let found = type.map { "\($0) is no class of scene delegates" } ?? "it names none"
      misused("the scene configuration of a scene accessory must have a delegate class: \(found)")
      raise(
        .invalidArgument,
        "The scene configuration of a scene accessory must have a delegate class: \(found)")
    }
    if registrations.contains(where: { $0.accessory === accessory }) {
      misused("an accessory that is already registered was registered again")
      raise(.invalidArgument, "\(accessory) is already registered")
    }
    nextID += 1
    let registration = UISceneAccessoryRegistration(id: nextID, accessory, of: controller)
    entries.append(Entry(id: nextID, registration: registration))
    setNeedsUpdate()
    return registration
  }

  func unregister(_ registration: UISceneAccessoryRegistration, of controller: UIViewController) {
    guard registration.controller === controller else {
      misused("a registration was taken back from \(type(of: controller)), which did not make it")
      raise(.invalidArgument, "\(registration) is not a registration of \(controller)")
    }
    entries.removeAll { $0.id == registration.id }
    registration.setAvailable(false)
    setNeedsUpdate()
  }

  /// For the report: the exception that follows names objects by their addresses.
  private func misused(_ detail: String) {
    LaunchRules.note(detail, rule: "accessory-misused", call: "UISceneAccessoryRegistration")
  }

  private var registrations: [UISceneAccessoryRegistration] { entries.compactMap(\.registration) }

  // MARK: Following

  /// Views came, went or changed their order.
  func viewsChanged() { if !entries.isEmpty { setNeedsUpdate() } }

  func setNeedsUpdate() {
    guard !updateIsPlanned else { return }
    updateIsPlanned = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.update() } }
  }

  /// Takes the accessory away at once if the phone has, before the app's own scene follows the phone.
  func withdraw(_ state: PhoneState) {
    guard shown != nil, !state.isAccessoryShown else { return }
    update()
  }

  /// Keeps the accessory upright for whoever looks at the outer display, and plans to show or hide one.
  func follow(_ state: PhoneState, at time: PhoneTime) {
    if state.isAccessoryShown { shown?.follow(state, at: time) }
    if !entries.isEmpty || shown != nil { setNeedsUpdate() }
  }

  private func update() {
    updateIsPlanned = false
    let phone = CurrentPhone.phone
    var wanted = decide(phone)
    if let old = shown, old.id != wanted?.id {
      shown = nil
      old.disconnect()
      // Its delegate may have taken back, or switched off, what was to come next.
      wanted = decide(phone)
    }
    // The phone may have changed since it was asked; a refusal is followed by the change, and by another look.
    let isShown = wanted != nil && phone.send(.accessoryShown(true)) == nil
    guard let wanted, isShown else {
      if phone.state.isAccessoryShown { phone.send(.accessoryShown(false)) }
      shown?.disconnect()
      shown = nil
      return
    }
    if shown == nil {
      let scene = AccessoryScene(wanted, on: phone)
      shown = scene
      scene.connect(wanted.accessory.userInfo)
    }
  }

  /// Tells registrations whether they are available.
  /// - Returns: the one whose content belongs on the outer display.
  private func decide(_ phone: any PhoneHardware) -> UISceneAccessoryRegistration? {
    entries.removeAll { $0.registration == nil }
    let decision = SceneAccessoryRules.decide(facts, offered: offered(phone))
    for registration in registrations {
      registration.setAvailable(decision.available.contains(registration.id))
    }
    return registrations.first { decision.presented.contains($0.id) }
  }

  private func offered(_ phone: any PhoneHardware) -> Set<SceneAccessoryRules.Kind> {
    let state = phone.state
    guard let scene = UIApplication.shared.mainScene, scene.geometry.display == .inner,
      scene.activationState == .foregroundActive, !UIApplication.moveIsDue(state),
      Accessory.isAvailable(state, at: phone.clock.now, in: phone.description)
    else { return [] }
    return [.cameraCapture]
  }

  /// What the rules must know of the registrations.
  private var facts: [SceneAccessoryRules.Registration] {
    guard !entries.isEmpty else { return [] }
    let windows = UIApplication.shared.mainScene?.windows.filter(\.isShowing) ?? []
    let views = windows.flatMap(\.tree)
    return registrations.map { registration in
      let view = registration.controller?.viewIfLoaded
      return SceneAccessoryRules.Registration(
        id: registration.id, kind: registration.accessory.kind, isEnabled: registration.isEnabled,
        height: view.flatMap { view in views.firstIndex { $0 === view } })
    }
  }
}
