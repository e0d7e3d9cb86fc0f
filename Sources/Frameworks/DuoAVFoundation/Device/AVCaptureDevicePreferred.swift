import DuoFoundation
import PhoneModel
import Synchronization

extension AVCaptureDevice {
  /// The camera that the person chose in the app: the latest choice that is connected now. Setting nil does
  /// nothing. [header] Choices are kept as long as the process runs.
  public class var userPreferredCamera: AVCaptureDevice? {
    get { CaptureSystem.current.preferredCamera }
    set { if let newValue { CaptureSystem.current.prefer(newValue) } }
  }

  /// The person's choice, else the default camera. [header]
  public class var systemPreferredCamera: AVCaptureDevice? { userPreferredCamera ?? `default`(for: .video) }
}

extension CaptureSystem {
  var preferredCamera: AVCaptureDevice? {
    preferred.withLock { $0 }.lazy.compactMap { self.device(uniqueID: $0) }.first
  }

  /// Puts a camera before all earlier choices.
  func prefer(_ device: AVCaptureDevice) {
    let id = device.uniqueID
    preferred.withLock { $0 = [id] + $0.filter { $0 != id } }
  }
}
