import Foundation
import PhoneModel
import Scenarios
import WorldRenderer

@testable import ReportCard

/// Makes the observations that a host would make, with the renderer and without any framework.
struct PreviewStudio {
  var description = PhoneDescription.duo
  var state: PhoneState
  var time = PhoneTime(seconds: 7.25)
  var display: DisplayID
  var camera: CameraID
  var device: CameraID
  /// The connection's angle; nil takes the one that makes the picture upright.
  var angle: QuarterTurns?
  var mirrored = true
  /// How old the shown frame is.
  var age = PhoneDuration.milliseconds(20)
  var visible = 1.0
  /// The phone when the frame was exposed; nil takes `state`.
  var earlier: PhoneState?

  /// In `pose`, the app on `display` as if the person had moved it there.
  init(
    _ pose: String, _ display: DisplayID, _ camera: CameraID, mirrored: Bool, phone: PhoneDescription = .duo
  ) {
    description = phone
    self.display = display
    self.camera = camera
    self.mirrored = mirrored
    device = camera
    var state = PhoneState.initial(phone, pose: pose)!
    if state.app.display != display {
      state = PhoneRules.next(state, .moveApp(display), at: .zero, in: phone).state
    }
    state.streaming[camera] = .app
    self.state = state
  }

  var turn: QuarterTurns { state.app.interfaceTurn }
  var size: (width: Double, height: Double) { description.display(display)!.size(interfaceTurn: turn) }
  var format: CameraFormat {
    let formats = description.camera(camera)!.formats
    return formats.first { $0.width == 1920 && $0.height == 1080 } ?? formats[0]
  }
  var usedAngle: QuarterTurns {
    angle ?? RotationAngles.preview(camera, on: display, interfaceTurn: turn, state, in: description)
  }

  /// The preview fills its display.
  func preview() -> PreviewObservation {
    let (width, height) = (Int(size.width), Int(size.height))
    let format = format
    let isOdd = usedAngle.count % 2 == 1
    let turned = isOdd ? (format.height, format.width) : (format.width, format.height)
    let scale = max(Double(width) / Double(turned.0), Double(height) / Double(turned.1))
    let part = (Double(width) / Double(turned.0) / scale, Double(height) / Double(turned.1) / scale)
    let native = isOdd ? (part.1, part.0) : part
    let window = FrameWindow(
      x: (1 - native.0) / 2, y: (1 - native.1) / 2, width: native.0, height: native.1, rotation: usedAngle,
      isMirrored: mirrored)
    let taken = PhoneTime(nanoseconds: time.nanoseconds - age.nanoseconds)
    let exposure = Exposure(
      world: try! World.load(state.world), camera: camera, width: format.width, height: format.height,
      fieldOfView: format.fieldOfView, time: taken, light: state.light,
      phone: PlacedPhone(earlier ?? state, at: taken, in: description))!
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes {
      exposure.draw(
        window,
        into: PixelTarget(
          layout: .bgra, width: width, height: height,
          planes: [PixelTarget.Plane(base: $0.baseAddress!, bytesPerRow: width * 4)]))
    }
    return PreviewObservation(
      id: 1, rect: RectRecord(x: 0, y: 0, width: size.width, height: size.height),
      content: PixelPicture(width: width, height: height, layout: .bgra, bytes: Data(bytes)), contentScale: 1,
      visibleFraction: visible,
      trace: PreviewTrace(
        deviceUniqueID: description.camera(device)!.uniqueID, frameCamera: camera, connectedCamera: camera,
        rotationAngle: usedAngle.degrees, isMirrored: mirrored, frameTime: taken,
        frame: FrameGeometry(
          width: format.width, height: format.height, fieldOfView: format.fieldOfView,
          frameDuration: PhoneDuration(seconds: 1 / 30), scale: scale),
        blackReason: exposure.isCovered ? .covered : nil))
  }

  func moment(
    _ previews: [PreviewObservation], controls: [ControlObservation] = [], kind: MomentRecord.Kind = .settled
  )
    -> MomentRecord
  {
    MomentRecord(
      time: time, kind: kind, step: 0, stepName: "a", state: state,
      displays: [
        DisplayObservation(
          display: display, interfaceTurn: turn, width: size.width, height: size.height,
          picture: kind == .transition ? nil : previews.first?.content, previews: previews, controls: controls
        )
      ])
  }

  func context(_ intent: Intent, history: PlacementHistory? = nil) -> PreviewContext {
    let viewer = PlacedPhone(state, at: time, in: description).viewer(of: display) ?? .holder
    return PreviewContext(
      description: description, state: state, time: time, display: display, interfaceTurn: turn,
      viewer: viewer,
      intent: intent, history: history ?? PlacementHistory(state, at: time))
  }

  /// Reads and grades.
  func grade(_ intent: Intent = .selfie, change: (inout PreviewObservation) -> Void = { _ in })
    -> PreviewReport
  {
    var preview = preview()
    change(&preview)
    let history = PlacementHistory(earlier ?? state, at: .zero).adding(state, at: time)
    let facts = Self.reader.read(preview.content, at: time, placements: history)
    return PreviewGrader.grade(preview, facts: facts, in: context(intent, history: history))
  }

  static let reader = PictureReader()
}

extension PlacementHistory {
  func adding(_ state: PhoneState, at time: PhoneTime) -> PlacementHistory {
    var history = self
    history.append(state, at: time)
    return history
  }
}

extension PreviewReport {
  /// The rules that failed, noted, were not judged or disagreed, such as "8 fail".
  var found: [String] { findings.map { "\($0.rule) \($0.verdict.rawValue)".replacing("rule ", with: "") } }
}
