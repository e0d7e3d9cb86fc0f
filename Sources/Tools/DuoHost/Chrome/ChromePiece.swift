import Foundation

/// How bright the system's bars are: black on what is light, white on what is dark.
struct ChromeInks: Hashable {
  /// 0 or 1.
  var left, right, home: Double
}

/// A piece of what the system and the hardware draw over an app. Pieces that are equal look alike.
struct ChromePiece: Hashable {
  enum Part: Hashable {
    case statusBar(ScreenChrome.StatusBar, ChromeInks)
    case overlay(ScreenChrome.Overlay)
    case homeIndicator(Double)
    case fold(depth: Double)
    case lens(ScreenChrome.Lens)
    /// At the left or right, at the top or bottom.
    case corner(radius: Double)
  }

  var part: Part
  /// It draws nothing elsewhere, in points.
  var box: CGRect
}

extension ScreenChrome {
  /// What the status bar tells.
  struct StatusBar: Hashable {
    var time: String
    var isCameraInUse: Bool
    /// Of the time and of the battery, in points from the left.
    var left, right: Double
  }

  /// In the order in which they are drawn.
  func pieces(_ inks: ChromeInks) -> [ChromePiece] {
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    var pieces: [ChromePiece] = []
    if let statusBarHeight {
      pieces.append(
        ChromePiece(
          part: .statusBar(
            StatusBar(
              time: time, isCameraInUse: isCameraInUse, left: statusBarEnds.left, right: statusBarEnds.right),
            inks),
          box: CGRect(x: 0, y: 0, width: width, height: statusBarHeight)))
    }
    if let overlay {
      pieces.append(
        ChromePiece(
          part: .overlay(overlay), box: overlay == .call ? OverlayPainter.banner(self) : whole))
    }
    if homeIndicatorHeight >= 13 {
      pieces.append(ChromePiece(part: .homeIndicator(inks.home), box: homeBar))
    }
    if foldDepth > 0, let foldBand {
      pieces.append(ChromePiece(part: .fold(depth: foldDepth), box: foldBand))
    }
    for lens in lenses {
      let box = CGRect(
        x: lens.x - lens.radius, y: lens.y - lens.radius, width: 2 * lens.radius, height: 2 * lens.radius)
      pieces.append(ChromePiece(part: .lens(lens), box: box))
    }
    if cornerRadius > 0 {
      let side = cornerRadius
      for y in [0, height - side] {
        for x in [0, width - side] {
          pieces.append(
            ChromePiece(
              part: .corner(radius: side), box: CGRect(x: x, y: y, width: side, height: side)))
        }
      }
    }
    return pieces
  }

  /// Where the time and the battery stand.
  var statusBarSides: (left: CGRect, right: CGRect) {
    guard let statusBarHeight else { return (.zero, .zero) }
    let (ends, middle) = (statusBarEnds, statusBarHeight * 0.5)
    return (
      CGRect(x: ends.left, y: middle - 8, width: 44, height: 16),
      CGRect(x: ends.right - 46, y: middle - 8, width: 46, height: 16)
    )
  }

  var homeBar: CGRect {
    let length = min(width, height) * 0.36
    return CGRect(x: (width - length) / 2, y: height - 13, width: length, height: 5)
  }

  /// Where the glass is shaded along the fold.
  var foldBand: CGRect? {
    fold.map { $0.height > $0.width ? $0.insetBy(dx: -$0.width, dy: 0) : $0.insetBy(dx: 0, dy: -$0.height) }
  }
}
