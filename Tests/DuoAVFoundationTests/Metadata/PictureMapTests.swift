import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// The four steps of the reference, in pixels: a point of a picture of W x H, turned clockwise inside the new size,
/// flipped, scaled with the gravity, moved to the middle.
private func plain(
  _ p: CGPoint, _ w: Double, _ h: Double, angle: Int, mirrored: Bool, _ gravity: AVLayerVideoGravity,
  _ bounds: CGRect
) -> CGPoint {
  var (x, y, width, height) = (p.x * w, p.y * h, w, h)
  for _ in 0..<angle / 90 {
    (x, y) = (height - y, x)
    (width, height) = (height, width)
  }
  if mirrored { x = width - x }
  var (sx, sy) = (bounds.width / width, bounds.height / height)
  if gravity == .resizeAspect { (sx, sy) = (min(sx, sy), min(sx, sy)) }
  if gravity == .resizeAspectFill { (sx, sy) = (max(sx, sy), max(sx, sy)) }
  return CGPoint(
    x: bounds.minX + (bounds.width - width * sx) / 2 + x * sx,
    y: bounds.minY + (bounds.height - height * sy) / 2 + y * sy)
}

@Suite struct PictureMapTests {
  private func near(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6 }

  /// All angles, mirroring and gravities over random pictures, layers and points.
  @Test func layerMapsFollowThePlainSteps() {
    var random = SystemSeed(state: 11)
    var mismatches: [String] = []
    for _ in 0..<100 {
      let (w, h) = (
        Double.random(in: 16...4000, using: &random), Double.random(in: 16...4000, using: &random)
      )
      let bounds = CGRect(
        x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random),
        width: .random(in: 1...2000, using: &random), height: .random(in: 1...2000, using: &random))
      let point = CGPoint(
        x: .random(in: -0.5...1.5, using: &random), y: .random(in: -0.5...1.5, using: &random))
      for angle in [0, 90, 180, 270] {
        for mirrored in [false, true] {
          for gravity in [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill] {
            let geometry = PreviewGeometry(
              pictureWidth: w, pictureHeight: h, rotation: QuarterTurns(angle / 90), isMirrored: mirrored,
              gravity: gravity, bounds: bounds)
            let map = PictureMap(rotation: geometry.rotation, isMirrored: mirrored, content: geometry.content)
            let expected = plain(point, w, h, angle: angle, mirrored: mirrored, gravity, bounds)
            if !near(map.point(point), expected) || !near(map.pointBack(expected), point)
              || !near(map.point(point), geometry.layerPoint(fromDevice: point))
            {
              mismatches.append("\(w)x\(h) \(angle) \(mirrored) \(gravity.rawValue): \(map.point(point))")
            }
          }
        }
      }
    }
    #expect(mismatches.prefix(5) == [])
  }

  @Test func rectanglesGoThereAndBack() {
    let rect = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    var mismatches: [String] = []
    let expected: [(Int, Bool, CGRect)] = [
      (0, false, CGRect(x: 10, y: 10, width: 30, height: 20)),
      (0, true, CGRect(x: 60, y: 10, width: 30, height: 20)),
      (1, false, CGRect(x: 40, y: 5, width: 40, height: 15)),
      (1, true, CGRect(x: 20, y: 5, width: 40, height: 15)),
      (2, false, CGRect(x: 60, y: 20, width: 30, height: 20)),
      (2, true, CGRect(x: 10, y: 20, width: 30, height: 20)),
      (3, false, CGRect(x: 20, y: 30, width: 40, height: 15)),
      (3, true, CGRect(x: 40, y: 30, width: 40, height: 15)),
    ]
    for (turns, mirrored, place) in expected {
      let map = PictureMap(
        rotation: QuarterTurns(turns), isMirrored: mirrored,
        content: CGRect(x: 0, y: 0, width: 100, height: 50))
      let moved = map.rect(rect)
      let back = map.rectBack(moved)
      if !near(moved.origin, place.origin) || abs(moved.width - place.width) > 1e-6
        || abs(moved.height - place.height) > 1e-6 || !near(back.origin, rect.origin)
      {
        mismatches.append("\(turns) \(mirrored): \(moved), \(back)")
      }
    }
    #expect(mismatches == [])
  }

  /// A head that is turned by so much points its crown somewhere; the map moves the crown like any other point.
  @Test func rollsFollowThePicture() {
    var mismatches: [String] = []
    for turns in 0..<4 {
      for mirrored in [false, true] {
        for roll in stride(from: 0.0, to: 360, by: 15) {
          let map = PictureMap(
            rotation: QuarterTurns(turns), isMirrored: mirrored,
            content: CGRect(x: 0, y: 0, width: 1, height: 1))
          let angle = roll * .pi / 180
          let (chin, crown) = (
            CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5 + 0.1 * sin(angle), y: 0.5 - 0.1 * cos(angle))
          )
          let (a, b) = (map.point(chin), map.point(crown))
          let seen = atan2(b.x - a.x, a.y - b.y) * 180 / .pi
          let difference = (map.roll(roll) - seen).truncatingRemainder(dividingBy: 360)
          if min(abs(difference), 360 - abs(difference)) > 1e-6 || !(0..<360).contains(map.roll(roll)) {
            mismatches.append("\(turns) \(mirrored) \(roll): \(map.roll(roll)), not \(seen)")
          }
        }
      }
    }
    #expect(mismatches == [])
    let mirror = PictureMap(rotation: 0, isMirrored: true, content: .zero)
    let turned = PictureMap(rotation: 1, isMirrored: false, content: .zero)
    #expect([0.0, 45, 315].map(mirror.yaw) == [0, 315, 45] && [0.0, 45].map(turned.yaw) == [0, 45])
  }
}
