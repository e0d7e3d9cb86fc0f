import AVFoundation

@dynamicMemberLookup
final class DeviceBox {
  private let device: AVCaptureDevice
  init(_ device: AVCaptureDevice) { self.device = device }

  subscript<T>(dynamicMember path: KeyPath<AVCaptureDevice, T>) -> T { device[keyPath: path] }

  func change(_ body: (AVCaptureDevice) -> Void) {
    guard (try? device.lockForConfiguration()) != nil else { return }
    defer { device.unlockForConfiguration() }
    body(device)
  }
}
