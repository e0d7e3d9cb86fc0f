/// The requests of one photo output, as a value, in the order of the calls.
///
/// One is exposed at a time. Usually the next begins when the one before is finished [inferred]; with responsive capture
/// already when it is exposed, and photos still come in the order of the calls. [header] Every request begins once and ends
/// once, whatever happens in between.
struct PhotoLine: Equatable, Sendable {
  /// Names a request: its settings' `uniqueID`.
  typealias ID = Int64

  enum Effect: Equatable, Sendable {
    case begin(ID)
    /// The frame that has come is this request's last.
    case expose(ID)
    /// It is processed, and so are all before it.
    case finish(ID)
    /// Raw value of an `AVError` code. The request was not exposed.
    case fail(ID, code: Int)
  }

  private enum Phase: Equatable, Sendable {
    case waiting, begun, exposed, processed
    case failed(code: Int, hasBegun: Bool)
  }

  private struct Entry: Equatable, Sendable {
    var id: ID
    var phase = Phase.waiting
  }

  private var entries: [Entry] = []
  /// A request begins while others are processed.
  var overlaps = false
  /// Begun and unfinished ones at most, when they overlap.
  var limit = 1

  /// The request that a frame would expose.
  var open: ID? { entries.first { $0.phase == .begun }?.id }

  /// Those that still need a frame, in their order.
  var unexposed: [ID] { entries.filter { $0.phase == .waiting || $0.phase == .begun }.map(\.id) }

  /// Nothing is asked for.
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ id: ID) -> [Effect] {
    entries.append(Entry(id: id))
    return settle()
  }

  mutating func frameCame() -> [Effect] {
    guard let place = entries.firstIndex(where: { $0.phase == .begun }) else { return [] }
    entries[place].phase = .exposed
    return [.expose(entries[place].id)] + settle()
  }

  /// The exposed request's photos are ready.
  mutating func processed(_ id: ID) -> [Effect] {
    guard let place = entries.firstIndex(where: { $0.id == id && $0.phase == .exposed }) else { return [] }
    entries[place].phase = .processed
    return settle()
  }

  /// No frame will come for those that are not exposed yet. They fail in their order, behind those that are.
  mutating func fail(code: Int) -> [Effect] {
    for place in entries.indices {
      switch entries[place].phase {
      case .waiting: entries[place].phase = .failed(code: code, hasBegun: false)
      case .begun: entries[place].phase = .failed(code: code, hasBegun: true)
      case .exposed, .processed, .failed: break
      }
    }
    return settle()
  }

  private mutating func settle() -> [Effect] {
    var effects: [Effect] = []
    while let first = entries.first {
      if first.phase == .processed {
        effects.append(.finish(first.id))
      } else if case .failed(let code, let hasBegun) = first.phase {
        if !hasBegun { effects.append(.begin(first.id)) }
        effects.append(.fail(first.id, code: code))
      } else {
        break
      }
      entries.removeFirst()
    }
    if let next = entries.firstIndex(where: { $0.phase == .waiting }), mayBegin(next) {
      entries[next].phase = .begun
      effects.append(.begin(entries[next].id))
    }
    return effects
  }

  private func mayBegin(_ place: Int) -> Bool {
    if place == 0 { return true }
    return overlaps && place < limit
      && entries[..<place].allSatisfy { $0.phase == .exposed || $0.phase == .processed }
  }

  // MARK: Readiness

  /// What keeps an output from taking the next photo at once.
  enum Readiness: Int, Equatable, Sendable {
    case ready = 1
    case momentarily = 2
    case capture = 3
    case processing = 4
  }

  /// Another request would begin at once, or what it waits for.
  var readiness: Readiness {
    if open != nil { return overlaps ? .momentarily : .capture }
    guard !entries.isEmpty else { return .ready }
    return overlaps && entries.count < limit ? .ready : .processing
  }
}
