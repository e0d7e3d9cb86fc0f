import Foundation

/// Which cameras look the same way as a view, and which the opposite way. Either list may be empty; cameras
/// of unspecified position are in neither. [docs] The lists follow the order of the coordinator's device types (assumed).
public final class AVCaptureDeviceDirectionMap: NSObject, Sendable {
  /// Cameras that look the way the view faces: at whoever sees it. [docs]
  public let forwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]
  /// Cameras that look away from whoever sees the view. [docs]
  public let backwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]

  init(forward: [AVCaptureDeviceDescriptor] = [], backward: [AVCaptureDeviceDescriptor] = []) {
    forwardFacingDeviceDescriptors = forward
    backwardFacingDeviceDescriptors = backward
  }
}
