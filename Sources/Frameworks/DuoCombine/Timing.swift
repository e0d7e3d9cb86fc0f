extension Publishers {
  public typealias ReceiveOn<Upstream: Publisher, Context: Scheduler> = Passing<Upstream>
  public typealias SubscribeOn<Upstream: Publisher, Context: Scheduler> = Passing<Upstream>
  public typealias Delay<Upstream: Publisher, Context: Scheduler> = Passing<Upstream>
  public typealias Debounce<Upstream: Publisher, Context: Scheduler> = Passing<Upstream>
  public typealias Throttle<Upstream: Publisher, Context: Scheduler> = Passing<Upstream>
}

extension Publisher {
  /// Values and the end arrive on a scheduler.
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    operate { subscribe(MovedLink($0) { scheduler.schedule(options: options, $0) }) }
  }

  /// Subscribing, asking and cancelling happen on a scheduler.
  public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    operate { subscriber in
      let move = { scheduler.schedule(options: options, $0) }
      move {
        subscribe(AskingLink(subscriber, move))
      }
    }
  }

  /// Values and the end arrive later.
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    let tolerance = tolerance ?? scheduler.minimumTolerance
    return operate {
      subscribe(
        MovedLink($0) {
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, $0)
        })
    }
  }

  /// A value after which nothing came for a time. The end comes at once, and a value that waits is lost. [inferred]
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    operate {
      let link = PacedLink($0, onEnd: { link, end in scheduler.schedule { link.end(end) } })
      var number = 0
      link.onValue = { link, value in
        let own = link.lock.withLock {
          number += 1
          return number
        }
        scheduler.schedule(
          after: scheduler.now.advanced(by: dueTime), tolerance: scheduler.minimumTolerance, options: options
        ) {
          if link.lock.withLock({ own == number && !link.isEnding }) { link.send(value) }
        }
      }
      subscribe(link)
    }
  }

  /// At most one value in a length of time: the first one or the latest one.
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    operate {
      let pace = Pace<Output, Failure, S>()
      let link = PacedLink(
        $0,
        onEnd: { link, completion in
          let isWaiting = link.lock.withLock {
            if pace.isPlanned { pace.end = completion }
            return pace.isPlanned
          }
          if !isWaiting { scheduler.schedule { link.end(completion) } }
        })
      link.onValue = { link, value in
        let now = scheduler.now
        let due = link.lock.withLock { pace.take(value, at: now, interval, latest) }
        guard let due else { return }
        let fire = {
          let (value, completion) = link.lock.withLock { pace.fire(due) }
          if let value { link.send(value) }
          if let completion { link.end(completion) }
        }
        if due == now { scheduler.schedule(fire) } else { scheduler.schedule(after: due, fire) }
      }
      subscribe(link)
    }
  }
}

/// What a throttle keeps.
private final class Pace<Value, Failure: Error, S: Scheduler> {
  private var waiting: Value?
  private var last: S.SchedulerTimeType?
  private(set) var isPlanned = false
  var end: Subscribers.Completion<Failure>?

  /// When a value is to be sent; nil if that is settled already.
  func take(
    _ value: Value, at now: S.SchedulerTimeType, _ interval: S.SchedulerTimeType.Stride, _ latest: Bool
  ) -> S.SchedulerTimeType? {
    if isPlanned {
      if latest { waiting = value }
      return nil
    }
    waiting = value
    isPlanned = true
    guard let last, last.distance(to: now) < interval else { return now }
    return last.advanced(by: interval)
  }

  func fire(_ due: S.SchedulerTimeType) -> (Value?, Subscribers.Completion<Failure>?) {
    defer { (waiting, isPlanned, last) = (nil, false, due) }
    return (waiting, end)
  }
}
