import DuoFoundation

/// What a control does at its events, in the order of adding.
@MainActor
final class ControlPerformers {
  /// A target that is not kept alive.
  struct Target {
    weak var object: AnyObject?
    let wasNil: Bool
  }

  enum Kind {
    case action(UIAction)
    case selector(Target, Selector)
  }

  struct Entry {
    var kind: Kind
    var events: UIControl.Event
  }

  private(set) var all: [Entry] = []

  var events: UIControl.Event { all.reduce(into: []) { $0.formUnion($1.events) } }

  var targets: [AnyObject?] {
    all.compactMap { entry in
      guard case .selector(let target, _) = entry.kind, target.wasNil || target.object != nil else {
        return nil
      }
      return .some(target.object)
    }
  }

  func add(_ action: UIAction, _ events: UIControl.Event) {
    remove(action.identifier, events)
    all.append(Entry(kind: .action(action), events: events))
  }

  /// A pair that is there already gets the events too. [docs]
  func add(_ target: AnyObject?, _ action: Selector, _ events: UIControl.Event) {
    let place = all.firstIndex {
      guard case .selector(let other, let selector) = $0.kind else { return false }
      return other.wasNil == (target == nil) && other.object === target && selector == action
    }
    if let place {
      all[place].events.formUnion(events)
    } else {
      all.append(
        Entry(kind: .selector(Target(object: target, wasNil: target == nil), action), events: events))
    }
  }

  func remove(_ identifier: UIAction.Identifier, _ events: UIControl.Event) {
    remove(events) {
      guard case .action(let action) = $0 else { return false }
      return action.identifier == identifier
    }
  }

  /// Nil stands for every target or action.
  func remove(_ target: AnyObject?, _ action: Selector?, _ events: UIControl.Event) {
    remove(events) {
      guard case .selector(let other, let selector) = $0 else { return false }
      return (target == nil || other.object === target) && (action == nil || selector == action)
    }
  }

  private func remove(_ events: UIControl.Event, where matches: (Kind) -> Bool) {
    all = all.compactMap { entry in
      guard matches(entry.kind) else { return entry }
      let rest = entry.events.subtracting(events)
      return rest.isEmpty ? nil : Entry(kind: entry.kind, events: rest)
    }
  }

  func actions(of target: AnyObject?, _ event: UIControl.Event) -> [String] {
    all.compactMap { entry in
      guard case .selector(let other, let selector) = entry.kind, other.object === target,
        !entry.events.isDisjoint(with: event)
      else { return nil }
      return "\(selector)"
    }
  }
}
