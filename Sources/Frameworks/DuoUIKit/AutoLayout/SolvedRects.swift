import DuoLayout
import Foundation

/// The rectangles that were solved last, by the states of their items.
struct SolvedRects {
  private enum Part { case x, y, width, height }

  private var rects: [ObjectIdentifier: CGRect] = [:]
  /// What of which rectangle an unknown is.
  private var meanings: [Variable: (item: ObjectIdentifier, part: Part)] = [:]
  /// Items that nothing was told of yet.
  private var new: [ObjectIdentifier] = []

  subscript(item: ObjectIdentifier) -> CGRect? { rects[item] }

  mutating func add(_ item: ObjectIdentifier, _ variables: ItemVariables) {
    rects[item] = .zero
    new.append(item)
    meanings[variables.x] = (item, .x)
    meanings[variables.y] = (item, .y)
    meanings[variables.width] = (item, .width)
    meanings[variables.height] = (item, .height)
  }

  mutating func keep(_ items: Set<ObjectIdentifier>) {
    guard rects.count != items.count else { return }
    rects = rects.filter { items.contains($0.key) }
    meanings = meanings.filter { items.contains($0.value.item) }
    new.removeAll { !items.contains($0) }
  }

  /// - Returns: the items whose rectangles are others now, or the first ones, each once.
  mutating func update(from answers: [(variable: Variable, value: Double)]) -> [ObjectIdentifier] {
    var changed = new
    var met = Set(new)
    new = []
    for (variable, value) in answers {
      guard let (item, part) = meanings[variable] else { continue }
      switch part {
      case .x: rects[item]?.origin.x = value
      case .y: rects[item]?.origin.y = value
      case .width: rects[item]?.size.width = value
      case .height: rects[item]?.size.height = value
      }
      if met.insert(item).inserted { changed.append(item) }
    }
    return changed
  }
}

/// Views in the order in which they came, each once.
@MainActor
struct ViewList {
  private(set) var views: [UIView] = []
  private var known: Set<ObjectIdentifier> = []

  mutating func add(_ view: UIView) {
    if known.insert(ObjectIdentifier(view)).inserted { views.append(view) }
  }
}
