import CObjectCreation
import Foundation

/// Makes presentation layers.
enum LayerCopy {
  /// A layer of the same class with the same values, made by the class's `init(layer:)`, overridden or inherited.
  static func make(of layer: CALayer) -> CALayer {
    let any = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    defer { any.deallocate() }
    any.initialize(to: layer)
    // The initialiser takes the value out of its place.
    let metatype = unsafeBitCast(type(of: layer) as AnyClass, to: UnsafeRawPointer.self)
    return Unmanaged<CALayer>.fromOpaque(duo_copy_layer(metatype, any)).takeRetainedValue()
  }

  /// A copy of what the layer and everything in it show now.
  static func tree(of layer: CALayer) -> CALayer {
    let copy = make(of: layer.presented)
    for child in layer.children { copy.addSublayer(tree(of: child)) }
    return copy
  }
}
