import DuoFoundation
import Foundation
import MediaCoding

extension AVCaptureVideoDataOutput {
  /// HEVC, H.264; empty without a camera. (assumed: as the movie output's)
  public var availableVideoCodecTypes: [AVVideoCodecType] {
    guard connection(with: .video)?.device != nil else { return [] }
    return [(AVVideoCodecType.hevc, VideoCodec.hevc), (.h264, .h264)].filter(\.1.canBeWritten).map(\.0)
  }

  /// Those that go into a kind of file. [header]
  public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType)
    -> [AVVideoCodecType]
  {
    guard let container = outputFileType.container else { return [] }
    return availableVideoCodecTypes.filter { VideoSettings.codecs[$0.rawValue].map(container.holds) ?? false }
  }

  /// Settings for an `AVAssetWriterInput` that takes this output's pictures. Nil without a camera, and for files without
  /// pictures. [header] Their codec is H.264 (assumed).
  public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    recommendedVideoSettings(forVideoCodecType: .h264, assetWriterOutputFileType: outputFileType)
  }

  /// The same for a codec: it depends on camera, preset and format, and on the connection's angle. A codec that is not
  /// available for the kind of file raises `NSInvalidArgumentException`. [header]
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

  private func recommended(
    _ type: AVVideoCodecType, _ fileType: AVFileType, _ method: String
  ) -> [String: Any]? {
    guard let connection = connection(with: .video), let device = connection.device,
      let container = fileType.container, container != .m4a
    else { return nil }
    guard let codec = VideoSettings.codecs[type.rawValue], codec == .h264 || codec == .hevc else {
      raise(
        .invalidArgument,
        "*** -[AVCaptureVideoDataOutput \(method)] Unsupported video codec type: \(type.rawValue) - use "
          + "-availableVideoCodecTypesForAssetWriterWithOutputFileType:")
    }
    let settings = videoSettings ?? [:]
    let stream = device.streamConfiguration
    let size = VideoBufferSettings.Size(stream).turned(connection.current.rotation)
    let width = (settings["Width"].flatMap(VideoSettings.number)).map { Int($0) } ?? size.width
    let height = (settings["Height"].flatMap(VideoSettings.number)).map { Int($0) } ?? size.height
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
