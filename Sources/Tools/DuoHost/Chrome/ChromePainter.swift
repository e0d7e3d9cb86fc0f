import CCairo
import DuoCoreGraphics
import Foundation
import Scenarios

/// Draws what is not the app's over the picture of a display. Pure: the same values give the same pixels.
enum ChromePainter {
  /// - Parameter picture: BGRA, `scale` pixels for each point.
  static func paint(_ chrome: ScreenChrome, over picture: PixelPicture, scale: Double) -> PixelPicture {
    let canvas = Canvas(width: picture.width, height: picture.height, scale: scale)
    canvas.draw(picture, in: CGRect(x: 0, y: 0, width: chrome.width, height: chrome.height))
    surround(chrome, on: canvas)
    for piece in chrome.pieces(inks(chrome, under: canvas, scale)) { draw(piece, of: chrome, on: canvas) }
    return canvas.picture
  }

  /// - Parameter canvas: has what is under the system's part.
  static func inks(_ chrome: ScreenChrome, under canvas: Canvas, _ scale: Double) -> ChromeInks {
    func ink(_ rect: CGRect) -> Double {
      canvas.meanLuma(in: rect.applying(CGAffineTransform(scaleX: scale, y: scale))) > 140 ? 0 : 1
    }
    let sides = chrome.statusBarSides
    // The panel is dark, whatever is under it.
    return ChromeInks(
      left: ink(sides.left), right: ink(sides.right),
      home: chrome.overlay == .panel ? 1 : ink(chrome.homeBar))
  }

  static func draw(_ piece: ChromePiece, of chrome: ScreenChrome, on canvas: Canvas) {
    switch piece.part {
    case .statusBar(_, let inks): statusBar(chrome, inks, on: canvas)
    case .overlay: OverlayPainter.paint(chrome, on: canvas)
    case .homeIndicator(let ink):
      canvas.path(chrome.homeBar, radius: 2.5)
      canvas.fill(grey(ink, alpha: 0.85))
    case .fold: fold(chrome, on: canvas)
    case .lens(let lens): draw(lens, on: canvas)
    case .corner: corner(piece.box, of: chrome, on: canvas)
    }
  }

  // MARK: Round the app

  static func surround(_ chrome: ScreenChrome, on canvas: Canvas) {
    canvas.save()
    defer { canvas.restore() }
    // Everything but the scenes.
    let cairo = canvas.context
    cairo_new_path(cairo)
    cairo_rectangle(cairo, 0, 0, chrome.width, chrome.height)
    for scene in chrome.scenes { cairo_rectangle(cairo, scene.minX, scene.minY, scene.width, scene.height) }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    switch chrome.surroundings {
    case .none: break
    case .letterbox: shade(canvas, chrome, from: (0.13, 0.14, 0.16), to: (0.07, 0.07, 0.09))
    case .home:
      shade(canvas, chrome, from: (0.20, 0.29, 0.47), to: (0.47, 0.36, 0.55))
      clock(chrome, on: canvas)
    case .otherApp(let rect): otherApp(rect, on: canvas)
    }
  }

  private static func shade(
    _ canvas: Canvas, _ chrome: ScreenChrome, from top: (Double, Double, Double),
    to bottom: (Double, Double, Double)
  ) {
    let gradient = cairo_pattern_create_linear(0, 0, 0, chrome.height)
    cairo_pattern_add_color_stop_rgb(gradient, 0, top.0, top.1, top.2)
    cairo_pattern_add_color_stop_rgb(gradient, 1, bottom.0, bottom.1, bottom.2)
    cairo_set_source(canvas.context, gradient)
    cairo_paint(canvas.context)
    cairo_pattern_destroy(gradient)
  }

  private static func clock(_ chrome: ScreenChrome, on canvas: Canvas) {
    let size = min(chrome.width, chrome.height) / 5
    text(
      chrome.time, size: size, weight: 0.3, gray: 1,
      at: CGPoint(x: chrome.width / 2, y: chrome.height * 0.22), anchor: 0.5, on: canvas)
  }

