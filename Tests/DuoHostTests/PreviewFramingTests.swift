import DuoFoundation
import Foundation
import Testing

@testable import DuoHost

/// How unevenly transforms scale, against lengths of many directions.
@Suite struct PreviewFramingTests {
  /// The longest image of a unit vector over the shortest one, by trying.
  private func tried(_ t: CGAffineTransform) -> Double {
    let lengths = (0..<3600).map { step -> Double in
      let angle = Double(step) * .pi / 3600
      let x = Double(t.a) * cos(angle) + Double(t.c) * sin(angle)
      let y = Double(t.b) * cos(angle) + Double(t.d) * sin(angle)
      return (x * x + y * y).squareRoot()
    }
    return lengths.max()! / lengths.min()!
  }

  @Test func unevenScalesAreFound() {
    let rows: [CGAffineTransform] = [
      .identity, CGAffineTransform(scaleX: 3, y: 3), CGAffineTransform(rotationAngle: 1),
      CGAffineTransform(scaleX: -1, y: 1), CGAffineTransform(scaleX: 2, y: 1),
      CGAffineTransform(scaleX: 0.6, y: 1).concatenating(CGAffineTransform(rotationAngle: 0.7)),
      CGAffineTransform(rotationAngle: 0.7).concatenating(CGAffineTransform(scaleX: 0.6, y: 1)),
      CGAffineTransform(a: 1, b: 0.4, c: 0, d: 1, tx: 5, ty: 6),
      CGAffineTransform(a: 1, b: 0.4, c: -0.3, d: -1.2, tx: 0, ty: 0),
    ]
    var wrong: [String] = []
    for transform in rows {
      let found = ViewTransform(transform).unevenness ?? 0
      if abs(found - tried(transform)) > 1e-4 { wrong.append("\(transform): \(found)") }
    }
    #expect(wrong == [])
    #expect(ViewTransform(CGAffineTransform(scaleX: 0, y: 1)).unevenness == nil)
  }

  /// A scale of the video comes before the view's transform.
  @Test func theVideosScaleComesFirst() {
    let turned = ViewTransform(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(turned.scaled(x: 2, y: 1).unevenness! - 2) < 1e-9)
    let uneven = ViewTransform(CGAffineTransform(scaleX: 0.5, y: 1))
    #expect(abs(uneven.scaled(x: 2, y: 1).unevenness! - 1) < 1e-9)
    #expect(abs(uneven.scaled(x: 1, y: 2).unevenness! - 4) < 1e-9)
  }
}
