import DuoHost
@_exported import DuoUIKit
@_exported import Foundation
@_exported import QuartzCore

extension UIApplicationDelegate {
  /// Starts the app on a phone; what `@main` calls.
  @MainActor public static func main() { Host.run(Self.self) }
}
