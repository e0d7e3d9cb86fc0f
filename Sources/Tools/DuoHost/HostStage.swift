import DuoAVFoundation
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import SimulatedPhone
import Synchronization

/// The app's side of a scenario: keeps the scene where the phone says it is, taps, composes displays, reports.
@MainActor
package final class HostStage: ScenarioStage {
  private nonisolated let phone: SimulatedPhone
  private nonisolated let clock: VirtualClock
  private nonisolated let log: TraceLog
  private nonisolated let request: RunRequest?
  private nonisolated let writer: ObservationWriter?
  private var scene: UIWindowScene?
  private var watching: (any PhoneObservation)?
  private var previewNumbers: [ObjectIdentifier: Int] = [:]

  /// Without a request and a writer nothing is reported: for a stage that is only asked, as in tests.
  package init(
    phone: SimulatedPhone, clock: VirtualClock, log: TraceLog, request: RunRequest? = nil,
    writer: ObservationWriter? = nil
  ) {
    self.phone = phone
    self.clock = clock
    self.log = log
    self.request = request
    self.writer = writer
  }

  // MARK: The scene

  package func launch(_ delegateClass: any UIApplicationDelegate.Type, info: [String: Any]) {
    scene = UIApplication.shared.launch(
      delegateClass: delegateClass, info: info, state: phone.state, at: clock.now)
    watching = phone.observe { [weak self] change in
      guard change.before.app != change.after.app || change.before.placement != change.after.placement else {
        return
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.follow() } }
    }
    follow()
  }

  private func follow() {
    let state = phone.state
    if let turn = UIApplication.shared.follow(state, at: clock.now), turn != state.app.interfaceTurn {
      phone.send(.interfaceTurned(turn))
    }
  }

  // MARK: The scenario

  package nonisolated func begin(step index: Int, name: String) {}

  package nonisolated func tap(_ target: TapTarget, done: @escaping @Sendable (TapOutcome) -> Void) {
    DispatchQueue.main.async {
      let wasDelivered = MainActor.assumeIsolated { self.touch(target) }
      done(wasDelivered ? .delivered : .noTarget)
    }
  }

  private func touch(_ target: TapTarget) -> Bool {
    for window in (scene?.windows ?? []).reversed() where !window.isHidden {
      switch target.place {
      case .identifier(let name):
        guard let view = window.descendant(accessibilityIdentifier: name) else { continue }
        let middle = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
        return window.deliverTap(at: middle) != nil
      case .point(let x, let y, let display):
        guard scene?.geometry.display == display, let frame = scene?.geometry.frame else { return false }
        return window.deliverTap(at: CGPoint(x: x - frame.minX, y: y - frame.minY)) != nil
      }
    }
    return false
  }

  package nonisolated func observe(
    step index: Int, name: String, kind: MomentRecord.Kind, done: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { self.compose(step: index, name: name, kind: kind) }
      done()
    }
  }

  package nonisolated func report(_ record: ObservationRecord) { send(record) }

  package nonisolated func finish(_ outcome: ScenarioOutcome) {
    do { try log.flush() } catch {
      send(.refused(RefusalRecord(place: request?.trace ?? "trace", what: error.reason)))
      stop("\(error)")
    }
    if outcome == .complete { send(.end(clock.now)) }
    exit(0)
  }

  private nonisolated func send(_ record: ObservationRecord) {
    guard let writer else { return }
    do { try VirtualClock.withMachineTime { try writer.write(record) } } catch { stop("\(error)") }
  }

  /// The reader has gone: nobody is left to report to.
  private nonisolated func stop(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("\(reason)\n".utf8))
    exit(2)
  }

  // MARK: Pictures

  private func compose(step: Int, name: String, kind: MomentRecord.Kind) {
    guard writer != nil else { return }
    let state = phone.state
    let displays = DisplayID.allCases.filter { state.litDisplays.contains($0) }.map { picture(of: $0) }
    send(
      .moment(
        MomentRecord(
          time: clock.now, kind: kind, step: step, stepName: name, state: state, displays: displays)))
  }

  /// What a display shows now.
  package func picture(of display: DisplayID) -> DisplayObservation {
    let isHere = scene?.geometry.display == display
    let turn = isHere ? scene?.geometry.interfaceTurn ?? 0 : 0
    let size = phone.description.display(display)?.size(interfaceTurn: turn) ?? (width: 0, height: 0)
    let origin = scene?.geometry.frame.origin ?? .zero
    let windows = isHere ? (scene?.windows ?? []).compactMap { snapshot($0, at: origin) } : []
    let contents = DisplayContents(
      display: display, width: size.width, height: size.height, interfaceTurn: turn, windows: windows)
    return picture(of: contents, controls: isHere ? controls(origin) : [])
  }

  /// The picture of what a display would show.
  package func picture(
    of contents: DisplayContents, controls: [ControlObservation]
  ) -> DisplayObservation {
    let scale = request?.pictureScale ?? 1
    let previews = DisplayComposer.previews(on: contents, scale: max(2, scale))
    let picture = DisplayComposer.picture(of: contents, previews: previews, scale: scale)
    let observed = previews.map { preview in
      observation(of: preview, picture: picture, contents: contents, previews: previews, scale: scale)
    }
    return DisplayObservation(
      display: contents.display, interfaceTurn: contents.interfaceTurn, width: contents.width,
      height: contents.height, picture: picture, previews: observed, controls: controls)
  }

  private func snapshot(_ window: UIWindow, at origin: CGPoint) -> LayerSnapshot? {
    var root = LayerSnapshot(window.layer)
    if let placed = root?.toParent {
      root?.toParent = placed.concatenating(CGAffineTransform(translationX: origin.x, y: origin.y))
    }
    return root
  }

  private func observation(
    of preview: DisplayComposer.Preview, picture: PixelPicture, contents: DisplayContents,
    previews: [DisplayComposer.Preview], scale: Double
  ) -> PreviewObservation {
    let keyed = DisplayComposer.picture(of: contents, previews: previews, scale: scale, keying: preview.id)
    let rect = preview.rect
    let pixels = RectRecord(
      x: rect.minX * scale, y: rect.minY * scale, width: rect.width * scale, height: rect.height * scale)
    let number = previewNumbers[preview.id] ?? previewNumbers.count
    previewNumbers[preview.id] = number
    return PreviewObservation(
      id: number, rect: RectRecord(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height),
      content: DisplayComposer.gray(preview.content), contentScale: preview.contentScale,
      visibleFraction: VisibleArea.fraction(picture, keyed: keyed, rect: pixels),
      trace: trace(of: preview.shown, contentWidth: preview.content.width))
  }

  private func trace(of shown: ShownPreview, contentWidth: Int) -> PreviewTrace {
    let stream = shown.frame.configuration
    let isAcross = shown.window.rotation.count % 2 == 1
    let native =
      isAcross ? shown.window.height * Double(stream.height) : shown.window.width * Double(stream.width)
    let half = tan(stream.fieldOfView * .pi / 360) / stream.zoom
    let frame = FrameGeometry(
      width: stream.width, height: stream.height, fieldOfView: atan(half) * 360 / .pi,
      frameDuration: stream.frameDuration, scale: Double(contentWidth) / native)
    let isCovered = PlacedPhone(phone.state, at: clock.now, in: phone.description).isCovered(
      shown.frame.camera)
    return PreviewTrace(
      deviceUniqueID: shown.connectedDeviceUniqueID, frameCamera: shown.frame.camera,
      connectedCamera: shown.connectedCamera, rotationAngle: shown.window.rotation.degrees,
      isMirrored: shown.window.isMirrored, frameTime: shown.frame.time, frame: frame,
      isInterrupted: shown.isInterrupted, blackReason: isCovered ? .covered : nil)
  }

  private func controls(_ origin: CGPoint) -> [ControlObservation] {
    (scene?.windows ?? []).filter { !$0.isHidden }.flatMap(\.tree).compactMap { view in
      guard view is UIControl, !view.isHidden, view.isUserInteractionEnabled else { return nil }
      let rect = view.convert(view.bounds, to: nil).offsetBy(dx: origin.x, dy: origin.y)
      return ControlObservation(
        name: view.accessibilityIdentifier ?? view.accessibilityLabel ?? "\(type(of: view))",
        hitRect: RectRecord(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height))
    }
  }
}
