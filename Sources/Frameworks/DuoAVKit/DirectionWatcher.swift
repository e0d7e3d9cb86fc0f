import DuoAVFoundation
import DuoFoundation
import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

/// Watches a phone and a view's place for a direction coordinator, and reports each new map on the main queue.
///
/// Triggers come on any thread; each plans a look `timing.directionCallback` later, and a look that is already
/// planned serves for all of them. The look takes the state of its own moment, so that a view which moved to
/// another display meanwhile is reported from there, once. If just then the app's scene is still to move, the look
/// lets it go first.
final class DirectionWatcher: Sendable {
  private struct State {
    var isLookPlanned = false
    /// Nil until the first report.
    var reported: CameraDirections?
    var map = AVCaptureDeviceDirectionMap()
    var reports = 0
    var observations: [any Sendable] = []
  }

  private let phone: any PhoneHardware
  private let deviceTypes: [String]
  private let attachment: LayerAttachment
  private let handler: MainHandler?
  private let state = Mutex(State())

  init(
    phone: any PhoneHardware, deviceTypes: [String], attachment: LayerAttachment, handler: MainHandler?
  ) {
    self.phone = phone
    self.deviceTypes = deviceTypes
    self.attachment = attachment
    self.handler = handler
  }

  /// The map of the last report, empty before the first.
  var map: AVCaptureDeviceDirectionMap { state.withLock { $0.map } }

  func start() {
    let phoneChanges = phone.observe { [weak self] _ in self?.planLook() }
    let moves = attachment.observe { [weak self] _ in self?.planLook() }
    state.withLock { $0.observations = [PhoneObservationToken(phoneChanges), moves] }
    planLook()
  }

  private var directions: CameraDirections? {
    guard let placement = attachment.placement, let display = DisplayID(rawValue: placement.display) else {
      return nil
    }
    return CameraDirections(
      deviceTypes: deviceTypes, display: display, state: phone.state, description: phone.description)
  }

  private func planLook() {
    guard let directions else { return }
    let isDue = state.withLock { state in
      guard !state.isLookPlanned, isNews(directions, after: state.reported) else { return false }
      state.isLookPlanned = true
      return true
    }
    guard isDue else { return }
    phone.clock.schedule(after: phone.description.timing.directionCallback.value) { [weak self] in
      DispatchQueue.main.async { self?.look() }
    }
  }

  /// A phone without any of the cameras has nothing to report, not even once. [forum]
  private func isNews(_ directions: CameraDirections, after reported: CameraDirections?) -> Bool {
    reported.map { $0 != directions } ?? !directions.isEmpty
  }

  /// On the main queue.
  private func look(hasWaited: Bool = false) {
    if !hasWaited, MainActor.assumeIsolated({ UIApplication.moveIsDue(phone.state) }) {
      // The host puts the move on the main queue when the phone's state changes, so it is in front of this.
      DispatchQueue.main.async { [weak self] in self?.look(hasWaited: true) }
      return
    }
    // First, so that a change from now on plans another look.
    state.withLock { $0.isLookPlanned = false }
    let directions = directions
    let report = state.withLock { state -> (map: AVCaptureDeviceDirectionMap, count: Int)? in
      guard let directions, isNews(directions, after: state.reported) else { return nil }
      state.reported = directions
      state.map = map(of: directions)
      state.reports += 1
      return (state.map, state.reports)
    }
    guard let report, let directions else { return }
    phone.trace.record(
      "directions",
      [
        "display": .text(attachment.placement?.display ?? "none"), "call": .integer(report.count),
        "forward": .list(directions.forward.map { .text($0.rawValue) }),
        "backward": .list(directions.backward.map { .text($0.rawValue) }),
      ])
    guard let handler else { return }
    DirectionHandlerScope.run { handler.call(report.map) }
    phone.trace.record("direction-handler-returned", ["call": .integer(report.count)])
  }

  private func map(of directions: CameraDirections) -> AVCaptureDeviceDirectionMap {
    func descriptors(_ cameras: [CameraID]) -> [AVCaptureDeviceDescriptor] {
      cameras.compactMap { phone.description.camera($0) }.map(AVCaptureDeviceDescriptor.init)
    }
    return AVCaptureDeviceDirectionMap(
      forward: descriptors(directions.forward), backward: descriptors(directions.backward))
  }
}

/// A handler that is made, called and released on the main thread only.
struct MainHandler: @unchecked Sendable {
  // Unchecked: the header's handler is an ordinary closure. The coordinator's contract keeps it on the main thread, and
  // `call` runs in blocks of the main queue only.
  private let body: (AVCaptureDeviceDirectionMap) -> Void
  init(_ body: @escaping (AVCaptureDeviceDirectionMap) -> Void) { self.body = body }
  func call(_ map: AVCaptureDeviceDirectionMap) { body(map) }
}

/// Cancels the observation of a phone when it is released.
private final class PhoneObservationToken: Sendable {
  private let observation: any PhoneObservation
  init(_ observation: any PhoneObservation) { self.observation = observation }
  deinit { observation.cancel() }
}
