import DuoAVFoundation
import DuoQuartzCore
import DuoUIKit
import Foundation
import Scenarios

/// What a scene has on its display beside pixels: controls, labels, windows, and what lies over its previews.
@MainActor
struct SceneFacts {
  var controls: [ControlObservation] = []
  var texts: [TextObservation] = []
  /// Nil where no scene of the app is.
  var windows: [WindowObservation]?
  /// By preview layer.
  var covers: [ObjectIdentifier: Covers] = [:]

  struct Covers: Hashable {
    /// The three largest, the largest first.
    var names: [String] = []
    /// A presented view controller is among all of them.
    var isBehindPresented = false
  }

  init() {}

  /// - Parameters:
  ///   - windows: from back to front.
  ///   - origin: of the scene on its display; all rectangles are the display's.
  ///   - display: what there is of it.
  init(of windows: [UIWindow], origin: CGPoint, display: CGRect, scene: ObservedScene = .application) {
    controls = ControlPlaces.observations(in: windows, origin: origin, scene: scene)
    texts = Self.texts(of: windows, origin: origin, display: display, scene: scene)
    let shown = windows.filter { !$0.isHidden }
    self.windows = shown.map {
      WindowObservation(rect: RectRecord($0.frame.offsetBy(dx: origin.x, dy: origin.y)), scene: scene)
    }
    covers = Self.covers(in: shown)
  }

  mutating func append(_ other: SceneFacts) {
    controls += other.controls
    texts += other.texts
    if let more = other.windows { windows = (windows ?? []) + more }
    covers.merge(other.covers) { first, _ in first }
  }

  static func name(of view: UIView) -> String {
    view.accessibilityIdentifier ?? view.accessibilityLabel ?? "\(type(of: view))"
  }

  // MARK: Labels

  static func texts(
    of windows: [UIWindow], origin: CGPoint, display: CGRect, scene: ObservedScene
  ) -> [TextObservation] {
    visible(in: windows).compactMap { view in
      guard let text = (view as? any TextShowing)?.shownText, !text.isEmpty else { return nil }
      let rect = onDisplay(view, origin).intersection(display)
      return rect.isEmpty ? nil : TextObservation(text: text, rect: RectRecord(rect), scene: scene)
    }
  }

  /// The views that nothing hides as a whole, from back to front.
  private static func visible(in windows: [UIWindow]) -> [UIView] { windows.flatMap(visible) }

  private static func visible(_ view: UIView) -> [UIView] {
    guard !view.isHidden, view.alpha >= 0.01 else { return [] }
    return [view] + view.subviews.flatMap(visible)
  }

  private static func onDisplay(_ view: UIView, _ origin: CGPoint) -> CGRect {
    guard let window = view.window ?? view as? UIWindow else { return .zero }
    return view.convert(view.bounds, to: window)
      .offsetBy(dx: window.frame.minX + origin.x, dy: window.frame.minY + origin.y).orNowhere
  }

  // MARK: What covers previews

  private static func covers(in windows: [UIWindow]) -> [ObjectIdentifier: Covers] {
    let views = visible(in: windows)
    let own = Set(views.map { ObjectIdentifier($0.layer) })
    var result: [ObjectIdentifier: Covers] = [:]
    for (index, view) in views.enumerated() {
      for preview in previews(of: view.layer, butNot: own) {
        let rect = onDisplay(view, .zero)
        let over = views[(index + 1)...].compactMap { other -> (UIView, Double)? in
          guard draws(other) else { return nil }
          let common = onDisplay(other, .zero).intersection(rect)
          let part = Double(common.width * common.height) / Double(max(1, rect.width * rect.height))
          return part > 0.01 ? (other, part) : nil
        }
        result[ObjectIdentifier(preview)] = Covers(
          names: over.sorted { $0.1 > $1.1 }.prefix(3).map { cover(named: $0.0) },
          isBehindPresented: over.contains { $0.0.presentedController != nil })
      }
    }
    return result
  }

  private static func cover(named view: UIView) -> String {
    view.presentedController.map { "presented \(type(of: $0))" } ?? name(of: view)
  }

  /// The preview layers of a view: its own layer, and those in it that are no other view's.
  private static func previews(
    of layer: CALayer, butNot others: Set<ObjectIdentifier>
  ) -> [any FrameShowing] {
    let inside = (layer.sublayers ?? []).filter { !others.contains(ObjectIdentifier($0)) }
    let deeper = inside.flatMap { previews(of: $0, butNot: others) }
    return [layer as? any FrameShowing].compactMap { $0 } + deeper
  }

  private static func draws(_ view: UIView) -> Bool {
    (view.backgroundColor?.cgColor.alpha ?? 0) > 0 || view.layer.contents != nil || view is any TextShowing
  }
}

extension CGRect {
  /// Null for a place that is no number, as an infinite view's: Foundation's intersection stops the process there.
  var orNowhere: CGRect { [minX, maxX, minY, maxY].contains(where: \.isNaN) ? .null : self }
}
