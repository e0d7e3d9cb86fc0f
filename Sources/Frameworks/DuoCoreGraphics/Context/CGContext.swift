import CCairo
import Foundation

/// A place to draw: a bitmap, or a picture that is recorded. [docs]
///
/// Not for two threads at once. In a bitmap made by an app y points up and the origin is at the bottom left; UIKit's contexts
/// have y down.
public class CGContext {
  /// What `saveGState()` keeps beside Cairo's own state.
  struct State {
    var fill = CGColor.black
    var stroke = CGColor.black
    var alpha = 1.0
    var blend = CGBlendMode.normal
    var quality = CGInterpolationQuality.default
    var lineWidth = 1.0
    var clip: [CGRect] = []
  }

  let cairo: OpaquePointer
  let bitmap: BitmapMemory?
  /// From Core Graphics' device space (pixels, y up) to Cairo's.
  private let base: CGAffineTransform
  var state = State()
  private var saved: [State] = []
  /// The state round each transparency layer, and how many states are saved inside it.
  private var layers: [(outer: State, depth: Int)] = []
  /// The path that is being built, in device space: later changes of the transform do not move it. [docs]
  var devicePath = PathOutline()
  /// Texts that were drawn with glyphs that no font has, and how many of those.
  package private(set) var textsWithoutGlyphs: [(text: String, glyphs: Int)] = []
  /// That the bitmap was asked for with; sRGB for other contexts. [docs]
  public let colorSpace: CGColorSpace?
  /// How a bitmap keeps its pixels. [docs]
  public let bitmapInfo: CGBitmapInfo

