import Foundation

/// Which cameras look the same way as a view, and which the opposite way. Either list may be empty; cameras
/// of unspecified position are in neither. [docs] The lists follow the order of the coordinator's device types (assumed).
public final class AVCaptureDeviceDirectionMap: NSObject, Sendable {
  public let forwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]
  public let backwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]

  init(forward: [AVCaptureDeviceDescriptor] = [], backward: [AVCaptureDeviceDescriptor] = []) {
    forwardFacingDeviceDescriptors = forward
    backwardFacingDeviceDescriptors = backward
  }
}
