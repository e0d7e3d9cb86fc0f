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
  /// What takes part, by its state.
  private var known: Set<ObjectIdentifier> = []
  /// As solved last, by the items' states.
  private var rects: [ObjectIdentifier: CGRect] = [:]
  /// What equations are made from again.
  private var changes = LayoutChanges()
  /// Constraints whose equations have text in them, which tells nobody when its baselines are elsewhere.
  private var baselineConstraints: [NSLayoutConstraint] = []
  /// An equation was left out because it contradicts others: it is tried again each time.
  private var isBroken = false
  /// Equations that were made since the start: what the work is counted by.
  private(set) var equationsMade = 0
  var solverWork: Int { solver.work }
  /// Something that equations are made from has changed. Setting it says that it may be anything.
  var isDirty: Bool {
    get { !changes.isEmpty }
    set { changes = newValue ? .everything : LayoutChanges(isEverything: false) }
  }
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
    let changes = self.changes
    isDirty = false
    hasSolved = true
    solve(changes)
    let scale = top.displayScale
    for item in items {
      let rect = rect(of: item)
      item.itemState.solved = rect
      if let view = item as? UIView, view !== top, !view.translatesAutoresizingMaskIntoConstraints,
        let parent = view.superview, let rect, !view.isPlaced(at: view.rounded(rect, scale: scale))
      {
        if !parent.layer.needsLayout() { parent.setNeedsLayout() }
      }
    }
  }

  /// One constraint has another constant or strength, or came or went.
  func constraintChanged(_ constraint: NSLayoutConstraint) { changes.note(constraint) }

  /// A view has another frame.
  func frameChanged(_ view: UIView) { if known.contains(ObjectIdentifier(view.itemState)) { isDirty = true } }

  /// A view's content has another size, or holds on to it otherwise.
  func contentChanged(_ view: UIView) { changes.note(view) }

  private func solve(_ changes: LayoutChanges) {
    var changes = isBroken ? .everything : changes
    // Contents whose height follows from their width are asked again until nothing changes; twice is enough unless
    // widths follow from heights.
    for _ in 0..<4 {
      if changes.isEverything { readTree() } else { read(changes) }
      readRects()
      let fitted = fitHeights()
      guard !fitted.isEmpty else { return }
      if case .fitting = topSize { continue }
      changes = LayoutChanges(isEverything: false)
      for view in fitted { changes.note(view) }
    }
  }

  private func readTree() {
    let collected = LayoutRows(of: top, size: topSize, fittedHeights: fittedHeights) { self.known($0) }
    items = collected.items
    known = collected.known
    isBroken = false
    baselineConstraints = collected.rows.compactMap { row in
      guard case .constraint(let constraint) = row.source, constraint.hasBaseline else { return nil }
      return constraint
    }
    update(to: collected.rows, among: Array(installed.keys))
    variables = variables.filter { known.contains($0.key) }
  }

  private func read(_ changes: LayoutChanges) {
    let constraints = changes.constraints + baselineConstraints.filter { !changes.contains($0) }
    let collected = LayoutRows(
      of: top, fittedHeights: fittedHeights, known: known, constraints: constraints,
      contents: changes.contents
    ) { self.known($0) }
    items += collected.items
    known = collected.known
    for constraint in changes.constraints where constraint.hasBaseline && constraint.isActive {
      if !baselineConstraints.contains(where: { $0 === constraint }) {
        baselineConstraints.append(constraint)
      }
    }
    baselineConstraints.removeAll { !$0.isActive }
    var keys = constraints.map { LayoutRow.Key.constraint(ObjectIdentifier($0)) }
    for view in changes.contents {
      keys += LayoutRow.Part.content.map { .system(ObjectIdentifier(view.itemState), $0) }
    }
    update(to: collected.rows, among: keys)
  }

  private func readRects() {
    let all = variables.map { ($0.key, $0.value) }
    let values = solver.values(of: all.flatMap { [$0.1.x, $0.1.y, $0.1.width, $0.1.height] })
    rects.removeAll(keepingCapacity: true)
    for (index, (key, _)) in all.enumerated() {
      let place = index * 4
      rects[key] = CGRect(
        x: values[place], y: values[place + 1], width: values[place + 2], height: values[place + 3])
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

  /// - Returns: the views whose heights are others now.
  private func fitHeights() -> [UIView] {
    var fitted: [ObjectIdentifier: CGFloat] = [:]
    var changed: [UIView] = []
    let scale = top.displayScale
    for case let view as UIView in items where !view.translatesAutoresizingMaskIntoConstraints {
      guard let rect = rect(of: view),
        let size = view.contentSize(forWidth: view.rounded(rect, scale: scale).width)
      else { continue }
      let key = ObjectIdentifier(view.itemState)
      fitted[key] = size.height
      if fittedHeights[key] != size.height { changed.append(view) }
    }
    for case let view as UIView in items where fittedHeights[ObjectIdentifier(view.itemState)] != nil {
      if fitted[ObjectIdentifier(view.itemState)] == nil { changed.append(view) }
    }
    fittedHeights = fitted
    return changed
  }

  /// The item's solved rectangle in its parent's space; nil for one that takes no part.
  func rect(of item: any LayoutItem) -> CGRect? { rects[ObjectIdentifier(item.itemState)] }

  func isAmbiguous(_ item: any LayoutItem) -> Bool {
    guard let own = variables[ObjectIdentifier(item.itemState)] else { return false }
    return [own.x, own.y, own.width, own.height].contains { solver.isAmbiguous($0) }
  }

  // MARK: Keeping the solver up to date

  /// - Parameter keys: what goes if `rows` do not say it again.
  private func update(to rows: [LayoutRow], among keys: [LayoutRow.Key]) {
    equationsMade += rows.count
    let wanted = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
    var gone: [(key: LayoutRow.Key, id: ConstraintID)] = []
    for key in keys {
      guard let old = installed[key] else { continue }
      if let new = wanted[key]?.equation, new.differsInConstantOnly(from: old.row.equation) { continue }
      gone.append((key, old.id))
    }
    for (key, id) in gone.sorted(by: { $0.id < $1.id }) {
      solver.remove(id)
      installed[key] = nil
    }
    changeConstants(wanted)
    // What is required first, then the strongest wishes: so the solver seldom takes back what it has found.
    let new = rows.enumerated().filter { installed[$0.element.key] == nil }
    for (_, row) in new.sorted(by: {
      let (a, b) = ($0.element.equation.strength, $1.element.equation.strength)
      return a == b ? $0.offset < $1.offset : a > b
    }) { add(row) }
  }

  private func changeConstants(_ wanted: [LayoutRow.Key: LayoutRow]) {
    while true {
      var constants: [ConstraintID: Double] = [:]
      var changed: [LayoutRow] = []
      for (key, new) in wanted {
        guard let entry = installed[key] else { continue }
        if new.equation.expression.constant != entry.row.equation.expression.constant {
          constants[entry.id] = new.equation.expression.constant
          changed.append(new)
        }
      }
      guard !constants.isEmpty else { return }
      do {
        try solver.setConstants(constants)
        for row in changed { installed[row.key]?.row = row }
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
    isBroken = true
    let constraints = rows.filter { if case .constraint = $0.source { true } else { false } }
    guard let victim = constraints.max(by: { $0.activation < $1.activation }) else { return rows.last }
    if case .bounds = topSize { UnsatisfiableConstraints(rows: rows, broken: victim).report() }
    return victim
  }
}

extension LinearConstraint {
  fileprivate func differsInConstantOnly(from other: LinearConstraint) -> Bool {
    strength == other.strength && relation == other.relation && expression.terms == other.expression.terms
  }
}

extension NSLayoutConstraint {
  fileprivate var hasBaseline: Bool {
    [first.attribute, first.endAttribute, second?.attribute, second?.endAttribute].contains {
      $0 == .firstBaseline || $0 == .lastBaseline
    }
  }
}

extension LayoutRow {
  fileprivate var activation: Int {
    if case .constraint(let constraint) = source { constraint.activation } else { 0 }
  }
}
