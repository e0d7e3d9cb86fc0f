import DuoFoundation
import Foundation
import PhoneHardware

/// Where a session's data goes. Abstract: sessions take only its subclasses.
open class AVCaptureOutput: NSObject {
  /// What the app chose about a late start; nil: nothing.
  let deferral = Guarded<Bool?>(nil)
  /// On which queues its data is delivered.
  let delegateQueues = Guarded<[DelegateQueueRole: DelegateQueueMark]>([:])

  /// Why an output dropped data. Raw values are Apple's. [header]
  public enum DataDroppedReason: Int, Hashable, Sendable {
    case none = 0
    case lateData = 1
    case outOfBuffers = 2
    case discontinuity = 3
  }

  /// The session's connections to this output, in the order in which they were formed; empty outside a session.
  public var connections: [AVCaptureConnection] {
    SessionMembership.session(of: self)?.connections(to: self) ?? []
  }

  /// The first connection that carries this medium; nil when there is none, so also outside a session.
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    connections.first { connection in connection.inputPorts.contains { $0.mediaType == mediaType } }
  }

  /// The session's configuration, its cameras' formats, or whether it runs have changed. Called with no lock held, on the
  /// thread of the change.
  func sessionChanged() {}

  /// What a session needs to know of the output; each subclass says it.
  var traits: OutputTraits {
    fatalError("\(type(of: self)) is not an output that a capture session can use: it describes no data.")
  }
}

/// What a session needs to know of an output's class.
struct OutputTraits: Sendable {
  var className: String
  var media: Set<AVMediaType>
  var mayRepeat: Bool
  /// Names of classes that cannot be in the same session.
  var excludes: Set<String> = []
  var destination: ConnectionState.Destination
  /// Receives the camera's frames; nil for an output that takes none.
  var taker: (any FrameTaker)?
  /// Receives the microphone's sound; nil for an output that takes none.
  var soundTaker: (any SoundTaker)?
}

/// Takes the frames of a connection. Called on the phone's clock, so it must not block.
protocol FrameTaker: AnyObject, Sendable {
  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice)
  /// This frame and some that follow it are lost: the camera changes its mode.
  func lose(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice)
  /// Frames come through this connection from now on, nil: no more, but for those in flight.
  func flows(through connection: AVCaptureConnection?)
}

extension FrameTaker {
  /// Who tells nobody of frames that are lost.
  func lose(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {}
}
