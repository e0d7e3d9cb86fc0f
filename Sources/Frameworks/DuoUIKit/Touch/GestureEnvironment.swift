import Foundation

/// Runs the recognisers: gives them touches, settles which of them recognises, calls their targets, and then lets the
/// views have what no recogniser holds back or took away.
@MainActor
final class GestureEnvironment {
  static let shared = GestureEnvironment()

  /// Recognisers that follow touches, in the order in which they decide: those of the deepest view first, of one view
  /// the one that was added last. [assumed]
  private(set) var engaged: [UIGestureRecognizer] = []
  /// Touches whose views are still to hear something.
  private var waiting: [UITouch] = []
  private var isBusy = false

  // MARK: Touches

  /// A finger went down: every recogniser of the view and of the views around it may follow it.
  func offer(_ touch: UITouch) {
    var found: [UIGestureRecognizer] = []
    for case let view? in sequence(first: touch.view, next: { $0?.superview }) {
      for recognizer in (view.gestureRecognizers ?? []).reversed() where recognizer.receives(touch) {
        found.append(recognizer)
      }
    }
    touch.gestureRecognizers = found
  }

  /// Recognisers first, then views. [docs]
  func send(_ touches: [UITouch], _ event: UIEvent) {
    for touch in touches {
      touch.delivery.add(touch.phase, event)
      if !waiting.contains(touch) { waiting.append(touch) }
    }
    // Touches may be cancelled while others are given out, by an action that takes their view away: what is decided
    // then waits until every recogniser has heard of the others.
    let wasBusy = isBusy
    isBusy = true
    for recognizer in recognizers(of: touches) { recognizer.receive(touches, event) }
    isBusy = wasBusy
    settle()
  }

  private func recognizers(of touches: [UITouch]) -> [UIGestureRecognizer] {
    var found: [UIGestureRecognizer] = []
    for touch in touches {
      for recognizer in touch.gestureRecognizers ?? [] where !found.contains(recognizer) {
        found.append(recognizer)
      }
    }
    for recognizer in found where !engaged.contains(recognizer) { engaged.append(recognizer) }
    sort()
    return found.sorted { $0.order < $1.order }
  }

  private func sort() { engaged.sort { $0.order < $1.order } }

  // MARK: Deciding

  /// Brings every proposal to an end or to a wait; then views get their touches.
  func settle() {
    guard !isBusy else { return }
    isBusy = true
    var round: [GestureArbiter.Notice]
    repeat {
      var arbiter = GestureArbiter(engaged)
      round = arbiter.settle()
      for notice in round { notice.recognizer.announce(notice.state) }
    } while !round.isEmpty
    for recognizer in engaged where recognizer.isOver { recognizer.finish() }
    engaged.removeAll { $0.tracked.isEmpty && $0.proposals.isEmpty }
    isBusy = false
    flush()
  }

  // MARK: Views

  private func flush() {
    let phases: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]
    var heard = true
    while heard {
      heard = false
      var due: [(touch: UITouch, phase: UITouch.Phase)] = []
      for touch in waiting {
        let undecided = engaged.filter { $0.isUndecided && $0.tracked.contains(touch) }
        let next = touch.delivery.next(
          holdsBegan: undecided.contains { $0.delaysTouchesBegan },
          holdsEnded: undecided.contains { $0.delaysTouchesEnded })
        if let next { due.append((touch, next)) }
      }
      for phase in phases {
        var left = due.filter { $0.phase == phase }.map(\.touch)
        while let view = left.first?.view {
          let group = left.filter { $0.view === view }
          left.removeAll { $0.view === view }
          heard = true
          tell(view, phase, group)
        }
      }
    }
    waiting.removeAll { touch in
      let delivery = touch.delivery
      let isDone = delivery.isOver || (delivery.pending.isEmpty && !touch.isOver) || !delivery.goesToView
      // The event has the touch: they must not keep each other, and the touched view with them.
      if isDone { touch.delivery.event = nil }
      return isDone
    }
  }

  /// A touch that was held back says the phase that it is delivered with.
  private func tell(_ view: UIView, _ phase: UITouch.Phase, _ touches: [UITouch]) {
    let phases = touches.map(\.phase)
    for touch in touches { touch.phase = phase }
    let event = touches.last?.delivery.event
    switch phase {
    case .began: view.touchesBegan(Set(touches), with: event)
    case .moved: view.touchesMoved(Set(touches), with: event)
    case .ended: view.touchesEnded(Set(touches), with: event)
    default: view.touchesCancelled(Set(touches), with: event)
    }
    for (touch, old) in zip(touches, phases) where !(touch.phase == .cancelled && phase != .cancelled) {
      touch.phase = old
    }
  }
}

extension GestureEnvironment {
  /// A view has other recognisers than before: each is on one view only. [docs]
  static func attach(_ recognizers: [UIGestureRecognizer], to view: UIView, before: [UIGestureRecognizer]) {
    for old in before where !recognizers.contains(old) && old.view === view {
      old.giveUp()
      old.view = nil
    }
    for new in recognizers where new.view !== view {
      let last = new.view
      new.view = view
      last?.gestureRecognizers?.removeAll { $0 === new }
    }
  }
}
