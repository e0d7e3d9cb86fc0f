import DuoCoreMedia
import DuoFoundation

// What photos can be. All of it is empty outside a session with a camera, and observable. [header]
extension AVCapturePhotoOutput {
  /// HEVC and JPEG.
  public var availablePhotoCodecTypes: [AVVideoCodecType] {
    capabilities.codecs.map { AVVideoCodecType(rawValue: $0) }
  }

  /// Of photos without a codec.
  public var availablePhotoPixelFormatTypes: [OSType] { capabilities.pixelFormats }

  public var availablePhotoFileTypes: [AVFileType] {
    capabilities.fileTypes.map { AVFileType(rawValue: $0) }
  }

  /// Codecs for photos in a kind of file. [header]
  public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
    let possible = PhotoFiles.codecs(of: fileType.rawValue)
    return availablePhotoCodecTypes.filter { possible.contains($0.rawValue) }
  }

  /// Pixel formats for photos in a kind of file: all for TIFF, none for others. [inferred]
  public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] {
    fileType == .tif ? availablePhotoPixelFormatTypes : []
  }

  // MARK: RAW

  /// Always empty: no camera here delivers RAW.
  public var availableRawPhotoPixelFormatTypes: [OSType] { [] }
  /// Always empty: no camera here delivers RAW.
  public var availableRawPhotoFileTypes: [AVFileType] { [] }
  /// Always empty: no camera here delivers RAW.
  public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }
  /// Always false: no camera here delivers RAW.
  public var isAppleProRAWSupported: Bool { false }
  /// Cannot be true: it raises `NSInvalidArgumentException`. [header]
  public var isAppleProRAWEnabled: Bool {
    get { false }
    set {
      refuse(newValue, "setAppleProRAWEnabled:", "isAppleProRAWSupported")
    }
  }

  /// Whether a pixel format is that of a Bayer sensor: one of the four 14 bit formats. [docs]
  public class func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
    // grb4, rgg4, bgg4, gbr4: the first two colours of the first row, and the first of the second.
    [0x6772_6234, 0x7267_6734, 0x6267_6734, 0x6762_7234].contains(pixelFormat)
  }

  /// Whether a pixel format is that of Apple ProRAW: 64 bit RGBA with the low bytes first, `l64r`. [forum]
  public class func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { pixelFormat == 0x6c36_3472 }

  /// Raises for true.
  func refuse(_ value: Bool, _ setter: String, _ question: String) {
    CaptureCall.note("AVCapturePhotoOutput.\(setter)")
    if value {
      raise(.invalidArgument, "*** -[AVCapturePhotoOutput \(setter)] Not supported - use -\(question)")
    }
  }
}
