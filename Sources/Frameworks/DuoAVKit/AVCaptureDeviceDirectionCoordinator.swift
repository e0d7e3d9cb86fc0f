import DuoAVFoundation
import DuoFoundation
import DuoUIKit
import Foundation
import PhoneHardware

/// Sorts cameras by whether they look the same way as a view. [docs]
///
/// The view is a frame of reference: nothing is drawn in it, and only the display that it is on counts. Make one
/// coordinator for each view that shows a preview, on the main thread, and keep it as long as the preview is shown.
///
/// The handler is called on the main queue, soon after creation and then whenever the map has changed; while the view is in
/// no window nothing is reported. It must not call AVFoundation: hand a descriptor to whoever owns the session. Such
/// calls are recorded in the phone's trace as a `violation`.
///
/// As in the 27.1 header neither the class nor the handler names an actor; the main thread is a contract at run time.
public class AVCaptureDeviceDirectionCoordinator: NSObject {
  private let watcher: DirectionWatcher

  /// - Parameters:
  ///   - view: the view that shows the preview. It is not kept alive.
  ///   - deviceTypes: every built-in camera to capture from; the two physical front cameras rather than the virtual one,
  ///     which is ignored, as are external cameras.
  ///   - changeHandler: fixed for life. Without one, read `deviceDirections`.
  ///
  /// Raises `NSInternalInconsistencyException` off the main thread (the header allows the main thread only; the exception's
  /// name is assumed).
  public init(
    view: UIView, deviceTypes: [AVCaptureDevice.DeviceType],
    changeHandler: ((AVCaptureDeviceDirectionMap) -> Void)? = nil
  ) {
    guard Thread.isMainThread else {
      raise(
        .internalInconsistency,
        "*** -[AVCaptureDeviceDirectionCoordinator initWithView:deviceTypes:changeHandler:] "
          + "must be called on the main thread")
    }
    let attachment = MainActor.assumeIsolated { view.layer.attachment }
    watcher = DirectionWatcher(
      phone: CurrentPhone.phone, deviceTypes: deviceTypes.map(\.rawValue), attachment: attachment,
      handler: changeHandler.map(MainHandler.init))
    super.init()
    watcher.start()
  }

  /// The map of the last report; empty until the handler's first call, or until the moment at which it would have come.
  public var deviceDirections: AVCaptureDeviceDirectionMap { watcher.map }
}
