import Foundation

/// A layer's own time runs in its superlayer's; its animations run in the layer's.
extension CALayer: CAMediaTiming {
  public var beginTime: CFTimeInterval {
    get { animations.timing.beginTime }
    set { changeTimes { $0.beginTime = newValue } }
  }
  /// Infinite at first.
  public var duration: CFTimeInterval {
    get { animations.timing.duration }
    set { changeTimes { $0.duration = newValue } }
  }
  /// 0 freezes everything in the layer.
  public var speed: Float {
    get { Float(animations.timing.speed) }
    set { changeTimes { $0.speed = Double(newValue) } }
  }
  public var timeOffset: CFTimeInterval {
    get { animations.timing.timeOffset }
    set { changeTimes { $0.timeOffset = newValue } }
  }
  public var repeatCount: Float {
    get { Float(animations.timing.repeatCount) }
    set { changeTimes { $0.repeatCount = Double(newValue) } }
  }
  public var repeatDuration: CFTimeInterval {
    get { animations.timing.repeatDuration }
    set { changeTimes { $0.repeatDuration = newValue } }
  }
  public var autoreverses: Bool {
    get { animations.timing.autoreverses }
    set { changeTimes { $0.autoreverses = newValue } }
  }
  public var fillMode: CAMediaTimingFillMode {
    get { animations.timing.fillMode }
    set { changeTimes { $0.fillMode = newValue } }
  }

  private func changeTimes(_ change: (inout MediaTiming) -> Void) {
    change(&animations.timing)
    timesChanged()
  }

  /// The layer is on no display any more: nothing of it is shown, and its animations have not finished. [docs]
  func leftDisplay() {
    isCommitted = false
    if !animations.entries.isEmpty { removeAllAnimations() }
  }
}
