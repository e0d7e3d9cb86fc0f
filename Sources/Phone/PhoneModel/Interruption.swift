/// Why a capture session may not run. Raw values are those of `AVCaptureSession.InterruptionReason`.
public enum InterruptionReason: Int, Hashable, Codable, Sendable, CaseIterable {
  case videoDeviceNotAvailableInBackground = 1
  case audioDeviceInUseByAnotherClient = 2
  case videoDeviceInUseByAnotherClient = 3
  case videoDeviceNotAvailableWithMultipleForegroundApps = 4
  case videoDeviceNotAvailableDueToSystemPressure = 5
  case sensitiveContentMitigationActivated = 6
}

/// What a rule about interruptions must know of a session.
public struct SessionFacts: Hashable, Sendable {
  /// The cameras of the session's inputs; virtual ones as they are.
  public var cameras: [CameraID]
  public var usesMicrophone: Bool
  /// `isMultitaskingCameraAccessEnabled`.
  public var hasMultitaskingCameraAccess: Bool

  public init(
    cameras: [CameraID], usesMicrophone: Bool = false, hasMultitaskingCameraAccess: Bool = false
  ) {
    self.cameras = cameras
    self.usesMicrophone = usesMicrophone
    self.hasMultitaskingCameraAccess = hasMultitaskingCameraAccess
  }
}

public enum Interruption {
  /// The reasons that hold now, the one to report first.
  public static func reasons(
    for session: SessionFacts, _ state: PhoneState, in description: PhoneDescription
  ) -> [InterruptionReason] {
    var reasons: [InterruptionReason] = []
    if !session.cameras.isEmpty {
      if state.app.activity == .background { reasons.append(.videoDeviceNotAvailableInBackground) }
      if session.cameras.contains(where: { isTaken($0, state, in: description) }) {
        reasons.append(.videoDeviceInUseByAnotherClient)
      }
      if state.app.isInSplitView && !session.hasMultitaskingCameraAccess {
        reasons.append(.videoDeviceNotAvailableWithMultipleForegroundApps)
      }
      if state.thermal == .shutdown { reasons.append(.videoDeviceNotAvailableDueToSystemPressure) }
      if state.isContentSensitive { reasons.append(.sensitiveContentMitigationActivated) }
    }
    if session.usesMicrophone && state.isAudioTaken { reasons.append(.audioDeviceInUseByAnotherClient) }
    return reasons
  }

  /// A camera that follows the display needs the constituent in use only; any other virtual camera needs all.
  private static func isTaken(
    _ camera: CameraID, _ state: PhoneState, in description: PhoneDescription
  ) -> Bool {
    let needed =
      description.camera(camera)?.switching == .followsDisplay
      ? [VirtualCamera.activeConstituent(of: camera, state, in: description)]
      : description.physicalCameras(of: camera)
    return needed.contains { state.takenByOthers.contains($0) }
  }
}
