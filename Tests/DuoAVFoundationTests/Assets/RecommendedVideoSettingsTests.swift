import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct RecommendedVideoSettingsTests {
  @Test func withoutACameraThereAreNone() {
    let output = AVCaptureVideoDataOutput()
    #expect(output.availableVideoCodecTypes.isEmpty)
    #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .mov).isEmpty)
    #expect(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
    #expect(
      output.recommendedVideoSettings(forVideoCodecType: .jpeg, assetWriterOutputFileType: .mov) == nil)
  }

  /// The kind of file is looked at first, the codec only where there is a camera.
  @Test(arguments: ["codecs", "settings", "codec of the file", "codec"])
  func whatCannotBeRecommended(_ call: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [call] in
      let output = AVCaptureVideoDataOutput()
      switch call {
      case "codecs": _ = output.availableVideoCodecTypesForAssetWriter(writingTo: .m4a)
      case "settings": _ = output.recommendedVideoSettingsForAssetWriter(writingTo: .m4a)
      case "codec of the file":
        _ = output.recommendedVideoSettings(
          forVideoCodecType: .jpeg, assetWriterOutputFileType: .jpg, outputFileURL: nil)
      default:
        let session = try CaptureBench().session(.rearWide, output)
        _ = output.recommendedVideoSettings(
          forVideoCodecType: .jpeg, assetWriterOutputFileType: .mov)
        withExtendedLifetime(session) {}
      }
    }
    let reasons = [
      "codecs": "availableVideoCodecTypesForAssetWriterWithOutputFileType:] Unsupported file type",
      "settings": "recommendedVideoSettingsForAssetWriterWithOutputFileType:] Unsupported file type",
      "codec of the file":
        "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:outputFileURL:] Unsupported file type",
      "codec":
        "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:] Unsupported video codec type",
    ]
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'") && text.contains(reasons[call]!))
  }

  @Test func theyFollowCameraAndConnection() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    session.sessionPreset = .hd1920x1080
    #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .mp4) == [.hevc, .h264])
    let lying = try #require(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov))
    // The codec of the movie output.
    #expect(lying[AVVideoCodecKey] as? AVVideoCodecType == .hevc)
    #expect(lying[AVVideoWidthKey] as? Int == 1_920 && lying[AVVideoHeightKey] as? Int == 1_080)
    output.connection(with: .video)?.videoRotationAngle = 90
    let standing = try #require(
      output.recommendedVideoSettings(forVideoCodecType: .hevc, assetWriterOutputFileType: .mp4))
    #expect(standing[AVVideoWidthKey] as? Int == 1_080 && standing[AVVideoHeightKey] as? Int == 1_920)
    let properties = try #require(standing[AVVideoCompressionPropertiesKey] as? [String: Any])
    #expect(properties[AVVideoExpectedSourceFrameRateKey] as? Int == 30)
    #expect(properties[AVVideoAverageBitRateKey] as? Int == 8_000_000)
    // A writer takes them.
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: standing)
    #expect(input.naturalSize == CGSize(width: 1_080, height: 1_920))
  }
}
