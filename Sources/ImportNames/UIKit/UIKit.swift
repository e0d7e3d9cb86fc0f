@_exported import Combine
@_exported import CoreImage
import DuoHost
@_exported import DuoUIKit
@_exported import Foundation
@_exported import QuartzCore
@_exported import UIKit

@_exported import func DuoPhotos.UIImageWriteToSavedPhotosAlbum
@_exported import func DuoPhotos.UISaveVideoAtPathToSavedPhotosAlbum
@_exported import func DuoPhotos.UIVideoAtPathIsCompatibleWithSavedPhotosAlbum

extension UIApplicationDelegate {
  /// Starts the app on a phone; what `@main` calls.
  @MainActor public static func main() { Host.run(Self.self) }
}
