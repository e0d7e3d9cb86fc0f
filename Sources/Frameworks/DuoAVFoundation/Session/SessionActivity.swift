/// Whether a session runs, as a value: what the app asked for, whether the system holds it back, and
/// what is true in between. Each event yields what is to be done, in order.
///
/// Order round an interruption (assumed where nobody says): the cameras stop, `isInterrupted` turns true,
/// `isRunning` false, then come the notices of interruption and of stopping; at its end `isInterrupted`
/// turns false, its notice comes, the cameras start, `isRunning` turns true, then the notice of starting.
struct SessionActivity: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case startCalled
    /// The time that starting takes has passed.
    case startFinished
    case stopCalled
    /// Raw value of the reason that holds the session back now; nil when nothing does.
    case held(reason: Int?)
    /// A camera of the session failed; raw value of the `AVError` code.
    case failed(code: Int)
  }

  enum Notice: Equatable, Sendable {
    case didStart, didStop, wasInterrupted(reason: Int), interruptionEnded, runtimeError(code: Int)
  }

  enum Effect: Equatable, Sendable {
    case openCameras, closeCameras
    case running(Bool)
    case interrupted(Bool)
    case post(Notice)
  }

  /// The app called start, and neither stop nor a failure came after it.
  private(set) var isWanted = false
  private(set) var isStarting = false
  private(set) var isRunning = false
  private(set) var isInterrupted = false
  /// What holds the session back, whether or not it wants to run.
  private(set) var heldBy: Int?

  mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .startCalled:
      guard !isWanted else { return [] }
      isWanted = true
      if let heldBy { return interrupt(heldBy) }
      isStarting = true
      return [.openCameras]
    case .startFinished:
      guard isStarting else { return [] }
      isStarting = false
      isRunning = true
      return [.running(true), .post(.didStart)]
    case .stopCalled:
      isWanted = false
      return halt()
    case .held(let reason):
      heldBy = reason
      if let reason { return isWanted ? interrupt(reason) : [] }
      return resume()
    case .failed(let code):
      guard isWanted else { return [] }
      isWanted = false
      let stop = halt()
      return stop.filter { $0 != .post(.didStop) } + [.post(.runtimeError(code: code))]
        + stop.filter { $0 == .post(.didStop) }
    }
  }

  /// Stops what runs. An interruption lasts until its cause ends.
  private mutating func halt() -> [Effect] {
    let wasOpen = isStarting || isRunning
    let wasRunning = isRunning
    isStarting = false
    isRunning = false
    return (wasOpen ? [.closeCameras] : []) + (wasRunning ? [.running(false), .post(.didStop)] : [])
  }

  private mutating func interrupt(_ reason: Int) -> [Effect] {
    guard !isInterrupted else { return [] }
    isInterrupted = true
    let stop = halt()
    var effects = stop.filter { $0 == .closeCameras }
    effects.append(.interrupted(true))
    effects += stop.filter { $0 == .running(false) }
    effects.append(.post(.wasInterrupted(reason: reason)))
    effects += stop.filter { $0 == .post(.didStop) }
    return effects
  }

  private mutating func resume() -> [Effect] {
    guard isInterrupted else { return [] }
    isInterrupted = false
    var effects: [Effect] = [.interrupted(false), .post(.interruptionEnded)]
    if isWanted {
      isRunning = true
      effects += [.openCameras, .running(true), .post(.didStart)]
    }
    return effects
  }
}
