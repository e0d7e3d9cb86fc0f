import AVFoundation

extension AVCaptureDevice {
  @discardableResult
  func whileLocked<T>(_ body: (AVCaptureDevice) throws -> T) throws -> T {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    return try body(self)
  }
}

struct RightLockHelper {
  let device: AVCaptureDevice

  func torch(_ on: Bool) throws {
    guard device.hasTorch else { return }
    try device.whileLocked { device in
      device.torchMode = on ? .on : .off
    }
  }

  func night() throws {
    try device.whileLocked {
      if $0.isLowLightBoostSupported { $0.automaticallyEnablesLowLightBoostWhenAvailable = true }
    }
  }
}
