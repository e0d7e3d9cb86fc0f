import DuoAVFoundation
import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel

/// A layer tree as it was at one moment: a value, free to leave the main thread.
package struct LayerSnapshot {
  struct Colour: Hashable {
    var red, green, blue, alpha: Double

    init(_ colour: CGColor) {
      let c = colour.rgba
      red = c.red
      green = c.green
      blue = c.blue
      alpha = c.alpha
    }
  }

  /// Tells layers apart.
  var id: ObjectIdentifier
  /// The layer's own space: origin and size in points.
  package var bounds: CGRect
  /// From the layer's own space to its superlayer's.
  package var toParent: CGAffineTransform
  var opacity: Double
  var background, border: Colour?
  var borderWidth, cornerRadius: Double
  /// Which corners the radius rounds.
  var corners: CACornerMask
  var masks: Bool
  /// What the layer itself shows between its background and its sublayers.
  var contents: LayerContents?
  var shadow: LayerShadow?
  /// The layer whose alpha says what is seen, if there is one; none in the list: nothing is.
  var mask: [LayerSnapshot]?
  /// What a preview layer, or a display layer with a picture, shows; nil before its first frame. `id` tells layers apart.
  package var preview: (id: ObjectIdentifier, shown: ShownPreview)?
  /// For every preview layer: where its frames come from.
  var source: (id: ObjectIdentifier, source: PreviewSource)?
  /// For every preview layer: how it is framed.
  var framing: PreviewFraming?
  /// In drawing order.
  var children: [LayerSnapshot]

  /// Nil for a layer that draws nothing: hidden, or with opacity 0.
  /// Values are those that the layer shows at the phone's present time.
  package init?(_ model: CALayer) {
    let layer = model.presented
    guard !layer.isHidden, layer.opacity > 0 else { return nil }
    id = ObjectIdentifier(model)
    bounds = layer.bounds
    let anchor = CGPoint(
      x: layer.bounds.minX + layer.bounds.width * layer.anchorPoint.x,
      y: layer.bounds.minY + layer.bounds.height * layer.anchorPoint.y)
    toParent = CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(layer.affineTransform())
      .concatenating(CGAffineTransform(translationX: layer.position.x, y: layer.position.y))
    opacity = Double(layer.opacity)
    background = layer.backgroundColor.map(Colour.init)
    border = layer.borderColor.map(Colour.init)
    borderWidth = layer.borderWidth
    cornerRadius = layer.cornerRadius
    corners = layer.maskedCorners
    masks = layer.masksToBounds
    contents = layer.shownContents
    shadow = LayerShadow(layer)
    mask = layer.mask.map { LayerSnapshot($0).map { [$0] } ?? [] }
    if let previewLayer = model as? any FrameShowing, let from = previewLayer.previewSource {
      let own = ObjectIdentifier(model)
      source = (own, from)
      preview = previewLayer.shown(in: layer.bounds).map { (own, $0) }
      framing = PreviewFraming(previewLayer)
    }
    children = model.drawingOrder.compactMap(LayerSnapshot.init)
    if let cover = layer.cover { children.append(contentsOf: Self.covering(bounds, cover)) }
  }

  /// What a layer showed before, lying on its bounds.
  private static func covering(_ bounds: CGRect, _ cover: LayerCover) -> [LayerSnapshot] {
    guard var old = LayerSnapshot(cover.layer) else { return [] }
    old.toParent = CGAffineTransform(
      translationX: bounds.minX - old.bounds.minX, y: bounds.minY - old.bounds.minY)
    old.opacity *= Double(cover.opacity)
    return [old]
  }

  /// Where a preview's video lies, or would, in the layer's own space.
  var videoRect: CGRect { preview?.shown.visible ?? bounds }
}
