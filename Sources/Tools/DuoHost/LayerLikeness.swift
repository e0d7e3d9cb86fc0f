import DuoQuartzCore
import Foundation

/// Which layers look alike at the same place. Video is compared by whoever fills it in.
extension LayerSnapshot {
  /// Below the sublayers.
  func hasBody(of other: LayerSnapshot) -> Bool {
    bounds == other.bounds && cornerRadius == other.cornerRadius && background == other.background
      && videoRect == other.videoRect && corners == other.corners && contents == other.contents
  }

  func hasBorder(of other: LayerSnapshot) -> Bool {
    bounds == other.bounds && cornerRadius == other.cornerRadius && border == other.border
      && borderWidth == other.borderWidth && corners == other.corners
  }

  /// Colour aside, a shadow follows from the path, or from everything in the layer.
  func hasShadow(of other: LayerSnapshot) -> Bool {
    guard shadow == other.shadow else { return false }
    if shadow == nil || shadow?.path != nil { return true }
    return hasTree(of: other)
  }

  static func lookAlike(_ some: [LayerSnapshot], _ others: [LayerSnapshot]) -> Bool {
    some.count == others.count
      && zip(some, others).allSatisfy {
        $0.toParent == $1.toParent && $0.opacity == $1.opacity && $0.shadow == $1.shadow && $0.hasTree(of: $1)
      }
  }

  /// Everything in the layer, without its place, its opacity and its shadow.
  private func hasTree(of other: LayerSnapshot) -> Bool {
    guard
      hasBody(of: other), hasBorder(of: other), masks == other.masks, source?.id == other.source?.id,
      (mask == nil) == (other.mask == nil), Self.lookAlike(mask ?? [], other.mask ?? [])
    else { return false }
    return Self.lookAlike(children, other.children)
  }

  /// The preview layers in the tree, those in masks included.
  var sources: [ObjectIdentifier] {
    (source.map { [$0.id] } ?? []) + ((mask ?? []) + children).flatMap(\.sources)
  }

  var hasShadows: Bool { shadow != nil || children.contains(where: \.hasShadows) }
}
