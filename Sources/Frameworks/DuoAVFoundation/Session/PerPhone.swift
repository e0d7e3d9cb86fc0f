import PhoneHardware

/// What there is one of for each phone, made when it is first asked for. It goes when its phone is gone.
struct PerPhone<Value: Sendable>: Sendable {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: reading a weak reference is atomic, phones are `Sendable`, and so is the value.
    weak var phone: (any PhoneHardware)?
    let value: Value
  }

  private let entries = Guarded<[Entry]>([])

  /// The one of a phone. `make` is called with a lock held, so it must not ask for another of the kind.
  func of(_ phone: any PhoneHardware, make: () -> Value) -> Value {
    entries.withLock { entries in
      entries.removeAll { $0.phone == nil }
      if let entry = entries.first(where: { $0.phone === phone }) { return entry.value }
      let made = make()
      entries.append(Entry(phone: phone, value: made))
      return made
    }
  }
}
