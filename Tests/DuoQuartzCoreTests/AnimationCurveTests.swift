import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct AnimationCurveTests {
  /// The plain definition: halve the parameter until x is met.
  static func bisected(_ c: (Double, Double, Double, Double), _ x: Double) -> Double {
    func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if bezier(c.0, c.2, middle) < x { low = middle } else { high = middle }
    }
    return bezier(c.1, c.3, (low + high) / 2)
  }

  @Test func namedAndRandomCurvesFollowTheirControlPoints() {
    var random = SeededRandom(3)
    var curves: [(CAMediaTimingFunction, (Double, Double, Double, Double))] = [
      (CAMediaTimingFunction(name: .linear), (0, 0, 1, 1)),
      (CAMediaTimingFunction(name: .easeIn), (0.42, 0, 1, 1)),
      (CAMediaTimingFunction(name: .easeOut), (0, 0, 0.58, 1)),
      (CAMediaTimingFunction(name: .easeInEaseOut), (0.42, 0, 0.58, 1)),
      (CAMediaTimingFunction(name: .default), (0.25, 0.1, 0.25, 1)),
      (CAMediaTimingFunction(controlPoints: 0, 1, 0, 1), (0, 1, 0, 1)),
      (CAMediaTimingFunction(controlPoints: 1, 0, 0, 1), (1, 0, 0, 1)),
    ]
    for _ in 0..<40 {
      let c = (0..<4).map { Float(random.number($0 % 2 == 0 ? 0...1 : -1...2)) }
      curves.append(
        (
          CAMediaTimingFunction(controlPoints: c[0], c[1], c[2], c[3]),
          (Double(c[0]), Double(c[1]), Double(c[2]), Double(c[3]))
        ))
    }
    var mismatches: [String] = []
    for (function, points) in curves {
      for step in 0...50 {
        let x = Double(step) / 50
        let (is_, be) = (function(x), Self.bisected(points, x))
        if abs(is_ - be) > 1e-5 { mismatches.append("\(points) at \(x): \(is_), not \(be)") }
      }
      if function(-0.5) != 0 || function(1.5) != 1 { mismatches.append("\(points) beyond its ends") }
    }
    #expect(mismatches == [])
  }

  @Test func controlPointsCanBeReadBack() {
    let function = CAMediaTimingFunction(controlPoints: 0.25, -1, 2, 0.5)
    var read: [[Float]] = []
    for index in 0..<4 {
      var values: [Float] = [9, 9]
      function.getControlPoint(at: index, values: &values)
      read.append(values)
    }
    #expect(read == [[0, 0], [0.25, -1], [1, 0.5], [1, 1]])
    #expect(CAMediaTimingFunction(name: .easeIn) == CAMediaTimingFunction(name: .easeIn))
    #expect(CAMediaTimingFunction(name: .easeIn) != CAMediaTimingFunction(name: .easeOut))
  }

  @Test func unknownNamesAndPointsStop() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: "wobble"))
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      var values: [Float] = [0, 0]
      CAMediaTimingFunction(name: .linear).getControlPoint(at: 4, values: &values)
    }
  }

  // MARK: Springs

  /// The equation of motion in small steps (Runge and Kutta's), from 0 towards 1.
  static func integrated(_ spring: Spring, until end: Double) -> [(time: Double, x: Double)] {
    let h = 1e-4
    var (x, v, time) = (0.0, spring.initialVelocity, 0.0)
    func pull(_ x: Double, _ v: Double) -> Double {
      (-spring.damping * v - spring.stiffness * (x - 1)) / spring.mass
    }
    var path = [(time, x)]
    while time < end {
      let (k1x, k1v) = (v, pull(x, v))
      let (k2x, k2v) = (v + h / 2 * k1v, pull(x + h / 2 * k1x, v + h / 2 * k1v))
      let (k3x, k3v) = (v + h / 2 * k2v, pull(x + h / 2 * k2x, v + h / 2 * k2v))
      let (k4x, k4v) = (v + h * k3v, pull(x + h * k3x, v + h * k3v))
      x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x)
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
      time += h
      path.append((time, x))
    }
    return path
  }

  static let springs = [
    Spring(), Spring(mass: 2, stiffness: 300, damping: 5), Spring(mass: 1, stiffness: 100, damping: 20),
    Spring(mass: 1, stiffness: 100, damping: 45),
    Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 8),
    Spring(mass: 1, stiffness: 100, damping: 45, initialVelocity: -6),
    Spring(mass: 1, stiffness: 100, damping: 20, initialVelocity: 30),
    Spring(perceptualDuration: 0.5, bounce: 0.3), Spring(perceptualDuration: 0.5, bounce: -0.4),
  ]

  @Test func springsMoveAsTheirEquationSays() {
    var mismatches: [String] = []
    for spring in Self.springs {
      for (index, sample) in Self.integrated(spring, until: 2).enumerated() where index % 200 == 0 {
        let x = spring.position(at: sample.time)
        if abs(x - sample.x) > 1e-6 {
          mismatches.append("\(spring) at \(sample.time): \(x), not \(sample.x)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func springsSettleWithinAThousandth() {
    var mismatches: [String] = []
    for spring in Self.springs {
      let settled = spring.settlingDuration
      let path = Self.integrated(spring, until: settled * 2 + 0.1)
      let last = path.last { abs($0.x - 1) > 1e-3 }?.time ?? 0
      // The envelope of a swing is above its peaks: up to one swing earlier.
      if last > settled + 1e-3 || settled > last + spring.perceptualDuration {
        mismatches.append("\(spring) settles after \(last), not \(settled)")
      }
    }
    #expect(mismatches == [])
    #expect(Spring(damping: 0).settlingDuration == .infinity)
  }

  @Test func dampingRatiosSettleInTheTimeAskedFor() {
    var mismatches: [String] = []
    for ratio in [0.2, 0.5, 0.8, 1] {
      for duration in [0.3, 1, 2.5] {
        for velocity in [0.0, 3] {
          let spring = Spring(dampingRatio: ratio, settlingIn: duration, initialVelocity: velocity)
          if !about(spring.dampingRatio, ratio) || !about(spring.settlingDuration, duration, 1e-3) {
            mismatches.append("\(ratio) in \(duration): \(spring.dampingRatio) in \(spring.settlingDuration)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aSpringAnimationHasApplesValues() {
    let spring = CASpringAnimation(keyPath: "position")
    #expect(
      spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
    spring.damping = 50
    #expect(about(spring.spring.dampingRatio, 1))
    spring.allowsOverdamping = true
    #expect(about(spring.spring.dampingRatio, 2.5))
    let described = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.25)
    #expect(about(described.perceptualDuration, 0.5) && about(described.bounce, 0.25))
    #expect(about(described.stiffness, pow(2 * .pi / 0.5, 2), 1e-6))
    #expect(described.duration == described.settlingDuration)
  }
}
