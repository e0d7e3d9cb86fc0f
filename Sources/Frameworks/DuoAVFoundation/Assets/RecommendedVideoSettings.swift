import DuoFoundation
import Foundation
import MediaCoding

extension AVCaptureVideoDataOutput {
  /// HEVC, H.264; empty without a camera. (assumed: as the movie output's)
  public var availableVideoCodecTypes: [AVVideoCodecType] {
    guard connection(with: .video)?.device != nil else { return [] }
    return [(AVVideoCodecType.hevc, VideoCodec.hevc), (.h264, .h264)].filter(\.1.canBeWritten).map(\.0)
  }

  /// Those that go into a kind of file. [header] Files without pictures raise `NSInvalidArgumentException`. [forum]
  public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType)
    -> [AVVideoCodecType]
  {
    let container = checked(outputFileType, "availableVideoCodecTypesForAssetWriterWithOutputFileType:")
    return availableVideoCodecTypes.filter { VideoSettings.codecs[$0.rawValue].map(container.holds) ?? false }
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
    guard let codec = VideoSettings.codecs[type.rawValue],
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
    if codec == .h264 {
      properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel
      properties[AVVideoH264EntropyModeKey] = AVVideoH264EntropyModeCABAC
    }
    return [
      AVVideoCodecKey: type, AVVideoWidthKey: width / 2 * 2, AVVideoHeightKey: height / 2 * 2,
      AVVideoCompressionPropertiesKey: properties,
    ]
  }
}
