import DuoCoreGraphics
import Foundation
import PhoneModel

/// Composes what a display shows as a whole, the app's pixels and the system's part over them, again and again: keeps the
/// picture and draws only what has changed since.
///
/// The picture is the one that `ChromePainter` paints over that of a `DisplayCompositor`.
final class ScreenCompositor {
  private let app = DisplayCompositor()
  /// The app's pixels with what is round them; nil where there is nothing.
  private var surrounded: Canvas?
  private var screen: Canvas?
  private var chrome: ScreenChrome?
  private var inks = ChromeInks(left: 1, right: 1, home: 1)
  private var pieces: [ChromePiece] = []

  /// What the last composition drew.
  private(set) var drawn = PixelRegion()
  var allPixels: Int { app.allPixels }

  /// Brings the canvas up to date. `filling` gives what each preview's place is filled with.
  func compose(
    _ contents: DisplayContents, under chrome: ScreenChrome, scale: Double,
    filling: @escaping (ObjectIdentifier) -> PreviewFilling?
  ) -> Canvas {
    let pixels = app.compose(contents, scale: scale, filling: filling)
    let whole = PixelRegion(PixelRect(0, 0, pixels.width, pixels.height))
    let isNew = screen?.width != pixels.width || screen?.height != pixels.height
    let screen = isNew ? Canvas(width: pixels.width, height: pixels.height, scale: scale) : screen!
    let before = self.chrome
    (self.screen, self.chrome) = (screen, chrome)

    let under = surround(pixels, with: chrome, wasRoundIt: isNew ? nil : before, scale, whole)
    var dirty = under.dirty
    if isNew || Self.barsMoved(before, chrome) || barsAreOver(dirty, chrome, scale) {
      inks = ChromePainter.inks(chrome, under: under.canvas, scale)
    }
    let new = chrome.pieces(inks)
    for piece in Set(new).symmetricDifference(pieces) { dirty.add(Self.pixels(piece.box, scale)) }
    pieces = new
    let rects = Self.rects(covering: dirty, wholly: new.map { Self.pixels($0.box, scale) }, in: whole.box)
    drawn = PixelRegion()
    for rect in rects { drawn.add(rect) }
    guard !rects.isEmpty else { return screen }
    for rect in rects { screen.copy(rect, of: under.canvas) }
    screen.save()
    screen.clip(to: rects)
    for piece in new where drawn.meets(Self.pixels(piece.box, scale)) {
      ChromePainter.draw(piece, of: chrome, on: screen)
    }
    screen.restore()
    return screen
  }

  /// The app's pixels with what is round them, and what of that is new.
  /// - Parameter old: the system's part before; nil when all is new.
  private func surround(
    _ pixels: Canvas, with chrome: ScreenChrome, wasRoundIt old: ScreenChrome?, _ scale: Double,
    _ whole: PixelRegion
  ) -> (canvas: Canvas, dirty: PixelRegion) {
    if old == nil { surrounded = nil }
    let isSame = old.map { Self.look(of: $0) == Self.look(of: chrome) } ?? false
    let dirty = isSame ? app.drawn : whole
    guard chrome.surroundings != .none else {
      surrounded = nil
      return (pixels, dirty)
    }
    let canvas = surrounded ?? Canvas(width: pixels.width, height: pixels.height, scale: scale)
    let inside = chrome.scenes.map {
      PixelRect(inside: $0.applying(CGAffineTransform(scaleX: scale, y: scale)))
    }
    if isSame, dirty.rects.allSatisfy({ rect in inside.contains { $0.contains(rect) } }) {
      for rect in dirty.rects { canvas.copy(rect, of: pixels) }
    } else {
      // As a whole: soft edges that are cut come out a little different.
      canvas.copy(whole.box, of: pixels)
      ChromePainter.surround(chrome, on: canvas)
    }
    surrounded = canvas
    return (canvas, dirty)
  }

  private struct Look: Hashable {
    var surroundings: ScreenChrome.Surroundings
    var scenes: [CGRect]
    /// The wallpaper's.
    var time: String?
  }

  private static func look(of chrome: ScreenChrome) -> Look {
    Look(
      surroundings: chrome.surroundings, scenes: chrome.surroundings == .none ? [] : chrome.scenes,
      time: chrome.surroundings == .home ? chrome.time : nil)
  }

  /// A few rectangles that cover the region, and each piece that they meet wholly: a soft edge that is cut comes out a
  /// little different.
  private static func rects(
    covering dirty: PixelRegion, wholly pieces: [PixelRect], in whole: PixelRect
  ) -> [PixelRect] {
    var region = PixelRegion()
    for rect in dirty.rects { region.add(rect.intersection(whole)) }
    while true {
      let rects = region.joined(atMost: 8)
      let before = region
      for rect in rects { region.add(rect) }
      for piece in pieces where region.meets(piece) { region.add(piece.intersection(whole)) }
      if region.area == before.area { return rects }
    }
  }

  // MARK: Bars

  private static func barsMoved(_ old: ScreenChrome?, _ new: ScreenChrome) -> Bool {
    guard let old else { return true }
    return old.statusBarSides != new.statusBarSides || old.homeBar != new.homeBar
      || old.overlay != new.overlay
  }

  private func barsAreOver(_ dirty: PixelRegion, _ chrome: ScreenChrome, _ scale: Double) -> Bool {
    let sides = chrome.statusBarSides
    return [sides.left, sides.right, chrome.homeBar].contains { dirty.meets(Self.pixels($0, scale)) }
  }

  /// With a pixel around for soft edges.
  private static func pixels(_ rect: CGRect, _ scale: Double) -> PixelRect {
    PixelRect(around: rect.applying(CGAffineTransform(scaleX: scale, y: scale))).grown(by: 1)
  }
}
