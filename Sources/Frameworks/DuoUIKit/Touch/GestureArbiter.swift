/// Decides between recognisers that follow the same fingers. [docs] [header]
@MainActor
struct GestureArbiter {
  struct Notice {
    var recognizer: UIGestureRecognizer
    var state: UIGestureRecognizer.State
  }

  private let engaged: [UIGestureRecognizer]
  private var notices: [Notice] = []

  init(_ engaged: [UIGestureRecognizer]) { self.engaged = engaged }

  /// Takes every proposal that can be taken.
  /// - Returns: the new states that targets are told, in order.
  mutating func settle() -> [Notice] {
    var moved = true
    while moved {
      moved = false
      for recognizer in engaged {
        while let next = recognizer.proposals.first, take(next, of: recognizer) { moved = true }
      }
    }
    return notices
  }

  /// False while the recogniser waits for another one to fail.
  private mutating func take(_ next: UIGestureRecognizer.State, of recognizer: UIGestureRecognizer) -> Bool {
    switch (recognizer.current, next) {
    case (.possible, .began), (.possible, .ended): return recognize(recognizer, next)
    case (.possible, .failed), (.possible, .cancelled): fail(recognizer)
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
      (.changed, .cancelled):
      move(recognizer, to: next)
    case (.began, .failed), (.changed, .failed): move(recognizer, to: .cancelled)
    // No such transition: the proposal falls away. [docs]
    default: recognizer.proposals.removeFirst()
    }
    return true
  }

  private mutating func recognize(_ recognizer: UIGestureRecognizer, _ next: UIGestureRecognizer.State)
    -> Bool
  {
    if !recognizer.asksToBegin() {
      fail(recognizer)
      return true
    }
    let rivals = engaged.filter { $0 !== recognizer && $0.isRelated(to: recognizer) }
    let needed = rivals.filter { recognizer.needsFailure(of: $0) }
    if needed.contains(where: \.hasRecognized) {
      fail(recognizer)
      return true
    }
    if needed.contains(where: \.isUndecided) { return false }
    if rivals.contains(where: { $0.hasRecognized && $0.prevents(recognizer) }) {
      fail(recognizer)
      return true
    }
    move(recognizer, to: next)
    for touch in recognizer.tracked where recognizer.cancelsTouchesInView { touch.delivery.isTaken = true }
    for rival in rivals where rival.isUndecided {
      if rival.needsFailure(of: recognizer) || recognizer.prevents(rival) { fail(rival) }
    }
    return true
  }

  private func fail(_ recognizer: UIGestureRecognizer) {
    recognizer.proposals = []
    recognizer.current = .failed
  }

  private mutating func move(_ recognizer: UIGestureRecognizer, to state: UIGestureRecognizer.State) {
    if !recognizer.proposals.isEmpty { recognizer.proposals.removeFirst() }
    recognizer.current = state
    notices.append(Notice(recognizer: recognizer, state: state))
  }
}
