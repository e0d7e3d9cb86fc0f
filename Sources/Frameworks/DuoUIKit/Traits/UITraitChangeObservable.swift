import DuoFoundation
import Foundation

/// Something that has traits: scenes, windows, views, controllers. [docs]
@preconcurrency @MainActor
public protocol UITraitEnvironment: NSObject {
  var traitCollection: UITraitCollection { get }
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

/// Keep it to stop being told. [docs]
@preconcurrency @MainActor
public protocol UITraitChangeRegistration: AnyObject {}

/// Something whose changes of traits can be watched. [docs]
@preconcurrency @MainActor
public protocol UITraitChangeObservable: AnyObject {
  typealias TraitChangeHandler<TraitEnvironment> = (
    _ traitEnvironment: TraitEnvironment, _ previousTraitCollection: UITraitCollection
  ) -> Void
}

/// Who is told of changes of one object's traits, and what was told last.
@MainActor
final class TraitObservers {
  final class Registration: UITraitChangeRegistration {
    let traits: [UITrait]
    let handler: (UITraitCollection) -> Void
    init(_ traits: [UITrait], _ handler: @escaping (UITraitCollection) -> Void) {
      self.traits = traits
      self.handler = handler
    }
  }

  var overrides = UITraitOverrides()
  private(set) var registrations: [Registration] = []
  /// The traits that the object was told of; nil before it took part in an update.
  private var told: UITraitCollection?

  func add(_ registration: Registration, present: UITraitCollection) {
    registrations.append(registration)
    begin(with: present)
  }

  func remove(_ registration: any UITraitChangeRegistration) {
    registrations.removeAll { $0 === registration }
  }

  /// Takes the traits as told, if none were.
  func begin(with traits: UITraitCollection) { if told == nil { told = traits } }

  /// - Parameter notify: called before the registered handlers with the old traits.
  /// - Returns: whether the traits are others than the object was told.
  @discardableResult
  func update(to traits: UITraitCollection, notify: (UITraitCollection) -> Void) -> Bool {
    let old = told
    told = traits
    guard let old, old !== traits else { return false }
    let changed = Set(traits.values.differences(from: old.values).map { ObjectIdentifier($0) })
    guard !changed.isEmpty else { return false }
    notify(old)
    for registration in registrations
    where registration.traits.contains(where: { changed.contains(ObjectIdentifier($0)) }) {
      registration.handler(old)
    }
    return true
  }
}

/// Who keeps observers: every class here that is a `UITraitChangeObservable`.
@MainActor
protocol TraitObserving: UITraitChangeObservable {
  var traitObservers: TraitObservers { get }
  var traitCollection: UITraitCollection { get }
}

extension UITraitChangeObservable {
  /// Calls `handler` after one of the traits has another value, with this object and the old traits. [docs]
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping TraitChangeHandler<Self>
  ) -> any UITraitChangeRegistration {
    register(traits) { object, old in handler(object, old) }
  }

  /// The same for a closure that names the type of its first parameter, which must be this object's: in a class
  /// that may be `Self`. [docs] Raises for another type (Diptych's check).
  @_disfavoredOverload
  @discardableResult
  public func registerForTraitChanges<T: UITraitChangeObservable>(
    _ traits: [UITrait], handler: @escaping TraitChangeHandler<T>
  ) -> any UITraitChangeRegistration {
    guard self is T else {
      raise(
        .invalidArgument, "\(type(of: self)) is no \(T.self), which the handler of its trait changes takes.")
    }
    return register(traits) { object, old in if let object = object as? T { handler(object, old) } }
  }

  /// Performs `action` on `target` after one of the traits has another value, with this object and the old traits as its
  /// arguments, as far as it takes them. [docs]
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], target: Any, action: Selector
  ) -> any UITraitChangeRegistration {
    let target = target as AnyObject
    return register(traits) { [weak target] object, old in
      if let target { action.perform(on: target, object, old) }
    }
  }

  /// Performs `action` on this object. [docs]
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], action: Selector
  ) -> any UITraitChangeRegistration {
    register(traits) { object, old in action.perform(on: object, object, old) }
  }

  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    observing.traitObservers.remove(registration)
  }

  private var observing: any TraitObserving {
    guard let observing = self as? any TraitObserving else {
      fatalError("\(Self.self): only UIKit's own classes keep trait observers.")
    }
    return observing
  }

  private func register(
    _ traits: [UITrait], _ handler: @escaping (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let registration = TraitObservers.Registration(traits) { [weak self] old in
      if let self { handler(self, old) }
    }
    observing.traitObservers.add(registration, present: observing.traitCollection)
    return registration
  }
}
