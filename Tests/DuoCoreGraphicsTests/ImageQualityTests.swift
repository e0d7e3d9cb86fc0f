import DuoCoreGraphics
import Foundation
import Testing

/// What lies between the pixels of an image that is drawn in another size.
@Suite struct ImageQualityTests {
  /// One row of greys.
  private func row(_ levels: [UInt8]) -> CGImage {
    CGImage(width: levels.count, height: 1, isOpaque: true) { memory, _ in
      let bytes = memory.assumingMemoryBound(to: UInt8.self)
      for (x, level) in levels.enumerated() {
        for byte in 0..<3 { bytes[x * 4 + byte] = level }
        bytes[x * 4 + 3] = 255
      }
    }!
  }

  private func drawn(_ levels: [UInt8], _ width: Int, _ quality: CGInterpolationQuality) -> [Double] {
    let image = picture(width, 1) {
      $0.interpolationQuality = quality
      $0.drawUpright(row(levels), in: CGRect(x: 0, y: 0, width: width, height: 1))
    }
    return (0..<width).map { Double(image.pixel($0, 0).green) / 255 }
  }

  private let smooth: [CGInterpolationQuality] = [.default, .low, .medium, .high]

  @Test func withoutInterpolationEveryPixelIsOneOfTheImages() {
    let levels: [UInt8] = [0, 255, 51, 204]
    var wrong: [Int] = []
    for width in [1, 3, 4, 7, 16, 40] {
      for (x, got) in drawn(levels, width, .none).enumerated() {
        let place = (Double(x) + 0.5) / Double(width) * 4
        // A middle on the border of two pixels may take either.
        let middles = place == place.rounded() ? [place - 0.5, place + 0.5] : [place]
        if !middles.contains(where: { got == Double(levels[Int($0)]) / 255 }) { wrong.append(width) }
      }
    }
    #expect(wrong == [])
  }

  /// Enlarged, a straight line from the middle of each pixel to the next; beyond the outermost middles, their levels.
  @Test func enlargedImagesGoFromPixelToPixel() {
    let wanted = (0..<20).map { x in min(max((Double(x) + 0.5) / 10 - 0.5, 0), 1) }
    for quality in [.default, .low, .medium] as [CGInterpolationQuality] {
      #expect(gap(drawn([0, 255], 20, quality), wanted) < 0.02)
    }
    // The best filter is steeper, but rises all the way and is the same from the other end.
    let best = drawn([0, 255], 20, .high)
    #expect(zip(best, best.dropFirst()).allSatisfy { $0 <= $1 + 0.01 })
    #expect(gap(best.reversed().map { 1 - $0 }, best) < 0.02)
    #expect(Set(best).count > 2)
  }

  /// Made smaller, every pixel of the image counts: fine stripes become their mean, where picking pixels shows either.
  @Test func smallerImagesAreMeans() {
    let stripes = (0..<64).map { UInt8($0 % 2 * 255) }
    for quality in smooth {
      let inner = drawn(stripes, 16, quality)[2..<14]
      #expect(inner.allSatisfy { abs($0 - 0.5) < 0.06 })
    }
    #expect(drawn(stripes, 16, .none).allSatisfy { $0 == 0 || $0 == 1 })
  }

  @Test func theQualityIsPartOfTheState() {
    let context = CGContext(size: CGSize(width: 4, height: 4), scale: 1, isOpaque: true)!
    #expect(context.interpolationQuality == .default)
    context.saveGState()
    context.interpolationQuality = .none
    context.saveGState()
    context.interpolationQuality = .high
    context.restoreGState()
    #expect(context.interpolationQuality == .none)
    context.restoreGState()
    #expect(context.interpolationQuality == .default)
  }
}
