import DuoAVFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios

/// The newest drawn video of each preview. Frames are drawn off the main thread, one after another, as a camera's
/// pictures reach a display: what was drawn last is shown, stretched to where the preview lies now, until the next one.
@MainActor
final class LiveVideo {
  private struct Drawn {
    var video: ShownVideo
    var picture: PixelPicture
  }

  private let scale: Double
  private let queue = DispatchQueue(label: "live video", qos: .userInteractive)
  private var drawn: [ObjectIdentifier: Drawn] = [:]
  private var isDrawing: Set<ObjectIdentifier> = []
  /// Frames that were drawn so far.
  private(set) var count = 0

  init(scale: Double) { self.scale = scale }

  /// What fills the preview's place now; nil before its first frame is drawn.
  func filling(_ id: ObjectIdentifier, _ shown: ShownPreview) -> PreviewFilling? {
    let video = ShownVideo(shown)
    if drawn[id]?.video != video, isDrawing.insert(id).inserted { draw(id, video, shown) }
    return drawn[id].map { known in PreviewFilling(token: known.video) { known.picture } }
  }

  private func draw(_ id: ObjectIdentifier, _ video: ShownVideo, _ shown: ShownPreview) {
    queue.async { [scale] in
      let picture = Self.picture(of: shown, scale: scale)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.drawn[id] = Drawn(video: video, picture: picture)
          self.isDrawing.remove(id)
          self.count += 1
        }
      }
    }
  }

  /// Forgets previews that are on the display no more.
  func keepOnly(_ previews: Set<ObjectIdentifier>) { drawn = drawn.filter { previews.contains($0.key) } }

  /// `DisplayComposer.video(_:scale:)`, drawn by two threads: the upper and the lower half.
  nonisolated static func picture(of shown: ShownPreview, scale: Double) -> PixelPicture {
    let width = DisplayComposer.width(of: shown, scale: scale)
    let height = max(1, Int((shown.visible.height * scale).rounded()))
    var bytes = Data(count: width * height * 4)
    bytes.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) in
      let base = Rows(base: buffer.baseAddress!)
      let frame = shown.frame
      let window = shown.window
      DispatchQueue.concurrentPerform(iterations: 2) { half in
        let (first, end) = (height * half / 2, height * (half + 1) / 2)
        guard first < end else { return }
        let plane = PixelTarget.Plane(base: base.base + first * width * 4, bytesPerRow: width * 4)
        frame.imager.draw(
          window.rows(from: Double(first) / Double(height), to: Double(end) / Double(height)),
          into: PixelTarget(layout: .bgra, width: width, height: end - first, planes: [plane]))
      }
    }
    return PixelPicture(width: width, height: height, layout: .bgra, bytes: bytes)
  }

  /// Unchecked: each thread writes rows of its own.
  private struct Rows: @unchecked Sendable { let base: UnsafeMutableRawPointer }
}

extension FrameWindow {
  /// The part that is seen in some rows of the target, given in parts of its height.
  func rows(from first: Double, to end: Double) -> FrameWindow {
    var part = self
    switch rotation.count {
    case 0: (part.y, part.height) = (y + first * height, (end - first) * height)
    case 1: (part.x, part.width) = (x + first * width, (end - first) * width)
    case 2: (part.y, part.height) = (y + (1 - end) * height, (end - first) * height)
    default: (part.x, part.width) = (x + (1 - end) * width, (end - first) * width)
    }
    return part
  }
}
