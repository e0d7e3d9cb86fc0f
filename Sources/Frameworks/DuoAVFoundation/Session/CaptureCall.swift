import DuoFoundation
import PhoneHardware

/// A capture call that an app made. Apple forbids all of them inside a direction coordinator's handler [docs];
/// nothing stops them there, and the trace records a violation.
enum CaptureCall {
  /// - Parameter name: The call as the app wrote it.
  static func note(_ name: String) {
    guard DirectionHandlerScope.isInside else { return }
    CurrentPhone.phone.trace.record(
      "violation",
      [
        "call": .text(name),
        "detail": .text(
          "\(name) was called in a direction coordinator's handler, where AVFoundation is forbidden"),
      ])
  }
}
