import DuoAVFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import Scenarios

/// How a preview layer lies in its superlayer.
package struct PreviewFraming: Hashable {
  var frame: CGRect
  var container: CGRect
  var gravity: String

  init(frame: CGRect, container: CGRect, gravity: String) {
    self.frame = frame
    self.container = container
    self.gravity = gravity
  }

  init(_ layer: any FrameShowing) {
    self.init(
      frame: layer.frame, container: layer.superlayer?.bounds ?? .zero, gravity: layer.videoGravity.rawValue)
  }

  /// The larger of the two scales at which a frame lies on its display over the smaller one; 1 is even. Nil where there
  /// is no video, or nothing can be seen of it.
  static func stretch(of shown: ShownPreview, in view: ViewTransform) -> Double? {
    let stream = shown.frame.configuration
    let isAcross = shown.window.rotation.count % 2 == 1
    let native = (
      shown.window.width * Double(stream.width), shown.window.height * Double(stream.height)
    )
    let turned = isAcross ? (native.1, native.0) : native
    guard turned.0 > 0, turned.1 > 0 else { return nil }
    return view.scaled(x: shown.visible.width / turned.0, y: shown.visible.height / turned.1).unevenness
  }

  func layout(_ preview: DisplayComposer.Preview, _ covers: SceneFacts.Covers) -> PreviewLayout {
    PreviewLayout(
      frame: RectRecord(frame), container: RectRecord(container), onDisplay: RectRecord(preview.onDisplay),
      window: RectRecord(preview.window), gravity: gravity,
      stretch: preview.shown.flatMap { Self.stretch(of: $0, in: preview.view) }, coveredBy: covers.names,
      isBehindPresented: covers.isBehindPresented)
  }
}

extension ViewTransform {
  /// After a scale along the axes of what is transformed.
  func scaled(x: Double, y: Double) -> ViewTransform {
    ViewTransform(CGAffineTransform(a: a * x, b: b * x, c: c * y, d: d * y, tx: 0, ty: 0))
  }

  /// The largest factor by which a length grows over the smallest one: 1 for turns, flips and even scales. Nil where a
  /// direction is lost.
  var unevenness: Double? {
    guard isInvertible else { return nil }
    // The singular values of the matrix.
    let sum = (a * a + b * b + c * c + d * d) / 2
    let difference =
      (((a * a + b * b - c * c - d * d) / 2) * ((a * a + b * b - c * c - d * d) / 2)
      + (a * c + b * d) * (a * c + b * d)).squareRoot()
    let small = sum - difference
    return small > 0 ? ((sum + difference) / small).squareRoot() : nil
  }
}
