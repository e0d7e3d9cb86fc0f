import PhoneHardware

/// Which sessions run on each phone. The phone hears when the first one starts and when the last one stops.
enum RunningSessions {
  private static let table = Guarded<[ObjectIdentifier: Set<ObjectIdentifier>]>([:])

  static func set(_ session: SessionEngine, isRunning: Bool, on phone: any PhoneHardware) {
    let change = table.withLock { table -> Bool? in
      let key = ObjectIdentifier(phone)
      var running = table[key] ?? []
      let before = running.isEmpty
      if isRunning {
        running.insert(ObjectIdentifier(session))
      } else {
        running.remove(ObjectIdentifier(session))
      }
      table[key] = running.isEmpty ? nil : running
      return before == running.isEmpty ? nil : !running.isEmpty
    }
    if let change { phone.send(.capturing(change)) }
  }
}
