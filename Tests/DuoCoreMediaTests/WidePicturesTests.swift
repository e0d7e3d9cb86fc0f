import DuoFoundation
import Foundation
import Testing

@testable import DuoCoreMedia

/// Pictures of ten bits as displays of sRGB show them, against the formulas.
@Suite struct WidePicturesTests {
  /// The signal of sRGB's bytes in a colour space, red, green, blue; only what is not brighter than half of white.
  static func signal(_ bytes: [Int], _ colours: VideoColours) -> [Double] {
    let light = bytes.map { byte -> Double in
      let v = Double(byte) / 255
      return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    let rows: [[Double]] =
      switch colours {
      case .sRGB: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .displayP3: [[0.822462, 0.177538, 0], [0.033194, 0.966806, 0], [0.017083, 0.072397, 0.910520]]
      default:
        [[0.627404, 0.329283, 0.043313], [0.069097, 0.919540, 0.011362], [0.016391, 0.088013, 0.895595]]
      }
    return rows.map { row -> Double in
      let v: Double = row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
      if colours == .hlg {
        let e = v * 0.264_963
        return e <= 1.0 / 12 ? (3 * e).squareRoot() : 0.17883277 * log(12 * e - 0.28466892) + 0.55991073
      }
      return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    }
  }

  /// A picture of one signal.
  static func buffer(_ rgb: [Double], _ format: OSType, _ colours: VideoColours) -> CVPixelBuffer {
    let (kr, kb) = colours == .sRGB || colours == .displayP3 ? (0.2126, 0.0722) : (0.2627, 0.0593)
    let y = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let (cb, cr) = ((rgb[2] - y) / (2 * (1 - kb)), (rgb[0] - y) / (2 * (1 - kr)))
    let wide = WidePictures.isOfTenBits(format)
    let full = [0x7866_3230, 0x7866_3232, 0x3432_3066].contains(Int(format))
    let unit = wide ? 4.0 : 1
    let numbers =
      full
      ? [y, cb, cr].enumerated().map { $0.element * (wide ? 1023 : 255) + ($0.offset == 0 ? 0 : 128 * unit) }
      : [(219 * y + 16) * unit, (224 * cb + 128) * unit, (224 * cr + 128) * unit]
    let buffer = CVPixelBuffer(width: 5, height: 3, format: format) { planes in
      for (index, plane) in planes.enumerated() {
        for row in 0..<plane.height {
          for x in 0..<plane.width * (index == 0 ? 1 : 2) {
            let number = numbers[index == 0 ? 0 : 1 + x % 2].rounded()
            let base = plane.base + row * plane.bytesPerRow
            if wide {
              base.storeBytes(of: UInt16(number).littleEndian << 6, toByteOffset: 2 * x, as: UInt16.self)
            } else {
              base.storeBytes(of: UInt8(number), toByteOffset: x, as: UInt8.self)
            }
          }
        }
      }
    }
    buffer.attachCameraColours(colours)
    return buffer
  }

  static let formats: [OSType] = [
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
  ]

  static func shown(_ buffer: CVPixelBuffer) -> [Int]? {
    guard let wide = WidePictures(buffer) else { return nil }
    var bytes = [UInt8](repeating: 1, count: 5 * 3 * 4)
    bytes.withUnsafeMutableBytes { wide.draw(buffer, into: $0.baseAddress!, bytesPerRow: 20) }
    // The last pixel, which has no neighbour of its pair.
    return [2, 1, 0, 3].map { Int(bytes[56 + $0]) }
  }

  @Test func coloursComeBackAsTheyWere() {
    var mismatches: [String] = []
    for colour in [[180, 40, 40], [30, 170, 60], [128, 128, 128], [20, 60, 180], [0, 0, 0]] {
      for colours in [VideoColours.sRGB, .displayP3, .hlg] {
        for format in Self.formats + [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] {
          let isByte = !WidePictures.isOfTenBits(format)
          let got = Self.shown(Self.buffer(Self.signal(colour, colours), format, colours))
          // Bytes of sRGB are no wide picture.
          if isByte, colours != .hlg {
            if got != nil { mismatches.append("\(colours): bytes are wide") }
            continue
          }
          let most = isByte ? 5 : 2
          if !(got.map { zip($0, colour + [255]).allSatisfy { abs($0 - $1) <= most } } ?? false) {
            mismatches.append("\(colour) \(colours) \(format): \(String(describing: got))")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// White is a little darker, and what is brighter than it is still another.
  @Test func highlightsOfHLGAreShown() throws {
    func grey(_ signal: Double) -> Int {
      Self.shown(Self.buffer([signal, signal, signal], Self.formats[0], .hlg))![0]
    }
    let levels = [0.5, 0.6, 0.75, 0.8, 0.9, 1].map(grey)
    #expect(levels == levels.sorted() && Set(levels).count == levels.count, "\(levels)")
    #expect((200...245).contains(levels[2]) && levels[5] == 255)
  }

  /// Log curves are shown as they are.
  @Test func logIsShownFlat() {
    for colours in [VideoColours.appleLog, .appleLog2] {
      let got = Self.shown(Self.buffer([0.6, 0.4, 0.2], Self.formats[2], colours))!
      #expect(zip(got, [153, 102, 51, 255]).allSatisfy { abs($0 - $1) <= 1 }, "\(got)")
    }
  }

  @Test func buffersAndDescriptionsNameTheirColours() {
    var mismatches: [String] = []
    let all: [(VideoColours, [String])] = [
      (.sRGB, ["ITU_R_709_2", "ITU_R_709_2", "-", "ITU_R_709_2"]),
      (.displayP3, ["P3_D65", "ITU_R_709_2", "-", "ITU_R_709_2"]),
      (.hlg, ["ITU_R_2020", "ITU_R_2100_HLG", "-", "ITU_R_2020"]),
      (.appleLog, ["ITU_R_2020", "-", "com.apple.rec2020.apple-log", "ITU_R_2020"]),
      (.appleLog2, ["-", "-", "com.apple.apple-wide-gamut.apple-log", "ITU_R_2020"]),
    ]
    let keys = [
      kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
      kCMFormatDescriptionExtension_LogTransferFunction, kCMFormatDescriptionExtension_YCbCrMatrix,
    ]
    for (colours, texts) in all {
      let buffer = Self.buffer([0, 0, 0], Self.formats[0], colours)
      let attached = keys.map { key in CVBufferCopyAttachment(buffer, key, nil).map { "\($0)" } ?? "-" }
      let description = CMFormatDescription(
        cameraPictures: Self.formats[0], width: 4, height: 2, colours: colours)
      let said = keys.map { key in description.extensions[key].map { "\($0)" } ?? "-" }
      if attached != texts || said != texts { mismatches.append("\(colours): \(attached) \(said)") }
      if VideoColours(attachedTo: buffer) != colours || VideoColours(describedBy: description) != colours {
        mismatches.append("\(colours) is not read back")
      }
    }
    let own = Self.buffer([0, 0, 0], Self.formats[0], .hlg)
    CVBufferSetAttachment(own, kCVImageBufferTransferFunctionKey, "another" as CFString, .shouldPropagate)
    #expect(VideoColours(attachedTo: own) == nil)
    #expect(CMFormatDescription.Extensions.Value.ColorPrimaries.itu_R_2020.rawValue == "ITU_R_2020")
    #expect(CMFormatDescription.Extensions.Value.TransferFunction.itu_R_2100_HLG.rawValue == "ITU_R_2100_HLG")
    #expect(CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_2020.rawValue == "ITU_R_2020")
    #expect(mismatches == [])
  }
}
