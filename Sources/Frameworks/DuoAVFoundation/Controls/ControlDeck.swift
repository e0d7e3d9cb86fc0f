import DuoFoundation
import PhoneModel

/// Which of a session's controls the Camera Control works on, as a value.
///
/// Controls are active while the session runs, has some, and has a delegate. [docs] A light press shows one, and hides it
/// again; two light presses go to the next; a slide changes the one that is shown. Which is shown first, and that the last
/// one is shown again, is assumed.
struct ControlDeck: Equatable, Sendable {
  enum Effect: Equatable, Sendable {
    case becameActive, becameInactive
    case entersFullscreen, exitsFullscreen
    /// The control at this place changes by a part of its range.
    case changes(Int, by: Double)
  }

  /// For each control, whether it may be used.
  var enabled: [Bool] = []
  private(set) var isActive = false
  private(set) var shown: Int?
  /// The one that was shown last.
  private var last = 0

  /// The session's state, or its list of controls, is another one now.
  mutating func become(isActive wanted: Bool, enabled now: [Bool]) -> [Effect] {
    enabled = now
    var effects: [Effect] = []
    if let place = shown, !wanted || !enabled.indices.contains(place) || !enabled[place] {
      shown = nil
      effects.append(.exitsFullscreen)
    }
    if wanted != isActive {
      isActive = wanted
      effects.append(wanted ? .becameActive : .becameInactive)
    }
    return effects
  }

  mutating func take(_ gesture: CameraControlGesture) -> [Effect] {
    guard isActive, enabled.contains(true) else { return [] }
    switch gesture {
    case .lightPress:
      if shown != nil {
        shown = nil
        return [.exitsFullscreen]
      }
      return show(place(from: last))
    case .doubleLightPress:
      return show(place(from: shown.map { $0 + 1 } ?? last))
    case .slide(let part):
      return shown.map { [.changes($0, by: part)] } ?? []
    }
  }

  private mutating func show(_ place: Int) -> [Effect] {
    defer {
      shown = place
      last = place
    }
    return shown == nil ? [.entersFullscreen] : []
  }

  /// The first that may be used, from a place on, round and round.
  private func place(from start: Int) -> Int {
    enabled.indices.map { ($0 + start) % enabled.count }.first { enabled[$0] } ?? 0
  }
}

/// A control's value among those that it can have, as a value.
struct ControlRange: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case continuous(ClosedRange<Float>)
    case stepped(ClosedRange<Float>, step: Float)
    case listed([Float])
  }

  let kind: Kind

  var bounds: ClosedRange<Float> {
    switch kind {
    case .continuous(let range), .stepped(let range, _): range
    case .listed(let values): (values.min() ?? 0)...(values.max() ?? 0)
    }
  }

  func contains(_ value: Float) -> Bool {
    switch kind {
    case .continuous(let range): range.contains(value)
    case .stepped: bounds.contains(value) && nearest(to: value) == value
    case .listed(let values): values.contains(value)
    }
  }

  /// The value that a slide by a part of the whole range leads to.
  func moved(_ value: Float, by part: Double) -> Float {
    if case .listed(let values) = kind {
      let place = values.firstIndex(of: value) ?? 0
      let moved = (Double(place) + part * Double(values.count - 1)).rounded()
      return values[min(max(Int(saturating: moved), 0), values.count - 1)]
    }
    let wanted = value + Float(part) * (bounds.upperBound - bounds.lowerBound)
    return nearest(to: min(max(wanted, bounds.lowerBound), bounds.upperBound))
  }

  private func nearest(to value: Float) -> Float {
    guard case .stepped(let range, let step) = kind else { return value }
    let steps = ((value - range.lowerBound) / step).rounded()
    return min(range.lowerBound + steps * step, range.upperBound)
  }
}
