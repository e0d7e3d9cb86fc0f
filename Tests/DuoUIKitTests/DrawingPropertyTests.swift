import DuoCoreGraphics
import DuoImageIO
import Foundation
import Testing

@testable import DuoUIKit

/// Pictures, colours and paths, against plain retellings over fixed seeds.
@MainActor
@Suite struct DrawingPropertyTests {
  /// Opaque pixels, each of its own colour.
  struct Chart {
    let width, height: Int
    func colour(_ x: Int, _ y: Int) -> [UInt8] {
      [UInt8(20 + x * 9), UInt8(20 + y * 9), UInt8((x * 31 + y * 17) % 200), 255]
    }
    var image: CGImage {
      CGImage(width: width, height: height, isOpaque: true) { memory, row in
        for y in 0..<height {
          for x in 0..<width {
            memory.advanced(by: y * row + x * 4).copyMemory(from: colour(x, y), byteCount: 4)
          }
        }
      }!
    }
  }

  static let orientations: [UIImage.Orientation] = [
    .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
  ]

  /// Which stored pixel is seen at a place, said as a person would: turn the picture, then look in the mirror.
  private func stored(_ orientation: UIImage.Orientation, _ x: Int, _ y: Int, _ chart: Chart) -> (Int, Int) {
    let isSideways = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    let width = isSideways ? chart.height : chart.width
    let isMirrored = [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation)
    let x = isMirrored ? width - 1 - x : x
    switch orientation {
    case .up, .upMirrored: return (x, y)
    case .down, .downMirrored: return (chart.width - 1 - x, chart.height - 1 - y)
    // Turned clockwise to be seen: the stored bottom row is the seen left column. Mirrored names say what is seen in the
    // mirror of the other turn.
    case .right, .leftMirrored: return (y, chart.height - 1 - x)
    default: return (chart.width - 1 - y, x)
    }
  }

  private func bytes(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    image.withPixels { Array($0[y * image.bytesPerRow + x * 4..<y * image.bytesPerRow + x * 4 + 4]) }
  }

