import DuoFoundation
public import Foundation

// Filters with typed inputs. Every one has an `inputImage`.

public protocol CISepiaTone: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var intensity: Float { get set }
}

public protocol CIPhotoEffect: CIFilterProtocol {
  var inputImage: CIImage? { get set }
}

public protocol CIColorInvert: CIFilterProtocol {
  var inputImage: CIImage? { get set }
}

public protocol CIColorControls: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var saturation: Float { get set }
  var brightness: Float { get set }
  var contrast: Float { get set }
}

public protocol CIExposureAdjust: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var ev: Float { get set }
}

public protocol CIGaussianBlur: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var radius: Float { get set }
}

public protocol CIAffineTransform: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var transform: CGAffineTransform { get set }
}

public protocol CILanczosScaleTransform: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var scale: Float { get set }
  var aspectRatio: Float { get set }
}

public protocol CIPerspectiveCorrection: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var topLeft: CGPoint { get set }
  var topRight: CGPoint { get set }
  var bottomRight: CGPoint { get set }
  var bottomLeft: CGPoint { get set }
}

public protocol CICompositeOperation: CIFilterProtocol {
  var inputImage: CIImage? { get set }
  var backgroundImage: CIImage? { get set }
}

/// All filters with typed inputs are of this class; which inputs one has, its protocol says.
final class TypedFilter: CIFilter, CIAffineTransform, CIColorControls, CIColorInvert, CICompositeOperation,
  CIExposureAdjust, CIGaussianBlur, CILanczosScaleTransform, CIPerspectiveCorrection, CIPhotoEffect,
  CISepiaTone
{
  var inputImage: CIImage? {
    get { value(forKey: kCIInputImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputImageKey) }
  }

  var intensity: Float {
    get { (value(forKey: kCIInputIntensityKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputIntensityKey) }
  }

  var saturation: Float {
    get { (value(forKey: kCIInputSaturationKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputSaturationKey) }
  }

  var brightness: Float {
    get { (value(forKey: kCIInputBrightnessKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputBrightnessKey) }
  }

  var contrast: Float {
    get { (value(forKey: kCIInputContrastKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputContrastKey) }
  }

  var ev: Float {
    get { (value(forKey: kCIInputEVKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputEVKey) }
  }

  var radius: Float {
    get { (value(forKey: kCIInputRadiusKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputRadiusKey) }
  }

  var transform: CGAffineTransform {
    get { value(forKey: kCIInputTransformKey) as? CGAffineTransform ?? .identity }
    set { setValue(newValue, forKey: kCIInputTransformKey) }
  }

  var scale: Float {
    get { (value(forKey: kCIInputScaleKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputScaleKey) }
  }

  var aspectRatio: Float {
    get { (value(forKey: kCIInputAspectRatioKey) as? NSNumber)?.floatValue ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: kCIInputAspectRatioKey) }
  }

  var topLeft: CGPoint {
    get { value(forKey: "inputTopLeft") as? CGPoint ?? .zero }
    set { setValue(newValue, forKey: "inputTopLeft") }
  }

  var topRight: CGPoint {
    get { value(forKey: "inputTopRight") as? CGPoint ?? .zero }
    set { setValue(newValue, forKey: "inputTopRight") }
  }

  var bottomRight: CGPoint {
    get { value(forKey: "inputBottomRight") as? CGPoint ?? .zero }
    set { setValue(newValue, forKey: "inputBottomRight") }
  }

  var bottomLeft: CGPoint {
    get { value(forKey: "inputBottomLeft") as? CGPoint ?? .zero }
    set { setValue(newValue, forKey: "inputBottomLeft") }
  }

  var backgroundImage: CIImage? {
    get { value(forKey: kCIInputBackgroundImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputBackgroundImageKey) }
  }

  convenience init(_ name: String) { self.init(name, FilterKind.all[name]!) }
}

extension CIFilter {
  public class func sepiaTone() -> any CIFilter & CISepiaTone { TypedFilter("CISepiaTone") }
  public class func photoEffectMono() -> any CIFilter & CIPhotoEffect { TypedFilter("CIPhotoEffectMono") }
  public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect { TypedFilter("CIPhotoEffectNoir") }
  public class func colorInvert() -> any CIFilter & CIColorInvert { TypedFilter("CIColorInvert") }
  public class func colorControls() -> any CIFilter & CIColorControls { TypedFilter("CIColorControls") }
  public class func exposureAdjust() -> any CIFilter & CIExposureAdjust { TypedFilter("CIExposureAdjust") }
  public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { TypedFilter("CIGaussianBlur") }
  public class func affineTransform() -> any CIFilter & CIAffineTransform { TypedFilter("CIAffineTransform") }
  public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
    TypedFilter("CILanczosScaleTransform")
  }
  public class func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection {
    TypedFilter("CIPerspectiveCorrection")
  }
  public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
    TypedFilter("CISourceOverCompositing")
  }
}
