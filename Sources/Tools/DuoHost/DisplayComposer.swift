import DuoAVFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios

/// What is on one display at one moment, as values.
package struct DisplayContents {
  package var display: DisplayID
  /// Size in points with the interface's top up.
  package var width, height: Double
  package var interfaceTurn: QuarterTurns
  /// Windows from back to front, in the display's points.
  package private(set) var windows: [LayerSnapshot]
  /// Which of the app's scenes each window belongs to.
  private(set) var scenes: [ObservedScene]

  package init(
    display: DisplayID, width: Double, height: Double, interfaceTurn: QuarterTurns, windows: [LayerSnapshot]
  ) {
    self.display = display
    self.width = width
    self.height = height
    self.interfaceTurn = interfaceTurn
    self.windows = windows
    scenes = windows.map { _ in .application }
  }

  mutating func append(_ window: LayerSnapshot, of scene: ObservedScene) {
    windows.append(window)
    scenes.append(scene)
  }
}

/// Draws displays. Pure: the same contents give the same pixels.
enum DisplayComposer {
  /// One preview layer on a display.
  struct Preview {
    var id: ObjectIdentifier
    /// Nil when the layer has no frame.
    var shown: ShownPreview?
    var source: PreviewSource
    /// Round the video, or round the whole layer without one; in the display's points, clipped to it.
    var rect: CGRect
    var view: ViewTransform
    var scene: ObservedScene
    var framing: PreviewFraming?
    /// The rectangles round the whole layer and round its window, in the display's points, not clipped.
    var onDisplay, window: CGRect

    func content(scale: Double) -> ShownContent? { shown.map { ShownContent($0, view, scale: scale) } }
  }

  /// Key colours that the video is replaced by to see what of it is visible. No app draws with them by accident.
  static let key = dot(red: 1, green: 254, blue: 3)
  static let otherKey = dot(red: 254, green: 1, blue: 252)
  static let black = dot(red: 0, green: 0, blue: 0)

  private static func dot(red: UInt8, green: UInt8, blue: UInt8) -> PixelPicture {
    PixelPicture(width: 1, height: 1, layout: .bgra, bytes: Data([blue, green, red, 255]))
  }

  /// The previews that have a place on the display, in drawing order.
  static func previews(on contents: DisplayContents) -> [Preview] {
    let display = CGRect(x: 0, y: 0, width: contents.width, height: contents.height)
    var found: [Preview] = []
    for (window, scene) in zip(contents.windows, contents.scenes) {
      let frame = window.bounds.applying(window.toParent)
      collect(window, .identity, Surroundings(display: display, window: frame, scene: scene), &found)
    }
    return found
  }

  private struct Surroundings {
    var display, window: CGRect
    var scene: ObservedScene
  }

  private static func collect(
    _ layer: LayerSnapshot, _ toDisplay: CGAffineTransform, _ around: Surroundings, _ found: inout [Preview]
  ) {
    let t = layer.toParent.concatenating(toDisplay)
    if let (id, source) = layer.source {
      let rect = layer.videoRect.applying(t).intersection(around.display)
      if !rect.isEmpty {
        found.append(
          Preview(
            id: id, shown: layer.preview?.shown, source: source, rect: rect,
            view: ViewTransform(t), scene: around.scene, framing: layer.framing,
            onDisplay: layer.bounds.applying(t),
            window: around.window))
      }
    }
    for child in layer.children { collect(child, t, around, &found) }
  }

  static func width(of shown: ShownPreview, scale: Double) -> Int {
    max(1, Int((shown.visible.width * scale).rounded()))
  }

  /// The frame's pixels for exactly what is shown of it. BGRA.
  static func video(_ shown: ShownPreview, scale: Double) -> PixelPicture {
    let width = width(of: shown, scale: scale)
    let height = max(1, Int((shown.visible.height * scale).rounded()))
    var bytes = Data(count: width * height * 4)
    bytes.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) in
      let plane = PixelTarget.Plane(base: buffer.baseAddress!, bytesPerRow: width * 4)
      shown.frame.imager.draw(
        shown.window, into: PixelTarget(layout: .bgra, width: width, height: height, planes: [plane]))
    }
    return PixelPicture(width: width, height: height, layout: .bgra, bytes: bytes)
  }

  /// The luma of `video(_:scale:)`, without a way round colours.
  static func lumaVideo(_ shown: ShownPreview, scale: Double) -> PixelPicture {
    let width = width(of: shown, scale: scale)
    let height = max(1, Int((shown.visible.height * scale).rounded()))
    let chromaWidth = (width + 1) / 2 * 2
    var luma = Data(count: width * height)
    var chroma = Data(count: chromaWidth * ((height + 1) / 2))
    luma.withUnsafeMutableBytes { (y: UnsafeMutableRawBufferPointer) in
      chroma.withUnsafeMutableBytes { (c: UnsafeMutableRawBufferPointer) in
        let planes = [
          PixelTarget.Plane(base: y.baseAddress!, bytesPerRow: width),
          PixelTarget.Plane(base: c.baseAddress!, bytesPerRow: chromaWidth),
        ]
        shown.frame.imager.draw(
          shown.window,
          into: PixelTarget(
            layout: .biplanar420(fullRange: true), width: width, height: height, planes: planes))
      }
    }
    return PixelPicture(width: width, height: height, layout: .gray8, bytes: luma)
  }

  /// The whole display, `scale` pixels for each point. `video` gives what each preview's place is filled with; nil leaves
  /// it as it is.
  static func picture(
    of contents: DisplayContents, scale: Double, video: @escaping (ObjectIdentifier) -> PixelPicture?
  ) -> PixelPicture {
    let canvas = Canvas(
      width: Int((contents.width * scale).rounded()), height: Int((contents.height * scale).rounded()),
      scale: scale)
    let drawer = LayerDrawer(canvas, video)
    for window in contents.windows { drawer.draw(window) }
    return canvas.picture
  }

  /// Luma, ITU-R 709, full range.
  static func gray(_ picture: PixelPicture) -> PixelPicture {
    var luma = Data(count: picture.width * picture.height)
    luma.withUnsafeMutableBytes { (out: UnsafeMutableRawBufferPointer) in
      picture.bytes.withUnsafeBytes { (pixels: UnsafeRawBufferPointer) in
        for index in 0..<out.count {
          let blue = UInt32(pixels[index * 4]), green = UInt32(pixels[index * 4 + 1])
          let red = UInt32(pixels[index * 4 + 2])
          out[index] = UInt8((red * 13933 + green * 46871 + blue * 4732) >> 16)
        }
      }
    }
    return PixelPicture(width: picture.width, height: picture.height, layout: .gray8, bytes: luma)
  }
}
