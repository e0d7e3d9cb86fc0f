import Foundation
import PhoneModel
import Scenarios

/// A preview whose layer was framed once, for another display or size.
struct FramedOnce: Sendable {
  /// A rectangle and what it lies in.
  private struct Fit: Sendable {
    var inner, outer: RectRecord
    var display: DisplayID

    private static func isSame(_ a: Double, _ b: Double, within: Double) -> Bool { abs(a - b) <= within }
    var spansWidth: Bool { outer.width > 0 && Self.isSame(inner.width, outer.width, within: 1) }
    var spansHeight: Bool { outer.height > 0 && Self.isSame(inner.height, outer.height, within: 1) }
    var isFit: Bool { spansWidth || spansHeight }

    /// Not framed anew although what it was fit for has another size.
    func isLeftover(of earlier: Fit) -> Bool {
      let keepsSize =
        Self.isSame(inner.width, earlier.inner.width, within: 0.5)
        && Self.isSame(inner.height, earlier.inner.height, within: 0.5)
      let isElsewhere =
        !Self.isSame(outer.width, earlier.outer.width, within: 1)
        || !Self.isSame(outer.height, earlier.outer.height, within: 1)
      return keepsSize && isElsewhere
        && (earlier.spansWidth && !spansWidth || earlier.spansHeight && !spansHeight)
    }
  }

  /// How each preview last fit its superlayer, and its window.
  private var fits: [Int: [Fit]] = [:]

  /// Judges a preview at a settled moment and remembers it.
  mutating func take(_ preview: PreviewObservation, on display: DisplayID) -> Finding? {
    guard let layout = preview.layout else { return nil }
    let now = [
      Fit(inner: layout.frame, outer: layout.container, display: display),
      Fit(inner: layout.onDisplay, outer: layout.window, display: display),
    ]
    let earlier = fits[preview.id] ?? []
    var finding: Finding?
    if earlier.count == now.count {
      for (then, now) in zip(earlier, now) where then.isFit && now.isLeftover(of: then) {
        finding = finding ?? Self.finding(then, now)
      }
    }
    // What does not fit tells nothing about what it was framed for.
    fits[preview.id] = now.indices.map { index in
      now[index].isFit || !earlier.indices.contains(index) ? now[index] : earlier[index]
    }
    return finding
  }

  private static func finding(_ then: Fit, _ now: Fit) -> Finding {
    func size(_ rect: RectRecord) -> String {
      "\(Int(rect.width.rounded())) x \(Int(rect.height.rounded()))"
    }
    let place = then.display == now.display ? "before" : "on the \(then.display.rawValue) display"
    return Finding(
      .framedOnce, .fail,
      "The preview is \(size(now.inner)) points as \(place), and what it lies in is now \(size(now.outer)).",
      expected: "a preview that is framed with every layout")
  }
}
