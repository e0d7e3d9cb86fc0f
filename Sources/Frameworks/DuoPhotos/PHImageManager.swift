import DuoFoundation
import DuoImageIO
public import DuoUIKit
public import Foundation
import Synchronization

public typealias PHImageRequestID = Int32
public let PHInvalidImageRequestID: PHImageRequestID = 0
/// The whole picture.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
public let PHImageErrorKey = "PHImageErrorKey"
public let PHImageCancelledKey = "PHImageCancelledKey"

public enum PHImageContentMode: Int, Sendable {
  case aspectFit = 0
  case aspectFill = 1
  public static let `default` = PHImageContentMode.aspectFit
}

public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
  case opportunistic = 0
  case highQualityFormat = 1
  case fastFormat = 2
}

/// How a picture is wanted.
public final class PHImageRequestOptions: NSObject {
  /// The handler is called before the request returns. [docs]
  public var isSynchronous = false
  /// Every picture comes once, and whole.
  public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
  /// Everything is on the phone.
  public var isNetworkAccessAllowed = false
}

/// Reads saved pictures.
public final class PHImageManager: NSObject, Sendable {
  private static let only = PHImageManager()
  private let state = Mutex<(last: PHImageRequestID, cancelled: Set<PHImageRequestID>)>((0, []))
  let queue = DispatchQueue(label: "PHImageManager")

  public class func `default`() -> PHImageManager { only }

  private func begin() -> PHImageRequestID {
    state.withLock {
      $0.last += 1
      return $0.last
    }
  }

  /// A picture no larger than wanted, upright; nil for movies. The handler runs on the main queue. [docs]
  @discardableResult
  public func requestImage(
    for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
    resultHandler: @escaping @Sendable (UIImage?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    request(asset, options) { [self] data, id in
      guard let data else { return resultHandler(nil, info(id, PHPhotosError(.missingResource))) }
      resultHandler(UIImage(data: data)?.fitting(targetSize, contentMode), info(id, nil))
    }
  }

  /// The file as it was saved. [docs]
  @discardableResult
  public func requestImageDataAndOrientation(
    for asset: PHAsset, options: PHImageRequestOptions?,
    resultHandler:
      @escaping @Sendable (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    request(asset, options) { [self] data, id in
      guard let data, let picture = try? PictureFile.metadata(of: data) else {
        return resultHandler(nil, nil, .up, info(id, PHPhotosError(.missingResource)))
      }
      let raw = (picture.properties["Orientation"] as? NSNumber)?.uint32Value ?? 1
      let type =
        switch PictureFile.kind(of: data) {
        case .heic: "public.heic"
        case .png: "public.png"
        case .jpeg, nil: "public.jpeg"
        }
      resultHandler(data, type, CGImagePropertyOrientation(rawValue: raw) ?? .up, info(id, nil))
    }
  }

  public func cancelImageRequest(_ requestID: PHImageRequestID) {
    state.withLock { _ = $0.cancelled.insert(requestID) }
  }

  private func request(
    _ asset: PHAsset, _ options: PHImageRequestOptions?,
    _ body: @escaping @Sendable (Data?, PHImageRequestID) -> Void
  ) -> PHImageRequestID {
    let id = begin()
    let file = asset.mediaType == .image ? asset.asset.file : nil
    let read: @Sendable () -> Data? = { file.flatMap { try? Data(contentsOf: $0) } }
    if options?.isSynchronous == true {
      body(read(), id)
    } else {
      queue.async { [self] in
        let data = read()
        DispatchQueue.main.async { [self] in
          if !state.withLock({ $0.cancelled.contains(id) }) { body(data, id) }
        }
      }
    }
    return id
  }

  private func info(_ id: PHImageRequestID, _ error: (any Error)?) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [PHImageResultRequestIDKey: id, PHImageResultIsDegradedKey: false]
    info[PHImageErrorKey] = error
    return info
  }
}

extension UIImage {
  /// Upright, and so small that it fits a size or fills it. Never enlarged.
  fileprivate func fitting(_ target: CGSize, _ mode: PHImageContentMode) -> UIImage {
    guard target.width > 0, target.height > 0, size.width > 0, size.height > 0 else { return self }
    let ratios = [target.width / size.width, target.height / size.height]
    let scale = min(1, mode == .aspectFit ? ratios.min()! : ratios.max()!)
    if scale == 1 && imageOrientation == .up { return self }
    let wanted = CGSize(width: (size.width * scale).rounded(), height: (size.height * scale).rounded())
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: wanted, format: format).image { _ in
      draw(in: CGRect(origin: .zero, size: wanted))
    }
  }
}
