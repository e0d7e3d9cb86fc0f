import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoQuartzCore

/// Who keeps whom alive.
@Suite struct LayerMemoryTests {
  @Test func aTreeGoesWithItsRoot() {
    weak var gone: CALayer?
    weak var mask: CALayer?
    weak var copy: CALayer?
    do {
      let root = CALayer(), child = CALayer(), cut = CALayer()
      root.hostPlacement = HostPlacement(display: "outer", interfaceTurn: 0)
      root.layoutRequest = { [weak root] in _ = root }
      root.addSublayer(child)
      child.mask = cut
      root.layoutIfNeeded()
      child.add(AnimationStoriesPlain.fade(), forKey: "fade")
      copy = child.presentation()
      (gone, mask) = (child, cut)
      #expect(copy != nil && copy?.model() === child)
    }
    #expect(gone == nil && mask == nil && copy == nil)
  }

  @Test func delegatesOfLayersAreNotKept() {
    final class Idle: CALayerDelegate {}
    let layer = CALayer()
    weak var gone: Idle?
    do {
      let idle = Idle()
      layer.delegate = idle
      gone = idle
    }
    #expect(gone == nil && layer.delegate == nil)
    layer.setNeedsDisplay()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
  }

  @Test func aLayerThatLeavesItsTreeIsLetGo() {
    let root = CALayer()
    weak var first: CALayer?
    weak var second: CALayer?
    do {
      let (one, two) = (CALayer(), CALayer())
      root.sublayers = [one, two]
      (first, second) = (one, two)
    }
    #expect(first != nil && second != nil)
    root.replaceSublayer(first!, with: CALayer())
    #expect(first == nil && root.sublayers?.count == 2)
    root.sublayers = nil
    #expect(second == nil && root.sublayers == nil)
    root.mask = CALayer()
    weak let mask = root.mask
    root.mask = nil
    #expect(mask == nil)
  }

  /// A picture that is shown is kept, one that was shown is not.
  @Test func presentationsDoNotPileUp() {
    let layer = CALayer()
    layer.hostPlacement = HostPlacement(display: "outer", interfaceTurn: 0)
    layer.layoutIfNeeded()
    weak var old: CALayer?
    do { old = layer.presentation() }
    #expect(old != nil || layer.animationKeys() == nil)
    layer.opacity = 0.3
    _ = layer.presentation()
    #expect(old == nil)
  }

  @Test func animationsLetGoOfWhatTheyKept() async {
    await #expect(processExitsWith: .success) { try await MemoryStory.animations() }
  }

  @Test func displayLinksLetGoOfTheirTargets() async {
    await #expect(processExitsWith: .success) { try await MemoryStory.links() }
  }
}

private enum AnimationStoriesPlain {
  static func fade() -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (1, 0, 1)
    return animation
  }
}

@MainActor private enum MemoryStory {
  final class Token {}

  static func animations() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    // Delegates are kept until the animation is gone: ended, replaced, taken away, or its layer gone.
    func add(_ key: String?, _ layer: CALayer, seconds: Double = 1) -> () -> AnimationEar? {
      let ear = AnimationEar()
      let animation = AnimationStories.fadeOut(seconds)
      animation.delegate = ear
      layer.add(animation, forKey: key)
      return { [weak ear] in ear }
    }
    let ended = add("a", layer), replaced = add("b", layer), taken = add("c", layer)
    _ = add("b", layer)
    layer.removeAnimation(forKey: "c")
    await stage.settle()
    verify(ended() != nil && replaced() == nil && taken() == nil, "replaced and taken away")
    await stage.advance(1)
    verify(ended() == nil, "ended")
    var lost: (() -> AnimationEar?)?
    do {
      let other = stage.shownLayer()
      lost = add(nil, other, seconds: 100)
      other.removeFromSuperlayer()
    }
    await stage.settle()
    verify(lost?() == nil, "the layer has gone")
    // One that stays keeps its delegate, and is told once.
    let kept = AnimationStories.fadeOut(1)
    kept.isRemovedOnCompletion = false
    var ear: AnimationEar? = AnimationEar()
    weak let weakEar = ear
    kept.delegate = ear
    ear = nil
    layer.add(kept, forKey: "kept")
    kept.delegate = nil
    await stage.advance(5)
    verify(weakEar != nil, "kept")
    layer.removeAllAnimations()
    await stage.settle()
    verify(weakEar == nil, "let go")
    // Completions are let go when they were called.
    weak var token: Token?
    do {
      let mine = Token()
      token = mine
      CATransaction.begin()
      CATransaction.setCompletionBlock { _ = mine }
      layer.add(AnimationStories.fadeOut(1), forKey: "t")
      CATransaction.commit()
    }
    verify(token != nil, "not yet")
    await stage.advance(1)
    verify(token == nil, "called and let go")
    // A transition keeps what was shown, as a copy, until it is over.
    weak var cover: CALayer?
    let fade = CATransition()
    fade.duration = 1
    layer.add(fade, forKey: kCATransition)
    cover = layer.presented.cover?.layer
    verify(cover != nil, "covered")
    await stage.advance(1)
    _ = layer.presented
    verify(cover == nil && stage.clock.isIdle, "uncovered")
  }

  static func links() async throws {
    let stage = try AnimationStage()
    func link(_ token: Token) -> CADisplayLink {
      CADisplayLink(target: token, selector: Selector("tick:") { _ in })
    }
    weak var target: Token?
    weak var running: CADisplayLink?
    do {
      let token = Token()
      let made = link(token)
      made.add(to: .main, forMode: .common)
      (target, running) = (token, made)
    }
    await stage.advance(1)
    verify(target != nil && running != nil, "the run loop keeps it")
    running?.invalidate()
    await stage.advance(1)
    verify(target == nil && running == nil && stage.clock.isIdle, "invalidated")
    do {
      let token = Token()
      let made = link(token)
      (target, running) = (token, made)
    }
    verify(target == nil && running == nil, "never added")
    do {
      let token = Token()
      let made = link(token)
      made.add(to: .main, forMode: .default)
      made.add(to: .main, forMode: .common)
      made.remove(from: .main, forMode: .common)
      (target, running) = (token, made)
    }
    await stage.advance(1)
    verify(running != nil, "one mode is left")
    running?.remove(from: .main, forMode: .default)
    await stage.advance(1)
    verify(running == nil && target == nil && stage.clock.isIdle, "no mode is left")
  }
}
