/// What a view got and is still to get of one touch: recognisers may hold touches back or take them away.
struct TouchDelivery {
  /// False for a second finger in a view that takes one, and beside exclusive views.
  var goesToView = true
  /// The view has heard of the touch.
  var hasBegun = false
  /// Nothing more goes to the view.
  var isOver = false
  /// A recogniser that cancels touches in views has recognised it.
  var isTaken = false
  /// Not delivered yet, in order.
  var pending: [UITouch.Phase] = []
  /// The event of the last change.
  var event: UIEvent?

  /// The finger did something that the view should hear of. Several moves in a row are one.
  mutating func add(_ phase: UITouch.Phase, _ event: UIEvent) {
    self.event = event
    guard goesToView, !isOver else { return }
    if phase == .moved, pending.last == .moved { return }
    pending.append(phase)
  }

  /// What the view is to hear next; nil when nothing, or when a recogniser holds it back.
  /// - Parameters:
  ///   - holdsBegan: A recogniser that is still undecided delays the beginning.
  ///   - holdsEnded: One delays the end.
  mutating func next(holdsBegan: Bool, holdsEnded: Bool) -> UITouch.Phase? {
    guard goesToView, !isOver else { return nil }
    if isTaken || pending.contains(.cancelled) {
      isOver = true
      pending = []
      return hasBegun ? .cancelled : nil
    }
    guard let first = pending.first else { return nil }
    if first == .began {
      if holdsBegan { return nil }
      hasBegun = true
    }
    if first == .ended {
      if holdsEnded { return nil }
      isOver = true
    }
    pending.removeFirst()
    return first
  }
}
