import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct RecommendedVideoSettingsTests {
  @Test func withoutACameraThereAreNone() {
    let output = AVCaptureVideoDataOutput()
    #expect(output.availableVideoCodecTypes.isEmpty)
    #expect(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
  }

  @Test func theyFollowCameraAndConnection() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    session.sessionPreset = .hd1920x1080
    #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .mp4) == [.hevc, .h264])
    #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .m4a).isEmpty)
    #expect(output.recommendedVideoSettingsForAssetWriter(writingTo: .m4a) == nil)
    let lying = try #require(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov))
    #expect(lying[AVVideoCodecKey] as? AVVideoCodecType == .h264)
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
