import DuoFoundation
import Foundation

extension CALayer {
  func replaceChildren(_ wanted: [CALayer]) {
    for child in children where !wanted.contains(where: { $0 === child }) { child.removeFromSuperlayer() }
    for child in wanted { addSublayer(child) }
  }

  func exchange(_ old: CALayer, for new: CALayer) {
    guard old !== new, children.contains(where: { $0 === old }) else { return }
    insertSublayer(new, below: old)
    old.removeFromSuperlayer()
  }

  func leaveSuperlayer() {
    guard let parent = superlayer else { return }
    parent.forget(self)
    if parent.looks.mask === self { parent.looks.mask = nil }
    superlayer = nil
    parent.setNeedsLayout()
    spreadPlacement()
  }

  private func forget(_ layer: CALayer) {
    if let index = children.firstIndex(where: { $0 === layer }) { children.remove(at: index) }
  }

  func adopt(_ layer: CALayer, at place: ([CALayer]) -> Int) {
    for ancestor in sequence(first: self, next: \.superlayer) where ancestor === layer {
      raise(ExceptionName(rawValue: "CALayerInvalid"), "layer \(layer) is a part of cycle in its layer tree")
    }
    if let old = layer.superlayer {
      old.forget(layer)
      if old.looks.mask === layer { old.looks.mask = nil }
      if old !== self { old.setNeedsLayout() }
    }
    children.insert(layer, at: place(children))
    layer.superlayer = self
    layer.spreadPlacement()
    setNeedsLayout()
  }

  /// The layer at the top of this tree.
  package var root: CALayer {
    var layer = self
    while let parent = layer.superlayer { layer = parent }
    return layer
  }

  /// Brings the placement of this layer and of everything in it up to date, then tells the observers.
  func spreadPlacement() {
    var changed: [LayerAttachment] = []
    func visit(_ layer: CALayer, _ inherited: HostPlacement?) {
      let placement = layer.hostPlacement ?? inherited
      if layer.attachment.set(placement) {
        changed.append(layer.attachment)
        if placement == nil { layer.leftDisplay() }
      }
      // The mask of a copy is that of the layer itself.
      if let mask = layer.looks.mask, mask.superlayer === layer { visit(mask, placement) }
      for child in layer.children { visit(child, placement) }
    }
    visit(self, superlayer?.attachment.placement)
    for attachment in changed { attachment.notify() }
  }
}
