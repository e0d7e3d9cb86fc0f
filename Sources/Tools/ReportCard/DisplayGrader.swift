import Foundation
import PhoneModel
import Scenarios

/// Judges what belongs to a display and not to one preview: rules 1, 14, 16 and 17, and a step's demands.
enum DisplayGrader {
  /// Rule 17: a control in an active reserved region. Controls elsewhere are nothing that was judged: a run without a
  /// readable preview stays one that judged nothing.
  static func controls(
    _ observation: DisplayObservation, _ state: PhoneState, at time: PhoneTime,
    in description: PhoneDescription
  ) -> [Finding] {
    let regions = ReservedRegions.all(
      on: observation.display, interfaceTurn: observation.interfaceTurn, state, at: time, in: description
    ).filter(\.isActive)
    var findings: [Finding] = []
    for control in observation.controls {
      for region in regions
      where control.hitRect.intersects(
        RectRecord(
          x: region.frame.x, y: region.frame.y, width: region.frame.width, height: region.frame.height))
      {
        let owner = control.scene == .cameraCaptureAccessory ? " of the accessory" : ""
        let place = region.kind == .division ? "the fold" : "the camera \(region.identifier)"
        findings.append(
          Finding(
            17, .fail, "The control \"\(control.name)\"\(owner) lies in the region of \(place).",
            expected: "controls outside reserved regions", assumed: assumption(region, description)))
      }
    }
    return findings
  }

  private static func assumption(_ region: ReservedRegion, _ description: PhoneDescription) -> String? {
    switch region.kind {
    case .division:
      description.hinge?.divisionWidth.origin == .assumed ? "width of the fold's region" : nil
    case .occlusion:
      description.camera(CameraID(rawValue: region.identifier))?.mount.fromHinge.origin == .assumed
        ? "place of \(region.identifier)" : nil
    }
  }

  /// What the scenario demands of a display.
  static func expectations(
    _ wanted: DisplayExpectation, isLit: Bool, previews: [PreviewReport]
  ) -> [Finding] {
    var findings: [Finding] = []
    func check(_ name: String, _ wanted: String?, _ values: [String?]) {
      guard let wanted else { return }
      let shown = values.map { $0 ?? "unknown" }
      let agrees = !shown.isEmpty && shown.allSatisfy { $0 == wanted }
      let seen = shown.isEmpty ? "no preview" : shown.joined(separator: ", ")
      findings.append(
        Finding(.expectation, agrees ? .pass : .fail, "\(name): \(seen).", expected: wanted))
    }
    func word(_ flag: Bool?) -> String? { flag.map { $0 ? "true" : "false" } }
    check("lit", word(wanted.isLit), [word(isLit)])
    check("camera", wanted.camera, previews.map { $0.camera?.rawValue })
    check("faces", wanted.faces, previews.map(\.faces.rawValue))
    check("upright", word(wanted.upright), previews.map { word($0.upright) })
    check("mirrored", word(wanted.mirrored), previews.map { word($0.mirrored) })
    check("stale", word(wanted.stale), previews.map { word($0.stale) })
    return findings
  }
}

/// Rule 14 over the frames between a step's first event and its settled moment.
struct TransitionWatch: Sendable {
  private enum Cause: Hashable { case replacedByApp, switchedByItself }

  struct Uncovered: Hashable, Sendable {
    var first, last: PhoneTime
    var isByApp: Bool
  }

  private var handlerReturned: PhoneTime?
  private var cause: Cause?
  private(set) var uncovered: [DisplayID: Uncovered] = [:]

  /// A new step.
  mutating func reset() { self = TransitionWatch() }

  mutating func take(_ event: AppEventRecord) {
    switch event.kind {
    case .directionHandlerReturned: if handlerReturned == nil { handlerReturned = event.time }
    case .inputReplaced: cause = .replacedByApp
    case .virtualCameraSwitched: cause = .switchedByItself
    case .sessionStarted, .sessionStopped, .sessionInterrupted, .interruptionEnded, .violation,
      .mainThreadBlocked, .photoUndelivered, .photoFailed, .movieUndelivered, .touchAstray, .worldFault:
      break
    }
  }

  /// Whether a stale picture at `time` would count, so that it is worth reading.
  func counts(at time: PhoneTime) -> Bool {
    switch cause {
    case .switchedByItself: true
    case .replacedByApp: handlerReturned.map { time >= $0 } ?? false
    case nil: false
    }
  }

  /// A stale picture of which this much is visible was composed.
  mutating func sawStale(on display: DisplayID, visible: Double, at time: PhoneTime) {
    guard visible > 0.01, counts(at: time) else { return }
    let isByApp = cause == .replacedByApp
    if var known = uncovered[display] {
      known.last = time
      known.isByApp = known.isByApp || isByApp
      uncovered[display] = known
    } else {
      uncovered[display] = Uncovered(first: time, last: time, isByApp: isByApp)
    }
  }

  /// What became of the transition, for one display.
  func findings(_ display: DisplayID) -> [Finding] {
    guard let seen = uncovered[display] else { return [] }
    let length = Int(((seen.last - seen.first).seconds * 1000).rounded())
    if seen.isByApp {
      return [
        Finding(
          14, .fail, "preview-uncovered: the old camera's picture stayed visible for at least \(length) ms.",
          expected: "the preview covered until the new camera's first picture")
      ]
    }
    return [
      Finding(
        14, .note,
        "The virtual camera switched by itself; its old picture stayed visible for at least \(length) ms.")
    ]
  }
}
