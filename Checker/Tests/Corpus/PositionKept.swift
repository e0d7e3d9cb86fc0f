import AVFoundation
import UIKit

final class PositionKept {
  private var currentPosition: AVCaptureDevice.Position = .front

  func finish(_ image: UIImage) -> UIImage {
    guard let cgImage = image.cgImage else { return image }
    let isMirrored = currentPosition == .front  // finds: facing-from-position
    return UIImage(cgImage: cgImage, scale: image.scale, orientation: isMirrored ? .leftMirrored : .right)
  }
}
