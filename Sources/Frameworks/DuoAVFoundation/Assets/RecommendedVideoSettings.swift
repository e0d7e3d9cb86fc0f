import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

extension AVCaptureVideoDataOutput {
  /// HEVC, H.264; empty without a camera. (assumed: as the movie output's)
  public var availableVideoCodecTypes: [AVVideoCodecType] {
    guard let device = connection(with: .video)?.device else { return [] }
    return AVVideoCodecType.recording(device.activeFormat.formatDescription.mediaSubType.rawValue)
  }

  /// Those that go into a kind of file. [header] Files without pictures raise `NSInvalidArgumentException`. [forum]
  public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType)
    -> [AVVideoCodecType]
  {
    let container = checked(outputFileType, "availableVideoCodecTypesForAssetWriterWithOutputFileType:")
    return availableVideoCodecTypes.filter {
      VideoSettings.codec(named: $0.rawValue).map(container.holds) ?? false
    }
  }

  /// Settings for an `AVAssetWriterInput` that takes this output's pictures, with the first codec that goes into such
  /// files. Nil without a camera. [header] Files without pictures raise `NSInvalidArgumentException`. [forum]
  public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    let method = "recommendedVideoSettingsForAssetWriterWithOutputFileType:"
    _ = checked(outputFileType, method)
    guard let codec = availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).first else {
      return nil
    }
    return recommended(codec, outputFileType, method)
  }

  /// The same for a codec: it depends on camera, preset and format, and on the connection's angle. A codec that is not
  /// available for the kind of file raises `NSInvalidArgumentException`, as do files without pictures. [header] [forum]
  public func recommendedVideoSettings(
    forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType
  ) -> [String: Any]? {
    recommended(
      videoCodecType, outputFileType, "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:")
  }

  /// The same; the file's name is not looked at. [header]
  public func recommendedVideoSettings(
    forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType,
    outputFileURL: URL?
  ) -> [String: Any]? {
    recommended(
      videoCodecType, outputFileType,
      "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:outputFileURL:")
  }

  private func checked(_ fileType: AVFileType, _ method: String) -> MovieContainer {
    guard let container = fileType.container, container != .m4a else {
      raise(
        .invalidArgument,
        "*** -[AVCaptureVideoDataOutput \(method)] Unsupported file type: \(fileType.rawValue) - use "
          + "AVFileTypeQuickTimeMovie, AVFileTypeMPEG4 or AVFileTypeAppleM4V")
    }
    return container
  }

  private func recommended(
    _ type: AVVideoCodecType, _ fileType: AVFileType, _ method: String
  ) -> [String: Any]? {
    _ = checked(fileType, method)
    guard let connection = connection(with: .video), let device = connection.device else { return nil }
    guard let codec = VideoSettings.codec(named: type.rawValue),
      availableVideoCodecTypesForAssetWriter(writingTo: fileType).contains(type)
    else {
      raise(
        .invalidArgument,
        "*** -[AVCaptureVideoDataOutput \(method)] Unsupported video codec type: \(type.rawValue) - use "
          + "-availableVideoCodecTypesForAssetWriterWithOutputFileType:")
    }
    let settings = videoSettings ?? [:]
    let stream = device.streamConfiguration
    let size = VideoBufferSettings.Size(stream).turned(connection.current.rotation)
    let width = (settings["Width"].flatMap(VideoSettings.number)).map { Int(saturating: $0) } ?? size.width
    let height = (settings["Height"].flatMap(VideoSettings.number)).map { Int(saturating: $0) } ?? size.height
    let rate = 1e9 / Double(stream.frameDuration.nanoseconds)
    var properties: [String: Any] = [
      AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
      AVVideoMaxKeyFrameIntervalDurationKey: 1, AVVideoAllowFrameReorderingKey: false,
    ]
    properties[AVVideoAverageBitRateKey] = VideoSettings.usualBitRate(
      codec, width: width, height: height, frameRate: rate)
    let isWide = WidePictures.isOfTenBits(device.activeFormat.formatDescription.mediaSubType.rawValue)
    if codec == .hevc, isWide { properties[AVVideoProfileLevelKey] = "HEVC_Main10_AutoLevel" }
    if codec == .h264 {
      properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel
      properties[AVVideoH264EntropyModeKey] = AVVideoH264EntropyModeCABAC
    }
    var recommended: [String: Any] = [
      AVVideoCodecKey: type, AVVideoWidthKey: width / 2 * 2, AVVideoHeightKey: height / 2 * 2,
    ]
    if codec == .h264 || codec == .hevc { recommended[AVVideoCompressionPropertiesKey] = properties }
    // What is not ITU-R 709 must be said, since the writer is asked before the first picture comes. (assumed)
    recommended[AVVideoColorPropertiesKey] = device.activeColorSpace.colourProperties
    return recommended
  }
}

extension AVCaptureColorSpace {
  /// As settings say them; nil for those that need not be said.
  fileprivate var colourProperties: [String: String]? {
    switch self {
    case .sRGB: nil
    case .P3_D65:
      [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ]
    case .HLG_BT2020:
      [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_2100_HLG,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
      ]
    case .appleLog:
      [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
      ]
    case .appleLog2: [AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020]
    }
  }
}

extension AVVideoCodecType {
  /// The codecs into which pictures of a camera's pixel format are recorded.
  static func recording(_ format: OSType) -> [AVVideoCodecType] {
    let all: [AVVideoCodecType] =
      switch format {
      case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: [.hevc]
      case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange:
        [.hevc, .proRes422HQ, .proRes422, .proRes422LT, .proRes422Proxy]
      default: [.hevc, .h264]
      }
    return all.filter { VideoSettings.codec(named: $0.rawValue)?.canBeWritten ?? false }
  }
}
