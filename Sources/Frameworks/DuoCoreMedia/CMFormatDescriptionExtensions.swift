import DuoFoundation

// The C names of `CMFormatDescription.Extensions.Key`: what buffers have too has one name. [header]

public var kCMFormatDescriptionExtension_CleanAperture: CFString { kCVImageBufferCleanApertureKey }
public var kCMFormatDescriptionExtension_PixelAspectRatio: CFString { kCVImageBufferPixelAspectRatioKey }
public var kCMFormatDescriptionExtension_ColorPrimaries: CFString { kCVImageBufferColorPrimariesKey }
public var kCMFormatDescriptionExtension_TransferFunction: CFString { kCVImageBufferTransferFunctionKey }
public var kCMFormatDescriptionExtension_YCbCrMatrix: CFString { kCVImageBufferYCbCrMatrixKey }
public var kCMFormatDescriptionExtension_LogTransferFunction: CFString {
  kCVImageBufferLogTransferFunctionKey
}
public var kCMFormatDescriptionExtension_ChromaLocationTopField: CFString {
  kCVImageBufferChromaLocationTopFieldKey
}
public var kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString {
  kCVImageBufferChromaLocationBottomFieldKey
}
public var kCMFormatDescriptionExtension_FormatName: CFString { "FormatName" }
public var kCMFormatDescriptionExtension_Depth: CFString { "Depth" }
public var kCMFormatDescriptionExtension_FullRangeVideo: CFString { "FullRangeVideo" }

extension CMFormatDescription {
  /// What a description says beyond size and format. [docs]
  ///
  /// `@unchecked` because values are shared by design, as on Apple's systems, and not changed.
  public struct Extensions: @unchecked Sendable {
    private var values: [String: CFPropertyList]

    public init() { values = [:] }

    public init(base: [CFString: CFPropertyList]?) {
      values = [:]
      for (key, value) in base ?? [:] { values[key as String] = value }
    }

    init(_ dictionary: CFDictionary) {
      values = [:]
      for (key, value) in dictionary {
        if let key = key as? String { values[key] = value as AnyObject }
      }
    }

    var dictionary: CFDictionary {
      let result = CFMutableDictionary()
      for (key, value) in values { result.setObject(value, forKey: key as CFString) }
      return result
    }

    public subscript(key: Key) -> Value? {
      get { values[key.rawValue as String].map { Value($0) } }
      set { values[key.rawValue as String] = newValue?.propertyListRepresentation }
    }

    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key as String] }
      set { values[key as String] = newValue }
    }

    /// The name of an extension. Buffers and descriptions use one name for one thing. Names that buffers do not have
    /// are not documented; these were seen. [forum]
    ///
    /// `@unchecked` because texts do not change.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
      public let rawValue: CFString
      public init(rawValue: CFString) { self.rawValue = rawValue }

      public static let cleanAperture = Key(rawValue: kCVImageBufferCleanApertureKey)
      public static let pixelAspectRatio = Key(rawValue: kCVImageBufferPixelAspectRatioKey)
      public static let colorPrimaries = Key(rawValue: kCVImageBufferColorPrimariesKey)
      public static let transferFunction = Key(rawValue: kCVImageBufferTransferFunctionKey)
      public static let yCbCrMatrix = Key(rawValue: kCVImageBufferYCbCrMatrixKey)
      public static let formatName = Key(rawValue: "FormatName")
      public static let depth = Key(rawValue: "Depth")
      public static let fullRangeVideo = Key(rawValue: "FullRangeVideo")
    }

    /// The value of an extension: a property list.
    ///
    /// `@unchecked` because property lists are not changed.
    public struct Value: @unchecked Sendable {
      public var propertyListRepresentation: CFPropertyList
      public init(_ plist: CFPropertyList) { propertyListRepresentation = plist }

      public static func string(_ value: String) -> Value { Value(value as CFString) }
      public static func string(_ value: CFString) -> Value { Value(value) }
      public static func number(_ value: Int) -> Value { Value(NSNumber(value: value)) }
      public static func number(_ value: Double) -> Value { Value(NSNumber(value: value)) }

      public static func colorPrimaries(_ colorPrimaries: ColorPrimaries) -> Value {
        Value(colorPrimaries.rawValue)
      }

      public static func transferFunction(_ transferFunction: TransferFunction) -> Value {
        Value(transferFunction.rawValue)
      }

      public static func yCbCrMatrix(_ yCbCrMatrix: YCbCrMatrix) -> Value { Value(yCbCrMatrix.rawValue) }

      /// Which red, green and blue. `@unchecked` because texts do not change.
      public struct ColorPrimaries: RawRepresentable, Hashable, @unchecked Sendable {
        public let rawValue: CFString
        public init(rawValue: CFString) { self.rawValue = rawValue }

        public static let itu_R_709_2 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_709_2)
        public static let p3_D65 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_P3_D65)
        public static let itu_R_2020 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_2020)
      }

      /// How light becomes numbers. `@unchecked` because texts do not change.
      public struct TransferFunction: RawRepresentable, Hashable, @unchecked Sendable {
        public let rawValue: CFString
        public init(rawValue: CFString) { self.rawValue = rawValue }

        public static let itu_R_709_2 = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_709_2)
        public static let itu_R_2100_HLG = TransferFunction(
          rawValue: kCVImageBufferTransferFunction_ITU_R_2100_HLG)
      }

      /// How colours become luma and chroma. `@unchecked` because texts do not change.
      public struct YCbCrMatrix: RawRepresentable, Hashable, @unchecked Sendable {
        public let rawValue: CFString
        public init(rawValue: CFString) { self.rawValue = rawValue }

        public static let itu_R_709_2 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        public static let itu_R_601_4 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        public static let itu_R_2020 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020)
      }
    }
  }

  /// All extensions; empty when there are none.
  public var extensions: Extensions { Extensions(extensionDictionary) }

  /// A description of video. [forum]
  /// - Throws: `Error.invalidParameter` for a negative size (assumed).
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions = Extensions()
  ) throws {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0, height >= 0
    else { throw Error.invalidParameter }
    self.init(
      mediaType: .video, mediaSubType: videoCodecType,
      dimensions: CMVideoDimensions(width: width, height: height), extensions: extensions.dictionary)
  }

  /// The errors that the initialisers throw: status codes in Apple's domain.
  public enum Error {
    public static var invalidParameter: NSError { error(kCMFormatDescriptionError_InvalidParameter) }
    public static var allocationFailed: NSError { error(kCMFormatDescriptionError_AllocationFailed) }
    public static var valueNotAvailable: NSError { error(kCMFormatDescriptionError_ValueNotAvailable) }

    private static func error(_ code: OSStatus) -> NSError {
      NSError(domain: "NSOSStatusErrorDomain", code: Int(code))
    }
  }
}
