import PhoneModel

/// When transitional pictures are due: a value that is told what happens and answers when to compose next.
///
/// From an event on there is one every `every`, the last at most `lasting` after the newest event, so that none falls on
/// a step's settled moment. At most one is planned at a time.
struct TransitionTimes: Sendable {
  struct Step: Hashable, Sendable {
    var index: Int
    var name: String
  }

  let every, lasting: PhoneDuration
  /// Nil outside steps, and from a step's observation on.
  private var step: Step?
  private var lastEvent: PhoneTime?
  private var isPlanned = false

  init(every: PhoneDuration, lasting: PhoneDuration) {
    self.every = every
    self.lasting = lasting
  }

  mutating func begin(_ step: Step, at now: PhoneTime) -> PhoneTime? {
    self.step = step
    return plan(at: now)
  }

  /// The step is observed: no picture is wanted before the next step.
  mutating func end() { step = nil }

  mutating func disturbed(at now: PhoneTime) -> PhoneTime? {
    lastEvent = now
    return plan(at: now)
  }

  /// The planned time has come. Nil: nothing is to be composed, and nothing is planned any more.
  mutating func due(at now: PhoneTime) -> Step? {
    guard let step, let lastEvent, now <= lastEvent + lasting else {
      isPlanned = false
      return nil
    }
    return step
  }

  /// What was due is composed.
  mutating func composed(at now: PhoneTime) -> PhoneTime? {
    isPlanned = false
    return plan(at: now)
  }

  private mutating func plan(at now: PhoneTime) -> PhoneTime? {
    guard step != nil, !isPlanned, let lastEvent, now + every <= lastEvent + lasting else { return nil }
    isPlanned = true
    return now + every
  }
}
