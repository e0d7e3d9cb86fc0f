import PhoneHardware
import PhoneModel

/// What a mode of the clock does. The meaning of each member is that of `VirtualClock`'s.
protocol ClockEngine: AnyObject, Sendable {
  func start() throws(ClockError)
  var now: PhoneTime { get }
  func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation
  func spend(_ duration: PhoneDuration)
  /// `reached` learns whether nothing more is planned; with `orDry` it is called as soon as that is so.
  func run(until time: PhoneTime, orDry: Bool, _ reached: @escaping @Sendable (Bool) -> Void)
  func runUnlimited(_ unlimited: Bool)
  func onQuiet(_ action: (@Sendable () -> Void)?)
  func onMainThreadWait(
    longerThan shortest: PhoneDuration, _ action: @escaping @Sendable (PhoneTime, PhoneTime) -> Void)
}

/// A closure on its way through C: handed over retained, taken back once.
final class Box<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }

  var handedOver: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func takenBack(_ pointer: UnsafeMutableRawPointer?) -> Value {
    Unmanaged<Box<Value>>.fromOpaque(pointer!).takeRetainedValue().value
  }
}
