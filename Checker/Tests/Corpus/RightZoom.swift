import AVFoundation

/// Zoom in the words of the device: its range, its lenses' switch-over factors.
struct RightZoom {
  let device: AVCaptureDevice

  var steps: [CGFloat] {
    [device.minAvailableVideoZoomFactor] + device.virtualDeviceSwitchOverVideoZoomFactors.map { CGFloat(truncating: $0) }
  }

  func zoom(to wanted: CGFloat, animated: Bool) throws {
    let factor = min(max(wanted, device.minAvailableVideoZoomFactor), device.maxAvailableVideoZoomFactor)
    try device.lockForConfiguration()
    if animated {
      device.ramp(toVideoZoomFactor: factor, withRate: 4)
    } else {
      device.videoZoomFactor = factor
    }
    device.unlockForConfiguration()
  }

  func reset() throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.videoZoomFactor = 1
  }
}