  /// A quiet page of somebody else's.
  private static func otherApp(_ rect: CGRect, on canvas: Canvas) {
    guard !rect.isEmpty else { return }
    canvas.path(rect, radius: 0)
    canvas.fill(grey(0.95))
    canvas.path(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 76), radius: 0)
    canvas.fill(grey(0.98))
    canvas.path(CGRect(x: rect.minX, y: rect.minY + 76, width: rect.width, height: 0.5), radius: 0)
    canvas.fill(grey(0.75))
    text(
      "Another app", size: 17, weight: 0.3, gray: 0.1, at: CGPoint(x: rect.midX, y: rect.minY + 56),
      anchor: 0.5,
      on: canvas)
    for row in 0..<5 {
      let top = rect.minY + 100 + Double(row) * 68
      guard top + 56 < rect.maxY - 30 else { break }
      canvas.path(CGRect(x: rect.minX + 20, y: top, width: max(0, rect.width - 40), height: 56), radius: 12)
      canvas.fill(grey(0.995))
      canvas.path(
        CGRect(x: rect.minX + 36, y: top + 24, width: max(0, rect.width * 0.5), height: 8), radius: 4)
      canvas.fill(grey(0.85))
    }
    // The bar between the two apps.
    let isBeside = rect.height > rect.width || rect.minX > 0
    let bar =
      isBeside
      ? CGRect(x: rect.minX > 0 ? rect.minX : rect.maxX - 3, y: rect.minY, width: 3, height: rect.height)
      : CGRect(x: rect.minX, y: rect.minY > 0 ? rect.minY : rect.maxY - 3, width: rect.width, height: 3)
    canvas.path(bar, radius: 0)
    canvas.fill(grey(0))
  }

  // MARK: Bars

  /// Black on what is light, white on what is dark.
  private static func statusBar(_ chrome: ScreenChrome, _ inks: ChromeInks, on canvas: Canvas) {
    let (left, right) = chrome.statusBarSides
    let (middle, onLeft, onRight) = (left.midY, inks.left, inks.right)
    text(
      chrome.time, size: 15, weight: 0.3, gray: onLeft, at: CGPoint(x: left.minX, y: middle), anchor: 0,
      on: canvas)
    // A full battery: its body, its content, its pole.
    let body = CGRect(x: right.maxX - 28, y: middle - 6, width: 25, height: 12)
    canvas.path(body, radius: 4)
    canvas.stroke(grey(onRight, alpha: 0.45), width: 1)
    canvas.path(body.insetBy(dx: 2, dy: 2), radius: 2.5)
    canvas.fill(grey(onRight))
    canvas.path(CGRect(x: body.maxX + 1.5, y: middle - 2, width: 1.5, height: 4), radius: 0.7)
    canvas.fill(grey(onRight, alpha: 0.45))
    if chrome.isCameraInUse {
      canvas.path(CGRect(x: body.minX - 14, y: middle - 3, width: 6, height: 6), radius: 3)
      canvas.fill(LayerSnapshot.Colour(CGColor(srgbRed: 0.19, green: 0.82, blue: 0.35, alpha: 1)))
    }
  }

  // MARK: Glass

  /// A soft shadow along the fold, darkest in its middle.
  private static func fold(_ chrome: ScreenChrome, on canvas: Canvas) {
    guard let band = chrome.foldBand else { return }
    let isUpright = band.height > band.width
    let gradient =
      isUpright
      ? cairo_pattern_create_linear(band.minX, 0, band.maxX, 0)
      : cairo_pattern_create_linear(0, band.minY, 0, band.maxY)
    let depth = 0.12 + 0.22 * chrome.foldDepth
    for (place, alpha) in [(0, 0.0), (0.42, depth * 0.6), (0.5, depth), (0.58, depth * 0.6), (1, 0.0)] {
      cairo_pattern_add_color_stop_rgba(gradient, place, 0, 0, 0, alpha)
    }
    cairo_set_source(canvas.context, gradient)
    canvas.path(band, radius: 0)
    cairo_fill(canvas.context)
    cairo_pattern_destroy(gradient)
  }

  private static func draw(_ lens: ScreenChrome.Lens, on canvas: Canvas) {
    func disc(_ radius: Double) -> CGRect {
      CGRect(x: lens.x - radius, y: lens.y - radius, width: 2 * radius, height: 2 * radius)
    }
    canvas.path(disc(lens.radius), radius: lens.radius)
    canvas.fill(grey(0, alpha: lens.isOpen ? 1 : 0.12))
    guard lens.isOpen else { return }
    canvas.path(disc(lens.radius * 0.62), radius: lens.radius * 0.62)
    canvas.stroke(
      LayerSnapshot.Colour(CGColor(srgbRed: 0.13, green: 0.16, blue: 0.26, alpha: 1)),
      width: lens.radius * 0.16)
    canvas.path(
      CGRect(
        x: lens.x - lens.radius * 0.32, y: lens.y - lens.radius * 0.34, width: lens.radius * 0.26,
        height: lens.radius * 0.26), radius: lens.radius * 0.13)
    canvas.fill(grey(1, alpha: 0.25))
  }

  /// What a round corner leaves of a square.
  private static func corner(_ box: CGRect, of chrome: ScreenChrome, on canvas: Canvas) {
    let cairo = canvas.context
    let isLeft = box.minX <= 0, isTop = box.minY <= 0
    let middle = CGPoint(x: isLeft ? box.maxX : box.minX, y: isTop ? box.maxY : box.minY)
    let outer = CGPoint(x: isLeft ? -1 : chrome.width + 1, y: isTop ? -1 : chrome.height + 1)
    let start = isTop ? (isLeft ? 2.0 : 3.0) : (isLeft ? 1.0 : 0.0)
    cairo_new_path(cairo)
    cairo_arc(cairo, middle.x, middle.y, box.width, start * .pi / 2, (start + 1) * .pi / 2)
    // From the arc's end round the corner, beyond the edges of the display.
    let edges =
      isLeft == isTop
      ? [CGPoint(x: middle.x, y: outer.y), outer, CGPoint(x: outer.x, y: middle.y)]
      : [CGPoint(x: outer.x, y: middle.y), outer, CGPoint(x: middle.x, y: outer.y)]
    for point in edges { cairo_line_to(cairo, point.x, point.y) }
    cairo_close_path(cairo)
    canvas.fill(grey(0))
  }

  // MARK: Tools

  static func grey(_ value: Double, alpha: Double = 1) -> LayerSnapshot.Colour {
    LayerSnapshot.Colour(CGColor(gray: value, alpha: alpha))
  }

  /// One line, its middle at `point.y`; `anchor` 0 starts at `point.x`, 0.5 is centred there.
  static func text(
    _ text: String, size: Double, weight: Double, gray: Double, at point: CGPoint, anchor: Double,
    on canvas: Canvas
  ) {
    let font = FontDescription(size: size, weight: weight, hasMonospacedDigits: true)
    let layout = TextLayout([TextRun(text, font: font, color: CGColor(gray: gray, alpha: 1))])
    let place = CGRect(
      x: point.x - layout.size.width * anchor, y: point.y - layout.size.height / 2,
      width: layout.size.width, height: layout.size.height)
    layout.draw(on: canvas.context, in: place)
  }
}

