/// How pictures are compressed. Raw values are Apple's four-character codes. [inferred] [forum]
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}

/// The older spelling of `AVVideoCodecType.hevc`, as it stands in settings. [header]
public let AVVideoCodecHEVC = "hvc1"
/// The older spelling of `AVVideoCodecType.h264`, as it stands in settings. [header]
public let AVVideoCodecH264 = "avc1"
/// The older spelling of `AVVideoCodecType.jpeg`, as it stands in settings. [header]
public let AVVideoCodecJPEG = "jpeg"

/// In a photo's format: an `AVVideoCodecType`. [header]
public let AVVideoCodecKey = "AVVideoCodecKey"
/// In a photo's format: a dictionary of what the codec is told. [header]
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Among the codec's properties: a number 0...1, for JPEG and HEIC. [header] Its text is that of the encoder's property, as with
/// `AVVideoAverageBitRateKey` and its kin. [inferred]
public let AVVideoQualityKey = "Quality"

/// Kinds of files. Raw values are uniform type identifiers. [forum]
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let jpg = AVFileType(rawValue: "public.jpeg")
  public static let heic = AVFileType(rawValue: "public.heic")
  public static let heif = AVFileType(rawValue: "public.heif")
  public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
  public static let tif = AVFileType(rawValue: "public.tiff")
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
}
