import DuoFoundation
import Foundation
import PhoneModel

extension AVCaptureDevice {
  /// A centred crop; the size of the pictures stays. Observable. Needs the configuration lock.
  ///
  /// Below 1 or above `activeFormat.videoMaxZoomFactor` it raises `NSRangeException`; between these and the
  /// available range it is clamped. Setting it ends a movement. [header]
  public var videoZoomFactor: CGFloat {
    get { current.zoom.factor }
    set {
      configure("setVideoZoomFactor:") { state throws(DeviceFault) in
        try rules.setZoom(newValue, in: &state)
      }
    }
  }

  /// Observable.
  public var minAvailableVideoZoomFactor: CGFloat { rules.minAvailableZoom(current) }
  /// Observable.
  public var maxAvailableVideoZoomFactor: CGFloat { rules.maxAvailableZoom(current) }

  /// Observable.
  public var isRampingVideoZoom: Bool { current.zoom.ramp != nil }

  /// What the zoom factor is multiplied by for the number that people see: 1 is the wide camera's view.
  /// Observable.
  public var displayVideoZoomFactorMultiplier: CGFloat { displayZoomMultiplier }

  /// Moves the zoom on the phone's clock: by a factor of 2^(rate x seconds). Rate 0 cancels, the sign does
  /// not matter. Needs the configuration lock; a target out of range raises `NSRangeException`. [header]
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
    let start = phone.clock.now
    configure("rampToVideoZoomFactor:withRate:") { state throws(DeviceFault) in
      try rules.startRamp(to: factor, rate: Double(rate), at: start, in: &state)
    }
    continueRamp(from: start)
  }

  /// Ends a movement where it is. Needs the configuration lock. (Apple eases out; this stops at once.)
  public func cancelVideoZoomRamp() {
    configure("cancelVideoZoomRamp") { state throws(DeviceFault) in state.zoom.ramp = nil }
  }

  /// One step for each refresh of the display.
  private func continueRamp(from time: PhoneTime) {
    guard let number = current.zoom.ramp?.number else { return }
    let next = time + phone.description.timing.displayFrame.value
    let device = Handed(WeakDevice(self))
    phone.clock.schedule(at: next) {
      guard let device = device.value.device, device.current.zoom.ramp?.number == number else { return }
      device.update { device.rules.advanceRamp(to: next, in: &$0) }
      device.continueRamp(from: next)
    }
  }

  private var displayZoomMultiplier: CGFloat {
    DeviceRules.displayZoomMultiplier(of: camera, among: phone.description.cameras)
  }
}

/// A device that may be gone when its time comes.
struct WeakDevice {
  weak var device: AVCaptureDevice?
  init(_ device: AVCaptureDevice) { self.device = device }
}
