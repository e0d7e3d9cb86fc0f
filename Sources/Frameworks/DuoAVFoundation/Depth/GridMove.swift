import DuoImageIO
import PhoneModel

/// Clockwise quarter turns, then perhaps a left-right flip.
struct GridMove: Hashable, Sendable {
  var turns: QuarterTurns
  var isMirrored: Bool

  init(turns: QuarterTurns, isMirrored: Bool) {
    self.turns = turns
    self.isMirrored = isMirrored
  }

  /// What makes pixels that are tagged with this orientation upright. [docs: Exif]
  init(_ orientation: CGImagePropertyOrientation) {
    switch orientation {
    case .up: self.init(turns: 0, isMirrored: false)
    case .upMirrored: self.init(turns: 0, isMirrored: true)
    case .down: self.init(turns: 2, isMirrored: false)
    case .downMirrored: self.init(turns: 2, isMirrored: true)
    case .leftMirrored: self.init(turns: 1, isMirrored: true)
    case .right: self.init(turns: 1, isMirrored: false)
    case .rightMirrored: self.init(turns: 3, isMirrored: true)
    case .left: self.init(turns: 3, isMirrored: false)
    }
  }

  func size<Length>(width: Length, height: Length) -> (width: Length, height: Length) {
    turns.count % 2 == 0 ? (width, height) : (height, width)
  }

  /// Where a pixel goes.
  func place(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let p = place(
      x: Double(x) + 0.5, y: Double(y) + 0.5, width: Double(width), height: Double(height))
    return (Int(p.x), Int(p.y))
  }

  /// Where a point of a picture goes.
  func place(x: Double, y: Double, width: Double, height: Double) -> (x: Double, y: Double) {
    var (x, y, width, height) = (x, y, width, height)
    for _ in 0..<turns.count {
      (x, y) = (height - y, x)
      swap(&width, &height)
    }
    return (isMirrored ? width - x : x, y)
  }

  /// Where a direction in a picture goes: x right, y down.
  func direction(x: Double, y: Double) -> (x: Double, y: Double) {
    var (x, y) = (x, y)
    for _ in 0..<turns.count { (x, y) = (-y, x) }
    return (isMirrored ? -x : x, y)
  }
}
