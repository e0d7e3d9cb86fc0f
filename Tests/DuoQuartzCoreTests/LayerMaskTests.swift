import Foundation
import Testing

@testable import DuoQuartzCore

/// A mask belongs to the tree of the layer that it cuts.
@Suite struct LayerMaskTests {
  @Test func aMaskIsWhereItsLayerIs() {
    let root = CALayer(), layer = CALayer(), mask = CALayer(), inner = CALayer()
    mask.addSublayer(inner)
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.sublayers == nil && mask.attachment.placement == nil)
    let outer = HostPlacement(display: "outer", interfaceTurn: 1)
    root.hostPlacement = outer
    root.addSublayer(layer)
    #expect([layer, mask, inner].allSatisfy { $0.attachment.placement == outer })
    root.hostPlacement = HostPlacement(display: "inner", interfaceTurn: 2)
    #expect(inner.attachment.placement?.display == "inner")
    layer.mask = nil
    #expect(mask.superlayer == nil && [mask, inner].allSatisfy { $0.attachment.placement == nil })
    #expect(layer.attachment.placement?.display == "inner")
    layer.mask = mask
    layer.removeFromSuperlayer()
    #expect([layer, mask, inner].allSatisfy { $0.attachment.placement == nil })
  }

  @Test func aMaskBelongsToOneLayer() {
    let first = CALayer(), second = CALayer(), mask = CALayer()
    first.mask = mask
    second.mask = mask
    #expect(first.mask == nil && second.mask === mask && mask.superlayer === second)
    // As a sublayer it masks nothing any more, and the other way round.
    first.addSublayer(mask)
    #expect(second.mask == nil && mask.superlayer === first)
    second.mask = mask
    #expect(first.sublayers == nil && second.mask === mask)
    mask.removeFromSuperlayer()
    #expect(second.mask == nil && mask.superlayer == nil)
    first.mask = mask
    first.mask = mask
    #expect(first.mask === mask && mask.superlayer === first)
    let other = CALayer()
    first.mask = other
    #expect(mask.superlayer == nil && other.superlayer === first)
  }

  @Test func aMaskIsLaidOutWithItsLayer() {
    final class Counting: CALayer {
      var layouts = 0
      override func layoutSublayers() { layouts += 1 }
    }
    let layer = CALayer(), mask = Counting()
    layer.mask = mask
    mask.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(mask.needsLayout())
    layer.layoutIfNeeded()
    #expect(mask.layouts == 1 && !mask.needsLayout())
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(mask.layouts == 1)
  }

  @Test func masksAnimate() async {
    await #expect(processExitsWith: .success) { try await MaskStory.run() }
  }

  @Test func copiesShareAMaskAndDoNotTakeIt() {
    let layer = CALayer(), mask = CALayer()
    layer.hostPlacement = HostPlacement(display: "outer", interfaceTurn: 0)
    layer.mask = mask
    layer.layoutIfNeeded()
    let child = CALayer()
    layer.addSublayer(child)
    let copy = LayerCopy.tree(of: layer)
    #expect(copy.mask === mask && mask.superlayer === layer && copy.sublayers?.count == 1)
    #expect(mask.attachment.placement?.display == "outer" && mask.presentation() != nil)
  }
}

@MainActor private enum MaskStory {
  static func run() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    let mask = CALayer()
    layer.mask = mask
    mask.opacity = 0.5
    verify(mask.animationKeys() == nil, "not before it was shown")
    stage.root.layoutIfNeeded()
    verify(mask.presentation() != nil, "shown")
    // As any shown layer, it goes to new values by itself; the host has to draw meanwhile.
    mask.opacity = 1
    verify(mask.animationKeys() == ["opacity"] && stage.root.isAnimating, "implicit")
    await stage.advance(0.1)
    let between = mask.presentation()?.opacity ?? 0
    verify(between > 0.5 && between < 1, "\(between)")
    await stage.advance(0.2)
    verify(!stage.root.isAnimating && mask.presentation()?.opacity == 1, "arrived")
    let ear = AnimationEar()
    let animation = AnimationStories.fadeOut(10)
    animation.delegate = ear
    // Its time is that of its layer.
    layer.speed = 2
    mask.add(animation, forKey: "fade")
    await stage.advance(1)
    verify(about(Double(mask.presentation()?.opacity ?? 9), 0.8), "\(mask.presentation()?.opacity ?? 9)")
    layer.removeFromSuperlayer()
    await stage.settle()
    verify(ear.heard == ["start fade", "stop fade false"], "\(ear.heard)")
    verify(mask.animationKeys() == nil && stage.clock.isIdle, "gone with its layer")
  }
}
