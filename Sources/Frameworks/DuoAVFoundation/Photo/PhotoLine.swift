/// The requests of one photo output, as a value: one is captured at a time, in the order of the calls; the next begins
/// when the one before is finished. [inferred]: without responsive capture
///
/// Every request begins once and ends once, whatever happens in between.
struct PhotoLine: Equatable, Sendable {
  /// Names a request: its settings' `uniqueID`.
  typealias ID = Int64

  enum Effect: Equatable, Sendable {
    case begin(ID)
    /// The frame that has come is this request's.
    case expose(ID)
    /// Raw value of an `AVError` code. The request was not exposed.
    case fail(ID, code: Int)
  }

  private(set) var waiting: [ID] = []
  /// Begun and not finished.
  private(set) var current: ID?
  private(set) var isExposed = false

  /// The request that a frame would expose.
  var open: ID? { isExposed ? nil : current }

  /// Those that still need a frame, in their order.
  var unexposed: [ID] { (open.map { [$0] } ?? []) + waiting }

  mutating func add(_ id: ID) -> [Effect] {
    waiting.append(id)
    return next()
  }

  mutating func frameCame() -> [Effect] {
    guard let id = open else { return [] }
    isExposed = true
    return [.expose(id)]
  }

  /// The exposed request is finished.
  mutating func finished(_ id: ID) -> [Effect] {
    guard current == id, isExposed else { return [] }
    current = nil
    isExposed = false
    return next()
  }

  /// No frame will come for those that are not exposed yet: each of them begins, if it has not, and fails.
  mutating func fail(code: Int) -> [Effect] {
    var effects: [Effect] = []
    if let id = open {
      effects.append(.fail(id, code: code))
      current = nil
    }
    // Behind an exposed one they wait until it is finished, to keep the order; then they fail in `next`.
    failure = waiting.isEmpty ? nil : code
    failing = Set(waiting)
    return effects + next()
  }

  private var failure: Int?
  private var failing: Set<ID> = []

  private mutating func next() -> [Effect] {
    var effects: [Effect] = []
    while current == nil, !waiting.isEmpty {
      let id = waiting.removeFirst()
      effects.append(.begin(id))
      if failing.remove(id) != nil, let failure {
        effects.append(.fail(id, code: failure))
      } else {
        current = id
      }
    }
    if failing.isEmpty { failure = nil }
    return effects
  }
}
