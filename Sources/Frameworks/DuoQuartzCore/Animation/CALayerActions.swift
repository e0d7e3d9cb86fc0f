import Foundation

extension CALayer {
  /// What the layer does when the value of a key changes: what the delegate says, else what `actions` says, else what
  /// the class says. `NSNull` at any of them means nothing. [docs]
  func findAction(forKey event: String) -> (any CAAction)? {
    if let delegate, let action = delegate.action(for: self, forKey: event) {
      return action is NSNull ? nil : action
    }
    if let action = actions?[event] { return action is NSNull ? nil : action }
    guard let action = type(of: self).defaultAction(forKey: event) else {
      return implicitAction(forKey: event)
    }
    return action is NSNull ? nil : action
  }

  /// A layer that has been shown animates to the new value in the transaction's time. [docs]
  private func implicitAction(forKey event: String) -> (any CAAction)? {
    guard isCommitted, animatable(event) != nil else { return nil }
    let animation = CABasicAnimation(keyPath: event)
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction = CATransaction.givenTimingFunction ?? CAMediaTimingFunction(name: .default)
    return animation
  }

  /// Looks up the action while the old value holds, as Apple's layers do. A basic animation that says nothing of its
  /// values leads from what is shown now.
  func willChange(_ key: String) {
    guard delegate != nil || isCommitted || actions != nil, !CATransaction.disableActions() else { return }
    guard var action = action(forKey: key) else { return }
    if let animation = action as? CABasicAnimation, animation.keyPath == key, animation.fromValue == nil,
      animation.toValue == nil, animation.byValue == nil, let copy = animation.copy() as? CABasicAnimation
    {
      copy.fromValue = animatable(key)?.get(presented)?.any
      action = copy
    }
    dueAction = action
  }

  func didChange(_ key: String) {
    animations.shown = nil
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    guard let action = dueAction else { return }
    dueAction = nil
    action.run(forKey: key, object: self, arguments: nil)
  }
}
