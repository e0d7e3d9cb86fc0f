import DuoCoreGraphics
import Foundation
import Testing

/// What was copied, drawn or made an image of stays as it was.
@Suite struct CopyTests {
  private func grow(_ path: CGMutablePath) {
    path.addLine(to: CGPoint(x: 9, y: 9))
    path.addRect(CGRect(x: 1, y: 2, width: 3, height: 4))
    path.closeSubpath()
  }

  private func start() -> CGMutablePath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 5, y: 1))
    return path
  }

  @Test func copiesOfPathsDoNotGrow() {
    let path = start()
    let same: CGPath = path
    var shift = CGAffineTransform(translationX: 2, y: 0)
    let (copy, mutable, moved) = (path.copy()!, path.mutableCopy()!, path.copy(using: &shift)!)
    let hash = copy.hashValue
    #expect(copy == path && mutable == path && hash == path.hashValue && moved != path)
    grow(path)
    // Another name of the path grows with it, a copy of any kind does not.
    #expect(same == path && copy == start() && mutable == start() && copy.hashValue == hash)
    #expect(moved.currentPoint == CGPoint(x: 7, y: 1))
    grow(mutable)
    #expect(mutable == path && copy == start())
  }

  @Test func partsAndDrawingsKeepTheirPath() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
    let outer = CGMutablePath()
    outer.addPath(path)
    let drawing = Drawing(bounds: CGRect(x: 0, y: 0, width: 8, height: 8)) {
      $0.addPath(path)
      path.addRect(CGRect(x: 4, y: 4, width: 2, height: 2))
      $0.fillPath()
    }
    let image = drawing.image(scale: 1)!
    #expect(image.pixel(1, 1).alpha == 255 && image.pixel(5, 5).alpha == 0)
    #expect(outer.boundingBox == CGRect(x: 0, y: 0, width: 2, height: 2))
    let context = CGContext(size: CGSize(width: 8, height: 8), scale: 1, isOpaque: false)!
    context.addPath(path)
    let built = context.path!
    context.addRect(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(built == path)
  }

  @Test func imagesDoNotChangeWithTheirSource() {
    let red = Pixel(red: 255, green: 0, blue: 0, alpha: 255)
    var bytes = Data([0, 0, 255, 255])
    let data = NSMutableData(data: bytes)
    let provider = CGDataProvider(data: data)!
    let image = CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)],
      provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)!
    bytes[0] = 255
    data.replaceBytes(in: NSRange(location: 0, length: 4), withBytes: [255, 255, 255, 255])
    #expect(image.pixel(0, 0) == red && image.copy()!.pixel(0, 0) == red)

    let context = CGContext(size: CGSize(width: 2, height: 1), scale: 1, isOpaque: false)!
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    let before = context.makeImage()!
    let crop = before.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 1))!
    let kept = before.dataProvider!.data!
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 1))
    context.data!.storeBytes(of: 7, as: UInt8.self)
    #expect(before.pixel(0, 0) == red && before.pixel(1, 0) == red && crop.pixel(0, 0) == red)
    #expect(kept.length == 8 && context.makeImage()!.pixel(1, 0).alpha == 0)
    #expect(before != context.makeImage()! && before == before.copy()!)
  }
}
