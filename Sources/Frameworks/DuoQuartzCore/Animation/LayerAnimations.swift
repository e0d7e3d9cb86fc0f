import Foundation

/// A layer's animations, in the order in which they were added, and its own time.
struct LayerAnimations {
  struct Entry {
    var key: String?
    var animation: CAAnimation
    var number: Int
    let transaction: TransactionAnimations
    var hasStarted = false
    /// Its end has been told; one that is not removed stays after it.
    var isTold = false
  }

  var entries: [Entry] = []
  var next = 0
  /// The layer's own times; its superlayer's are the parent's.
  var timing = MediaTiming(duration: .infinity)
  /// When somebody has to hear of a start or an end.
  var wake: (time: Double, ticket: PhoneTimer.Ticket)?
  /// What `presentation()` returned last, while nothing changes and no time passes.
  var shown: (time: Double, layer: CALayer)?
  /// Of a presentation layer: whose values it shows. Weak, since the layer keeps what it showed last.
  weak var model: CALayer?
}

/// The animations of one transaction, and of those inside it, that have not ended.
final class TransactionAnimations {
  private let outer: TransactionAnimations?
  private var running = 0
  private var completion: (() -> Void)?
  private var isClosed = false

  init(outer: TransactionAnimations?) {
    self.outer = outer
    outer?.began()
  }

  func began() { running += 1 }

  func ended() {
    running -= 1
    finishIfDone()
  }

  /// The transaction is committed. Its completion runs when the last animation ends: at once without one.
  func close(_ completion: (() -> Void)?) {
    self.completion = completion
    isClosed = true
    finishIfDone()
  }

  private func finishIfDone() {
    guard isClosed, running == 0 else { return }
    isClosed = false
    let completion = completion
    self.completion = nil
    completion?()
    outer?.ended()
  }
}
