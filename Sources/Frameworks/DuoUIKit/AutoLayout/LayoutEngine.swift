import DuoLayout
import Foundation

/// Solves the constraints of one tree of views. It keeps the solver and, each time, adds, removes and changes what differs
/// from what the tree says now.
@MainActor
final class LayoutEngine {
  private unowned let top: UIView
  private let topSize: TopSize
  private var solver = LayoutSolver()
  private var variables: [ObjectIdentifier: ItemVariables] = [:]
  private var installed: [LayoutRow.Key: (id: ConstraintID, row: LayoutRow)] = [:]
  private var fittedHeights: [ObjectIdentifier: CGFloat] = [:]
  private(set) var items: [any LayoutItem] = []
  /// Something that equations are made from has changed.
  var isDirty = true
  private var isSolving = false
  /// Solved at least once.
  private(set) var hasSolved = false
  /// Solved frames are given to views just now.
  var isPlacing = false

  init(of top: UIView, size: TopSize = .bounds) {
    self.top = top
    topSize = size
  }

  /// Solves if anything changed, and asks for layout of the views whose subviews have other places now.
  func solveIfNeeded() {
    guard isDirty, !isSolving else { return }
    isSolving = true
    defer { isSolving = false }
    isDirty = false
    hasSolved = true
    solve()
    for item in items {
      let rect = rect(of: item)
      item.itemState.solved = rect
      if let view = item as? UIView, view !== top, !view.translatesAutoresizingMaskIntoConstraints,
        let parent = view.superview, let rect, !view.isPlaced(at: view.rounded(rect))
      {
        parent.setNeedsLayout()
      }
    }
  }

  private func solve() {
    // Contents whose height follows from their width are asked again until nothing changes; twice is enough unless
    // widths follow from heights.
    for _ in 0..<4 {
      let collected = LayoutRows(of: top, size: topSize, fittedHeights: fittedHeights) { self.known($0) }
      items = collected.items
      let keep = Set(items.map { ObjectIdentifier($0.itemState) })
      update(to: collected.rows)
      variables = variables.filter { keep.contains($0.key) }
      guard fitHeights() else { return }
    }
  }

  private func known(_ item: any LayoutItem) -> ItemVariables {
    let key = ObjectIdentifier(item.itemState)
    if let known = variables[key] { return known }
    let new = ItemVariables(
      state: item.itemState, x: solver.makeVariable(), y: solver.makeVariable(),
      width: solver.makeVariable(), height: solver.makeVariable())
    variables[key] = new
    return new
  }

  /// - Returns: whether a height is another one now.
  private func fitHeights() -> Bool {
    var fitted: [ObjectIdentifier: CGFloat] = [:]
    for case let view as UIView in items where !view.translatesAutoresizingMaskIntoConstraints {
      guard let rect = rect(of: view), let size = view.contentSize(forWidth: view.rounded(rect).width) else {
        continue
      }
      fitted[ObjectIdentifier(view.itemState)] = size.height
    }
    defer { fittedHeights = fitted }
    return fitted != fittedHeights
  }

  /// The item's solved rectangle in its parent's space; nil for one that takes no part.
  func rect(of item: any LayoutItem) -> CGRect? {
    guard let own = variables[ObjectIdentifier(item.itemState)] else { return nil }
    return CGRect(
      x: solver.value(of: own.x), y: solver.value(of: own.y), width: solver.value(of: own.width),
      height: solver.value(of: own.height))
  }

  func isAmbiguous(_ item: any LayoutItem) -> Bool {
    guard let own = variables[ObjectIdentifier(item.itemState)] else { return false }
    return [own.x, own.y, own.width, own.height].contains { solver.isAmbiguous($0) }
  }

  // MARK: Keeping the solver up to date

  private func update(to rows: [LayoutRow]) {
    let wanted = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
    let gone = installed.filter { key, old in
      guard let new = wanted[key]?.equation else { return true }
      let equation = old.row.equation
      return new.strength != equation.strength || new.relation != equation.relation
        || new.expression.terms != equation.expression.terms
    }
    for (key, entry) in gone.sorted(by: { $0.value.id < $1.value.id }) {
      solver.remove(entry.id)
      installed[key] = nil
    }
    changeConstants(wanted)
    for row in rows where installed[row.key] == nil { add(row) }
  }

  private func changeConstants(_ wanted: [LayoutRow.Key: LayoutRow]) {
    while true {
      var constants: [ConstraintID: Double] = [:]
      for (key, entry) in installed {
        guard let new = wanted[key] else { continue }
        if new.equation.expression.constant != entry.row.equation.expression.constant {
          constants[entry.id] = new.equation.expression.constant
        }
      }
      do {
        try solver.setConstants(constants)
        for (key, entry) in installed where constants[entry.id] != nil {
          if let new = wanted[key] { installed[key]?.row = new }
        }
        return
      } catch {
        let rows = error.constraints.compactMap { id in installed.values.first { $0.id == id }?.row }
        guard let victim = breaking(rows) else { return }
        drop(victim)
      }
    }
  }

  private func add(_ row: LayoutRow) {
    while true {
      do {
        installed[row.key] = (try solver.add(row.equation), row)
        return
      } catch {
        let others = error.constraints.compactMap { id in installed.values.first { $0.id == id }?.row }
        guard let victim = breaking(others + [row]), victim.key != row.key else { return }
        drop(victim)
      }
    }
  }

  private func drop(_ row: LayoutRow) {
    guard let entry = installed.removeValue(forKey: row.key) else { return }
    solver.remove(entry.id)
  }

  /// Chooses which of several equations that contradict each other is broken, and reports it: the constraint that was
  /// activated last, before anything of the system's. [inferred]
  private func breaking(_ rows: [LayoutRow]) -> LayoutRow? {
    let constraints = rows.filter { if case .constraint = $0.source { true } else { false } }
    guard let victim = constraints.max(by: { $0.activation < $1.activation }) else { return rows.last }
    if case .bounds = topSize { UnsatisfiableConstraints(rows: rows, broken: victim).report() }
    return victim
  }
}

extension LayoutRow {
  fileprivate var activation: Int {
    if case .constraint(let constraint) = source { constraint.activation } else { 0 }
  }
}
