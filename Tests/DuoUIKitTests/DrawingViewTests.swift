import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import Testing

@testable import DuoUIKit

@MainActor
private final class Bar: UIView {
  var drawn: [CGRect] = []
  var tintChanges = 0
  override func draw(_ rect: CGRect) {
    super.draw(rect)
    drawn.append(rect)
    UIColor.label.setFill()
    UIRectFill(rect)
  }
  override func tintColorDidChange() { tintChanges += 1 }
}

private let box = CGRect(x: 0, y: 0, width: 20, height: 10)

extension Drawing {
  fileprivate var firstPixel: [UInt8] { image(scale: 1)!.withPixels { Array($0.prefix(4)) } }
}

@MainActor
@Suite struct DrawingViewTests {
  @Test func onlyViewsThatDrawKeepADrawing() {
    let plain = UIView(frame: box), bar = Bar(frame: box)
    plain.addSubview(bar)
    plain.layer.displayTree()
    #expect(plain.layer.contents == nil && bar.layer.contents is Drawing && bar.drawn == [box])
    plain.layer.displayTree()
    #expect(bar.drawn.count == 1)
    bar.setNeedsDisplay()
    plain.layer.displayTree()
    #expect(bar.drawn.count == 2 && UIGraphicsGetCurrentContext() == nil)
  }

  @Test func contentModesAreTheLayersGravity() {
    let names: [(UIView.ContentMode, String)] = [
      (.scaleToFill, "resize"), (.scaleAspectFit, "resizeAspect"), (.scaleAspectFill, "resizeAspectFill"),
      (.redraw, "resize"), (.center, "center"), (.top, "top"), (.bottom, "bottom"), (.left, "left"),
      (.right, "right"), (.topLeft, "topLeft"), (.topRight, "topRight"), (.bottomLeft, "bottomLeft"),
      (.bottomRight, "bottomRight"),
    ]
    let view = UIView(frame: box)
    var mismatches: [String] = []
    for (mode, gravity) in names {
      view.contentMode = mode
      if view.layer.contentsGravity.rawValue != gravity { mismatches.append(gravity) }
      if view.layer.needsDisplayOnBoundsChange != (mode == .redraw) { mismatches.append("\(mode) redraws") }
    }
    #expect(mismatches == [])
    let bar = Bar(frame: box)
    bar.contentMode = .redraw
    bar.layer.displayTree()
    bar.frame.size.width = 30
    bar.layer.displayTree()
    #expect(bar.drawn.map(\.width) == [20, 30])
  }

  @Test func tintComesFromAround() {
    let outer = UIView(), middle = UIView(), bar = Bar()
    outer.addSubview(middle)
    middle.addSubview(bar)
    #expect(bar.tintColor == .systemBlue)
    outer.tintColor = .red
    #expect(bar.tintColor == .red && bar.tintChanges == 1)
    middle.tintColor = .green
    #expect(bar.tintColor == .green && bar.tintChanges == 2)
    outer.tintColor = .blue
    #expect(bar.tintColor == .green && bar.tintChanges == 2)
    middle.tintColor = nil
    #expect(bar.tintColor == .blue && bar.tintChanges == 3)
    bar.removeFromSuperview()
    #expect(bar.tintColor == .systemBlue && bar.tintChanges == 4)
  }

  @Test func coloursFollowTheStyle() {
    let view = UIView(frame: box), bar = Bar(frame: box)
    view.addSubview(bar)
    view.backgroundColor = .systemBackground
    view.layer.displayTree()
    #expect(view.layer.backgroundColor?.rgba.red == 1 && view.backgroundColor == .systemBackground)
    #expect((bar.layer.contents as? Drawing)?.firstPixel == [0, 0, 0, 255])
    view.overrideUserInterfaceStyle = .dark
    view.layer.displayTree()
    #expect(view.layer.backgroundColor?.rgba.red == 0 && view.backgroundColor == .systemBackground)
    #expect((bar.layer.contents as? Drawing)?.firstPixel == [255, 255, 255, 255])
    // What the layer is given counts.
    view.layer.backgroundColor = CGColor(gray: 0.5, alpha: 1)
    #expect(view.backgroundColor == UIColor(white: 0.5, alpha: 1))
    // Moving to other surroundings is a change too.
    let light = UIView()
    bar.backgroundColor = .systemBackground
    light.addSubview(bar)
    #expect(bar.layer.backgroundColor?.rgba.red == 1)
  }

  @Test func aViewCanBeAMask() {
    let view = UIView(frame: box), mask = UIView(frame: box)
    view.mask = mask
    #expect(view.layer.mask === mask.layer && view.mask === mask)
    view.mask = nil
    #expect(view.layer.mask == nil)
  }
}
