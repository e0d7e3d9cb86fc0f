import Foundation
import PhoneHardware
import PhoneModel

/// How far a hinge is open. For effects and for what is moved by the hinge, never for layout. [docs]
@preconcurrency @MainActor
public final class UIHinge: NSObject {
  /// Raw values are Apple's. [docs] Where one ends and the next begins is the system's policy.
  public enum Status: Int, Sendable {
    case unknown = 0
    case closed = 1
    case partiallyOpen = 2
    case fullyOpen = 3
  }

  /// Radians: 0 shut, about pi flat. [docs] [forum]
  public let angle: CGFloat
  public let status: Status

  init(_ reading: Reading) {
    angle = CGFloat(reading.degrees * .pi / 180)
    status =
      switch reading.status {
      case .closed: .closed
      case .partiallyOpen: .partiallyOpen
      case .fullyOpen: .fullyOpen
      }
    super.init()
  }

  /// A hinge at one moment.
  struct Reading: Hashable {
    var degrees: Double
    var status: HingeStatus

    /// Nil for a phone without a hinge.
    init?(_ phone: any PhoneHardware) {
      let (state, now) = (phone.state, phone.clock.now)
      guard let status = state.hingeStatus(at: now, in: phone.description) else { return nil }
      degrees = state.hinge.angle(at: now)
      self.status = status
    }
  }
}
