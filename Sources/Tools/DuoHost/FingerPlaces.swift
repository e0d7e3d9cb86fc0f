import DuoUIKit
import Foundation
import PhoneModel
import Scenarios

/// Where a finger has to go for what a scenario touches.
@MainActor
struct FingerPlaces {
  struct Place: Hashable {
    var display: DisplayID
    /// In points of the display's interface.
    var point: CGPoint
    /// What a scenario named; nil for a point.
    var view: UIView? = nil
  }

  let main: UIWindowScene?
  let litDisplays: Set<DisplayID>

  /// Nil when no active scene of a lit display has such a view.
  func place(of target: TapTarget) -> Place? { place(target.place) }

  /// Where the fingers of a gesture that begins at `start` come up; nil when that is not on the same display.
  func end(of gesture: FingerGesture, from start: Place) -> CGPoint? {
    guard case .drag(_, let end, _) = gesture else { return start.point }
    switch end {
    case .by(let x, let y): return CGPoint(x: start.point.x + x, y: start.point.y + y)
    case .place(let wanted):
      guard let end = place(wanted), end.display == start.display else { return nil }
      return end.point
    }
  }

  private func place(_ place: TapTarget.Place) -> Place? {
    switch place {
    case .point(let x, let y, let display):
      litDisplays.contains(display) ? Place(display: display, point: CGPoint(x: x, y: y)) : nil
    case .identifier(let name): scenes.lazy.compactMap { Self.place(of: name, in: $0) }.first
    }
  }

  /// The app's own scene first, then the others of every lit display from front to back.
  private var scenes: [UIWindowScene] {
    let others = DisplayID.allCases.filter(litDisplays.contains)
      .flatMap { UIApplication.shared.scenes(on: $0).reversed() }.filter { $0 !== main }
    let own = main.map { litDisplays.contains($0.geometry.display) ? [$0] : [] } ?? []
    return (own + others).filter { $0.activationState == .foregroundActive }
  }

  private static func place(of name: String, in scene: UIWindowScene) -> Place? {
    for window in scene.windows.reversed() where !window.isHidden {
      guard let view = window.descendant(accessibilityIdentifier: name) else { continue }
      let middle = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
      return Place(display: scene.geometry.display, point: window.displayPoint(middle), view: view)
    }
    return nil
  }
}
