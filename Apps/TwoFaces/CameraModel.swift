import AVFoundation
import AVKit
import Observation

/// What both displays show: which camera is in use, what it is aimed at, the countdown.
@MainActor @Observable
final class CameraModel {
  enum Aim {
    /// Whoever looks at the app.
    case person
    /// What lies beyond the phone; turned round, the phone has its best camera on the person's side, and people choose
    /// between the two.
    case scene
  }

  static let deviceTypes: [AVCaptureDevice.DeviceType] = [
    .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
    .builtInWideAngleCamera,
  ]

  private(set) var aim = Aim.person
  private(set) var camera: AVCaptureDeviceDescriptor?
  /// The new camera has not delivered a picture yet.
  private(set) var isSwitching = true
  var message: String?
  /// A photo is taken some seconds after the shutter is pressed.
  var usesTimer = false
  /// The person wants the outer preview, where the system offers it.
  var showsOuterPreview = true
  /// Seconds until the photo is taken.
  private(set) var countdown: Int?
  private(set) var photoCount = 0

  @ObservationIgnored let capture = CaptureService()
  @ObservationIgnored private var directions: AVCaptureDeviceDirectionMap?
  @ObservationIgnored private var switching: Task<Void, Never>?
  @ObservationIgnored private var photographing: Task<Void, Never>?

  // MARK: Cameras

  /// As the coordinator of the app's own preview reports them. Reads descriptors only.
  func directionsChanged(_ map: AVCaptureDeviceDirectionMap) {
    directions = map
    chooseCamera()
  }

  func turnRound() {
    aim = aim == .person ? .scene : .person
    chooseCamera()
  }

  private func chooseCamera() {
    guard let directions else { return }
    let forward = directions.forwardFacingDeviceDescriptors
    let backward = directions.backwardFacingDeviceDescriptors
    let wanted =
      switch aim {
      case .person: forward.filter { $0.position == .front } + forward
      case .scene: (backward + forward).filter { $0.position == .back } + backward
      }
    guard wanted.first?.uniqueID != camera?.uniqueID || camera == nil else { return }
    camera = wanted.first
    isSwitching = true
    let previous = switching
    previous?.cancel()
    switching = Task {
      await previous?.value
      await useCamera()
    }
  }

  private func useCamera() async {
    guard !Task.isCancelled else { return }
    guard let camera else {
      message = "No camera looks that way."
      return
    }
    do {
      try await capture.useCamera(withID: camera.uniqueID)
    } catch {
      if !Task.isCancelled {
        // The next change of directions may offer it again.
        self.camera = nil
        message = "\(camera.localizedName) cannot be used."
      }
      return
    }
    guard !Task.isCancelled else { return }
    message = nil
    isSwitching = false
  }

  // MARK: Photos

  /// - Parameter angle: by which the picture is to be turned to be level.
  func pressShutter(angle: @escaping @MainActor () -> CGFloat) {
    guard countdown == nil else { return }
    photographing = Task {
      do {
        if usesTimer {
          try await countDown(from: 3)
        }
        try await capture.takePhoto(angle: angle())
        photoCount += 1
      } catch is CancellationError {
        // Called off while it counted: there is no photo, and nothing to say about it.
      } catch {
        message = "The photo was not taken."
      }
    }
  }

  /// For when the system takes the camera away: no photo is taken then.
  func callOffCountdown() {
    guard countdown != nil else { return }
    photographing?.cancel()
  }

  private func countDown(from seconds: Int) async throws {
    defer { countdown = nil }
    for second in stride(from: seconds, to: 0, by: -1) {
      countdown = second
      try await Task.sleep(for: .seconds(1))
    }
  }

  func focus(at devicePoint: CGPoint) {
    Task { await capture.focus(at: devicePoint) }
  }
}
