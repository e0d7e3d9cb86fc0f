import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

/// Pictures of another shape than their track's, and codecs that are one with more or fewer bits.
@Suite struct WriterShapeTests {
  /// Three upright bars of one width: 60, 120, 180; or as many lying ones.
  private func bars(_ width: Int, _ height: Int, lying: Bool, _ format: OSType) -> CVPixelBuffer {
    CVPixelBuffer(width: width, height: height, format: format) { planes in
      for (index, plane) in planes.enumerated() {
        for y in 0..<plane.height {
          for x in 0..<plane.bytesPerRow {
            let column = format == kCVPixelFormatType_32BGRA ? x / 4 : x
            let bar = lying ? y * 3 / height : min(column, width - 1) * 3 / width
            let value = index > 0 ? 128 : UInt8(60 + 60 * min(bar, 2))
            (plane.base + y * plane.bytesPerRow + x).storeBytes(of: value, as: UInt8.self)
          }
        }
      }
    }
  }

  private func shown(_ buffer: CVPixelBuffer, _ mode: String?) throws -> [UInt8] {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    var settings = WriterBench.video
    settings[AVVideoScalingModeKey] = mode
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    input.append(try WriterBench.sample(buffer, at: .zero))
    let isDone: Bool = writer.finishWriting()
    try #require(isDone)
    return try Probe.shown(bench.url("a.mov"), width: 160, height: 96)
  }

  /// The middle bar alone is as wide as the track's shape allows, or as high; stretched, all three are there.
  @Test func aspectFillCutsTheSidesAndStretchingKeepsThem() throws {
    var mismatches: [String] = []
    for format in [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_32BGRA] {
      // Three times as wide as the track's shape, and three times as high.
      for (width, height, lying) in [(480, 96, false), (160, 288, true)] {
        let picture = bars(width, height, lying: lying, format)
        let cut = try shown(picture, AVVideoScalingModeResizeAspectFill)
        let stretched = try shown(picture, AVVideoScalingModeResize)
        let places =
          lying
          ? [8 * 160 + 80, 48 * 160 + 80, 88 * 160 + 80] : [48 * 160 + 10, 48 * 160 + 80, 48 * 160 + 150]
        let spread = { (grey: [UInt8]) in
          places.map { Int(grey[$0]) }.max()! - places.map { Int(grey[$0]) }.min()!
        }
        if spread(cut) > 6 {
          mismatches.append("\(format) \(width)x\(height): cut to \(places.map { cut[$0] })")
        }
        if abs(Int(cut[places[1]]) - Int(stretched[places[1]])) > 4 {
          mismatches.append("\(width): not the middle")
        }
        if spread(stretched) < 80 {
          mismatches.append("\(width): stretched to \(places.map { stretched[$0] })")
        }
        if try shown(picture, nil) != stretched { mismatches.append("\(width): another usual mode") }
      }
    }
    #expect(mismatches == [])
  }

  /// Against the definition, for many sizes: inside, even, in the middle, and of the shape to two pixels.
  @Test func theMiddleHasTheShape() {
    var mismatches: [String] = []
    let nothing = UnsafeRawPointer(bitPattern: 4096)!
    for (width, height) in [(480, 96), (160, 288), (64, 48), (63, 47), (1920, 1080)] {
      for (wide, high) in [(160, 96), (96, 160), (16, 16), (4, 3)] {
        let row = width + 8
        let whole = PictureBytes(
          layout: .biplanar420(fullRange: false), width: width, height: height,
          planes: [
            .init(base: nothing, bytesPerRow: row), .init(base: nothing, bytesPerRow: row),
          ])
        let part = whole.middle(shapedAs: wide, high)
        let at = part.planes[0].base - nothing
        let (x, y) = (at % row, at / row)
        let chroma = part.planes[1].base - nothing
        let isInside = x >= 0 && y >= 0 && x + part.width <= width && y + part.height <= height
        let isMiddle = abs(2 * x + part.width - width) <= 4 && abs(2 * y + part.height - height) <= 4
        let isShaped =
          abs(Double(part.width) - Double(part.height * wide) / Double(high)) <= 1 + Double(wide)
          / Double(high)
        let isLargest = part.width >= width - 1 || part.height >= height - 1
        let isEven = x % 2 == 0 && y % 2 == 0 && chroma == y / 2 * row + x
        if !(isInside && isMiddle && isShaped && isLargest && isEven) {
          mismatches.append(
            "\(width)x\(height) as \(wide):\(high): \(part.width)x\(part.height) at \(x), \(y)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// ffprobe names the profile; the more bits, the larger the file.
  @Test func everyProResIsItsOwn() throws {
    let kinds: [(AVVideoCodecType, String)] = [
      (.proRes422Proxy, "apco"), (.proRes422LT, "apcs"), (.proRes422, "apcn"), (.proRes422HQ, "apch"),
    ]
    var mismatches: [String] = []
    var sizes: [Int] = []
    for (type, tag) in kinds {
      let bench = try WriterBench()
      var settings = WriterBench.video
      settings[AVVideoCodecKey] = type
      _ = try bench.movie("a.mov", pictures: 2, settings: settings)
      let data = try Probe.run(
        "ffprobe",
        [
          "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_tag_string",
          bench.url("a.mov").path,
        ])
      let word = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if word != tag { mismatches.append("\(tag): \(word)") }
      sizes.append(try Data(contentsOf: bench.url("a.mov")).count)
    }
    #expect(mismatches == [])
    #expect(sizes == sizes.sorted() && Set(sizes).count > 1)
  }
}
