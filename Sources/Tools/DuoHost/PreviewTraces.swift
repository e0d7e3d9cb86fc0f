import DuoAVFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios

/// What the capture framework says of a preview, as the report's grader takes it.
enum PreviewTraces {
  /// What else must be known than what the layer shows.
  struct Circumstances {
    var source: PreviewSource
    /// The person has refused the camera to the app.
    var isDenied: Bool
    /// Something lay on the camera when it exposed the shown frame.
    var isCovered: Bool
  }

  /// - Parameter videoWidth: of the video in the preview's content before the view's transform turns it, in pixels.
  static func trace(
    of shown: ShownPreview?, videoWidth: Int, in view: ViewTransform = .identity,
    _ circumstances: Circumstances
  ) -> PreviewTrace {
    let source = circumstances.source
    let window = shown?.window
    if let shown, shown.isMadeByApp {
      return PreviewTrace(
        deviceUniqueID: nil, frameCamera: nil, connectedCamera: nil, rotationAngle: 0, isMirrored: false,
        frameTime: nil, frame: nil, isInterrupted: source.isInterrupted, viewRotation: view.rotation,
        viewIsFlipped: view.isFlipped, isMadeByApp: true)
    }
    return PreviewTrace(
      deviceUniqueID: source.deviceUniqueID, frameCamera: shown?.frame.camera, connectedCamera: source.camera,
      rotationAngle: window?.rotation.degrees ?? 0, isMirrored: window?.isMirrored ?? false,
      frameTime: shown?.frame.time, frame: shown.map { geometry($0, videoWidth: videoWidth) },
      isInterrupted: source.isInterrupted, blackReason: blackReason(of: shown, circumstances),
      viewRotation: view.rotation, viewIsFlipped: view.isFlipped)
  }

  /// Why there is nothing to see; nil when there is a picture, or its first frame is on its way.
  ///
  /// An old picture that an interruption left is a picture, unless the camera was covered when it was taken.
  static func blackReason(
    of shown: ShownPreview?, _ circumstances: Circumstances
  ) -> PreviewTrace.BlackReason? {
    let source = circumstances.source
    if let shown {
      if shown.isWithheld { return .notAuthorised }
      return circumstances.isCovered ? .covered : nil
    }
    if circumstances.isDenied { return .notAuthorised }
    if source.isInterrupted { return .interrupted }
    if source.isRunning, source.isDisabled { return .connectionDisabled }
    return source.isRunning && source.camera != nil ? nil : .notRunning
  }

  private static func geometry(_ shown: ShownPreview, videoWidth: Int) -> FrameGeometry {
    let stream = shown.frame.configuration
    let isAcross = shown.window.rotation.count % 2 == 1
    let native =
      isAcross ? shown.window.height * Double(stream.height) : shown.window.width * Double(stream.width)
    let half = tan(stream.fieldOfView * .pi / 360) / stream.zoom
    return FrameGeometry(
      width: stream.width, height: stream.height, fieldOfView: atan(half) * 360 / .pi,
      frameDuration: stream.frameDuration, scale: Double(videoWidth) / native)
  }
}
