import Foundation
import PhoneHardware

extension UIApplication {
  /// How a URL is opened; the keys are the app's own business here. [docs]
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// Opens the app's page in Settings. [docs]
  public nonisolated static let openSettingsURLString = "app-settings:"

  /// Whether some app takes the URL: the system's own do; others are not on the phone. [docs]
  public func canOpenURL(_ url: URL) -> Bool { SystemURLs.areTaken(url) }

  /// Opens a URL in the app that takes it, which covers this one: it goes to the background until the person comes back.
  /// - Parameter completion: on the main actor: whether an app takes the URL. [docs]
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    let isTaken = canOpenURL(url)
    CurrentPhone.phone.trace.record(
      "url-opened", ["url": .text(url.absoluteString), "taken": .bool(isTaken)])
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        completion?(isTaken)
        if isTaken { CurrentPhone.phone.send(.background) }
      }
    }
  }

  /// As above. [docs]
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await withCheckedContinuation { done in open(url, options: options) { done.resume(returning: $0) } }
  }
}

/// Which URLs the system's own apps take. [docs]
enum SystemURLs {
  private static let schemes: Set<String> = [
    "http", "https", "mailto", "tel", "sms", "facetime", "maps", "app-settings", "app-settings-notifications",
    "itms-apps", "photos-redirect",
  ]

  static func areTaken(_ url: URL) -> Bool { url.scheme.map { schemes.contains($0.lowercased()) } ?? false }
}
