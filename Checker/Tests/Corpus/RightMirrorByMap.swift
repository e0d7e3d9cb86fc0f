import AVKit

@available(iOS 27.1, *)
struct RightMirrorByMap {
  var map: AVCaptureDeviceDirectionMap

  /// Nil: leave it to automatic mirroring.
  func mirrorsPreview(of camera: AVCaptureDeviceDescriptor) -> Bool? {
    let facesForward = map.forwardFacingDeviceDescriptors.contains(camera)
    switch (camera.position, facesForward) {
    case (.back, true): return true
    case (.front, false): return false
    default: return nil
    }
  }
}
