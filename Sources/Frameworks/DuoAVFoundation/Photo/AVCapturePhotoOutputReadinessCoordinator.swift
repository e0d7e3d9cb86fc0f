import DuoFoundation
import Foundation
import Synchronization

/// Hears of changes of a photo output's readiness, always on the main queue. [header]
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: NSObjectProtocol {
  func readinessCoordinator(
    _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
    captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness)
}

extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
  public func readinessCoordinator(
    _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
    captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
  ) {}
}

/// Keeps an app's shutter button in step with a photo output, also between a press and the moment in which another thread calls
/// `capturePhoto`. Its state changes on the main queue only. [header]
public final class AVCapturePhotoOutputReadinessCoordinator: NSObject, @unchecked Sendable {
  // Unchecked because everything that changes lies behind the lock.

  private struct State: Sendable {
    var delegate = WeakReference<AnyObject>(nil)
    /// Requests that are on their way to the output.
    var tracked: [Int64] = []
    /// As observers and the delegate know it.
    var told = AVCapturePhotoOutput.CaptureReadiness.sessionNotRunning
  }

  private let output: AVCapturePhotoOutput
  private let state = Guarded(State())

  public init(photoOutput: AVCapturePhotoOutput) {
    output = photoOutput
    super.init()
    let now = readiness
    state.withLock { $0.told = now }
    photoOutput.add(self)
  }

  /// Held weakly. Told once when it is set: before the setter returns on the main queue, soon from elsewhere. [header]
  public weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)? {
    get {
      state.withLock { $0.delegate }.object as? any AVCapturePhotoOutputReadinessCoordinatorDelegate
    }
    set {
      state.withLock { $0.delegate = WeakReference(newValue) }
      onMain { $0.tell() }
    }
  }

  /// The output's, and while a request is on its way to it what the output's will be then. Observable, on the main queue. [header]
  public var captureReadiness: AVCapturePhotoOutput.CaptureReadiness { state.withLock { $0.told } }

  /// A photo with these settings is going to be asked for. On the main queue the delegate hears of what changes before this
  /// returns. Settings that the output would refuse raise `NSInvalidArgumentException`. [header]
  public func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
    let wish = settings.wish
    let usable = output.connection(with: .video).flatMap { $0.isEnabled && $0.isActive ? $0 : nil }
    output.check(
      wish, usable, "AVCapturePhotoOutputReadinessCoordinator startTrackingCaptureRequestUsingPhotoSettings:")
    state.withLock { $0.tracked.append(wish.uniqueID) }
    onMain { $0.update() }
  }

  /// The photo is not going to be asked for. [header]
  public func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
    state.withLock { $0.tracked.removeAll { $0 == settingsUniqueID } }
    onMain { $0.update() }
  }

  /// The output has heard of a request, which ends the tracking of it and of all before it. [header]
  func outputReceived(_ id: Int64) {
    state.withLock { $0.tracked.removeAll { $0 <= id } }
    onMain { $0.update() }
  }

  func outputChanged() { onMain { $0.update() } }

  private var readiness: AVCapturePhotoOutput.CaptureReadiness {
    let isTracking = state.withLock { !$0.tracked.isEmpty }
    return isTracking ? output.readinessAfterRequest : output.captureReadiness
  }

  private func onMain(_ work: @escaping @Sendable (AVCapturePhotoOutputReadinessCoordinator) -> Void) {
    if Thread.isMainThread { return work(self) }
    DispatchQueue.main.async { [weak self] in if let self { work(self) } }
  }

  private func update() {
    let now = readiness
    let old = state.withLock { state in
      defer { state.told = now }
      return state.told
    }
    guard old != now else { return }
    announce(\.captureReadiness, old: old, new: now)
    tell()
  }

  private func tell() { delegate?.readinessCoordinator(self, captureReadinessDidChange: captureReadiness) }
}

extension AVCapturePhotoOutputReadinessCoordinator: KeyValueObservable {
  public typealias ObservedRoot = AVCapturePhotoOutputReadinessCoordinator
  public static var observableKeyPaths: [PartialKeyPath<AVCapturePhotoOutputReadinessCoordinator>] {
    [\.captureReadiness]
  }
}
