import DuoFoundation
import Foundation

// Whether a photo would be taken at once, and what is prepared for it.
extension AVCapturePhotoOutput {
  /// Observable, on whatever thread it changes; the readiness coordinator tells it on the main queue. [header]
  public var captureReadiness: CaptureReadiness {
    guard let session = SessionMembership.session(of: self), session.reasonForNoPhoto == nil else {
      return .sessionNotRunning
    }
    return feed.state.withLock { CaptureReadiness(rawValue: $0.line.readiness.rawValue) ?? .ready }
  }

  /// What it would be after another request.
  var readinessAfterRequest: CaptureReadiness {
    let now = captureReadiness
    if now == .sessionNotRunning || now == .notReadyWaitingForProcessing { return now }
    return isResponsiveCaptureEnabled ? .notReadyMomentarily : .notReadyWaitingForCapture
  }

  /// With no lock held.
  func noteReadiness() { announceChanges() }

  func tellCoordinators() {
    for coordinator in feed.state.withLock({ $0.coordinators }) { coordinator.object?.outputChanged() }
  }

  func receivedRequest(_ id: Int64) {
    for coordinator in feed.state.withLock({ $0.coordinators }) { coordinator.object?.outputReceived(id) }
  }

  func add(_ coordinator: AVCapturePhotoOutputReadinessCoordinator) {
    let reference = WeakReference(coordinator)
    feed.state.withLock { state in
      state.coordinators.removeAll { $0.object == nil }
      state.coordinators.append(reference)
    }
  }

  // MARK: Preparation

  /// The settings that were prepared last; empty at first. [header]
  public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] {
    feed.state.withLock { $0.preparation.settings }.object
  }

  /// Gets ready for photos like these, which then need not wait. Nothing here has to be warmed, so it is done when the session
  /// runs. Settings whose ID was used raise `NSInvalidArgumentException`. [header] [forum]
  /// - Parameter completionHandler: On a queue of the output: true when the settings are prepared; false when another call came
  ///   first. [header]
  public func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    CaptureCall.note("AVCapturePhotoOutput.setPreparedPhotoSettingsArray")
    let used = feed.state.withLock { $0.usedIDs }
    if preparedPhotoSettingsArray.contains(where: { used.contains($0.uniqueID) }) {
      raise(
        .invalidArgument,
        "*** -[AVCapturePhotoOutput setPreparedPhotoSettingsArray:completionHandler:] Settings may not be re-used"
      )
    }
    let settings = Handover(preparedPhotoSettingsArray)
    let before = feed.state.withLock { state in
      defer { state.preparation = PhotoPreparation(settings: settings, waiting: completionHandler) }
      return state.preparation.waiting
    }
    if let before { feed.queue.async { before(false, nil) } }
    finishPreparation()
  }

  /// As with a completion handler.
  public func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings]
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      setPreparedPhotoSettingsArray(preparedPhotoSettingsArray) { isPrepared, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isPrepared)
        }
      }
    }
  }

  func finishPreparation() {
    guard captureReadiness != .sessionNotRunning else { return }
    let waiting = feed.state.withLock { state in
      defer { state.preparation.waiting = nil }
      return state.preparation.waiting
    }
    if let waiting { feed.queue.async { waiting(true, nil) } }
  }
}
