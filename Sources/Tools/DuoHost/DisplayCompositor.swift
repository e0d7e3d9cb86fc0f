import Foundation
import PhoneModel
import Scenarios

/// What a preview's place is filled with.
struct PreviewFilling {
  /// Equal for equal pixels.
  var token: AnyHashable
  /// Asked for only if some of it is drawn.
  var pixels: () -> PixelPicture
}

/// Composes one display again and again: keeps the picture and draws only what has changed since.
///
/// The picture is the one that `DisplayComposer` draws of the same contents from nothing.
final class DisplayCompositor {
  private var canvas: Canvas?
  private var shown: DrawnItems?
  private var size: [Double] = []
  private let cache = DrawingCache()

  /// What the last composition drew.
  private(set) var drawn = PixelRegion()
  /// Pixels that the last composition drew, and all of the picture.
  var drawnPixels: Int { drawn.area }
  private(set) var allPixels = 0

  /// The picture of the contents, `scale` pixels for each point. `filling` gives what each preview's place is filled with;
  /// nil leaves it as it is.
  func picture(
    of contents: DisplayContents, scale: Double, filling: @escaping (ObjectIdentifier) -> PreviewFilling?
  ) -> PixelPicture { compose(contents, scale: scale, filling: filling).picture }

  /// Brings the canvas up to date.
  @discardableResult
  func compose(
    _ contents: DisplayContents, scale: Double, filling: @escaping (ObjectIdentifier) -> PreviewFilling?
  ) -> Canvas {
    let items = DrawnItems(contents, scale: scale) { filling($0)?.token }
    let (canvas, dirty) = target(contents, scale, items)
    shown = items
    cache.begin()
    let rects = items.rects(covering: dirty, atMost: 8)
    drawn = PixelRegion()
    for rect in rects { drawn.add(rect) }
    var videos: [ObjectIdentifier: PixelPicture?] = [:]
    for rect in rects {
      let drawer = LayerDrawer(canvas, plan: DrawingPlan(items, rect), cache: cache) { id in
        if let known = videos[id] { return known }
        let pixels = filling(id)?.pixels()
        videos[id] = pixels
        return pixels
      }
      canvas.save()
      canvas.clip(to: rect)
      canvas.clear()
      for window in contents.windows { drawer.draw(window) }
      canvas.restore()
    }
    cache.keepOnly(Set(items.items.map(\.key.layer)))
    return canvas
  }

  /// The kept canvas and what of it is out of date; a new one for another size.
  private func target(_ contents: DisplayContents, _ scale: Double, _ items: DrawnItems) -> (
    Canvas, PixelRegion
  ) {
    let new = [contents.width, contents.height, scale]
    if let canvas, let shown, size == new { return (canvas, DrawnItems.difference(from: shown, to: items)) }
    let width = Int((contents.width * scale).rounded()), height = Int((contents.height * scale).rounded())
    let canvas = Canvas(width: width, height: height, scale: scale)
    self.canvas = canvas
    size = new
    allPixels = width * height
    return (canvas, PixelRegion(PixelRect(0, 0, width, height)))
  }
}

/// Which pieces are drawn for one rectangle: asked layer by layer, in the order of drawing.
final class DrawingPlan {
  /// What of one layer is drawn.
  struct Parts: Hashable {
    var shadow = true, body = true, border = true
  }

  private let items: DrawnItems
  private let rect: PixelRect
  private let seen: [Bool]
  private var next = 0

  init(_ items: DrawnItems, _ rect: PixelRect) {
    self.items = items
    self.rect = rect
    seen = items.seen(in: rect)
  }

  /// For the next layer. Nil when nothing in it is drawn; then its tree is passed over.
  func enter() -> Parts? {
    let step = items.steps[next]
    guard step.box.meets(rect) else {
      next += step.layers
      return nil
    }
    next += 1
    func isSeen(_ piece: Int?) -> Bool { piece.map { seen[$0] } ?? false }
    return Parts(shadow: isSeen(step.shadow), body: isSeen(step.body), border: isSeen(step.border))
  }
}
