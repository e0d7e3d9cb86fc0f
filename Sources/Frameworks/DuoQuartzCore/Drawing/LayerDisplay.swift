import Foundation

extension CALayer {
  func displayNow() {
    guard looks.needsDisplay, bounds.width > 0, bounds.height > 0 else { return }
    looks.needsDisplay = false
    display()
  }

  /// Draws every layer of the tree that asked for it.
  package func displayTree() {
    displayIfNeeded()
    looks.mask?.displayTree()
    for child in children { child.displayTree() }
  }

  /// Records what `draw(in:)` draws and shows it as `contents`. A layer that draws nothing keeps none.
  package func record() {
    let drawing = Drawing(bounds: bounds, scale: contentsScale) { draw(in: $0) }
    if drawing.isEmpty {
      if contents is Drawing { contents = nil }
    } else {
      contents = drawing
    }
    GlyphReports.report(drawing.textsWithoutGlyphs)
  }

  func sizeDidChange() {
    if looks.needsDisplayOnBoundsChange { setNeedsDisplay() }
  }
}
