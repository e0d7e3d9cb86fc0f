import Foundation
import PhoneHardware
import PhoneModel

/// How a camera's picture lies in a layer. Device space is the native picture, unturned, (0, 0) at its top
/// left and (1, 1) at its bottom right; layer space is the layer's own points.
///
/// The picture is turned clockwise, then flipped left-right, then scaled about the bounds' centre.
struct PreviewGeometry: Equatable, Sendable {
  /// The native picture in pixels.
  var pictureWidth, pictureHeight: Double
  var rotation: QuarterTurns
  var isMirrored: Bool
  var gravity: AVLayerVideoGravity
  var bounds: CGRect

  /// Neither the picture nor the layer is empty.
  var isUsable: Bool { pictureWidth > 0 && pictureHeight > 0 && bounds.width > 0 && bounds.height > 0 }

  /// Where the whole picture lies, in layer space; larger than the bounds where it is cut off.
  var content: CGRect {
    let isAcross = rotation.count % 2 == 1
    let width = isAcross ? pictureHeight : pictureWidth
    let height = isAcross ? pictureWidth : pictureHeight
    let across = Double(bounds.width) / width
    let down = Double(bounds.height) / height
    let size: CGSize =
      switch gravity {
      case .resize: bounds.size
      case .resizeAspectFill: CGSize(width: width * max(across, down), height: height * max(across, down))
      default: CGSize(width: width * min(across, down), height: height * min(across, down))
      }
    return CGRect(
      x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The part of the layer that the picture covers.
  var visible: CGRect { isCut ? bounds : content }

  private var isCut: Bool { gravity == .resizeAspectFill }

  func layerPoint(fromDevice point: CGPoint) -> CGPoint {
    var p = point
    for _ in 0..<rotation.count { p = CGPoint(x: 1 - p.y, y: p.x) }
    if isMirrored { p.x = 1 - p.x }
    let content = content
    return CGPoint(x: content.minX + p.x * content.width, y: content.minY + p.y * content.height)
  }

  func devicePoint(fromLayer point: CGPoint) -> CGPoint {
    let content = content
    var p = CGPoint(
      x: (point.x - content.minX) / content.width, y: (point.y - content.minY) / content.height)
    if isMirrored { p.x = 1 - p.x }
    for _ in 0..<rotation.count { p = CGPoint(x: p.y, y: 1 - p.x) }
    return p
  }

  func layerRect(fromDevice rect: CGRect) -> CGRect { Self.convert(rect, layerPoint) }
  func deviceRect(fromLayer rect: CGRect) -> CGRect { Self.convert(rect, devicePoint) }

  /// Both corners, put in order again, since turning and flipping swap edges.
  private static func convert(_ rect: CGRect, _ point: (CGPoint) -> CGPoint) -> CGRect {
    let a = point(CGPoint(x: rect.minX, y: rect.minY))
    let b = point(CGPoint(x: rect.maxX, y: rect.maxY))
    return CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// What has to be drawn to fill `visible`.
  var window: FrameWindow {
    guard isCut else { return FrameWindow(rotation: rotation, isMirrored: isMirrored) }
    let part = deviceRect(fromLayer: visible)
    return FrameWindow(
      x: part.minX, y: part.minY, width: part.width, height: part.height, rotation: rotation,
      isMirrored: isMirrored)
  }
}
