public import DuoCoreImage
import Foundation

extension UIImage {
  /// An image of Core Image's, drawn now, in its extent; without a picture where that has no end. [docs]
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    let pixels = CIContext().createCGImage(ciImage, from: ciImage.extent)
    self.init(
      Values(pixels: pixels, ciImage: ciImage, scale: scale > 0 ? scale : 1, orientation: orientation))
  }
}

extension CIImage {
  /// The pixels of an image; its orientation is not applied. nil without pixels. [docs]
  public convenience init?(image: UIImage) { self.init(image: image, options: nil) }

  public convenience init?(image: UIImage, options: [CIImageOption: Any]?) {
    if let ciImage = image.ciImage {
      self.init(copying: ciImage, options)
    } else if let pixels = image.cgImage {
      self.init(cgImage: pixels, options: options)
    } else {
      return nil
    }
  }
}
