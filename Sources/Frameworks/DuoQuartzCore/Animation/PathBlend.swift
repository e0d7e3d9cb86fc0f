import DuoCoreGraphics
import Foundation

/// The way from one path to another.
enum PathBlend {
  /// Every point goes straight to its counterpart. Nil for paths of different elements, between which Apple promises
  /// nothing. [header]
  static func between(_ a: PathOutline, _ b: PathOutline, _ share: Double) -> PathOutline? {
    guard a.elements.count == b.elements.count else { return nil }
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    var path = PathOutline()
    for pair in zip(a.elements, b.elements) {
      switch pair {
      case (.move(let p), .move(let q)): path.move(to: mix(p, q))
      case (.line(let p), .line(let q)): path.line(to: mix(p, q))
      case (.quad(let c, let p), .quad(let d, let q)): path.quad(control: mix(c, d), to: mix(p, q))
      case (.curve(let a, let b, let p), .curve(let c, let d, let q)):
        path.curve(mix(a, c), mix(b, d), to: mix(p, q))
      case (.close, .close): path.close()
      default: return nil
      }
    }
    return path
  }
}
