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
  @FilterInput(kCIInputImageKey, nil) var inputImage: CIImage?
  @FilterInput(kCIInputIntensityKey, 0) var intensity: Float
  @FilterInput(kCIInputSaturationKey, 1) var saturation: Float
  @FilterInput(kCIInputBrightnessKey, 0) var brightness: Float
  @FilterInput(kCIInputContrastKey, 1) var contrast: Float
  @FilterInput(kCIInputEVKey, 0) var ev: Float
  @FilterInput(kCIInputRadiusKey, 0) var radius: Float
  @FilterInput(kCIInputTransformKey, .identity) var transform: CGAffineTransform
  @FilterInput(kCIInputScaleKey, 0) var scale: Float
  @FilterInput(kCIInputAspectRatioKey, 0) var aspectRatio: Float
  @FilterInput("inputTopLeft", .zero) var topLeft: CGPoint
  @FilterInput("inputTopRight", .zero) var topRight: CGPoint
  @FilterInput("inputBottomRight", .zero) var bottomRight: CGPoint
  @FilterInput("inputBottomLeft", .zero) var bottomLeft: CGPoint
  @FilterInput(kCIInputBackgroundImageKey, nil) var backgroundImage: CIImage?

  convenience init(_ name: String) { self.init(name, FilterKind.all[name]!) }
}

/// An input by its name, as what it is.
@propertyWrapper
struct FilterInput<Value> {
  private let key: String
  private let missing: Value

  init(_ key: String, _ missing: Value) { (self.key, self.missing) = (key, missing) }

  @available(*, unavailable)
  var wrappedValue: Value {
    get { fatalError("only in filters") }
    set { fatalError("only in filters") }
  }

  static subscript(
    _enclosingInstance filter: TypedFilter, wrapped wrapped: ReferenceWritableKeyPath<TypedFilter, Value>,
    storage storage: ReferenceWritableKeyPath<TypedFilter, FilterInput>
  ) -> Value {
    get {
      let input = filter[keyPath: storage]
      let value = filter.value(forKey: input.key)
      return value as? Value ?? (value as? NSNumber)?.floatValue as? Value ?? input.missing
    }
    set {
      let number = (newValue as? Float).map { NSNumber(value: $0) }
      filter.setValue(number ?? newValue, forKey: filter[keyPath: storage].key)
    }
  }
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
