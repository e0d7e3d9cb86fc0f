import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Orientations that the app asked for. Turning the phone in the hand, or moving the app, ends the wish. [forum]
struct OrientationWish: Hashable, Sendable {
  var mask: UIInterfaceOrientationMask
  /// How the phone was held then, and on which display the app was; nil until the wish was first considered.
  var hold: QuarterTurns?
  var display: DisplayID?
}

extension UIWindowScene {
  /// The wish if it still holds with the phone held so.
  func wish(held hold: QuarterTurns, on display: DisplayID) -> UIInterfaceOrientationMask? {
    guard var wish = orientationWish else { return nil }
    if let known = wish.hold, known != hold || wish.display != display {
      orientationWish = nil
      return nil
    }
    wish.hold = hold
    wish.display = display
    orientationWish = wish
    return wish.mask
  }

  /// What can be asked of a scene's place. [docs]
  @preconcurrency @MainActor
  public class GeometryPreferences: NSObject {
    /// Interface orientations on a phone.
    @preconcurrency @MainActor
    public final class iOS: GeometryPreferences {
      /// Nil asks for nothing. [docs]
      public var interfaceOrientations: UIInterfaceOrientationMask?

      public override init() { super.init() }
      /// - Parameter interfaceOrientations: One of these, of those that the app supports. [docs]
      public init(interfaceOrientations: UIInterfaceOrientationMask) {
        self.interfaceOrientations = interfaceOrientations
        super.init()
      }
    }
  }

  /// Turns the interface to an orientation that the app supports, until the phone is turned. [docs]
  /// - Parameter errorHandler: Called on the main actor when it cannot be; then nothing changes.
  public func requestGeometryUpdate(
    _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
  ) {
    func refuse(_ code: UISceneError.Code, _ text: String) {
      let error = UISceneError(code, text)
      DispatchQueue.main.async { MainActor.assumeIsolated { errorHandler?(error) } }
    }
    guard let wanted = (geometryPreferences as? GeometryPreferences.iOS)?.interfaceOrientations else {
      return
    }
    let app = UIApplication.shared
    guard self === app.mainScene, activationState != .background, activationState != .unattached else {
      return refuse(.geometryRequestDenied, "The scene is not in the foreground.")
    }
    guard !CurrentPhone.phone.state.app.isInSplitView else {
      return refuse(
        .geometryRequestDenied,
        "The scene shares its display with another app and cannot choose an orientation.")
    }
    let supported = app.supportedOrientations(of: self)
    guard !wanted.isDisjoint(with: supported) else {
      return refuse(
        .geometryRequestDenied,
        "None of the requested orientations are supported by the view controller. Requested: \(wanted.names); "
          + "Supported: \(supported.names)")
    }
    orientationWish = OrientationWish(mask: wanted)
    app.followAgainSoon()
  }
}

extension UIInterfaceOrientationMask {
  /// For a message.
  var names: String {
    let all: [(Self, String)] = [
      (.portrait, "portrait"), (.portraitUpsideDown, "portraitUpsideDown"), (.landscapeLeft, "landscapeLeft"),
      (.landscapeRight, "landscapeRight"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// Why a scene could not be made, taken away or placed. Codes are Apple's. [header]
public struct UISceneError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
  /// What was refused. Raw values are Apple's. [header]
  public enum Code: Int, Hashable, Sendable {
    case multipleScenesNotSupported = 0
    case requestDenied = 1
    case geometryRequestUnsupported = 100
    case geometryRequestDenied = 101
  }

  /// Which kind of wish was refused.
  public let code: Code
  /// Why, in Apple's words where they are known. [forum]
  public let errorDescription: String?

  init(_ code: Code, _ text: String) {
    self.code = code
    errorDescription = text
  }

  public static var errorDomain: String { "UISceneErrorDomain" }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  public static var multipleScenesNotSupported: Code { .multipleScenesNotSupported }
  public static var requestDenied: Code { .requestDenied }
  public static var geometryRequestUnsupported: Code { .geometryRequestUnsupported }
  public static var geometryRequestDenied: Code { .geometryRequestDenied }
}

extension UIApplication {
  /// Follows the phone in a later turn of the main queue, since what the app supports or wants may be different now.
  func followAgainSoon() {
    guard !followIsPlanned, CurrentPhone.isRunning, mainScene != nil else { return }
    followIsPlanned = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.followAgain() } }
  }

  private func followAgain() {
    followIsPlanned = false
    let phone = CurrentPhone.phone
    if let turn = follow(phone.state, at: phone.clock.now), turn != phone.state.app.interfaceTurn {
      phone.send(.interfaceTurned(turn))
    }
  }
}
