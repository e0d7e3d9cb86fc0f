import PhoneModel
import Synchronization

/// What a framework may ask of a phone. `SimulatedPhone` is one implementation; a backend on real
/// cameras would be another. Everything is synchronous and may be called on any thread.
public protocol PhoneHardware: AnyObject, Sendable {
  var description: PhoneDescription { get }
  /// The state now.
  var state: PhoneState { get }
  var clock: any PhoneClock { get }
  var trace: any PhoneTrace { get }

  /// Puts an event through the phone's one door. Returns when the new state is current and observers ran.
  /// - Returns: Why the event cannot happen to this phone as it is, in one sentence; nil when it happened.
  ///   A refused event changes nothing.
  @discardableResult
  func send(_ event: PhoneEvent) -> String?

  /// Calls `handler` after every change of state, on the thread that made the change, until the
  /// observation is cancelled. The handler must not block.
  func observe(_ handler: @escaping @Sendable (PhoneChange) -> Void) -> any PhoneObservation

  /// Starts a camera. Frames come to `sink` on the clock's own thread, the first after the camera's start latency.
  func openCamera(
    _ request: StreamRequest, sink: @escaping @Sendable (SensorFrame) -> Void
  ) throws(CameraOpenError) -> any CameraStream

  /// What a camera would see now in a part of its picture, as an automatic looks at it; nil when the phone cannot say.
  func probe(_ camera: CameraID, _ configuration: StreamConfiguration, _ window: FrameWindow) -> SceneProbe?

  /// The people that a camera would see now, as the phone finds them.
  func people(_ camera: CameraID, _ configuration: StreamConfiguration) -> [SeenPerson]

  /// Starts the microphone. Sound comes to `sink` on the clock's own thread, each buffer when its last sample has been
  /// taken. Whoever opens it hears the same; several may.
  func openMicrophone(
    sink: @escaping @Sendable (SoundBuffer) -> Void
  ) throws(MicrophoneOpenError) -> any MicrophoneStream
}

extension PhoneHardware {
  /// A phone whose cameras cannot be looked through between frames.
  public func probe(
    _ camera: CameraID, _ configuration: StreamConfiguration, _ window: FrameWindow
  ) -> SceneProbe? { nil }

  public func people(_ camera: CameraID, _ configuration: StreamConfiguration) -> [SeenPerson] { [] }
}

/// What a camera sees in a part of its picture, in the world's normal light and neutral colours.
public struct SceneProbe: Hashable, Sendable {
  /// Means of the linear light, as parts of white.
  public var red, green, blue: Double
  /// Distance of the middlemost of all depths, metres along the axis.
  public var depth: Double

  public init(red: Double, green: Double, blue: Double, depth: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.depth = depth
  }

  /// ITU-R 709.
  public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// What an observer learns.
public struct PhoneChange: Sendable {
  public var time: PhoneTime
  public var before, after: PhoneState
  /// The event that caused it; nil for a keyframe of a hinge movement.
  public var cause: PhoneEvent?

  public init(time: PhoneTime, before: PhoneState, after: PhoneState, cause: PhoneEvent?) {
    self.time = time
    self.before = before
    self.after = after
    self.cause = cause
  }
}

/// Ends when cancelled or released.
public protocol PhoneObservation: AnyObject, Sendable {
  func cancel()
}

/// The phone's clock and agenda.
public protocol PhoneClock: AnyObject, Sendable {
  var now: PhoneTime { get }
  /// Runs `action` on the clock's own thread at `time` (at once when it is past). Entries for one
  /// instant run in the order of their scheduling. The action must not block.
  @discardableResult
  func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation
  /// Lets phone time pass for the calling thread, which counts as blocked meanwhile.
  func spend(_ duration: PhoneDuration)
}

extension PhoneClock {
  @discardableResult
  public func schedule(
    after delay: PhoneDuration, _ action: @escaping @Sendable () -> Void
  ) -> any PhoneObservation {
    schedule(at: now + delay, action)
  }
}

/// A value in the trace.
public enum TraceValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case integer(Int)
  case number(Double)
  case bool(Bool)
  case list([TraceValue])

  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// What happened, in order: phone time, kind, fields.
public protocol PhoneTrace: AnyObject, Sendable {
  func record(_ kind: String, _ fields: KeyValuePairs<String, TraceValue>)
}

/// The phone that this process runs on. Set once by the host (or by a test), before any framework call.
public enum CurrentPhone {
  /// Stops the process with a message when no phone has been started.
  public static var phone: any PhoneHardware {
    guard let phone = current.value else {
      fatalError(
        "No phone is running in this process: start the app through its UIApplicationDelegate's main(), "
          + "or create a SimulatedPhone first.")
    }
    return phone
  }

  public static var isRunning: Bool { current.value != nil }

  package static func start(_ phone: any PhoneHardware) { current.value = phone }

  private static let current = Box()

  private final class Box: Sendable {
    private let storage = Mutex<(any PhoneHardware)?>(nil)
    var value: (any PhoneHardware)? {
      get { storage.withLock { $0 } }
      set { storage.withLock { $0 = newValue } }
    }
  }
}
