import Foundation
import PhoneHardware

/// The part of a preview layer that frames reach, on whatever thread they come.
///
/// It keeps the newest frame with the connection it came through, so the layer goes on showing the old camera's last
/// frame, as it stood, until the new camera's first.
final class PreviewFeed: FrameTaker {
  struct Shown: Sendable {
    var frame: SensorFrame
    var connection: Handover<AVCaptureConnection>
    var device: Handover<AVCaptureDevice>
  }

  private struct State: Sendable {
    var shown: Shown?
    /// Through which frames come, or will.
    var current: Handover<AVCaptureConnection>?
    var isPreviewing = false
    /// What observers have been told.
    var toldPreviewing = false
  }

  private let state = Guarded(State())
  /// The layer is to start after the session.
  let isDeferred = Guarded(false)
  private let owner = Guarded(WeakReference<AVCaptureVideoPreviewLayer>(nil))
  /// Observers run here, since the phone's clock must not wait for them.
  private let queue = DispatchQueue(label: "diptych.preview-layer")

  /// Must be called once.
  func start(for layer: AVCaptureVideoPreviewLayer) { owner.withLock { $0 = WeakReference(layer) } }

  var shown: Shown? { state.withLock { $0.shown } }
  var isPreviewing: Bool { state.withLock { $0.toldPreviewing } }

  /// Waits until observers have been told.
  func settle() { queue.sync {} }

  /// The layer left its session: it shows nothing.
  func clear() {
    flows(through: nil)
    state.withLock { $0.shown = nil }
  }

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    let begins = state.withLock { state in
      let isCurrent = state.current?.object === connection
      // A late frame of the old camera does not push out the new one's.
      if !isCurrent, let shown = state.shown, shown.connection.object === state.current?.object {
        return false
      }
      state.shown = Shown(frame: frame, connection: Handover(connection), device: Handover(device))
      guard isCurrent, !state.isPreviewing else { return false }
      state.isPreviewing = true
      return true
    }
    if begins { queue.async { [self] in tellPreviewing() } }
  }

  func flows(through connection: AVCaptureConnection?) {
    let ends = state.withLock { state in
      guard state.current?.object !== connection else { return false }
      state.current = connection.map { Handover($0) }
      defer { state.isPreviewing = false }
      return state.isPreviewing
    }
    if ends { queue.async { [self] in tellPreviewing() } }
  }

  private func tellPreviewing() {
    let change = state.withLock { state -> Bool? in
      guard state.toldPreviewing != state.isPreviewing else { return nil }
      state.toldPreviewing = state.isPreviewing
      return state.isPreviewing
    }
    guard let change, let layer = owner.withLock({ $0.object }) else { return }
    layer.announce(\.isPreviewing, old: !change, new: change)
  }
}
