import Dispatch
import DuoFoundation
public import Foundation

/// The time of schedulers that count in dates.
public struct DateTimeType: Strideable, Hashable, Sendable {
  public var date: Date
  public init(_ date: Date) { self.date = date }
  public func distance(to other: DateTimeType) -> Stride { Stride(other.date.timeIntervalSince(date)) }
  public func advanced(by n: Stride) -> DateTimeType { DateTimeType(date.addingTimeInterval(n.magnitude)) }

  /// In seconds.
  public struct Stride: SchedulerStride, Hashable, Sendable {
    public var magnitude: TimeInterval
    public init(_ value: TimeInterval) { magnitude = value }
    public static func unit(_ seconds: Double) -> Stride { Stride(seconds) }
    public var timeInterval: TimeInterval { magnitude }
  }
}

extension RunLoop: Scheduler {
  public typealias SchedulerTimeType = DateTimeType
  public struct SchedulerOptions: Sendable {}

  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  public var minimumTolerance: SchedulerTimeType.Stride { .init(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(value: action)
    // The main queue is served by the main run loop and wakes it up, which `perform` alone does not.
    if self === RunLoop.main {
      DispatchQueue.main.async { action.value() }
    } else {
      perform { action.value() }
    }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(value: action)
    add(Timer(fire: date.date, interval: 0, repeats: false) { _ in action.value() }, forMode: .common)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Handed(value: action)
    let timer = Timer(fire: date.date, interval: interval.magnitude, repeats: true) { _ in action.value() }
    add(timer, forMode: .common)
    return AnyCancellable { timer.invalidate() }
  }
}

extension OperationQueue: Scheduler {
  public typealias SchedulerTimeType = DateTimeType
  public struct SchedulerOptions: Sendable {}

  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  public var minimumTolerance: SchedulerTimeType.Stride { .init(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(value: action)
    addOperation { action.value() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(value: action)
    let delay = max(date.date.timeIntervalSinceNow, 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { self.addOperation { action.value() } }
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    repeated(on: self, at: date, every: interval, action)
  }
}
