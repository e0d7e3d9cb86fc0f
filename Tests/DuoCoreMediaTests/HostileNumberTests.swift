import DuoFoundation
import Foundation
import Testing

@testable import DuoCoreMedia

/// Sizes and rates that cannot be: a status, or a time that is no number; the process goes on.
@Suite struct HostileNumberTests {
  @Test func sidesOfPictures() {
    var wrong: [String] = []
    for side in [Int.min, -1, 0, 1, 64, 1_048_576, 1_048_577, 1 << 33, .max] {
      for isWidth in [true, false] {
        var buffer: CVPixelBuffer?
        let (width, height) = isWidth ? (side, 2) : (2, side)
        let status = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
        let isPossible = (1...1_048_576).contains(side)
        if status != (isPossible ? kCVReturnSuccess : kCVReturnInvalidSize) {
          wrong.append("\(width) x \(height): \(status)")
        }
        if let buffer, CMFormatDescription(describing: buffer).dimensions.width != Int32(width) {
          wrong.append("\(width) x \(height): description")
        }
        let attributes = [
          kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
          kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
        ]
        var pool: CVPixelBufferPool?
        let made = CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool)
        if made != (isPossible ? kCVReturnSuccess : kCVReturnInvalidPixelBufferAttributes) {
          wrong.append("pool of \(width) x \(height): \(made)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func ratesOfSound() {
    var wrong: [String] = []
    for rate in [
      Double.nan, .infinity, -.infinity, -1, 0, 1e-300, 0.5, 8000, 44_100.5, 2_147_483_647, 4.3e9, 1e300,
    ] {
      var stream = AudioStreamBasicDescription()
      stream.mSampleRate = rate
      stream.mFramesPerPacket = 1
      let length = stream.sampleDuration
      if !(rate > 0) {
        if length.isValid { wrong.append("\(rate): \(length)") }
      } else if length.isNumeric, abs(length.seconds - 1 / rate) > 1e-9 {
        wrong.append("\(rate): \(length)")
      }
    }
    #expect(wrong == [])
  }
}
