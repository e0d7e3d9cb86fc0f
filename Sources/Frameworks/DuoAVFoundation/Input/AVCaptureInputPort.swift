import DuoCoreMedia
import DuoFoundation
import Synchronization

extension AVCaptureInput {
  /// One stream of an input. Made by the input only. Safe on any thread.
  public class Port: NSObject {
    private struct State {
      var isEnabled = true
      var formatDescription: CMFormatDescription?
      var onEnabledChange: (@Sendable () -> Void)?
    }

    // The input owns its ports.
    private weak var owner: AVCaptureInput?
    /// What the stream is made of. [docs]
    public let mediaType: AVMediaType
    /// The type of the camera behind the stream. Visible ports carry the device's own. [header]
    public let sourceDeviceType: AVCaptureDevice.DeviceType?
    /// Where the camera behind the stream sits on the body, not where it looks. [header]
    public let sourceDevicePosition: AVCaptureDevice.Position
    private let state = Mutex(State())

    package init(
      input: AVCaptureInput, mediaType: AVMediaType, sourceDeviceType: AVCaptureDevice.DeviceType?,
      sourceDevicePosition: AVCaptureDevice.Position
    ) {
      owner = input
      self.mediaType = mediaType
      self.sourceDeviceType = sourceDeviceType
      self.sourceDevicePosition = sourceDevicePosition
    }

    /// The input that the port belongs to. A port must not outlive it.
    public var input: AVCaptureInput {
      guard let owner else { fatalError("this port's AVCaptureInput has been released") }
      return owner
    }

    /// The format of the stream; nil until it is known, that is until the input is in a session. [inferred]
    public var formatDescription: CMFormatDescription? {
      state.withLock { Handed($0.formatDescription) }.value
    }

    /// Whether the stream flows. Starts true.
    public var isEnabled: Bool {
      get { state.withLock { $0.isEnabled } }
      set {
        let changed = state.withLock { state in
          guard state.isEnabled != newValue else { return (@Sendable () -> Void)?.none }
          state.isEnabled = newValue
          return state.onEnabledChange
        }
        changed?()
      }
    }

    /// The clock of the stream's timestamps: the phone's.
    public var clock: CMClock? { CMClockGetHostTimeClock() }

    /// Posted when `formatDescription` changed; the object is the port. [header]
    public static let formatDescriptionDidChangeNotification = Notification.Name(
      "AVCaptureInputPortFormatDescriptionDidChangeNotification")

    /// The session's callback for `isEnabled`; called with no lock held.
    package func setEnabledHandler(_ handler: (@Sendable () -> Void)?) {
      state.withLock { $0.onEnabledChange = handler }
    }

    package func setFormatDescription(_ description: CMFormatDescription?) {
      let offered = Handed(description)
      let isNew = state.withLock { state in
        if state.formatDescription == offered.value { return false }
        state.formatDescription = offered.value
        return true
      }
      if isNew {
        NotificationCenter.default.post(name: Self.formatDescriptionDidChangeNotification, object: self)
      }
    }
  }
}

extension NSNotification.Name {
  @available(iOS, deprecated: 18.0, renamed: "AVCaptureInput.Port.formatDescriptionDidChangeNotification")
  public static let AVCaptureInputPortFormatDescriptionDidChange =
    AVCaptureInput.Port.formatDescriptionDidChangeNotification
}
