import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A native picture of 6 x 4 fields, each with a gray of its own.
private enum Fields {
  static let (width, height) = (6, 4)
  static func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8(40 + (y * width + x) * 7) }
}

@Suite struct BufferImagerTests {
  /// A buffer with the fields turned clockwise and flipped, 16 pixels each; its pixels are there.
  private func buffer(_ turns: Int, _ isMirrored: Bool, _ format: OSType) -> CVPixelBuffer {
    let isAcross = turns % 2 == 1
    let (columns, rows) = isAcross ? (Fields.height, Fields.width) : (Fields.width, Fields.height)
    let buffer = CVPixelBuffer(width: columns * 16, height: rows * 16, format: format) { planes in
      for y in 0..<rows * 16 {
        for x in 0..<columns * 16 {
          let (fx, fy) = Self.field(x / 16, y / 16, turns, isMirrored)
          let luma = Fields.luma(fx, fy)
          let row = planes[0].base + y * planes[0].bytesPerRow
          if format == kCVPixelFormatType_32BGRA {
            for channel in 0..<4 {
              row.storeBytes(of: channel == 3 ? 255 : luma, toByteOffset: x * 4 + channel, as: UInt8.self)
            }
          } else {
            row.storeBytes(of: luma, toByteOffset: x, as: UInt8.self)
          }
        }
      }
      guard format != kCVPixelFormatType_32BGRA else { return }
      for y in 0..<rows * 8 {
        (planes[1].base + y * planes[1].bytesPerRow).initializeMemory(
          as: UInt8.self, repeating: 128, count: columns * 16)
      }
    }
    buffer.withPixels { _ in }
    return buffer
  }

  /// Which native field lies at a place of the turned and flipped picture.
  private static func field(_ x: Int, _ y: Int, _ turns: Int, _ isMirrored: Bool) -> (Int, Int) {
    var (x, y) = (x, y)
    let width = turns % 2 == 1 ? Fields.height : Fields.width
    if isMirrored { x = width - 1 - x }
    switch turns {
    case 0: return (x, y)
    case 1: return (y, Fields.height - 1 - x)
    case 2: return (Fields.width - 1 - x, Fields.height - 1 - y)
    default: return (Fields.width - 1 - y, x)
    }
  }

  private func draw(
    _ imager: BufferImager, _ window: FrameWindow, _ layout: PixelLayout, _ width: Int, _ height: Int
  ) -> [UInt8] {
    var first = [UInt8](repeating: 0, count: width * height * 4)
    var second = [UInt8](repeating: 0, count: width * height)
    first.withUnsafeMutableBytes { a in
      second.withUnsafeMutableBytes { b in
        let row = layout == .bgra ? width * 4 : width
        imager.draw(
          window,
          into: PixelTarget(
            layout: layout, width: width, height: height,
            planes: [
              .init(base: a.baseAddress!, bytesPerRow: row), .init(base: b.baseAddress!, bytesPerRow: width),
            ]))
      }
    }
    return layout == .bgra ? first : Array(first[..<(width * height)])
  }

  /// Every turn, flip, format and cut: the middle of each field has its gray.
  @Test func windowsShowTheirFields() {
    var wrong: [String] = []
    let formats: [(OSType, PixelLayout, (UInt8) -> UInt8)] = [
      (kCVPixelFormatType_32BGRA, .bgra, { $0 }),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .biplanar420(fullRange: true), { $0 }),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .bgra, { $0 }),
      (
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .bgra,
        { UInt8(min(max(((Double($0) - 16) * 255 / 219).rounded(), 0), 255)) }
      ),
    ]
    // Parts of the native picture, in fields.
    let parts = [(0, 0, 6, 4), (1, 1, 4, 2), (2, 0, 4, 4), (0, 2, 2, 2)]
    for (format, layout, expected) in formats {
      for turns in 0..<4 {
        for isMirrored in [false, true] {
          let imager = BufferImager(
            buffer: Handover(buffer(turns, isMirrored, format)), rotation: QuarterTurns(turns),
            isMirrored: isMirrored, exposure: nil)
          for (x, y, w, h) in parts {
            let window = FrameWindow(
              x: Double(x) / 6, y: Double(y) / 4, width: Double(w) / 6, height: Double(h) / 4,
              rotation: QuarterTurns(turns), isMirrored: isMirrored)
            let (columns, rows) = turns % 2 == 1 ? (h, w) : (w, h)
            let pixels = draw(imager, window, layout, columns * 8, rows * 8)
            for row in 0..<rows {
              for column in 0..<columns {
                let place = (row * 8 + 4) * columns * 8 + column * 8 + 4
                let seen = pixels[layout == .bgra ? place * 4 + 1 : place]
                // The part's own fields, turned and flipped by themselves.
                let field = Self.partField(column, row, turns, isMirrored, w, h)
                let wanted = expected(Fields.luma(x + field.0, y + field.1))
                if abs(Int(seen) - Int(wanted)) > 2 {
                  wrong.append(
                    "\(format) \(turns) \(isMirrored) \((x, y, w, h)) at \((column, row)): \(seen), not \(wanted)"
                  )
                }
              }
            }
          }
        }
      }
    }
    #expect(wrong.prefix(4) == [])
  }

  private static func partField(
    _ x: Int, _ y: Int, _ turns: Int, _ isMirrored: Bool, _ width: Int, _ height: Int
  ) -> (Int, Int) {
    let column = isMirrored ? (turns % 2 == 1 ? height : width) - 1 - x : x
    switch turns {
    case 0: return (column, y)
    case 1: return (y, height - 1 - column)
    case 2: return (width - 1 - column, height - 1 - y)
    default: return (width - 1 - y, column)
    }
  }

  /// As long as nobody has asked for a frame's pixels, only what is shown is drawn.
  @Test func aFrameThatNobodyReadIsDrawnInTheSizeThatIsShown() {
    let phone = SessionTestPhone()
    let undrawn = CVPixelBuffer(width: 640, height: 480, format: kCVPixelFormatType_32BGRA) { _ in
      phone.drawings.withLock { $0.append(FrameWindow(x: 9)) }
    }
    let imager = BufferImager(
      buffer: Handover(undrawn), rotation: 1, isMirrored: false, exposure: TestImager(phone: phone))
    let window = FrameWindow(x: 0.25, width: 0.5, rotation: 1)
    _ = draw(imager, window, .bgra, 8, 8)
    #expect(phone.drawings.withLock { $0 } == [window] && !undrawn.hasPixels)
    undrawn.withPixels { _ in }
    _ = draw(imager, window, .bgra, 8, 8)
    #expect(phone.drawings.withLock { $0.count } == 2)
  }
}
