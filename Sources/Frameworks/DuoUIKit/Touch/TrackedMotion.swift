import Foundation

/// A value that follows fingers, and how fast it changes. Fingers that come and go do not make it jump: what it was
/// before goes on from the new place.
struct TrackedMotion<Value> {
  private let add: (Value, Value) -> Value
  private let subtract: (Value, Value) -> Value
  private let scale: (Value, Double) -> Value
  /// What fingers did before the present set of fingers.
  private var before: Value
  private var base: Value?
  private var last: (value: Value, time: TimeInterval)?
  /// Since the gesture's start, or since it was set.
  private(set) var value: Value
  /// Change in a second, at the last change. [assumed]
  private(set) var velocity: Value
  private let zero: Value

  init(
    zero: Value, add: @escaping (Value, Value) -> Value, subtract: @escaping (Value, Value) -> Value,
    scale: @escaping (Value, Double) -> Value
  ) {
    self.zero = zero
    self.add = add
    self.subtract = subtract
    self.scale = scale
    before = zero
    value = zero
    velocity = zero
  }

  /// The fingers are others than before, at this measure; nil while there are too few.
  mutating func rebase(_ measure: Value?, at time: TimeInterval) {
    before = value
    base = measure
    last = measure.map { ($0, time) }
  }

  mutating func follow(_ measure: Value, at time: TimeInterval) {
    guard let base, let last else {
      rebase(measure, at: time)
      return
    }
    if time > last.time { velocity = scale(subtract(measure, last.value), 1 / (time - last.time)) }
    self.last = (measure, time)
    value = add(before, subtract(measure, base))
  }

  mutating func set(_ new: Value) {
    before = new
    value = new
    base = last?.value
    velocity = zero
  }
}

extension TrackedMotion where Value == CGPoint {
  static var places: Self {
    Self(
      zero: .zero, add: { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) },
      subtract: { CGPoint(x: $0.x - $1.x, y: $0.y - $1.y) }, scale: { CGPoint(x: $0.x * $1, y: $0.y * $1) })
  }
}

extension TrackedMotion where Value == Double {
  static var numbers: Self { Self(zero: 0, add: +, subtract: -, scale: *) }
}
