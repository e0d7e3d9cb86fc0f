import DuoFoundation
public import Foundation

public let kCIInputImageKey = "inputImage"
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
public let kCIInputIntensityKey = "inputIntensity"
public let kCIInputRadiusKey = "inputRadius"
public let kCIInputScaleKey = "inputScale"
public let kCIInputAspectRatioKey = "inputAspectRatio"
public let kCIInputTransformKey = "inputTransform"
public let kCIInputSaturationKey = "inputSaturation"
public let kCIInputBrightnessKey = "inputBrightness"
public let kCIInputContrastKey = "inputContrast"
public let kCIInputEVKey = "inputEV"
public let kCIOutputImageKey = "outputImage"

/// What makes an image of others. Inputs have names; each filter has its own, with Apple's defaults. [docs]
open class CIFilter: NSObject, CIFilterProtocol {
  public let name: String
  private let kind: FilterKind
  private var values: [String: Any] = [:]

  /// nil for a filter that there is not: `CIFilter.filterNames(inCategory:)` lists those that there are.
  public convenience init?(name: String) {
    guard let kind = FilterKind.all[name] else { return nil }
    self.init(name, kind)
  }

  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  init(_ name: String, _ kind: FilterKind) {
    (self.name, self.kind) = (name, kind)
    values = kind.defaults
  }

  /// The names of all filters, whatever the category.
  open class func filterNames(inCategory category: String?) -> [String] { FilterKind.all.keys.sorted() }

  open var inputKeys: [String] { kind.inputs }
  open var outputKeys: [String] { [kCIOutputImageKey] }
  open func setDefaults() { values = kind.defaults }

  /// Sets an input. One that the filter does not have raises `NSUnknownKeyException`. [docs]
  open func setValue(_ value: Any?, forKey key: String) {
    requireInput(key)
    values[key] = value
  }

  open func value(forKey key: String) -> Any? {
    if key == kCIOutputImageKey { return outputImage }
    requireInput(key)
    return values[key]
  }

  private func requireInput(_ key: String) {
    if kind.inputs.contains(key) { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    raise(
      ExceptionName(rawValue: "NSUnknownKeyException"),
      "[<\(name) 0x\(String(address, radix: 16))> setValue:forUndefinedKey:]: this class is not key value "
        + "coding-compliant for the key \(key).")
  }

  /// nil while an input that is needed is missing.
  open var outputImage: CIImage? { kind.make(FilterInputs(values: values)) }
}

/// What the filters of `CIFilterBuiltins` have in common.
public protocol CIFilterProtocol: AnyObject {
  var outputImage: CIImage? { get }
}

/// A filter's inputs, read as what they are.
struct FilterInputs {
  let values: [String: Any]

  func image(_ key: String = kCIInputImageKey) -> CIImage? { values[key] as? CIImage }
  func vector(_ key: String) -> CIVector? {
    if let point = values[key] as? CGPoint { return CIVector(cgPoint: point) }
    if let rect = values[key] as? CGRect { return CIVector(cgRect: rect) }
    return values[key] as? CIVector
  }

  func number(_ key: String) -> Double {
    switch values[key] {
    case let number as NSNumber: number.doubleValue
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as CGFloat: Double(number)
    case let number as Int: Double(number)
    default: 0
    }
  }

  var transform: CGAffineTransform { values[kCIInputTransformKey] as? CGAffineTransform ?? .identity }
}

/// One kind of filter.
struct FilterKind: Sendable {
  let inputs: [String]
  let numbers: [String: Double]
  let make: @Sendable (FilterInputs) -> CIImage?

  init(
    _ inputs: [String] = [], _ numbers: KeyValuePairs<String, Double> = [:],
    _ make: @escaping @Sendable (FilterInputs) -> CIImage?
  ) {
    self.inputs = [kCIInputImageKey] + inputs + numbers.map(\.key)
    self.numbers = Dictionary(uniqueKeysWithValues: numbers.map { ($0.key, $0.value) })
    self.make = make
  }

  var defaults: [String: Any] { numbers.mapValues { NSNumber(value: $0) } }
}
