import Foundation

/// A layer's value before a change, so that an animation can lead from it.
package struct ValueChange {
  package let key: String
  private let old: AnimatedValue
  private let shown: AnimatedValue

  /// Made before the change. Nil for a key that does not animate.
  package init?(_ layer: CALayer, key: String) {
    guard let property = layer.animatable(key), let old = property.get(layer) else { return nil }
    self.key = key
    self.old = old
    shown = property.get(layer.presented) ?? old
  }

  /// The value before.
  package var oldValue: Any { old.any }

  /// The value that the layer has now.
  package func newValue(_ layer: CALayer) -> Any { layer.animatable(key)?.get(layer)?.any ?? old.any }

  /// Gives the layer the old value again.
  package func takeBack(on layer: CALayer) { layer.animatable(key)?.set(layer, old) }

  /// Gives the layer a value that `newValue` has told.
  package func set(_ value: Any, on layer: CALayer) {
    if let value = AnimatedValue(value) { layer.animatable(key)?.set(layer, value) }
  }

  /// Gives the layer the value that it shows.
  package func keepShown(on layer: CALayer) {
    guard let property = layer.animatable(key), let value = property.get(layer.presented) else { return }
    property.set(layer, value)
  }

  /// Leads the animation from the old value to the layer's new one.
  /// - Parameter adds: the animation is a sum that goes to nothing, so that others under way go on. Only places and
  ///   sizes add up.
  /// - Returns: whether it adds.
  package func lead(_ animation: CABasicAnimation, on layer: CALayer, adds: Bool) -> Bool {
    animation.keyPath = key
    guard let new = layer.animatable(key)?.get(layer) else { return false }
    if adds, key == "position" || key == "bounds", let way = old.adding(new, sign: -1),
      let none = new.adding(new, sign: -1)
    {
      animation.isAdditive = true
      animation.fromValue = way.any
      animation.toValue = none.any
      return true
    }
    animation.fromValue = shown.any
    animation.toValue = new.any
    return false
  }
}

extension CALayer {
  /// Changes the layer's own copy of an animation, and when it ends.
  package func retime(_ key: String, _ change: (CAAnimation) -> Void) {
    guard let animation = animation(forKey: key) else { return }
    change(animation)
    timesChanged()
  }

  /// The layer's time now, which its animations run in.
  package var timeNow: Double { layerTime }

  /// The share of a cycle that the animation is at now, 0 to 1; nil where it has no effect.
  package func progress(ofAnimation key: String) -> Double? {
    animation(forKey: key).flatMap { MediaTiming($0).progress(at: layerTime) }
  }
}
