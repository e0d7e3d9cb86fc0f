public import Dispatch
import DuoFoundation

/// Times follow the phone's, as everything of Dispatch does.
extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    public var dispatchTime: DispatchTime
    public init(_ time: DispatchTime) { dispatchTime = time }

    public static func == (a: Self, b: Self) -> Bool { a.dispatchTime == b.dispatchTime }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(
        Int(clamping: other.dispatchTime.uptimeNanoseconds) - Int(clamping: dispatchTime.uptimeNanoseconds))
    }

    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(dispatchTime + .nanoseconds(n.magnitude))
    }

    /// In nanoseconds.
    public struct Stride: SchedulerStride, Hashable, Sendable {
      public var magnitude: Int
      public init(_ value: Int) { magnitude = value }
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let value): self = .seconds(value)
        case .milliseconds(let value): self = .milliseconds(value)
        case .microseconds(let value): self = .microseconds(value)
        case .nanoseconds(let value): self.init(value)
        default: self.init(.max)
        }
      }
      public static func unit(_ seconds: Double) -> Stride {
        Stride(Int(saturating: (seconds * 1e9).rounded()))
      }
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }
  }

  /// `@unchecked` because flags are an option set, yet not declared `Sendable` on Linux.
  public struct SchedulerOptions: @unchecked Sendable {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = []) {
      (self.qos, self.flags) = (qos, flags)
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { .init(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(value: action)
    async(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action.value() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(value: action)
    asyncAfter(deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
      action.value()
    }
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    repeated(on: self, at: date, every: interval, action)
  }
}

/// Calls again and again, each time counted from the one before, until it is cancelled.
func repeated<S: Scheduler>(
  on scheduler: S, at date: S.SchedulerTimeType, every interval: S.SchedulerTimeType.Stride,
  _ action: @escaping () -> Void
) -> any Cancellable {
  let isOver = LockedValue(false)
  func plan(_ date: S.SchedulerTimeType) {
    scheduler.schedule(after: date) {
      if isOver.withLock({ $0 }) { return }
      action()
      plan(date.advanced(by: interval))
    }
  }
  plan(date)
  return AnyCancellable { isOver.withLock { $0 = true } }
}
