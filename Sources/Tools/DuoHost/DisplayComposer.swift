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
  package var windows: [LayerSnapshot]

  package init(
    display: DisplayID, width: Double, height: Double, interfaceTurn: QuarterTurns, windows: [LayerSnapshot]
  ) {
    self.display = display
    self.width = width
    self.height = height
    self.interfaceTurn = interfaceTurn
    self.windows = windows
  }
}

/// Draws displays. Pure: the same contents give the same pixels.
enum DisplayComposer {
  /// One preview layer's video on a display.
  struct Preview {
    var id: ObjectIdentifier
    var shown: ShownPreview
    /// Round the video, in the display's points, clipped to it.
    var rect: CGRect
    /// The video as it is shown, before anything is drawn over it. BGRA.
    var content: PixelPicture
    var contentScale: Double
  }

  /// A key colour that the video is replaced by to see what of it is visible. No app draws with it by accident.
  private static let key: (red: UInt8, green: UInt8, blue: UInt8) = (1, 254, 3)

  /// The previews in drawing order, drawn with `scale` pixels for each point.
  static func previews(on contents: DisplayContents, scale: Double) -> [Preview] {
    let display = CGRect(x: 0, y: 0, width: contents.width, height: contents.height)
    var found: [Preview] = []
    for window in contents.windows { collect(window, .identity, display, scale, &found) }
    return found
  }

  private static func collect(
    _ layer: LayerSnapshot, _ toDisplay: CGAffineTransform, _ display: CGRect, _ scale: Double,
    _ found: inout [Preview]
  ) {
    let t = layer.toParent.concatenating(toDisplay)
    if let preview = layer.preview {
      let rect = preview.shown.visible.applying(t).intersection(display)
      if !rect.isEmpty {
        found.append(
          Preview(
            id: preview.id, shown: preview.shown, rect: rect, content: video(preview.shown, scale: scale),
            contentScale: scale))
      }
    }
    for child in layer.children { collect(child, t, display, scale, &found) }
  }

  /// The frame's pixels for exactly what is shown of it.
  static func video(_ shown: ShownPreview, scale: Double) -> PixelPicture {
    let width = max(1, Int((shown.visible.width * scale).rounded()))
    let height = max(1, Int((shown.visible.height * scale).rounded()))
    var bytes = Data(count: width * height * 4)
    bytes.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) in
      let plane = PixelTarget.Plane(base: buffer.baseAddress!, bytesPerRow: width * 4)
      shown.frame.imager.draw(
        shown.window, into: PixelTarget(layout: .bgra, width: width, height: height, planes: [plane]))
    }
    return PixelPicture(width: width, height: height, layout: .bgra, bytes: bytes)
  }

  /// The whole display. With `keying`, that preview's video is replaced by the key colour.
  static func picture(
    of contents: DisplayContents, previews: [Preview], scale: Double, keying: ObjectIdentifier? = nil
  ) -> PixelPicture {
    let canvas = Canvas(
      width: Int((contents.width * scale).rounded()), height: Int((contents.height * scale).rounded()),
      scale: scale)
    let videos = Dictionary(uniqueKeysWithValues: previews.map { ($0.id, $0.content) })
    for window in contents.windows { draw(window, on: canvas, videos: videos, keying: keying) }
    return canvas.picture
  }

  private static func draw(
    _ layer: LayerSnapshot, on canvas: Canvas, videos: [ObjectIdentifier: PixelPicture],
    keying: ObjectIdentifier?
  ) {
    canvas.save()
    defer { canvas.restore() }
    canvas.transform(layer.toParent)
    if layer.opacity < 1 { canvas.beginGroup() }
    canvas.save()
    if layer.masks { canvas.clip(layer.bounds, radius: layer.cornerRadius) }
    if let background = layer.background {
      canvas.path(layer.bounds, radius: layer.cornerRadius)
      canvas.fill(background)
    }
    if let preview = layer.preview, let video = videos[preview.id] {
      canvas.save()
      canvas.clip(layer.bounds, radius: layer.cornerRadius)
      canvas.draw(keying == preview.id ? keyed : video, in: preview.shown.visible)
      canvas.restore()
    }
    for child in layer.children { draw(child, on: canvas, videos: videos, keying: keying) }
    canvas.restore()
    if let border = layer.border, layer.borderWidth > 0 {
      canvas.path(
        layer.bounds.insetBy(dx: layer.borderWidth / 2, dy: layer.borderWidth / 2),
        radius: max(0, layer.cornerRadius - layer.borderWidth / 2))
      canvas.stroke(border, width: layer.borderWidth)
    }
    if layer.opacity < 1 { canvas.endGroup(opacity: layer.opacity) }
  }

  private static let keyed = PixelPicture(
    width: 1, height: 1, layout: .bgra, bytes: Data([key.blue, key.green, key.red, 255]))

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
