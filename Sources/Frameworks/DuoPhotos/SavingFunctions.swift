import DuoFoundation
public import DuoUIKit
import Foundation

/// Saves a picture. The target's method `image:didFinishSavingWithError:contextInfo:` is called on the main queue, if the
/// selector has a body: it gets the error, or nil. [docs]
public func UIImageWriteToSavedPhotosAlbum(
  _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Selector?,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  let handed = Saved(image: image)
  save(completionTarget, completionSelector) {
    _ = PHAssetChangeRequest.creationRequestForAsset(from: handed.image)
  }
}

/// Saves a movie, as `UIImageWriteToSavedPhotosAlbum` saves a picture. [docs]
public func UISaveVideoAtPathToSavedPhotosAlbum(
  _ videoPath: String, _ completionTarget: Any?, _ completionSelector: Selector?,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  save(completionTarget, completionSelector) {
    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: URL(fileURLWithPath: videoPath))
  }
}

/// Whether a file is a movie that the library takes.
public func UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_ videoPath: String) -> Bool {
  ["mov", "mp4", "m4v"].contains(URL(fileURLWithPath: videoPath).pathExtension.lowercased())
    && FileManager.default.isReadableFile(atPath: videoPath)
}

/// `@unchecked`: handed to one queue.
private struct Saved: @unchecked Sendable {
  let image: UIImage
}

/// `@unchecked`: used on the main queue only.
private struct Target: @unchecked Sendable {
  let object: AnyObject?
  let selector: Selector?
}

private func save(_ target: Any?, _ selector: Selector?, _ changes: @escaping @Sendable () -> Void) {
  let target = Target(object: target.map { $0 as AnyObject }, selector: selector)
  PHPhotoLibrary.shared().performChanges(changes) { _, error in
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        guard let object = target.object, let selector = target.selector else { return }
        selector.perform(on: object, error)
      }
    }
  }
}
