import Foundation
import PhoneHardware
import PhoneModel

extension UIView {
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    public static let curveEaseInOut: Self = []
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    public static let curveLinear = Self(rawValue: 3 << 16)
  }

  /// Makes the changes at once and calls `completion` when `delay` and `duration` (seconds of phone time)
  /// have passed. The pictures between the old and the new state are not drawn; the values that an app reads
  /// are the same as on a phone.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    guard let completion else { return }
    PhoneTimer.run(after: delay + duration) { completion(true) }
  }

  public static func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
  }

  /// Makes the changes without animation, which is the only way Diptych makes them.
  public static func performWithoutAnimation(_ actions: () -> Void) { actions() }
}

/// Calls on the main actor at a phone time.
@MainActor
enum PhoneTimer {
  private static var pending: [Int: (action: () -> Void, entry: any PhoneObservation)] = [:]
  private static var next = 0

  static func run(after seconds: TimeInterval, _ action: @escaping () -> Void) {
    next += 1
    let key = next
    let entry = CurrentPhone.phone.clock.schedule(after: PhoneDuration(seconds: max(seconds, 0))) {
      // The clock's own thread must not wait for the main actor.
      DispatchQueue.main.async { MainActor.assumeIsolated { fire(key) } }
    }
    // The clock needs the main queue to fire, so the entry is here before it is looked up.
    pending[key] = (action, entry)
  }

  private static func fire(_ key: Int) { pending.removeValue(forKey: key)?.action() }
}
