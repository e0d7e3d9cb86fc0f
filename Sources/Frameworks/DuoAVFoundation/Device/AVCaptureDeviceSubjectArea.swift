import DuoFoundation
import PhoneHardware
import PhoneModel

extension AVCaptureDevice {
  /// Whether `subjectAreaDidChangeNotification` is posted. Needs the configuration lock. Starts false.
  /// [header]
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { current.isSubjectAreaMonitored }
    set {
      configure("setSubjectAreaChangeMonitoringEnabled:") { state throws(DeviceFault) in
        state.isSubjectAreaMonitored = newValue
      }
    }
  }

  /// What a camera sees changes with an event that moves the phone, its light or its world (assumed), while
  /// the device is in a session. Steps of a movement do not count.
  func subjectMayHaveChanged(_ change: PhoneChange) {
    let (before, after) = (change.before, change.after)
    let sees =
      before.placement != after.placement || before.world != after.world || before.light != after.light
    guard change.cause != nil, sees, isAttachedToSession, isSubjectAreaChangeMonitoringEnabled else { return }
    NotificationCenter.default.post(name: Self.subjectAreaDidChangeNotification, object: self)
  }
}
