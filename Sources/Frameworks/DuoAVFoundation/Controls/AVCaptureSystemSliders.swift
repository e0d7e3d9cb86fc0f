import DuoFoundation
import Foundation

/// The system's own zoom: a person zooms a device with the Camera Control. [docs]
///
/// It goes over the whole range that is available; a slide multiplies the factor (assumed).
public final class AVCaptureSystemZoomSlider: AVCaptureControl {
  private let device: AVCaptureDevice
  private let action: (@MainActor @Sendable (CGFloat) -> Void)?

  public init(device: AVCaptureDevice) {
    self.device = device
    action = nil
    super.init()
  }

  /// - Parameter action: Called with each factor that the person chooses.
  public init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void) {
    self.device = device
    self.action = action
    super.init()
  }

  override func slide(by part: Double) {
    let (low, high) = (device.minAvailableVideoZoomFactor, device.maxAvailableVideoZoomFactor)
    let wanted = device.videoZoomFactor * CGFloat(pow(Double(high / low), part))
    let factor = min(max(wanted, low), high)
    guard factor != device.videoZoomFactor, device.changedBySystem({ $0.videoZoomFactor = factor }) else {
      return
    }
    if let action { Task { @MainActor in action(factor) } }
  }
}

/// The system's own exposure bias. [docs]
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl {
  private let device: AVCaptureDevice
  private let action: (@MainActor @Sendable (CGFloat) -> Void)?

  public init(device: AVCaptureDevice) {
    self.device = device
    action = nil
    super.init()
  }

  /// - Parameter action: Called with each bias that the person chooses.
  public init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void) {
    self.device = device
    self.action = action
    super.init()
  }

  override func slide(by part: Double) {
    let (low, high) = (device.minExposureTargetBias, device.maxExposureTargetBias)
    let bias = min(max(device.exposureTargetBias + Float(part) * (high - low), low), high)
    guard bias != device.exposureTargetBias, device.changedBySystem({ $0.setExposureTargetBias(bias) }) else {
      return
    }
    if let action { Task { @MainActor in action(CGFloat(bias)) } }
  }
}

extension AVCaptureDevice {
  /// - Returns: false while another client keeps the lock away.
  fileprivate func changedBySystem(_ change: (AVCaptureDevice) -> Void) -> Bool {
    do { try lockForConfiguration() } catch { return false }
    change(self)
    unlockForConfiguration()
    return true
  }
}