  private func drawn(_ size: CGSize, scale: CGFloat = 1, _ body: () -> Void) -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      context.cgContext.interpolationQuality = .none
      body()
    }.cgImage!
  }

  @Test func everyOrientationAtEveryScaleAndPlace() {
    var random = SeededRandom(501)
    var wrong: [String] = []
    for orientation in Self.orientations {
      for scale in [1, 2, 3] {
        let chart = Chart(width: scale * (1 + random.int(5)), height: scale * (1 + random.int(5)))
        let image = UIImage(cgImage: chart.image, scale: CGFloat(scale), orientation: orientation)
        let isSideways = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
        let (width, height) = isSideways ? (chart.height, chart.width) : (chart.width, chart.height)
        if image.size != CGSize(width: width / scale, height: height / scale) {
          wrong.append("size \(orientation)")
        }
        let (left, top) = (random.int(4), random.int(4))
        let canvas = CGSize(width: image.size.width + 5, height: image.size.height + 5)
        let shown = drawn(canvas, scale: CGFloat(scale)) { image.draw(at: CGPoint(x: left, y: top)) }
        let contents = image.contents(templateColor: .red)!
        for y in 0..<height {
          for x in 0..<width {
            let place = stored(orientation, x, y, chart)
            let wanted = chart.colour(place.0, place.1)
            if bytes(shown, x + left * scale, y + top * scale) != wanted {
              wrong.append("\(orientation) \(scale): \(x) \(y)")
            }
            if bytes(contents, x, y) != wanted {
              wrong.append("\(orientation) \(scale) as contents: \(x) \(y)")
            }
          }
        }
        let inked = shown.withPixels { all in
          stride(from: 3, to: all.count, by: 4).filter { all[$0] > 0 }.count
        }
        if inked != width * height { wrong.append("\(orientation) \(scale): \(inked) pixels") }
        // Through a file and back: pixels and orientation stay.
        if let again = image.jpegData(compressionQuality: 1).flatMap({ UIImage(data: $0) }) {
          if again.imageOrientation != orientation || again.cgImage?.width != chart.width {
            wrong.append("file \(orientation)")
          }
        } else {
          wrong.append("no file")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func capInsetsAreThoseOfTheSeenPicture() {
    let chart = Chart(width: 6, height: 4)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 1, right: 1)
    var wrong: [String] = []
    for orientation in Self.orientations {
      let image = UIImage(cgImage: chart.image, scale: 1, orientation: orientation)
      let seen = image.contents(templateColor: .red)!
      let size = CGSize(width: 12, height: 11)
      let big = drawn(size) {
        image.resizableImage(withCapInsets: insets, resizingMode: .stretch).draw(
          in: CGRect(origin: .zero, size: size))
      }
      let corners: [(from: (Int, Int), to: (Int, Int))] = [
        ((0, 0), (0, 0)), ((1, 0), (1, 0)), ((seen.width - 1, 0), (11, 0)), ((0, seen.height - 1), (0, 10)),
        ((1, seen.height - 1), (1, 10)), ((seen.width - 1, seen.height - 1), (11, 10)),
      ]
      for (from, to) in corners where bytes(big, to.0, to.1) != bytes(seen, from.0, from.1) {
        wrong.append("\(orientation) \(from): \(bytes(big, to.0, to.1)), not \(bytes(seen, from.0, from.1))")
      }
      let holes = big.withPixels { all in stride(from: 3, to: all.count, by: 4).filter { all[$0] < 250 }.count
      }
      if holes > 0 { wrong.append("\(orientation): \(holes) holes") }
    }
    #expect(wrong == [])
  }

  @Test func alphaAndBlendModeCountForThePictureAsAWhole() {
    let red = drawn(CGSize(width: 4, height: 4)) {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    let image = UIImage(cgImage: red)
    for picture in [
      image, image.withTintColor(.red), image.withRenderingMode(.alwaysTemplate).withTintColor(.red),
    ] {
      let shown = drawn(CGSize(width: 4, height: 4)) {
        UIColor.white.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        picture.draw(in: CGRect(x: 0, y: 0, width: 2, height: 4), blendMode: .normal, alpha: 0.5)
        picture.draw(in: CGRect(x: 2, y: 0, width: 2, height: 4), blendMode: .multiply, alpha: 1)
      }
      #expect(
        bytes(shown, 0, 1).map { Int($0) / 4 } == [31, 31, 63, 63]
          || bytes(shown, 0, 1).map { Int($0) / 4 } == [32, 32, 63, 63])
      #expect(bytes(shown, 3, 1) == [0, 0, 255, 255])
    }
  }

  // MARK: Colours

  @Test func coloursOfARandomTreeAreTheirNearestStyles() {
    var random = SeededRandom(502)
    var wrong: [String] = []
    for round in 0..<40 {
      var views = [UIView()]
      var parents: [Int: Int] = [:]
      for index in 1..<20 {
        let parent = random.int(index)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.backgroundColor = .systemBackground
        views[parent].addSubview(view)
        views.append(view)
        parents[index] = parent
      }
      for _ in 0..<15 {
        let index = random.int(20)
        switch random.int(3) {
        case 0, 1: views[index].overrideUserInterfaceStyle = [.unspecified, .light, .dark][random.int(3)]
        default:
          // To another place, if that is not inside itself.
          let target = random.int(20)
          if index > 0, !views[target].isDescendant(of: views[index]) {
            views[target].addSubview(views[index])
            parents[index] = target
          }
        }
      }
      for index in 1..<20 {
        let line = sequence(first: index) { parents[$0] }
        let style = line.map { views[$0].overrideUserInterfaceStyle }.first { $0 != .unspecified } ?? .light
        let level = views[index].layer.backgroundColor?.rgba.red
        if level != (style == .dark ? 0 : 1) {
          wrong.append("\(round) \(index): \(level ?? -1) in \(style.rawValue)")
        }
        if views[index].traitCollection.userInterfaceStyle != style {
          wrong.append("\(round) \(index): traits")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func dynamicColoursMayGiveDynamicOnes() {
    let inner = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    let outer = UIColor { _ in inner }
    let (light, dark) = (
      UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark)
    )
    #expect(
      outer.resolvedColor(with: dark).cgColor.rgba.red == 1
        && outer.resolvedColor(with: light).cgColor.rgba.red == 0)
    let half = outer.withAlphaComponent(0.5)
    #expect(half.resolvedColor(with: dark).cgColor.rgba == (1, 1, 1, 0.5))
    #expect(half.resolvedColor(with: light).cgColor.rgba == (0, 0, 0, 0.5))
    #expect(outer == inner && outer.hash == inner.hash && outer != .label.withAlphaComponent(0.1))
    // A colour that was resolved stays what it was.
    let fixed = outer.resolvedColor(with: dark)
    #expect(
      fixed.resolvedColor(with: light).cgColor.rgba.red == 1 && fixed == UIColor(cgColor: fixed.cgColor))
    #expect(UIColor(white: 0.5, alpha: 1) == .gray && UIColor(white: 0.5, alpha: 1).hash == UIColor.gray.hash)
    #expect(UIColor.red != .blue && UIColor.clear != .black && UIColor.red.isEqual(nil) == false)
  }

  @Test func componentsComeBackAsTheyWent() {
    var random = SeededRandom(503)
    var wrong: [String] = []
    for _ in 0..<300 {
      let c = (0..<4).map { _ in CGFloat(random.number(0...1)) }
      var (red, green, blue, alpha) = (CGFloat(-1), CGFloat(-1), CGFloat(-1), CGFloat(-1))
      let color = UIColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
      color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      if zip([red, green, blue, alpha], c).contains(where: { abs($0 - $1) > 1e-9 }) { wrong.append("\(c)") }
      // Hue, saturation and brightness describe the same colour.
      color.getHue(&red, saturation: &green, brightness: &blue, alpha: &alpha)
      let again = UIColor(hue: red, saturation: green, brightness: blue, alpha: alpha).cgColor.rgba
      if [again.red - c[0], again.green - c[1], again.blue - c[2]].contains(where: { abs($0) > 1e-9 }) {
        wrong.append("\(c) by hue: \(again)")
      }
      if blue != c[..<3].max() || red < 0 || red > 1 { wrong.append("\(c): \(red) \(blue)") }
      let isGrey = UIColor(white: c[0], alpha: c[1]).getWhite(&red, alpha: &alpha)
      if !isGrey || abs(red - c[0]) + abs(alpha - c[1]) > 1e-9 { wrong.append("white \(c)") }
    }
    #expect(wrong == [])
  }

  // MARK: Paths

  /// Random polygons: the area that is drawn is the shoelace's, and what contains a point is what a ray says.
  @Test func polygonsFillTheirArea() {
    var random = SeededRandom(504)
    var wrong: [String] = []
    for round in 0..<40 {
      // Star-shaped, so that it never crosses itself.
      let count = 3 + random.int(7)
      let points = (0..<count).map { index in
        let angle = (Double(index) + random.number(0.1...0.9)) / Double(count) * 2 * .pi
        let radius = random.number(4...19)
        return CGPoint(x: 20 + radius * cos(angle), y: 20 + radius * sin(angle))
      }
      let path = UIBezierPath()
      path.move(to: points[0])
      for point in points.dropFirst() { path.addLine(to: point) }
      path.close()
      let next = points.dropFirst() + points.prefix(1)
      let area = abs(zip(points, next).map { $0.x * $1.y - $1.x * $0.y }.reduce(0, +)) / 2
      let shown = drawn(CGSize(width: 40, height: 40)) {
        UIColor.black.setFill()
        path.fill()
      }
      let ink = shown.withPixels { all in
        stride(from: 3, to: all.count, by: 4).map { Double(all[$0]) / 255 }.reduce(0, +)
      }
      if abs(ink - area) > 0.02 * area + 1 { wrong.append("\(round): \(ink), not \(area)") }
      let box = path.bounds
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      if abs(box.minX - xs.min()!) + abs(box.maxY - ys.max()!) > 1e-9 { wrong.append("\(round): \(box)") }
      for _ in 0..<30 {
        let p = CGPoint(x: random.number(0...40), y: random.number(0...40))
        let crossings = zip(points, next).filter { a, b in
          (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
        }.count
        if path.contains(p) != (crossings % 2 == 1) { wrong.append("\(round): \(p)") }
      }
      // A transform moves the area by its determinant.
      let map = CGAffineTransform(a: 0.5, b: 0.2, c: -0.1, d: 0.7, tx: 3, ty: 2)
      let moved = UIBezierPath(cgPath: path.cgPath)
      moved.apply(map)
      let corner = points[0].applying(map)
      if hypot(moved.cgPath.currentPoint.x - corner.x, moved.cgPath.currentPoint.y - corner.y) > 1e-9 {
        wrong.append("\(round): moved")
      }
    }
    #expect(wrong == [])
  }

  @Test func aPathIsItsOwn() {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9))
    let taken = path.cgPath
    path.addLine(to: CGPoint(x: 50, y: 50))
    #expect(taken.boundingBox.maxX == 9 && path.bounds.maxX == 50)
    let other = UIBezierPath(cgPath: taken)
    other.append(path)
    #expect(taken.boundingBox.maxX == 9 && other.bounds.maxX == 50)
    #expect(
      path.lineWidth == 1 && path.miterLimit == 10 && path.lineCapStyle == .butt
        && path.lineJoinStyle == .miter)
    #expect(!path.usesEvenOddFillRule && UIBezierPath().isEmpty && !path.isEmpty)
    let clear = UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 10, height: 4), cornerRadius: 400)
    #expect(
      clear.bounds == CGRect(x: 0, y: 0, width: 10, height: 4) && !clear.contains(CGPoint(x: 0.1, y: 0.1)))
    // Drawing outside a context does nothing.
    path.fill()
    path.stroke()
    path.addClip()
    UIRectFill(.zero)
    UIRectClip(.zero)
    UIColor.red.set()
    UIImage(cgImage: Chart(width: 1, height: 1).image).draw(at: .zero)
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test func renderersGiveWhatWasDrawn() throws {
    let format = UIGraphicsImageRendererFormat.preferred()
    (format.scale, format.opaque) = (2, true)
    let bounds = CGRect(x: 10, y: 20, width: 6, height: 4)
    let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
    var halfway: UIImage?
    let image = renderer.image { context in
      #expect(UIGraphicsGetCurrentContext() === context.cgContext && context.format.bounds == bounds)
      UIColor.green.setFill()
      context.fill(CGRect(x: 10, y: 20, width: 3, height: 4))
      halfway = context.currentImage
      UIColor.blue.setStroke()
      context.stroke(bounds)
    }
    #expect(image.scale == 2 && image.size == CGSize(width: 6, height: 4) && image.cgImage?.width == 12)
    #expect(
      bytes(halfway!.cgImage!, 2, 4) == [0, 255, 0, 255]
        && bytes(halfway!.cgImage!, 8, 4).prefix(3) == [0, 0, 0])
    #expect(
      bytes(image.cgImage!, 0, 0) == [255, 0, 0, 255] && bytes(image.cgImage!, 3, 3) == [0, 255, 0, 255])
    let png = renderer.pngData { $0.fill(bounds) },
      jpeg = renderer.jpegData(withCompressionQuality: 0.5) { $0.fill(bounds) }
    #expect(UIImage(data: png)?.cgImage?.width == 12 && UIImage(data: jpeg)?.cgImage?.height == 8)
    #expect(
      UIGraphicsImageRenderer(size: .zero).image { _ in }.cgImage == nil
        && UIGraphicsGetCurrentContext() == nil)
    // Contexts belong to their thread.
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    let other = Thread { #expect(UIGraphicsGetCurrentContext() == nil) }
    other.start()
    while !other.isFinished { sched_yield() }
    #expect(UIGraphicsGetCurrentContext() != nil)
    UIGraphicsEndImageContext()
  }
}
