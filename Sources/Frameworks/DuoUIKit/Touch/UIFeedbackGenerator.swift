import DuoFoundation
import Foundation
import PhoneHardware

// Nobody feels a simulated phone: the trace tells of every feedback that an app gives.

/// Lets people feel that something happened. Use one of its subclasses. [docs]
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
  public override init() { super.init() }

  /// Gets ready to answer without delay. A simulated phone always is.
  open func prepare() {}

  func give(_ fields: KeyValuePairs<String, TraceValue>) {
    guard CurrentPhone.isRunning else { return }
    CurrentPhone.phone.trace.record("haptic", fields)
  }
}

/// Something met something, such as a shutter that was pressed. [docs]
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// Raw values are Apple's. [header]
  public enum FeedbackStyle: Int, Sendable {
    case light = 0
    case medium = 1
    case heavy = 2
    case soft = 3
    case rigid = 4
  }

  private let style: FeedbackStyle

  /// Of medium weight. [docs]
  public convenience override init() { self.init(style: .medium) }

  /// Of the weight that the things would have which meet. [docs]
  public init(style: UIImpactFeedbackGenerator.FeedbackStyle) {
    self.style = style
    super.init()
  }

  /// At full strength. [docs]
  open func impactOccurred() { impactOccurred(intensity: 1) }

  /// - Parameter intensity: 0...1. [docs]
  open func impactOccurred(intensity: CGFloat) {
    give([
      "feedback": "impact", "style": .text("\(style)"),
      "intensity": .number(Double(min(max(intensity, 0), 1))),
    ])
  }
}

/// A selection is another one, such as a zoom step on a dial. [docs]
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Call it when the selection has changed, not when it is confirmed. [docs]
  open func selectionChanged() { give(["feedback": "selection"]) }
}

/// A task ended well or badly. [docs]
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// Raw values are Apple's. [header]
  public enum FeedbackType: Int, Sendable {
    case success = 0
    case warning = 1
    case error = 2
  }

  /// Call it when the task has ended. [docs]
  open func notificationOccurred(_ notificationType: UINotificationFeedbackGenerator.FeedbackType) {
    give(["feedback": "notification", "type": .text("\(notificationType)")])
  }
}
