import DuoAVFoundation
import Foundation
import Scenarios

/// What a display shows of a preview's video: what a viewer of the display can read in it, in gray.
struct ShownContent {
  /// A picture of a preview that a transform enlarges has at most so many pixels along a side.
  static let longestSide = 4096.0

  var shown: ShownPreview
  var view: ViewTransform
  /// Pixels of the picture for each point of the display.
  var scale: Double

  /// - Parameter scale: wanted; less for a preview that is enlarged far beyond a display.
  init(_ shown: ShownPreview, _ view: ViewTransform, scale: Double) {
    self.shown = shown
    self.view = view
    let box = shown.visible.applying(view.linear)
    self.scale = view.isIdentity ? scale : min(scale, Self.longestSide / max(1, box.width, box.height))
  }

  /// Pixels of the picture for each point of the layer.
  private var videoScale: Double { view.isIdentity ? scale : scale * view.scale }

  /// Of the video in the picture before it is turned.
  var videoWidth: Int { DisplayComposer.width(of: shown, scale: videoScale) }

  /// The video on the display, its middle in the middle of the upright rectangle round it, black where it is not.
  ///
  /// It is never cut at the display's edges: the optical axis stays where gravity has put it.
  func picture() -> PixelPicture {
    if view.isUpright { return DisplayComposer.lumaVideo(shown, scale: videoScale) }
    let box = shown.visible.applying(view.linear)
    let canvas = Canvas(
      width: max(1, Int((box.width * scale).rounded())), height: max(1, Int((box.height * scale).rounded())),
      scale: scale)
    guard view.isInvertible else { return DisplayComposer.gray(canvas.picture) }
    let middle = CGAffineTransform(
      translationX: Double(canvas.width) / scale / 2, y: Double(canvas.height) / scale / 2)
    canvas.transform(view.linear.concatenating(middle))
    let size = shown.visible.size
    canvas.draw(
      DisplayComposer.video(shown, scale: videoScale),
      in: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
    return DisplayComposer.gray(canvas.picture)
  }
}
