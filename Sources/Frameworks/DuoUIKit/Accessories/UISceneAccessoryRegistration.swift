import Foundation
import Observation

/// What the system says of a registered accessory, and what the app wants of it. [docs]
@preconcurrency @MainActor
public final class UISceneAccessoryRegistration: NSObject, Observable {
  let id: Int
  let accessory: UISceneAccessory
  weak var controller: UIViewController?
  private let registrar = ObservationRegistrar()
  private var available = false
  private var enabled = true

  init(id: Int, _ accessory: UISceneAccessory, of controller: UIViewController) {
    self.id = id
    self.accessory = accessory
    self.controller = controller
    super.init()
  }

  /// The app has let it go, which the accessory does not outlive.
  deinit {
    DispatchQueue.main.async { MainActor.assumeIsolated { SceneAccessories.shared.setNeedsUpdate() } }
  }

  /// The system could show the content now. False at first. Observable, as in `updateProperties()` and
  /// `layoutSubviews()`. [docs] Whether the app has switched the content off makes no difference.
  public var isAvailable: Bool {
    registrar.access(self, keyPath: \.isAvailable)
    return available
  }

  /// True at first. False dismisses the content, true lets it return. [docs]
  public var isEnabled: Bool {
    get {
      registrar.access(self, keyPath: \.isEnabled)
      return enabled
    }
    set {
      guard newValue != enabled else { return }
      registrar.withMutation(of: self, keyPath: \.isEnabled) { enabled = newValue }
      SceneAccessories.shared.setNeedsUpdate()
    }
  }

  func setAvailable(_ isAvailable: Bool) {
    guard isAvailable != available else { return }
    registrar.withMutation(of: self, keyPath: \.isAvailable) { available = isAvailable }
  }
}
