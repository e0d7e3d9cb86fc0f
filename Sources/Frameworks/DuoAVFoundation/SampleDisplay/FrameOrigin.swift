import DuoCoreMedia
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel

/// Which frame of a camera a pixel buffer of a video data output holds, and how the output turned it.
struct FrameOrigin: Sendable {
  var frame: SensorFrame
  var rotation: QuarterTurns
  var isMirrored: Bool
  var deviceUniqueID: String
  var output: WeakReference<AVCaptureVideoDataOutput>

  /// What the output is connected to now.
  var source: PreviewSource {
    let connection = output.object?.connection(with: .video)
    let session = connection?.session
    return PreviewSource(
      deviceUniqueID: connection?.device?.uniqueID,
      camera: connection.flatMap { session?.activeCamera(of: $0) },
      isInterrupted: session?.state.withLock { $0.isInterrupted } ?? false,
      isRunning: session?.state.withLock { $0.isRunning } ?? false,
      isDisabled: connection.map { !$0.isEnabled } ?? false)
  }
}

/// Draws what is in a pixel buffer.
///
/// The buffer holds a native picture that was turned and flipped; only windows that are turned and flipped in the same
/// way are drawn. While the app has not asked for the pixels of a camera's frame, they are drawn from what the camera saw,
/// in the size that is needed.
struct BufferImager: FrameImager {
  // The buffer is the app's, which is to leave it alone once it has enqueued it. [header]
  let buffer: Handover<CVPixelBuffer>
  let rotation: QuarterTurns
  let isMirrored: Bool
  /// What the camera saw; nil for a picture of the app's own.
  let exposure: (any FrameImager)?

  /// Whether pixels of a format can be drawn.
  static func draws(_ format: OSType) -> Bool { PictureLayout(format) != nil }

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    if let exposure, !buffer.object.hasPixels { return exposure.draw(window, into: target) }
    precondition(window.rotation == rotation && window.isMirrored == isMirrored)
    if let wide = WidePictures(buffer.object) { return draw(wide, window, into: target) }
    guard let layout = PictureLayout(buffer.object.format) else {
      fatalError("a picture of format \(buffer.object.format), which nobody draws, was let through")
    }
    buffer.object.withPixels { planes in
      let picture = PictureBytes(
        layout: layout, width: buffer.object.width, height: buffer.object.height,
        planes: planes.map { PictureBytes.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) })
      let part = part(of: window)
      let cut = picture.part(x: part.minX, y: part.minY, width: part.width, height: part.height)
      draw(cut, into: target)
    }
  }

  /// A picture that is brought to sRGB first.
  private func draw(_ wide: WidePictures, _ window: FrameWindow, into target: PixelTarget) {
    let (width, height) = (buffer.object.width, buffer.object.height)
    withUnsafeTemporaryAllocation(byteCount: width * height * 4, alignment: 64) { memory in
      let base = memory.baseAddress!
      wide.draw(buffer.object, into: base, bytesPerRow: width * 4)
      let picture = PictureBytes(
        layout: .bgra, width: width, height: height,
        planes: [PictureBytes.Plane(base: base, bytesPerRow: width * 4)])
      let part = part(of: window)
      draw(picture.part(x: part.minX, y: part.minY, width: part.width, height: part.height), into: target)
    }
  }

  /// Where a window lies in the buffer, in parts of its width and height.
  private func part(of window: FrameWindow) -> CGRect {
    let unit = PreviewGeometry(
      pictureWidth: 1, pictureHeight: 1, rotation: rotation, isMirrored: isMirrored, gravity: .resize,
      bounds: CGRect(x: 0, y: 0, width: 1, height: 1))
    return unit.layerRect(
      fromDevice: CGRect(x: window.x, y: window.y, width: window.width, height: window.height))
  }

  private func draw(_ picture: PictureBytes, into target: PixelTarget) {
    let scaled = PictureScaler(layout: picture.layout, width: target.width, height: target.height)
    // The scaled picture is in its memory.
    defer { withExtendedLifetime(scaled) {} }
    func plane(_ index: Int) -> (base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
      (
        target.planes[index].base.assumingMemoryBound(to: UInt8.self), target.planes[index].bytesPerRow
      )
    }
    let picture = scaled.scale(picture)
    switch target.layout {
    case .bgra: picture.drawBGRA(into: plane(0).base, bytesPerRow: plane(0).bytesPerRow)
    case .biplanar420(let fullRange):
      picture.draw420(fullRange: fullRange, luma: plane(0), chroma: plane(1))
    case .depthFloat32, .biplanarTen:
      // A picture has no distances, and no display asks for ten bits.
      BlackImager().draw(FrameWindow(), into: target)
    }
  }
}