extension Canvas {
  /// Makes a rounded rectangle the path.
  func path(_ rect: CGRect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    cairo_new_path(context)
    guard r > 0 else {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    cairo_arc(context, rect.maxX - r, rect.minY + r, r, -.pi / 2, 0)
    cairo_arc(context, rect.maxX - r, rect.maxY - r, r, 0, .pi / 2)
    cairo_arc(context, rect.minX + r, rect.maxY - r, r, .pi / 2, .pi)
    cairo_arc(context, rect.minX + r, rect.minY + r, r, .pi, .pi * 1.5)
    cairo_close_path(context)
  }

  func fill(_ colour: LayerSnapshot.Colour) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_fill(context)
  }

  func stroke(_ colour: LayerSnapshot.Colour, width: Double) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  /// Mean luma of a rectangle in pixels, 0...255; 0 where it lies outside.
  func meanLuma(in rect: CGRect) -> Double {
    let bytes = pixels
    let columns = max(0, Int(rect.minX))..<max(max(0, Int(rect.minX)), min(width, Int(rect.maxX)))
    let rows = max(0, Int(rect.minY))..<max(max(0, Int(rect.minY)), min(height, Int(rect.maxY)))
    var sum = 0.0, count = 0
    for y in rows {
      for x in columns {
        let pixel = (y * width + x) * 4
        sum +=
          0.0722 * Double(bytes[pixel]) + 0.7152 * Double(bytes[pixel + 1])
          + 0.2126 * Double(bytes[pixel + 2])
        count += 1
      }
    }
    return count == 0 ? 0 : sum / Double(count)
  }
}
