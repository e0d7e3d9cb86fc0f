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

  /// Raises for true.
  func refuse(_ value: Bool, _ setter: String, _ question: String) {
    CaptureCall.note("AVCapturePhotoOutput.\(setter)")
    if value {
      raise(.invalidArgument, "*** -[AVCapturePhotoOutput \(setter)] Not supported - use -\(question)")
    }
  }
}
