import DuoCoreGraphics
import DuoImageIO
import Foundation
import Testing

@testable import DuoUIKit

@MainActor
@Suite struct DrawingImageTests {
  /// 3 x 2 pixels: each has its number times 20 as red.
  private func chart() -> CGImage {
    CGImage(width: 3, height: 2, isOpaque: true) { memory, row in
      for index in 0..<6 {
        let p = (memory + index / 3 * row + index % 3 * 4).assumingMemoryBound(to: UInt8.self)
        (p[0], p[1], p[2], p[3]) = (0, 0, UInt8(index * 20 + 20), 255)
      }
    }!
  }

  private func numbers(_ image: CGImage) -> [Int] {
    image.withPixels { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { Int(bytes[$0 + 2]) / 20 - 1 }
    }
  }

  private func drawn(_ image: UIImage, scale: CGFloat = 1) -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return UIGraphicsImageRenderer(size: image.size, format: format).image { context in
      context.cgContext.interpolationQuality = .none
      image.draw(at: .zero)
    }.cgImage!
  }

  @Test func orientationsTurnThePictureAsExifSays() {
    // The stored rows are 0 1 2 / 3 4 5. What is seen, by the eight pictures of the Exif specification.
    let seen: [(UIImage.Orientation, CGImagePropertyOrientation, [Int])] = [
      (.up, .up, [0, 1, 2, 3, 4, 5]), (.upMirrored, .upMirrored, [2, 1, 0, 5, 4, 3]),
      (.down, .down, [5, 4, 3, 2, 1, 0]), (.downMirrored, .downMirrored, [3, 4, 5, 0, 1, 2]),
      (.right, .right, [3, 0, 4, 1, 5, 2]), (.left, .left, [2, 5, 1, 4, 0, 3]),
      (.leftMirrored, .leftMirrored, [0, 3, 1, 4, 2, 5]),
      (.rightMirrored, .rightMirrored, [5, 2, 4, 1, 3, 0]),
    ]
    var mismatches: [String] = []
    for (orientation, exif, wanted) in seen {
      let image = UIImage(cgImage: chart(), scale: 1, orientation: orientation)
      let isSideways = exif.rawValue > 4
      if image.size != (isSideways ? CGSize(width: 2, height: 3) : CGSize(width: 3, height: 2)) {
        mismatches.append("size \(orientation)")
      }
      if numbers(drawn(image)) != wanted { mismatches.append("\(orientation): \(numbers(drawn(image)))") }
      if orientation.exif != exif || UIImage.Orientation(exif) != orientation {
        mismatches.append("exif \(orientation)")
      }
      // Flipping what is seen.
      let columns = isSideways ? 2 : 3
      let flipped = (0..<6).map { wanted[$0 / columns * columns + columns - 1 - $0 % columns] }
      if numbers(drawn(image.withHorizontallyFlippedOrientation())) != flipped {
        mismatches.append("flip \(orientation)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func filesComeBack() throws {
    let image = UIImage(cgImage: chart(), scale: 1, orientation: .right)
    let png = try #require(image.pngData().flatMap { UIImage(data: $0, scale: 2) })
    #expect(numbers(png.cgImage!) == [0, 1, 2, 3, 4, 5] && png.imageOrientation == .up)
    #expect(png.size == CGSize(width: 1.5, height: 1) && png.scale == 2)
    let jpeg = try #require(image.jpegData(compressionQuality: 0.9).flatMap { UIImage(data: $0) })
    #expect(jpeg.imageOrientation == .right && jpeg.size == CGSize(width: 2, height: 3))
    #expect(UIImage(data: Data("no picture".utf8)) == nil && UIImage(contentsOfFile: "/nowhere.png") == nil)
    #expect(UIImage(named: "no-such-picture") == nil && UIImage().pngData() == nil && UIImage().size == .zero)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("chart@3x.png")
    try #require(image.pngData()).write(to: file)
    #expect(UIImage(contentsOfFile: file.path)?.scale == 3)
  }

  @Test func templatesTakeAColour() {
    let dot = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image {
      UIColor.red.setFill()
      $0.cgContext.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    }
    func colours(_ image: UIImage) -> [[UInt8]] {
      let shown = image.contents(templateColor: .blue)!
      return shown.withPixels { [Array($0[0..<4]), Array($0[12..<16])] }
    }
    let clear: [UInt8] = [0, 0, 0, 0]
    #expect(colours(dot) == [[0, 0, 255, 255], clear])
    #expect(colours(dot.withRenderingMode(.alwaysTemplate)) == [[255, 0, 0, 255], clear])
    #expect(colours(dot.withTintColor(.green)) == [[0, 255, 0, 255], clear])
    #expect(dot.withTintColor(.green, renderingMode: .alwaysOriginal).renderingMode == .alwaysOriginal)
    #expect(!dot.isTemplate && dot.withRenderingMode(.alwaysTemplate).isTemplate)
  }

  @Test func resizableImagesKeepTheirCorners() {
    // A frame of one pixel round a middle.
    let frame = CGImage(width: 3, height: 3, isOpaque: true) { memory, row in
      for index in 0..<9 {
        let p = (memory + index / 3 * row + index % 3 * 4).assumingMemoryBound(to: UInt8.self)
        (p[0], p[1], p[2], p[3]) = (0, 0, index == 4 ? 20 : 120, 255)
      }
    }!
    let image = UIImage(cgImage: frame).resizableImage(
      withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1), resizingMode: .stretch)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let big = UIGraphicsImageRenderer(size: CGSize(width: 9, height: 7), format: format).image { _ in
      image.draw(in: CGRect(x: 0, y: 0, width: 9, height: 7))
    }.cgImage!
    var mismatches: [Int] = []
    for (index, number) in numbers(big).enumerated() {
      let (x, y) = (index % 9, index / 9)
      let isEdge = x == 0 || x == 8 || y == 0 || y == 6
      if number != (isEdge ? 5 : 0) { mismatches.append(index) }
    }
    #expect(mismatches == [])
  }

  @Test func contextsOfTheOldKindNest() {
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 3), true, 2)
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    UIColor.red.set()
    UIRectFrame(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(UIGraphicsGetImageFromCurrentImageContext()?.size == CGSize(width: 2, height: 2))
    UIGraphicsEndImageContext()
    let outer = UIGraphicsGetImageFromCurrentImageContext()
    #expect(outer?.size == CGSize(width: 4, height: 3) && outer?.cgImage?.width == 8)
    #expect(outer?.cgImage?.alphaInfo == .noneSkipFirst)
    UIGraphicsEndImageContext()
    UIGraphicsBeginImageContext(.zero)
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsEndImageContext()
  }

  @Test func everySymbolDrawsAndOthersAreNil() throws {
    var empty: [String] = []
    for name in SymbolRecipes.recipes.keys.sorted() {
      guard let image = UIImage(systemName: name), let shown = image.contents(templateColor: .red) else {
        empty.append(name)
        continue
      }
      let inked = shown.withPixels { bytes in
        stride(from: 3, to: bytes.count, by: 4).filter { bytes[$0] > 128 }.count
      }
      let all = shown.width * shown.height
      if inked < all / 60 || inked > all * 9 / 10 { empty.append("\(name) \(inked) of \(all)") }
    }
    #expect(empty == [])
    #expect(UIImage(systemName: "no.such.symbol") == nil)
    let camera = try #require(UIImage(systemName: "camera"))
    #expect(camera.isSymbolImage && camera.isTemplate && camera.cgImage != nil)
    let large = UIImage(systemName: "camera", withConfiguration: UIImage.SymbolConfiguration(pointSize: 34))
    #expect(large!.size.width > camera.size.width * 1.9)
    let bold = camera.withConfiguration(
      UIImage.SymbolConfiguration(weight: .bold).applying(UIImage.SymbolConfiguration(scale: .large)))
    #expect(bold.size.width > camera.size.width)
    #expect(camera.withTintColor(.red).isTemplate == false)
  }

  @Test func pathsBezierAndArcsGoClockwiseAsSeen() {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    func alpha(_ body: @escaping () -> Void) -> (Int, Int) -> Bool {
      let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image { _ in
        body()
      }
      let bytes = image.cgImage!.withPixels { Array($0) }
      return { bytes[($1 * 20 + $0) * 4 + 3] > 128 }
    }
    let wedge = alpha {
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 10, y: 10))
      path.addArc(
        withCenter: CGPoint(x: 10, y: 10), radius: 9, startAngle: 0, endAngle: .pi / 2, clockwise: true)
      path.close()
      path.fill()
    }
    #expect(wedge(13, 13) && !wedge(6, 13) && !wedge(13, 6) && !wedge(6, 6))
    let corners = alpha {
      UIBezierPath(
        roundedRect: CGRect(x: 0, y: 0, width: 20, height: 20), byRoundingCorners: [.topLeft, .bottomRight],
        cornerRadii: CGSize(width: 8, height: 8)
      ).fill()
    }
    #expect(!corners(0, 0) && corners(19, 0) && corners(0, 19) && !corners(19, 19))
    let clipped = alpha {
      UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20)).addClip()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(!clipped(0, 0) && clipped(10, 10))
    let dashed = alpha {
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 0, y: 10))
      path.addLine(to: CGPoint(x: 20, y: 10))
      path.lineWidth = 4
      path.setLineDash([5, 5], count: 2, phase: 0)
      path.stroke()
    }
    #expect(dashed(2, 10) && !dashed(7, 10) && dashed(12, 10))
    let ring = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20))
    ring.append(UIBezierPath(ovalIn: CGRect(x: 5, y: 5, width: 10, height: 10)))
    ring.usesEvenOddFillRule = true
    #expect(!ring.contains(CGPoint(x: 10, y: 10)) && ring.contains(CGPoint(x: 2, y: 10)))
    ring.apply(CGAffineTransform(translationX: 5, y: 0))
    #expect(abs(ring.bounds.minX - 5) < 0.01 && !ring.isEmpty)
    ring.removeAllPoints()
    #expect(ring.isEmpty)
  }
}
