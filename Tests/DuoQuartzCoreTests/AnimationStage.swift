import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

@testable import DuoQuartzCore

/// A shown tree of layers on a phone whose clock the test moves. One for a process.
@MainActor
final class AnimationStage {
  let clock: ManualClock
  private let phone: SimulatedPhone
  let root = CALayer()

  init() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    (self.phone, self.clock) = (phone, clock)
    phone.makeCurrent()
    CMClock.readHostTime { clock.now.nanoseconds }
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 600)
    root.hostPlacement = HostPlacement(display: "outer", interfaceTurn: 0)
    root.layoutIfNeeded()
  }

  /// A layer that has been shown.
  func shownLayer<Layer: CALayer>(_ layer: Layer = CALayer()) -> Layer {
    root.addSublayer(layer)
    root.layoutIfNeeded()
    return layer
  }

  /// Lets the main queue run dry.
  func settle() async {
    for _ in 0..<4 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
  }

  func advance(_ seconds: Double) async {
    clock.advance(by: PhoneDuration(seconds: seconds))
    await settle()
  }
}

/// What an animation's delegate heard.
final class AnimationEar: CAAnimationDelegate {
  var heard: [String] = []
  func animationDidStart(_ anim: CAAnimation) {
    heard.append("start \(anim.value(forKey: "name") ?? "none")")
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    heard.append("stop \(anim.value(forKey: "name") ?? "none") \(flag)")
  }
}

func about(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
