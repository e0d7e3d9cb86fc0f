import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel

/// A picture that a display layer shows, or will.
struct ShownSample: Sendable {
  var buffer: Handover<CVPixelBuffer>
  /// Counts the pictures of one renderer.
  var number: Int

  private var origin: FrameOrigin? { buffer.object.origin.withLock { $0 } as? FrameOrigin }

  /// Where its pictures come from: the output that delivered the buffer. Of a picture of the app's own nobody knows more
  /// than whether the phone lets sessions run.
  func source(on phone: any PhoneHardware) -> PreviewSource {
    if let origin { return origin.source }
    let facts = SessionFacts(cameras: phone.description.cameras.map(\.id))
    let isHeld = !Interruption.reasons(for: facts, phone.state, in: phone.description).isEmpty
    return PreviewSource(deviceUniqueID: nil, camera: nil, isInterrupted: isHeld, isRunning: !isHeld)
  }

  /// How it is shown in a layer; nil in an empty one.
  func shown(
    in bounds: CGRect, _ gravity: AVLayerVideoGravity, on phone: any PhoneHardware
  ) -> ShownPreview? {
    let origin = origin
    let (rotation, isMirrored) = (origin?.rotation ?? 0, origin?.isMirrored ?? false)
    let size = (width: buffer.object.width, height: buffer.object.height)
    let isAcross = rotation.count % 2 == 1
    let geometry = PreviewGeometry(
      pictureWidth: Double(isAcross ? size.height : size.width),
      pictureHeight: Double(isAcross ? size.width : size.height), rotation: rotation, isMirrored: isMirrored,
      gravity: gravity, bounds: bounds)
    guard geometry.isUsable else { return nil }
    let imager = BufferImager(
      buffer: buffer, rotation: rotation, isMirrored: isMirrored, exposure: origin?.frame.imager)
    var frame =
      origin?.frame
      ?? SensorFrame(
        camera: CameraID(rawValue: "app"), sequence: number, time: .zero,
        configuration: StreamConfiguration(
          width: size.width, height: size.height, fieldOfView: 0, frameDuration: .zero), imager: imager)
    frame.imager = imager
    frame.sequence = number
    let source = source(on: phone)
    return ShownPreview(
      frame: frame, window: geometry.window, visible: geometry.visible,
      deviceUniqueID: origin?.deviceUniqueID ?? "", connectedDeviceUniqueID: source.deviceUniqueID,
      connectedCamera: source.camera, isInterrupted: source.isInterrupted, isRunning: source.isRunning,
      isMadeByApp: origin == nil)
  }
}
