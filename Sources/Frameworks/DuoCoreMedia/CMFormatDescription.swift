import DuoFoundation

public typealias CMVideoFormatDescription = CMFormatDescription
public typealias CMAudioFormatDescription = CMFormatDescription
public typealias CMMediaType = FourCharCode
public typealias CMVideoCodecType = FourCharCode
public typealias CMPixelFormatType = FourCharCode

/// Width and height of a picture in pixels.
public struct CMVideoDimensions: Sendable {
  public var width: Int32
  public var height: Int32

  public init() { self.init(width: 0, height: 0) }

  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}

/// What kind of media a buffer holds. Immutable; two descriptions with the same content are equal. [docs]
///
/// `@unchecked` because the extensions are a private copy that nobody changes.
public final class CMFormatDescription: Hashable, @unchecked Sendable {
  public let mediaType: MediaType
  /// The codec, or for uncompressed video the pixel format.
  public let mediaSubType: MediaSubType
  /// The size of the encoded picture; zero for media that is not video. [inferred]
  public let dimensions: CMVideoDimensions
  let extensionDictionary: CFDictionary
  /// Of sound only.
  let audio: AudioFormatContent?
  let audioMemory: AudioFormatMemory?

  init(
    mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions,
    extensions: CFDictionary?,
    audio: AudioFormatContent? = nil
  ) {
    self.mediaType = mediaType
    self.mediaSubType = mediaSubType
    self.dimensions = dimensions
    extensionDictionary = extensions?.copy() as? CFDictionary ?? CFDictionary()
    self.audio = audio
    audioMemory = audio.map(AudioFormatMemory.init)
  }

  /// A description of video without extensions.
  package convenience init(video subType: FourCharCode, width: Int, height: Int) {
    self.init(
      mediaType: .video, mediaSubType: MediaSubType(rawValue: subType),
      dimensions: CMVideoDimensions(width: Int32(width), height: Int32(height)), extensions: nil)
  }

  /// Describes the pixels of a buffer, with its colours, clean aperture and pixel aspect ratio.
  ///
  /// Never throws here; Apple's can, for want of memory.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    self.init(describing: imageBuffer)
  }

  /// The same, for callers that need no `try`.
  package convenience init(describing imageBuffer: CVImageBuffer) {
    self.init(
      mediaType: .video, mediaSubType: MediaSubType(rawValue: imageBuffer.format),
      dimensions: CMVideoDimensions(
        width: Int32(clamping: imageBuffer.width), height: Int32(clamping: imageBuffer.height)),
      extensions: imageBuffer.formatExtensions)
  }

  public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
    a === b
      || a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType
        && a.dimensions.width == b.dimensions.width && a.dimensions.height == b.dimensions.height
        && a.extensionDictionary.isEqual(b.extensionDictionary) && a.audio == b.audio
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaType)
    hasher.combine(mediaSubType)
    hasher.combine(dimensions.width)
    hasher.combine(dimensions.height)
  }

  /// The size of the picture as it is meant to be seen.
  /// - Parameters:
  ///   - usePixelAspectRatio: Stretch the width so that pixels become square.
  ///   - useCleanAperture: Take the clean aperture in place of the whole picture.
  public func presentationDimensions(
    usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true
  ) -> CGSize {
    var size = useCleanAperture ? cleanAperture().size : encodedSize
    if usePixelAspectRatio {
      size.width *= pixelAspectRatio(
        extensionDictionary.object(forKey: kCVImageBufferPixelAspectRatioKey) as? CFDictionary)
    }
    return size
  }

  /// The part of the picture that is meant to be shown; the whole picture without such an extension.
  /// - Parameter originIsAtTopLeft: Whether y counts from the top row down.
  public func cleanAperture(originIsAtTopLeft: Bool = false) -> CGRect {
    let aperture = extensionDictionary.object(forKey: kCVImageBufferCleanApertureKey) as? CFDictionary
    guard var rect = CleanAperture(aperture)?.rect(in: encodedSize) else {
      return CGRect(origin: .zero, size: encodedSize)
    }
    if !originIsAtTopLeft { rect.origin.y = encodedSize.height - rect.maxY }
    return rect
  }

  /// Whether width, height, pixel format and the extensions that buffers carry are those of a buffer. [header]
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard mediaType == .video, mediaSubType.rawValue == imageBuffer.format,
      Int(dimensions.width) == imageBuffer.width, Int(dimensions.height) == imageBuffer.height
    else { return false }
    let theirs = imageBuffer.formatExtensions
    return CVImageBuffer.formatKeys.allSatisfy { key in
      switch (extensionDictionary.object(forKey: key), theirs.object(forKey: key)) {
      case (nil, nil): true
      case (let mine?, let theirs?): (mine as? NSObject)?.isEqual(theirs) ?? false
      default: false
      }
    }
  }

  private var encodedSize: CGSize { CGSize(width: Int(dimensions.width), height: Int(dimensions.height)) }
}

