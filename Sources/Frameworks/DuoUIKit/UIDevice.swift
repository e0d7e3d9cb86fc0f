import Foundation
import PhoneHardware
import PhoneModel

/// The phone as an app sees it. [docs]
@preconcurrency @MainActor
public final class UIDevice: NSObject {
  public static let current = UIDevice()

  /// Posted on the main actor when `orientation` changed, while notifications are asked for.
  public nonisolated static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")

  public var name: String { CurrentPhone.phone.description.displayName }
  /// `iPhone` on every phone. [docs]
  public let model = "iPhone"
  public let localizedModel = "iPhone"
  public let systemName = "iOS"
  /// The system that the frameworks follow.
  public let systemVersion = "27.1"
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }

  /// How the phone is held, by gravity, named after the native top of the display that the app is on. Lying
  /// within 30 degrees of level it is `faceUp` or `faceDown`. [docs], the limit and the reference on the Duo
  /// [assumed]
  public private(set) var orientation = UIDeviceOrientation.unknown

  private var listeners = 0
  public var isGeneratingDeviceOrientationNotifications: Bool { listeners > 0 }

  /// Asks for notifications; calls nest. [docs]
  public func beginGeneratingDeviceOrientationNotifications() { listeners += 1 }
  public func endGeneratingDeviceOrientationNotifications() { listeners = max(0, listeners - 1) }

  /// Brings the orientation up to date; posts when it changed and somebody asked.
  package func update(to orientation: UIDeviceOrientation) {
    guard orientation != self.orientation else { return }
    self.orientation = orientation
    if isGeneratingDeviceOrientationNotifications {
      NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self)
    }
  }
}
