import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import Testing

@testable import DuoAVFoundation

/// What is asked of cameras here and is in none, and what does not need one.
@Suite struct PhotoAbsenceTests {
  @Test func rawFormatsAreKnownByTheirCodes() {
    func code(_ text: String) -> OSType { text.utf8.reduce(0) { $0 << 8 | OSType($1) } }
    let bayer = ["grb4", "rgg4", "bgg4", "gbr4"].map(code)
    let others = ["l64r", "420v", "BGRA", "L008"].map(code)
    #expect(
      (bayer + others).map(AVCapturePhotoOutput.isBayerRAWPixelFormat) == [
        true, true, true, true, false, false, false, false,
      ])
    #expect((bayer + others).filter(AVCapturePhotoOutput.isAppleProRAWPixelFormat) == [code("l64r")])
  }

  @Test func aPhotoHasNothingThatNoCameraMakes() throws {
    let bench = try PhotoBench()
    #expect(bench.output.availableSemanticSegmentationMatteTypes == [])
    bench.output.enabledSemanticSegmentationMatteTypes = []
    bench.capture()
    bench.run(400)
    let photo = try #require(bench.delegate.photos.withLock { $0.first })
    #expect(photo.portraitEffectsMatte == nil && photo.semanticSegmentationMatte(for: .hair) == nil)
    #expect(photo.cameraCalibrationData == nil && !photo.isConstantColorFallbackPhoto)
    #expect(
      photo.constantColorConfidenceMap == nil && photo.constantColorCenterWeightedMeanConfidenceLevel == 0)
    #expect(photo.lensStabilizationStatus == .unsupported)
  }

  @Test func mattesCannotBeTurnedOn() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      AVCapturePhotoOutput().enabledSemanticSegmentationMatteTypes = [.skin]
    }
  }

  /// A letter F of bytes, turned as Exif says, against a walk over the corners.
  @Test func mattesTurnAsExifSays() {
    let rows: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
    let image = CVPixelBuffer(width: 3, height: 2, format: kCVPixelFormatType_OneComponent8) { planes in
      for y in 0..<2 {
        for x in 0..<3 {
          (planes[0].base + y * planes[0].bytesPerRow + x).storeBytes(of: rows[y][x], as: UInt8.self)
        }
      }
    }
    func read(_ buffer: CVPixelBuffer) -> [[UInt8]] {
      buffer.withPixels { planes in
        (0..<buffer.height).map { y in
          (0..<buffer.width).map {
            planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + $0, as: UInt8.self)
          }
        }
      }
    }
    let expected: [(CGImagePropertyOrientation, [[UInt8]])] = [
      (.up, [[1, 2, 3], [4, 5, 6]]), (.upMirrored, [[3, 2, 1], [6, 5, 4]]),
      (.down, [[6, 5, 4], [3, 2, 1]]), (.downMirrored, [[4, 5, 6], [1, 2, 3]]),
      (.right, [[4, 1], [5, 2], [6, 3]]), (.left, [[3, 6], [2, 5], [1, 4]]),
      (.leftMirrored, [[1, 4], [2, 5], [3, 6]]), (.rightMirrored, [[6, 3], [5, 2], [4, 1]]),
    ]
    var mismatches: [String] = []
    for (orientation, rows) in expected {
      let people = AVPortraitEffectsMatte(image).applyingExifOrientation(orientation)
      let hair = AVSemanticSegmentationMatte(.hair, image).applyingExifOrientation(orientation)
      if read(people.mattingImage) != rows {
        mismatches.append("\(orientation): \(read(people.mattingImage))")
      }
      if read(hair.mattingImage) != rows || hair.matteType != .hair {
        mismatches.append("\(orientation): hair")
      }
      if people.pixelFormatType != kCVPixelFormatType_OneComponent8 {
        mismatches.append("\(orientation): format")
      }
    }
    #expect(mismatches == [])
  }

  @Test func whatAnErrorSays() {
    let error = AVError(
      .diskFull,
      userInfo: [
        AVErrorTimeKey: CMTime(value: 3, timescale: 2),
        AVErrorFileSizeKey: NSNumber(value: 5_000_000_000 as Int64),
        AVErrorPIDKey: NSNumber(value: 42), AVErrorRecordingSuccessfullyFinishedKey: NSNumber(value: true),
        AVErrorMediaTypeKey: AVMediaType.video.rawValue,
        AVErrorMediaSubTypeKey: [NSNumber(value: 0x6176_6331)],
      ])
    #expect(error.time == CMTime(value: 3, timescale: 2) && error.fileSize == 5_000_000_000)
    #expect(error.processID == 42 && error.recordingSuccessfullyFinished == true)
    #expect(error.mediaType == .video && error.mediaSubtypes == [0x6176_6331])
    let bare = AVError(.unknown)
    #expect(bare.time == nil && bare.fileSize == nil && bare.processID == nil)
    #expect(bare.recordingSuccessfullyFinished == nil && bare.mediaType == nil && bare.mediaSubtypes == nil)
  }
}
