import Foundation
import PhoneModel
import Scenarios

/// What was read from a picture, to be compared with what the trace says.
struct PictureClaims {
  var solved: SolvedCamera
  var camera: CameraDescription
  var facts: PictureFacts
  var report: PreviewReport
}

/// Rule 15: pixels and trace must agree on camera, facing, roll, mirroring and age.
enum TraceCheck {
  /// A clock tag counts in sixtieths of a second; half of one is lost in rounding.
  static let clockTolerance = 1.5 / 60

  static func disagreements(
    _ preview: PreviewObservation, _ picture: PictureClaims, _ cameras: PlacedCameras,
    _ context: PreviewContext
  ) -> [Finding] {
    let trace = preview.trace
    var wrong: [String] = []
    let name = picture.camera.id.rawValue
    guard let frameCamera = trace.frameCamera.flatMap(context.description.camera) else {
      return [
        Finding(
          15, .disagreement,
          "Pixels show \(name); the trace says \(trace.frameCamera?.rawValue ?? "that there is no frame").")
      ]
    }
    let distance = cameras.distance(picture.solved, to: frameCamera)
    if !distance.isSame {
      wrong.append("pixels show \(name), the trace names \(frameCamera.id)")
    }
    if isFieldOfViewOff(preview, picture.solved, camera: frameCamera.id) {
      wrong.append("the trace's field of view is not the picture's")
    }
    if let stream = streamProblem(trace, frameCamera, context) { wrong.append(stream) }
    if let device = deviceProblem(trace, frameCamera, context.description) { wrong.append(device) }
    if picture.report.stale == false, trace.connectedCamera != trace.frameCamera {
      wrong.append("the picture is current, but the trace has \(text(trace.connectedCamera)) connected")
    }
    if let roll = roll(trace, frameCamera, cameras, context), let seen = picture.report.roll {
      let measured = Double(seen.quarterTurn) + seen.remainder
      if abs(PlacedCameras.normalized(roll - measured)) > 10 {
        wrong.append(
          "pixels are turned by \(Int(PlacedCameras.normalized(measured).rounded()))°, by the trace "
            + "\(Int(roll.rounded()))°")
      }
    }
    let isMirrored = looksMirrored(trace)
    if isMirrored != picture.facts.reading.isMirrored {
      wrong.append("pixels are \(isMirrored ? "not " : "")mirrored, the trace says the opposite")
    }
    if let clock = picture.facts.clock {
      if let time = trace.frameTime {
        let gap = abs((time - clock).seconds)
        if gap > clockTolerance {
          wrong.append("the picture's clock is \(String(format: "%.3f", gap)) s off the trace's time stamp")
        }
      } else {
        wrong.append("the trace has no time stamp for the picture")
      }
    }
    if picture.report.stale == false, trace.isInterrupted {
      wrong.append("the picture is current, but the trace says interrupted")
    }
    if let reason = trace.blackReason {
      wrong.append("there is a picture, but the trace says \(reason.rawValue)")
    }
    if wrong.isEmpty { return [Finding(15, .pass, "Pixels and trace agree.")] }
    return wrong.map { Finding(15, .disagreement, $0.prefix(1).uppercased() + $0.dropFirst() + ".") }
  }

  /// Of a picture that the app drew the trace knows nothing.
  static func ofTheApp(_ trace: PreviewTrace) -> Finding {
    let knows =
      trace.frameCamera != nil || trace.connectedCamera != nil || trace.deviceUniqueID != nil
      || trace.frame != nil || trace.frameTime != nil
    return knows
      ? Finding(15, .disagreement, "The trace says that the app drew this picture, and yet names its camera.")
      : Finding(15, .notJudged, "The app drew this picture itself: only its pixels tell.")
  }

  private static func text(_ camera: CameraID?) -> String { camera?.rawValue ?? "no camera" }

  private static func deviceProblem(
    _ trace: PreviewTrace, _ camera: CameraDescription, _ description: PhoneDescription
  ) -> String? {
    guard let id = trace.deviceUniqueID else {
      // A frame may outlive the input that it came through.
      return trace.connectedCamera == nil ? nil : "there is a picture, but the trace has no device"
    }
    guard let device = description.camera(uniqueID: id) else {
      return "the trace's device is not of this phone"
    }
    // A frame that outlived a switch came through the device before.
    guard trace.connectedCamera == trace.frameCamera else { return nil }
    if device.id == camera.id || device.constituents.contains(camera.id) { return nil }
    return "the trace's device \(device.id) does not contain \(camera.id)"
  }

  /// A size or rate of frames that no format has through which this camera delivers, or a rate at which its pictures do
  /// not come. The limit of rule 13 hangs on it.
  private static func streamProblem(
    _ trace: PreviewTrace, _ camera: CameraDescription, _ context: PreviewContext
  ) -> String? {
    guard let frame = trace.frame else { return "the trace does not say how the frame was made" }
    let devices = context.description.cameras.filter {
      $0.id == camera.id || $0.constituents.contains(camera.id)
    }
    let formats = devices.flatMap(\.formats).filter { format in
      format.sizes.contains { $0 == (frame.width, frame.height) }
    }
    guard !formats.isEmpty else { return "\(camera.id) has no frames of \(frame.width) x \(frame.height)" }
    let period = frame.frameDuration.seconds
    let isPossible = formats.contains {
      period * $0.maxFrameRate > 0.99 && period * $0.minFrameRate < 1.01
    }
    guard isPossible else { return "\(camera.id) has no frames of \(String(format: "%.4f", period)) s" }
    guard let earlier = context.earlierFrame, let now = FrameMark(trace), earlier.isOfOneStream(with: now)
    else { return nil }
    let gap = (now.time - earlier.time).seconds
    guard gap > 0, gap < 0.9 * period else { return nil }
    return "frames came \(String(format: "%.3f", gap)) s apart, by the trace they last "
      + "\(String(format: "%.3f", period)) s"
  }

  /// Whether the frame that the trace describes would be shown in another size: more than 5 %.
  static func isFieldOfViewOff(_ preview: PreviewObservation, _ solved: SolvedCamera, camera: CameraID)
    -> Bool
  {
    guard let frame = preview.trace.frame, preview.trace.frameCamera == camera else { return false }
    let half = frame.fieldOfView / 2 * .pi / 180
    guard half > 0, half < .pi / 2 else { return true }
    let focal = Double(frame.width) / 2 / tan(half) * frame.scale
    return abs(focal / solved.focal - 1) > max(0.05, 3 * solved.focalSpread)
  }

  /// A flipped view shows a mirrored frame unmirrored, and the other way round.
  static func looksMirrored(_ trace: PreviewTrace) -> Bool { trace.isMirrored != trace.viewIsFlipped }

  /// The roll that the trace's angle and mirroring and the view's transform give, degrees clockwise.
  static func roll(
    _ trace: PreviewTrace, _ camera: CameraDescription, _ cameras: PlacedCameras, _ context: PreviewContext
  ) -> Double? {
    guard let view = cameras.phone.camera(camera.id),
      let reference = context.now.upReference(
        display: context.display, interfaceTurn: context.interfaceTurn, axis: view.axis,
        panel: camera.mount.panel)
    else { return nil }
    let inView = PlacedCameras.roll(
      right: view.nativeRight, top: view.nativeUp, angle: trace.rotationAngle,
      mirrored: looksMirrored(trace), reference: reference)
    return PlacedCameras.normalized(inView + trace.viewRotation)
  }
}
