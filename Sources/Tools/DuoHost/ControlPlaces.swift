import DuoUIKit
import Foundation
import Scenarios

/// Where a finger reaches the controls of a scene, found as touches are: by hit testing.
@MainActor
enum ControlPlaces {
  /// Every control that some touch reaches. A disabled one takes touches too.
  /// - Parameters:
  ///   - windows: From back to front.
  ///   - origin: Of the scene on its display; the rectangles are the display's.
  static func observations(
    in windows: [UIWindow], origin: CGPoint, scene: ObservedScene = .application
  ) -> [ControlObservation] {
    windows.flatMap(\.tree).compactMap { view in
      guard let control = view as? UIControl, let window = view.window, let rect = box(of: view, in: window),
        grid(rect).contains(where: { reaches(view, at: $0, in: window, of: windows) })
      else { return nil }
      let place = rect.offsetBy(dx: window.frame.minX + origin.x, dy: window.frame.minY + origin.y)
      return ControlObservation(
        name: view.accessibilityIdentifier ?? view.accessibilityLabel ?? "\(type(of: view))",
        hitRect: RectRecord(place), scene: scene, isIdentified: view.accessibilityIdentifier != nil,
        value: control.accessibilityValue ?? (control as? any ValueHolding)?.heldValue)
    }
  }

  /// What the views around a control leave of it, in the window's space; nil for nothing.
  private static func box(of view: UIView, in window: UIWindow) -> CGRect? {
    var rect = view.convert(view.bounds, to: window)
    for parent in sequence(first: view, next: \.superview).dropFirst() {
      let inside = parent.convert(rect, from: window)
      // A view that does not clip may take touches beside its bounds.
      if !parent.clipsToBounds, corners(inside).allSatisfy({ parent.point(inside: $0, with: nil) }) {
        continue
      }
      rect = rect.orNowhere.intersection(parent.convert(parent.bounds, to: window).orNowhere)
    }
    return rect.isEmpty ? nil : rect
  }

  private static func corners(_ rect: CGRect) -> [CGPoint] {
    [rect.minX, rect.maxX].flatMap { x in [rect.minY, rect.maxY].map { CGPoint(x: x, y: $0) } }
  }

  /// The middle, and points around it.
  private static func grid(_ rect: CGRect) -> [CGPoint] {
    let parts = [0.5, 0.1, 0.3, 0.7, 0.9]
    return parts.flatMap { y in
      parts.map { CGPoint(x: rect.minX + $0 * rect.width, y: rect.minY + y * rect.height) }
    }
  }

  /// A touch goes to the frontmost window that has something there.
  private static func reaches(
    _ control: UIView, at point: CGPoint, in window: UIWindow, of windows: [UIWindow]
  ) -> Bool {
    let place = CGPoint(x: point.x + window.frame.minX, y: point.y + window.frame.minY)
    for front in windows.reversed() {
      let inside = CGPoint(x: place.x - front.frame.minX, y: place.y - front.frame.minY)
      if let hit = front.hitTest(inside, with: nil) { return hit.isDescendant(of: control) }
    }
    return false
  }
}
