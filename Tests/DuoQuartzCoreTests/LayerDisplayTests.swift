import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import Testing

private let box = CGRect(x: 0, y: 0, width: 40, height: 20)

/// Draws a bar and counts how often.
private final class BarLayer: CALayer {
  var drawn = 0
  override func draw(in ctx: CGContext) {
    drawn += 1
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width, height: 5))
  }
}

private final class Painter: CALayerDelegate {
  var story: [String] = []
  var fills = false
  func draw(_ layer: CALayer, in ctx: CGContext) {
    story.append("draw")
    if fills { ctx.fill(layer.bounds) }
  }
}

private final class Provider: CALayerDelegate {
  let image = Drawing(bounds: box) { $0.fill(box) }.image(scale: 1)!
  var story: [String] = []
  func display(_ layer: CALayer) {
    story.append("display")
    layer.contents = image
  }
  func draw(_ layer: CALayer, in ctx: CGContext) { story.append("draw") }
}

@Suite struct LayerDisplayTests {
  @Test func aLayerDrawsOnceWhenAsked() {
    let layer = BarLayer()
    layer.displayIfNeeded()
    #expect(layer.drawn == 0 && !layer.needsDisplay())
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    // Without a size it waits.
    #expect(layer.drawn == 0 && layer.needsDisplay())
    layer.bounds = box
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(layer.drawn == 1 && !layer.needsDisplay())
    #expect(layer.contents is Drawing)
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(layer.needsDisplay())
  }

  @Test func theTreeDrawsWhatAskedForIt() {
    let root = CALayer()
    let layers = (0..<3).map { _ in BarLayer() }
    for layer in layers {
      layer.bounds = box
      layer.setNeedsDisplay()
    }
    root.addSublayer(layers[0])
    layers[0].addSublayer(layers[1])
    layers[1].mask = layers[2]
    root.displayTree()
    #expect(layers.map(\.drawn) == [1, 1, 1])
    layers[1].setNeedsDisplay()
    root.displayTree()
    #expect(layers.map(\.drawn) == [1, 2, 1])
  }

  @Test func askingReachesWhoeverShowsTheTree() {
    let root = CALayer(), child = CALayer(), mask = CALayer()
    var requests = 0
    root.addSublayer(child)
    child.mask = mask
    root.layoutRequest = { requests += 1 }
    child.setNeedsDisplay()
    mask.setNeedsDisplay()
    #expect(requests == 2 && mask.superlayer === child && child.sublayers == nil)
  }

  @Test func anotherSizeStretchesOrDrawsAnew() {
    let layer = BarLayer()
    layer.bounds = box
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.bounds.size.height = 40
    layer.displayIfNeeded()
    #expect(layer.drawn == 1)
    guard case .drawing(let drawing, let place) = layer.shownContents else {
      Issue.record("no drawing")
      return
    }
    #expect(drawing.bounds == box && place == layer.bounds)
    layer.contentsGravity = .top
    if case .drawing(_, let place) = layer.shownContents { #expect(place == box) }
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 60
    layer.displayIfNeeded()
    layer.bounds.origin.x = 5
    layer.displayIfNeeded()
    #expect(layer.drawn == 2)
  }

  @Test func delegatesDrawOrProvide() {
    let layer = CALayer()
    layer.bounds = box
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(painter.story == ["draw"] && layer.contents == nil && layer.shownContents == nil)
    painter.fills = true
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents is Drawing)
    // What draws nothing any more shows nothing.
    painter.fills = false
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    let provider = Provider()
    layer.delegate = provider
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(provider.story == ["display"] && layer.contents as? CGImage == provider.image)
  }

  @Test func copiesHaveTheSameLooks() {
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: box, transform: nil)
    shape.lineWidth = 3
    shape.lineCap = .round
    shape.lineJoin = .bevel
    shape.fillRule = .evenOdd
    shape.lineDashPattern = [1, 2]
    shape.shadowOpacity = 0.5
    shape.maskedCorners = [.layerMaxXMaxYCorner]
    let copy = CAShapeLayer(layer: shape)
    #expect(copy.path == shape.path && copy.lineWidth == 3 && copy.lineCap == .round)
    #expect(copy.lineJoin == .bevel && copy.fillRule == .evenOdd && copy.lineDashPattern == [1, 2])
    #expect(copy.shadowOpacity == 0.5 && copy.maskedCorners == [.layerMaxXMaxYCorner])
    let text = CATextLayer()
    text.string = "text"
    text.fontSize = 11
    text.alignmentMode = .center
    let same = CATextLayer(layer: text)
    #expect(same.string as? String == "text" && same.fontSize == 11 && same.alignmentMode == .center)
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor.black, CGColor.white]
    gradient.locations = [0, 0.5]
    gradient.type = .radial
    let other = CAGradientLayer(layer: gradient)
    #expect(other.colors?.count == 2 && other.locations == [0, 0.5] && other.type == .radial)
  }

  @Test func defaultsAreApples() {
    let layer = CALayer()
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowRadius == 3)
    #expect(layer.shadowOpacity == 0 && layer.shadowColor == .black && layer.contentsScale == 1)
    #expect(!layer.isOpaque && layer.mask == nil && layer.maskedCorners.rawValue == 15)
    let shape = CAShapeLayer()
    #expect(shape.fillColor == .black && shape.strokeColor == nil && shape.lineWidth == 1)
    #expect(shape.miterLimit == 10 && shape.strokeStart == 0 && shape.strokeEnd == 1)
    let text = CATextLayer()
    #expect(text.fontSize == 36 && text.foregroundColor == .white && !text.isWrapped)
    let gradient = CAGradientLayer()
    #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0) && gradient.endPoint == CGPoint(x: 0.5, y: 1))
  }

  @Test func aShapesPathIsACopy() {
    let path = CGMutablePath()
    path.addRect(box)
    let shape = CAShapeLayer()
    shape.path = path
    path.addRect(CGRect(x: 100, y: 100, width: 5, height: 5))
    #expect(shape.path?.boundingBox == box)
    guard case .shape(let shown) = shape.shownContents else {
      Issue.record("no shape")
      return
    }
    #expect(shown.path.controlBox == box && LayerContents.shape(shown).inkBox == box)
    shape.strokeColor = .black
    shape.lineJoin = .round
    shape.lineWidth = 4
    #expect(shape.shownContents?.inkBox == box.insetBy(dx: -3, dy: -3))
  }

  @Test func textLayersDrawTheirText() {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
    layer.fontSize = 20
    layer.string = "HHH"
    layer.alignmentMode = .right
    layer.displayIfNeeded()
    let width = TextLayout([TextRun("HHH", font: FontDescription(size: 20))]).size.width
    guard let ink = (layer.contents as? Drawing)?.inkBox else {
      Issue.record("nothing drawn")
      return
    }
    #expect(ink.minX > 100 - width - 1 && ink.maxX <= 100 && ink.minY > 3 && ink.maxY < 22)
    layer.string = NSAttributedString(string: "")
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    layer.isWrapped = true
    layer.string = "several words that need more than one line"
    layer.truncationMode = .end
    layer.displayIfNeeded()
    #expect(((layer.contents as? Drawing)?.inkBox.maxY ?? 0) > 25)
  }
}
