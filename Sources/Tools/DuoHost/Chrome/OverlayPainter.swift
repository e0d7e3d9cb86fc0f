import CCairo
import DuoCoreGraphics
import Foundation

/// Draws what the system lays over an app: a banner or a panel of no particular make, so that a picture tells why the app
/// is inactive.
enum OverlayPainter {
  static func paint(_ chrome: ScreenChrome, on canvas: Canvas) {
    switch chrome.overlay {
    case .call: call(banner(chrome), on: canvas)
    case .panel: panel(chrome, on: canvas)
    case nil: break
    }
  }

  /// Below the status bar and any camera at the top, as wide as a phone in the hand.
  static func banner(_ chrome: ScreenChrome) -> CGRect {
    let width = min(chrome.width - 24, 440)
    let lenses = chrome.lenses.filter { $0.y < chrome.height / 4 && abs($0.x - chrome.width / 2) < width / 2 }
    let top = max(chrome.statusBarHeight ?? 0, lenses.map { $0.y + $0.radius }.max() ?? 0)
    return CGRect(x: (chrome.width - width) / 2, y: top + 8, width: width, height: 72)
  }

  private static func call(_ banner: CGRect, on canvas: Canvas) {
    canvas.save()
    defer { canvas.restore() }
    cairo_rectangle(canvas.context, banner.minX, banner.minY, banner.width, banner.height)
    cairo_clip(canvas.context)
    canvas.path(banner, radius: 28)
    canvas.fill(ChromePainter.grey(0.13, alpha: 0.96))
    ChromePainter.text(
      "Incoming call", size: 17, weight: 0.3, gray: 1, at: CGPoint(x: banner.minX + 24, y: banner.midY),
      anchor: 0, on: canvas)
    let colours = [
      CGColor(srgbRed: 0.2, green: 0.78, blue: 0.35, alpha: 1),
      CGColor(srgbRed: 1, green: 0.23, blue: 0.19, alpha: 1),
    ]
    for (index, colour) in colours.enumerated() {
      let disc = CGRect(
        x: banner.maxX - 60 - Double(index) * 56, y: banner.midY - 22, width: 44, height: 44)
      canvas.path(disc, radius: 22)
      canvas.fill(LayerSnapshot.Colour(colour))
    }
  }

  /// Darkened glass, with a block of tiles in its middle.
  private static func panel(_ chrome: ScreenChrome, on canvas: Canvas) {
    canvas.path(CGRect(x: 0, y: 0, width: chrome.width, height: chrome.height), radius: 0)
    canvas.fill(ChromePainter.grey(0.08, alpha: 0.72))
    let side = min(chrome.width, chrome.height) / 6
    let gap = side / 4
    let (left, top) = (chrome.width / 2 - 2 * side - 1.5 * gap, chrome.height / 2 - 1.5 * side - gap)
    for row in 0..<3 {
      for column in 0..<4 {
        let tile = CGRect(
          x: left + Double(column) * (side + gap), y: top + Double(row) * (side + gap), width: side,
          height: side)
        canvas.path(tile, radius: side / 4)
        canvas.fill(ChromePainter.grey(1, alpha: row == 0 && column == 0 ? 0.85 : 0.28))
      }
    }
  }
}
