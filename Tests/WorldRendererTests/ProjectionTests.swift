import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Rays of targets against a plain walk from a target's pixel back to the sensor.
@Suite struct ProjectionTests {
  struct Setup {
    var camera: CameraPose
    var width, height: Int
    var field, zoom: Double
    var window: FrameWindow
    var targetWidth, targetHeight: Int

    init(_ random: inout FixedNumbers) {
      var forward, up: Vector3
      repeat {
        (forward, up) = (random.vector(-1...1), random.vector(-1...1))
      } while forward.cross(up).length < 0.2
      camera = CameraPose(position: random.vector(-3...3), forward: forward, up: up)
      (width, height) = (
        Int.random(in: 100...4000, using: &random), Int.random(in: 100...4000, using: &random)
      )
      (field, zoom) = (random.number(10...150), random.number(1...8))
      window = FrameWindow(
        x: random.number(-0.5...0.5), y: random.number(-0.5...0.5), width: random.number(0.1...1.5),
        height: random.number(0.1...1.5), rotation: QuarterTurns(Int.random(in: 0...3, using: &random)),
        isMirrored: Bool.random(using: &random))
      targetWidth = Int.random(in: 1...900, using: &random)
      targetHeight = Int.random(in: 1...900, using: &random)
    }

    var projection: Projection {
      Projection(
        camera: camera, width: width, height: height, fieldOfView: field, zoom: zoom, window: window,
        targetWidth: targetWidth, targetHeight: targetHeight)
    }

    /// The sensor's pixel that lands on a target's pixel: unstretch, flip back, turn back, uncrop.
    func sensor(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
      var (a, b) = (u / Double(targetWidth), v / Double(targetHeight))
      if window.isMirrored { a = 1 - a }
      // One quarter turn clockwise takes the left edge to the top: back goes the other way, as often.
      for _ in 0..<window.rotation.count { (a, b) = (b, 1 - a) }
      return (Double(width) * (window.x + a * window.width), Double(height) * (window.y + b * window.height))
    }

    /// The direction of a sensor's pixel, from the focal length in pixels.
    func ray(_ x: Double, _ y: Double) -> Vector3 {
      let focal = Double(width) / 2 / tan(field / 2 * .pi / 180) * zoom
      let right: Vector3 = camera.right * ((x - Double(width) / 2) / focal)
      let up: Vector3 = camera.up * ((Double(height) / 2 - y) / focal)
      return camera.forward + right + up
    }
  }

  @Test func raysAreThoseOfTheSensorsPixels() {
    var random = FixedNumbers(state: 11)
    var mismatches: [String] = []
    for _ in 0..<400 {
      let setup = Setup(&random)
      let projection = setup.projection
      for _ in 0..<4 {
        let (u, v) = (random.number(-10...910), random.number(-10...910))
        let at = setup.sensor(u, v)
        let wanted = setup.ray(at.x, at.y)
        let got: Vector3 = projection.d0 + projection.dx * u + projection.dy * v
        if (got - wanted).length > 1e-9 * wanted.length * 100 {
          mismatches.append("\(setup.window) (\(u), \(v))")
        }
        // Its length along the axis is 1.
        if abs(got.dot(setup.camera.forward) - 1) > 1e-9 { mismatches.append("length") }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }

  /// A point on a pixel's ray is seen in that pixel, at its depth; nothing behind the lens is seen.
  @Test func pointsComeBackToTheirPixels() {
    var random = FixedNumbers(state: 12)
    var mismatches: [String] = []
    for _ in 0..<400 {
      let setup = Setup(&random)
      let projection = setup.projection
      let (u, v, depth) = (random.number(0...900), random.number(0...900), random.number(0.01...50))
      let point: Vector3 = projection.origin + (projection.d0 + projection.dx * u + projection.dy * v) * depth
      let h = projection.homogeneous(point)
      if abs(h.z / depth - 1) > 1e-6 { mismatches.append("depth \(h.z), not \(depth)") }
      if let pixel = projection.pixel(of: point) {
        if hypot(pixel.x - u, pixel.y - v) > 1e-4 { mismatches.append("(\(u), \(v)): \(pixel)") }
      } else {
        mismatches.append("not seen")
      }
      let behind: Vector3 = projection.origin * 2 - point
      if projection.pixel(of: behind) != nil { mismatches.append("seen from behind") }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }

  /// Half the pixels, twice the step: the same rays.
  @Test func aTargetOfHalfTheSizeHasTheSameRays() {
    var random = FixedNumbers(state: 13)
    for _ in 0..<50 {
      var setup = Setup(&random)
      setup.targetWidth *= 2
      setup.targetHeight *= 2
      let double = setup.projection
      setup.targetWidth /= 2
      setup.targetHeight /= 2
      let single = setup.projection
      let scaled = double.scaled(by: 2)
      #expect((scaled.dx - single.dx).length < 1e-12 && (scaled.dy - single.dy).length < 1e-12)
      #expect(scaled.d0 == single.d0 && scaled.origin == single.origin)
    }
  }
}
