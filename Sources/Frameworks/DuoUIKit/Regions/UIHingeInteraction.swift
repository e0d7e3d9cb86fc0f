import Foundation
import PhoneHardware
import PhoneModel

/// Tells of the hinge of the phone that shows a view: at first, when it moves, and when the view comes or goes. [docs]
@preconcurrency @MainActor
open class UIHingeInteraction: NSObject, UIInteraction {
  /// What the handler is told.
  @preconcurrency @MainActor
  public final class Update: NSObject {
    /// Nil when the view has left the screen, or the phone has no hinge. [docs]
    public let hinge: UIHinge?
    init(_ hinge: UIHinge?) {
      self.hinge = hinge
      super.init()
    }
  }

  public private(set) weak var view: UIView?
  private let handler: (UIHingeInteraction, Update) -> Void
  /// What the handler knows; nil before the first call.
  private var told: Told?

  private enum Told: Equatable {
    case gone
    case hinge(UIHinge.Reading)
  }

  /// - Parameter updateHandler: Called in a later turn of the main queue; while the hinge moves, with every picture of the
  ///   display at most. It is kept: take care of retain cycles. [docs]
  public init(updateHandler: @escaping (UIHingeInteraction, UIHingeInteraction.Update) -> Void) {
    handler = updateHandler
    super.init()
  }

  /// True at first. While false nothing is told, and nothing is kept to be told later; enabled again, the handler is called
  /// with the hinge as it is, if there is one. [docs]
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if isEnabled, told != .gone { told = nil }
      HingeWatch.shared.setNeedsLook()
    }
  }

  open func willMove(to view: UIView?) {}

  open func didMove(to view: UIView?) {
    self.view = view
    HingeWatch.shared.watch(self)
  }

  private var isOnScreen: Bool {
    view.flatMap { $0.window ?? $0 as? UIWindow }?.isShowing ?? false
  }

  /// Something may have to be told, now or later.
  var isWaiting: Bool { isEnabled && isOnScreen }

  func look(_ reading: UIHinge.Reading?) {
    guard isEnabled else { return }
    let news: Told = isOnScreen ? reading.map(Told.hinge) ?? .gone : .gone
    // A view that has not been on a screen has nothing to leave.
    guard news != told, isOnScreen || told != nil else { return }
    told = news
    if case .hinge(let reading) = news {
      handler(self, Update(UIHinge(reading)))
    } else {
      handler(self, Update(nil))
    }
  }
}

/// Looks at the hinge for all interactions: after changes, and with every picture of the display while it moves.
@MainActor
final class HingeWatch {
  static let shared = HingeWatch()

  private struct Watcher {
    weak var interaction: UIHingeInteraction?
  }

  private var watchers: [Watcher] = []
  private var lookIsPlanned = false
  private var isTicking = false

  func watch(_ interaction: UIHingeInteraction) {
    if !watchers.contains(where: { $0.interaction === interaction }) {
      watchers.append(Watcher(interaction: interaction))
    }
    setNeedsLook()
  }

  func viewsChanged() { if !watchers.isEmpty { setNeedsLook() } }

  /// After a change of the phone.
  func follow() { if !watchers.isEmpty { setNeedsLook() } }

  func setNeedsLook() {
    guard !lookIsPlanned else { return }
    lookIsPlanned = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.look() } }
  }

  private func look() {
    lookIsPlanned = false
    watchers.removeAll { $0.interaction == nil }
    let phone = CurrentPhone.phone
    let reading = UIHinge.Reading(phone)
    let interactions = watchers.compactMap(\.interaction)
    for interaction in interactions { interaction.look(reading) }
    guard !isTicking, phone.state.hinge.travel != .resting, interactions.contains(where: \.isWaiting) else {
      return
    }
    isTicking = true
    PhoneTimer.run(after: phone.description.timing.displayFrame.value.seconds) {
      self.isTicking = false
      self.look()
    }
  }
}
