import CCairo
import DuoQuartzCore
import Foundation
import Scenarios

/// Draws trees of layers on a canvas.
struct LayerDrawer {
  private let canvas: Canvas
  private let video: (ObjectIdentifier) -> PixelPicture?
  /// Which layers need to be drawn; nil draws all of them.
  private let plan: DrawingPlan?
  /// What was drawn before; nil draws everything anew, with the same pixels.
  private let cache: DrawingCache?

  init(
    _ canvas: Canvas, plan: DrawingPlan? = nil, cache: DrawingCache? = nil,
    _ video: @escaping (ObjectIdentifier) -> PixelPicture?
  ) {
    self.canvas = canvas
    self.video = video
    self.plan = plan
    self.cache = cache
  }

  func draw(_ layer: LayerSnapshot) {
    // Without a surface there is nothing to see, and Cairo takes no such transform.
    guard ViewTransform(layer.toParent).isInvertible else { return }
    var parts = DrawingPlan.Parts()
    if let plan {
      guard let planned = plan.enter() else { return }
      parts = planned
    }
    canvas.save()
    defer { canvas.restore() }
    canvas.transform(layer.toParent)
    if layer.opacity < 1 { canvas.beginGroup() }
    if layer.mask != nil { canvas.beginGroup() }
    if parts.shadow, let shadow = layer.shadow { draw(shadow, of: layer) }
    canvas.save()
    if layer.masks { canvas.clip(layer.outline()) }
    if parts.body { drawBody(layer) }
    for child in layer.children { draw(child) }
    canvas.restore()
    if parts.border, let border = layer.border, layer.borderWidth > 0 { draw(border, of: layer) }
    if let mask = layer.mask { canvas.endGroup(maskedBy: { drawMask(mask) }) }
    if layer.opacity < 1 { canvas.endGroup(opacity: layer.opacity) }
  }

  /// Inside the bounds; one that meets itself in the middle fills them.
  private func draw(_ border: LayerSnapshot.Colour, of layer: LayerSnapshot) {
    let width = layer.borderWidth
    if width * 2 >= min(layer.bounds.width, layer.bounds.height) {
      return canvas.fill(layer.outline(), border)
    }
    canvas.stroke(layer.outline(inset: width / 2), border, width: width)
  }

  /// Video only says where it is.
  private func drawMask(_ mask: [LayerSnapshot]) {
    let drawer = LayerDrawer(canvas) { video($0) == nil ? nil : DisplayComposer.black }
    for part in mask { drawer.draw(part) }
  }

  private func draw(_ shadow: LayerShadow, of layer: LayerSnapshot) {
    let toPixels = canvas.toPixels
    let known = cache?.shadow(of: layer, at: toPixels)
    guard let cast = known ?? shadow.cast(by: layer, toPixels, width: canvas.width, height: canvas.height)
    else { return }
    if known == nil { cache?.keep(cast, of: layer, at: toPixels) }
    canvas.paint(cast, shadow.colour)
  }

  /// What a layer shows below its sublayers.
  private func drawBody(_ layer: LayerSnapshot) {
    if let background = layer.background { canvas.fill(layer.outline(), background) }
    if let id = layer.source?.id, let pixels = video(id) {
      canvas.save()
      canvas.clip(layer.outline())
      let placed = canvas.draw(pixels, in: layer.videoRect, kept: cache?.video(id))
      if let placed { cache?.keepVideo(placed, id) }
      canvas.restore()
    }
    if let contents = layer.contents { draw(contents, of: layer.id) }
  }

  /// On pixels of their own first: soft edges come out differently in their last bits when they are drawn in part.
  private func draw(_ contents: LayerContents, of id: ObjectIdentifier) {
    let toPixels = canvas.toPixels
    if let known = cache?.contents(contents, of: id, at: toPixels) { return canvas.paint(known) }
    guard
      let pixels = PlacedPixels(
        around: contents.inkBox, toPixels: toPixels, width: canvas.width, height: canvas.height)
    else { return }
    contents.draw(in: pixels.canvas.graphics)
    cairo_surface_flush(pixels.canvas.surface)
    cache?.keep(pixels, of: id, contents, at: toPixels)
    canvas.paint(pixels)
  }
}

/// What a display's layers looked like, pixel for pixel, when they were drawn last. Only what the last composition used is
/// kept.
final class DrawingCache {
  private struct Contents {
    var contents: LayerContents
    var place: CGAffineTransform
    var pixels: PlacedPixels
  }

  private struct Shadow {
    var layer: LayerSnapshot
    var place: CGAffineTransform
    var cast: CastShadow
  }

  private var contents: [ObjectIdentifier: Contents] = [:]
  private var shadows: [ObjectIdentifier: Shadow] = [:]
  private var videos: [ObjectIdentifier: PlacedPixels] = [:]

  /// Begins a composition: another frame of the video may be shown in it.
  func begin() {
    videos = [:]
  }

  /// Drops what is on the display no more.
  func keepOnly(_ layers: Set<ObjectIdentifier>) {
    contents = contents.filter { layers.contains($0.key) }
    shadows = shadows.filter { layers.contains($0.key) }
  }

  func contents(
    _ wanted: LayerContents, of id: ObjectIdentifier, at place: CGAffineTransform
  ) -> PlacedPixels? {
    guard let known = contents[id], known.place == place, known.contents == wanted else { return nil }
    return known.pixels
  }

  func keep(
    _ pixels: PlacedPixels, of id: ObjectIdentifier, _ shown: LayerContents, at place: CGAffineTransform
  ) {
    contents[id] = Contents(contents: shown, place: place, pixels: pixels)
  }

  func shadow(of layer: LayerSnapshot, at place: CGAffineTransform) -> CastShadow? {
    guard let known = shadows[layer.id], known.place == place, layer.hasShadow(of: known.layer) else {
      return nil
    }
    return known.cast
  }

  func keep(_ cast: CastShadow, of layer: LayerSnapshot, at place: CGAffineTransform) {
    shadows[layer.id] = Shadow(layer: layer, place: place, cast: cast)
  }

  func video(_ id: ObjectIdentifier) -> PlacedPixels? { videos[id] }
  func keepVideo(_ pixels: PlacedPixels, _ id: ObjectIdentifier) { videos[id] = pixels }
}