  /// A bitmap of 8 bits for each component: 32 bits a pixel in RGB, with alpha premultiplied or skipped, or 8 in
  /// grey without. `data` nil lets the context keep the memory, 0 bytes a row lets it choose. Nil for
  /// anything else, with Apple's line on standard error.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard
      let form = PixelForm(bitsPerComponent: bitsPerComponent, model: space.model, info: bitmapInfo),
      form.alpha != .straight,
      let bitmap = BitmapMemory(data, form: form, width: width, height: height, bytesPerRow: bytesPerRow)
    else {
      FileHandle.standardError.write(
        Data(
          ("CGBitmapContextCreate: unsupported parameter combination: \(bitsPerComponent) bits/component; "
            + "\(width) x \(height); \(bytesPerRow) bytes/row; bitmapInfo \(bitmapInfo).\n").utf8))
      return nil
    }
    self.bitmap = bitmap
    cairo = cairo_create(bitmap.surface)
    base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    colorSpace = space
    self.bitmapInfo = CGBitmapInfo(rawValue: bitmapInfo)
    prepare(.identity)
  }

  /// Draws on a Cairo surface whose space is in points, y down, as UIKit's contexts do. `scale` pixels a point is what the
  /// transform tells an app.
  init(surface: OpaquePointer, height: CGFloat, scale: CGFloat) {
    bitmap = nil
    cairo = cairo_create(surface)
    base = CGAffineTransform(a: 1 / scale, b: 0, c: 0, d: -1 / scale, tx: 0, ty: height)
    colorSpace = .named
    bitmapInfo = [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)]
    prepare(CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: height * scale))
  }

  /// Draws with somebody else's Cairo context, in the space that it has at each moment, y down.
  /// - Parameter height: of its surface, in pixels.
  package init(sharing cairo: OpaquePointer, height: Int) {
    bitmap = nil
    self.cairo = cairo_reference(cairo)
    base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    colorSpace = .named
    bitmapInfo = [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)]
  }

  /// UIKit's kind of bitmap: points, y down, `scale` pixels a point. Nil without pixels.
  package convenience init?(size: CGSize, scale: CGFloat, isOpaque: Bool) {
    guard let (width, height) = size.pixels(scale: scale) else { return nil }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipFirst : .premultipliedFirst
    self.init(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: .named,
      bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | alpha.rawValue)
    translateBy(x: 0, y: CGFloat(height))
    scaleBy(x: scale, y: -scale)
  }

  private func prepare(_ ctm: CGAffineTransform) {
    cairo_set_line_width(cairo, 1)
    cairo_set_miter_limit(cairo, 10)
    // How far, in pixels, a curve may be from the lines that are drawn for it.
    cairo_set_tolerance(cairo, 0.03)
    set(ctm)
  }

  deinit { cairo_destroy(cairo) }

  /// Pixels of a bitmap; 0 for other contexts. [docs]
  public var width: Int { bitmap?.width ?? 0 }
  /// Pixels of a bitmap; 0 for other contexts. [docs]
  public var height: Int { bitmap?.height ?? 0 }
  /// From one row of a bitmap to the next, which may be more than its pixels take. [docs]
  public var bytesPerRow: Int { bitmap?.bytesPerRow ?? 0 }
  /// 8 for a bitmap; 0 for other contexts. [docs]
  public var bitsPerComponent: Int { bitmap == nil ? 0 : 8 }
  /// 32 in RGB, 8 in grey; 0 for other contexts. [docs]
  public var bitsPerPixel: Int { (bitmap?.form.bytesPerPixel ?? 0) * 8 }
  /// The part of `bitmapInfo` about alpha. [docs]
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
  }
  /// A bitmap's memory, top row first.
  public var data: UnsafeMutableRawPointer? { bitmap?.data }

  /// A copy of a bitmap's pixels; nil for other contexts. [docs]
  public func makeImage() -> CGImage? { bitmap?.image() }

  /// Everything is drawn at once, so nothing waits for this.
  public func flush() {}

  // MARK: State

  /// Keeps transform, clip, colours, alpha, blend mode and line style until `restoreGState()`; the path that is
  /// being built is none of it. [docs]
  public func saveGState() {
    cairo_save(cairo)
    saved.append(state)
  }

  /// Without a saved state nothing happens but a line on standard error, as with Apple's.
  public func restoreGState() {
    // What was saved round a transparency layer comes back when the layer ends.
    guard saved.count > layers.last?.depth ?? 0, let last = saved.popLast() else {
      FileHandle.standardError.write(Data("CGContextRestoreGState: gstack underflow.\n".utf8))
      return
    }
    cairo_restore(cairo)
    state = last
  }

  /// From the present space to device space.
  public var ctm: CGAffineTransform { cairoTransform.concatenating(base.inverted()) }

  var cairoTransform: CGAffineTransform {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return CGAffineTransform(matrix)
  }

  private func set(_ ctm: CGAffineTransform) {
    var matrix = ctm.concatenating(base).cairoMatrix
    cairo_set_matrix(cairo, &matrix)
  }

  /// First `transform`, then what was there. One that flattens everything is not taken, since nothing could be
  /// drawn with it.
  public func concatenate(_ transform: CGAffineTransform) {
    let whole = transform.concatenating(ctm)
    let drawn = whole.concatenating(base)
    let determinant = drawn.a * drawn.d - drawn.b * drawn.c
    guard determinant != 0, determinant.isFinite, drawn.tx.isFinite, drawn.ty.isFinite else { return }
    set(whole)
  }
  /// Moves the origin; in the present space. [docs]
  public func translateBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(translationX: x, y: y)) }
  /// Makes a unit of the present space so many units long. [docs]
  public func scaleBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(scaleX: x, y: y)) }
  /// Radians; from x towards y, so counterclockwise where y points up. [docs]
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// To pixels, y up. [docs]
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }
  /// To pixels, y up. [docs]
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }
  /// From pixels, y up. [docs]
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }
  /// The upright rectangle in pixels, y up, round the mapped one. [docs]
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }
  /// The upright rectangle round the mapped one, from pixels, y up. [docs]
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }

  /// Black until it is set. [docs]
  public func setFillColor(_ color: CGColor) { state.fill = color }
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = CGColor(gray: gray, alpha: alpha) }
  /// Black until it is set. [docs]
  public func setStrokeColor(_ color: CGColor) { state.stroke = color }
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    state.stroke = CGColor(gray: gray, alpha: alpha)
  }
  /// Multiplies into the alpha of everything that is drawn; cut off to 0...1, 1 until it is set. [docs]
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1) }
  /// `.normal` until it is set. [docs]
  public func setBlendMode(_ mode: CGBlendMode) { state.blend = mode }
  /// How an image is drawn in another size: `.none` picks pixels, `.high` takes Cairo's best filter, the others its
  /// good one. [docs]; filters ours
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }

  /// Units of the space in which the line is stroked; 1 until it is set, and 0 draws nothing. [docs]
  public func setLineWidth(_ width: CGFloat) {
    guard width.isFinite else { return }
    state.lineWidth = max(0, width)
    cairo_set_line_width(cairo, state.lineWidth)
  }
  /// How open ends look; `.butt` until it is set. [docs]
  public func setLineCap(_ cap: CGLineCap) { cairo_set_line_cap(cairo, cap.cairo) }
  /// How corners look; `.miter` until it is set. [docs]
  public func setLineJoin(_ join: CGLineJoin) { cairo_set_line_join(cairo, join.cairo) }
  /// Corners whose point is longer than so many line widths are cut off; 10 until it is set. [docs]
  public func setMiterLimit(_ limit: CGFloat) {
    if limit.isFinite { cairo_set_miter_limit(cairo, limit) }
  }

  /// Lengths of strokes and gaps in turn; none draws whole lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    guard phase.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }),
      lengths.isEmpty || lengths.contains(where: { $0 > 0 })
    else {
      return
    }
    cairo_set_dash(cairo, lengths.map(Double.init), Int32(lengths.count), phase)
  }

  /// Whether pixels at an edge are covered in part; true until it is set. [docs]
  public func setShouldAntialias(_ should: Bool) {
    cairo_set_antialias(cairo, should ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
  }

  // MARK: Drawing

  /// Runs `body` between taking in what an app wrote into its bitmap and giving the pixels back.
  func drawing(_ body: () -> Void) {
    bitmap?.takeIn()
    cairo_set_operator(cairo, state.blend.cairo)
    body()
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    bitmap?.giveBack()
  }

  func setSource(_ color: CGColor) {
    let c = color.rgba
    cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha * state.alpha)
  }

  /// Makes the built path Cairo's.
  func emitPath(_ path: PathOutline) {
    cairo_save(cairo)
    var matrix = base.cairoMatrix
    cairo_set_matrix(cairo, &matrix)
    path.emit(on: cairo)
    cairo_restore(cairo)
  }

  /// From here on everything goes into a picture of its own, until `endTransparencyLayer()`. It is drawn with
  /// the present alpha and blend mode then. [docs]
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    bitmap?.takeIn()
    saveGState()
    layers.append((saved[saved.count - 1], saved.count))
    cairo_push_group(cairo)
    state.alpha = 1
    state.blend = .normal
  }

  /// Draws the layer with the alpha and blend mode of its beginning. Nothing happens without one. [docs]
  public func endTransparencyLayer() {
    guard let (outer, depth) = layers.last else { return }
    while saved.count > depth { restoreGState() }
    layers.removeLast()
    cairo_pop_group_to_source(cairo)
    // The group's state ends with it.
    let group = cairo_pattern_reference(cairo_get_source(cairo))
    restoreGState()
    cairo_set_source(cairo, group)
    cairo_pattern_destroy(group)
    cairo_set_operator(cairo, outer.blend.cairo)
    cairo_paint_with_alpha(cairo, outer.alpha)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    bitmap?.giveBack()
  }

  /// Draws a recorded picture in the present space.
  package func draw(_ drawing: Drawing) {
    self.drawing {
      if state.alpha < 1 { cairo_push_group(cairo) }
      drawing.replay(on: cairo)
      if state.alpha < 1 {
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, state.alpha)
      }
    }
  }

  /// Draws text with its top left corner at the box's, in a space where y points down. Lines are aligned in the box's width.
  package func draw(_ text: TextLayout, in box: CGRect) {
    if text.missingGlyphs > 0 { textsWithoutGlyphs.append((text.text, text.missingGlyphs)) }
    drawing {
      if state.alpha < 1 { cairo_push_group(cairo) }
      text.draw(on: cairo, in: box)
      if state.alpha < 1 {
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, state.alpha)
      }
    }
  }
}
