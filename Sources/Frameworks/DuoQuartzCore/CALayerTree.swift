import DuoFoundation
import Foundation

extension CALayer {
  /// From back to front; nil when there are none.
  public var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set {
      let wanted = newValue ?? []
      for child in children where !wanted.contains(where: { $0 === child }) { child.removeFromSuperlayer() }
      for child in wanted { addSublayer(child) }
    }
  }

  /// Puts `layer` in front of the other sublayers, taking it from its old superlayer.
  public func addSublayer(_ layer: CALayer) { adopt(layer) { $0.count } }

  /// Puts `layer` at `index` of `sublayers`.
  public func insertSublayer(_ layer: CALayer, at index: UInt32) {
    adopt(layer) { min(Int(index), $0.count) }
  }

  /// Puts `layer` directly behind `sibling`; at the back when `sibling` is nil or not a sublayer. [docs]
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    adopt(layer) { list in list.firstIndex { $0 === sibling } ?? 0 }
  }

  /// Puts `layer` directly in front of `sibling`; at the front when `sibling` is nil or not a sublayer. [docs]
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    adopt(layer) { list in list.firstIndex { $0 === sibling }.map { $0 + 1 } ?? list.count }
  }

  /// Puts `new` in the place of `old`. Nothing happens when `old` is not a sublayer. [docs]
  public func replaceSublayer(_ old: CALayer, with new: CALayer) {
    guard old !== new, children.contains(where: { $0 === old }) else { return }
    insertSublayer(new, below: old)
    old.removeFromSuperlayer()
  }

  public func removeFromSuperlayer() {
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

  private func adopt(_ layer: CALayer, at place: ([CALayer]) -> Int) {
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
