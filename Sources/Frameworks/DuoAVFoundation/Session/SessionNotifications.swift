import Foundation

/// In `runtimeErrorNotification`: an `NSError` of `AVFoundationErrorDomain`, which casts to an `AVError`. [header]
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// In `wasInterruptedNotification`: an `NSNumber`, the raw value of the reason. [header]
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// In `wasInterruptedNotification` for system pressure: an `AVCaptureDevice.SystemPressureState`. [header]
public let AVCaptureSessionInterruptionSystemPressureStateKey =
  "AVCaptureSessionInterruptionSystemPressureStateKey"

// The object of each notification is the session. Delivered on whatever thread makes the change: the caller's for
// start and stop, the session's own queue for what the phone causes.
extension AVCaptureSession {
  /// The session failed and stopped; see `AVCaptureSessionErrorKey`.
  public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// `isRunning` became true; also when the system lets the session go on. [header]
  public static let didStartRunningNotification = Notification.Name(
    "AVCaptureSessionDidStartRunningNotification")
  /// `isRunning` became false; also when the system holds the session back. [header]
  public static let didStopRunningNotification = Notification.Name(
    "AVCaptureSessionDidStopRunningNotification")
  /// The system holds the session back; see `AVCaptureSessionInterruptionReasonKey`.
  public static let wasInterruptedNotification = Notification.Name(
    "AVCaptureSessionWasInterruptedNotification")
  /// The system lets the session go on: it runs again by itself unless the app stopped it. [header]
  public static let interruptionEndedNotification = Notification.Name(
    "AVCaptureSessionInterruptionEndedNotification")

  /// Why the system holds a session back. Raw values are Apple's. [header]
  public enum InterruptionReason: Int, Hashable, Sendable {
    case videoDeviceNotAvailableInBackground = 1
    case audioDeviceInUseByAnotherClient = 2
    case videoDeviceInUseByAnotherClient = 3
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    case videoDeviceNotAvailableDueToSystemPressure = 5
    case sensitiveContentMitigationActivated = 6
  }
}

// The older spellings. [docs]
extension NSNotification.Name {
  public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
  public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
  public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
  public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
  public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
