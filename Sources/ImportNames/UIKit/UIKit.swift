import DuoHost
@_exported import DuoUIKit
@_exported import Foundation
@_exported import QuartzCore
@_exported import UIKit

extension UIApplicationDelegate {
  /// Starts the app on a phone; what `@main` calls.
  @MainActor public static func main() { Host.run(Self.self) }
}
