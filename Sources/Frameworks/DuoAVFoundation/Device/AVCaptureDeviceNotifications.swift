import Foundation

// Notifications of devices; the object is the device. The raw names are Apple's constants. [header]
// [inferred]
extension AVCaptureDevice {
  /// A camera was plugged in; the object is the device. [header]
  public static let wasConnectedNotification = Notification.Name("AVCaptureDeviceWasConnectedNotification")
  /// A camera was unplugged; the object is the device, whose inputs deliver nothing any more. [header]
  public static let wasDisconnectedNotification = Notification.Name(
    "AVCaptureDeviceWasDisconnectedNotification")
  /// Only while `isSubjectAreaChangeMonitoringEnabled`.
  public static let subjectAreaDidChangeNotification = Notification.Name(
    "AVCaptureDeviceSubjectAreaDidChangeNotification")
}

extension NSNotification.Name {
  @available(iOS, deprecated: 18.0, renamed: "AVCaptureDevice.wasConnectedNotification")
  public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
  @available(iOS, deprecated: 18.0, renamed: "AVCaptureDevice.wasDisconnectedNotification")
  public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
  @available(iOS, deprecated: 18.0, renamed: "AVCaptureDevice.subjectAreaDidChangeNotification")
  public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