extension CVBuffer {
  /// The attachments that become extensions of a description. Both sides use the same names. (assumed)
  static var formatKeys: [CFString] {
    [
      kCVImageBufferCleanApertureKey, kCVImageBufferPixelAspectRatioKey, kCVImageBufferYCbCrMatrixKey,
      kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
    ]
  }

  fileprivate var formatExtensions: CFDictionary {
    let result = CFMutableDictionary()
    for key in Self.formatKeys {
      if let value = attachmentStore[key]?.value { result.setObject(value, forKey: key) }
    }
    return result
  }
}

extension CMFormatDescription {
  /// A four-character code for a kind of media. [header]
  public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: FourCharCode
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// In quotation marks, such as `'vide'`. [forum]
    public var description: String { quoted(rawValue) }

    public static let video = MediaType(rawValue: kCMMediaType_Video)
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
    public static let text = MediaType(rawValue: kCMMediaType_Text)
    public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
    public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
    public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
    public static let auxiliaryPicture = MediaType(rawValue: kCMMediaType_AuxiliaryPicture)
  }

  /// A four-character code for a codec, or a pixel format for uncompressed video. [header]
  public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: FourCharCode
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// In quotation marks, such as `'420v'`; apps compare it with that text. [forum]
    public var description: String { quoted(rawValue) }

    public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
    public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
    public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
    public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
    public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
    public static let hevcWithAlpha = MediaSubType(rawValue: kCMVideoCodecType_HEVCWithAlpha)
    public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
    public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
  }
}

public let kCMMediaType_Video: CMMediaType = fourCharCode("vide")
public let kCMMediaType_Audio: CMMediaType = fourCharCode("soun")
public let kCMMediaType_Muxed: CMMediaType = fourCharCode("muxx")
public let kCMMediaType_Text: CMMediaType = fourCharCode("text")
public let kCMMediaType_ClosedCaption: CMMediaType = fourCharCode("clcp")
public let kCMMediaType_Subtitle: CMMediaType = fourCharCode("sbtl")
public let kCMMediaType_TimeCode: CMMediaType = fourCharCode("tmcd")
public let kCMMediaType_Metadata: CMMediaType = fourCharCode("meta")
public let kCMMediaType_TaggedBufferGroup: CMMediaType = fourCharCode("tbgr")
public let kCMMediaType_AuxiliaryPicture: CMMediaType = fourCharCode("auxv")

public let kCMVideoCodecType_JPEG: CMVideoCodecType = fourCharCode("jpeg")
public let kCMVideoCodecType_H264: CMVideoCodecType = fourCharCode("avc1")
public let kCMVideoCodecType_HEVC: CMVideoCodecType = fourCharCode("hvc1")
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = fourCharCode("muxa")
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = fourCharCode("apcn")
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = fourCharCode("ap4h")
public let kCMVideoCodecType_AV1: CMVideoCodecType = fourCharCode("av01")

private func fourCharCode(_ text: StaticString) -> FourCharCode {
  text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | FourCharCode($1) } }
}

/// A four-character code as a text; a number whose bytes are no letters in hexadecimal digits. (assumed)
private func quoted(_ code: FourCharCode) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> FourCharCode($0)) }
  guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return "0x" + String(code, radix: 16) }
  return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}
