import Foundation
import PhoneModel

/// Where points of an unturned picture, 0...1 from its top left, go: turned clockwise, flipped left-right, then fitted
/// into a rectangle.
struct PictureMap: Equatable, Sendable {
  var rotation: QuarterTurns
  var isMirrored: Bool
  /// Where the whole turned picture lies.
  var content: CGRect

  func point(_ point: CGPoint) -> CGPoint {
    let unit = GridMove(turns: rotation, isMirrored: isMirrored).place(
      x: point.x, y: point.y, width: 1, height: 1)
    return CGPoint(x: content.minX + unit.x * content.width, y: content.minY + unit.y * content.height)
  }

  /// The way back.
  func pointBack(_ point: CGPoint) -> CGPoint {
    let x = (point.x - content.minX) / content.width
    let y = (point.y - content.minY) / content.height
    // Undoing the flip first, then turning on to a whole turn.
    let back = GridMove(turns: QuarterTurns(4 - rotation.count), isMirrored: false).place(
      x: isMirrored ? 1 - x : x, y: y, width: 1, height: 1)
    return CGPoint(x: back.x, y: back.y)
  }

  func rect(_ rect: CGRect) -> CGRect { Self.convert(rect, point) }
  func rectBack(_ rect: CGRect) -> CGRect { Self.convert(rect, pointBack) }

  /// Both corners, put in order again, since turning and flipping swap edges.
  private static func convert(_ rect: CGRect, _ point: (CGPoint) -> CGPoint) -> CGRect {
    let a = point(CGPoint(x: rect.minX, y: rect.minY))
    let b = point(CGPoint(x: rect.maxX, y: rect.maxY))
    return CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// Clockwise degrees of something that is turned so in the picture.
  func roll(_ degrees: Double) -> Double {
    let turned = degrees + Double(rotation.degrees)
    return (isMirrored ? 720 - turned : turned).truncatingRemainder(dividingBy: 360)
  }

  /// A look to the right becomes one to the left in a mirror; turning the picture does not change what the number says.
  func yaw(_ degrees: Double) -> Double {
    isMirrored ? (360 - degrees).truncatingRemainder(dividingBy: 360) : degrees
  }
}
