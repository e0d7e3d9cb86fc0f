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
  /// Heights of contents that follow from their widths, and the widths that they were asked for.
  private var fittedHeights: [ObjectIdentifier: CGFloat] = [:]
  private var askedWidths: [ObjectIdentifier: CGFloat] = [:]
  /// What takes part, in the order in which it was met, and its places in that by its state.
  private var items: [any LayoutItem] = []
  private var order: [ObjectIdentifier: Int] = [:]
  private var known: Set<ObjectIdentifier> = []
  private var rects = SolvedRects()
  /// What equations are made from again.
  private var changes = LayoutChanges()
  /// Constraints whose equations have text in them, which tells nobody when its baselines are elsewhere.
  private var baselineConstraints: [NSLayoutConstraint] = []
  /// An equation was left out because it contradicts others: it is tried again each time.
  private var isBroken = false
  /// Views that are not where they were solved to be, by their superviews.
  private var unplaced: [ObjectIdentifier: ViewList] = [:]
  /// Views that were moved by hand from where they were solved to be.
  private var displaced = ViewList()
  /// Of the display, when places were rounded last.
  private var scale: CGFloat = 0
  /// Equations that were made since the start, and items that were looked at for another place: what the work is counted
  /// by.
  private(set) var equationsMade = 0
  private(set) var itemsSettled = 0
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
    if isBroken || scale != top.displayScale { isDirty = true }
    scale = top.displayScale
    let changes = self.changes
    isDirty = false
    hasSolved = true
    let moved = solve(changes)
    // A question moves nothing.
    guard case .bounds = topSize else { return }
    if changes.isEverything {
      unplaced = [:]
      for item in items { settle(item) }
    } else {
      for item in moved { settle(item) }
      for view in displaced.views { settle(view) }
    }
    displaced = ViewList()
  }

  /// Keeps what was solved for the item, and asks for layout if it is elsewhere.
  private func settle(_ item: any LayoutItem) {
    itemsSettled += 1
    let rect = rect(of: item)
    item.itemState.solved = rect
    guard let view = item as? UIView, view !== top, !view.translatesAutoresizingMaskIntoConstraints,
      let parent = view.superview, let rect, !view.isPlaced(at: view.rounded(rect, scale: scale))
    else { return }
    unplaced[ObjectIdentifier(parent), default: ViewList()].add(view)
    if !parent.layer.needsLayout() { parent.setNeedsLayout() }
  }

  /// The subviews that are elsewhere than they were solved to be; they are to be placed now.
  func takeUnplaced(in parent: UIView) -> [UIView] {
    unplaced.removeValue(forKey: ObjectIdentifier(parent))?.views.filter { $0.superview === parent } ?? []
  }

  // MARK: What changes

  /// One constraint has another constant or strength, or came or went.
  func constraintChanged(_ constraint: NSLayoutConstraint) { changes.note(constraint) }

  /// A view has another frame. Its mask says something else then, and so do those of its subviews, which follow its size.
  func frameChanged(_ view: UIView) {
    note(view)
    for subview in view.subviews where subview.translatesAutoresizingMaskIntoConstraints {
      if subview.autoresizingMask != [] { note(subview) }
    }
  }

  /// A view that constraints place was moved by hand. The next layout of its superview puts it back, which the next solution
  /// asks for.
  func viewMoved(_ view: UIView) {
    guard !isPlacing, let parent = view.superview, known.contains(ObjectIdentifier(view.itemState)) else {
      return
    }
    displaced.add(view)
    unplaced[ObjectIdentifier(parent), default: ViewList()].add(view)
  }

  /// A view's content has another size, or holds on to it otherwise.
  func contentChanged(_ view: UIView) { note(view) }

  /// A view has another safe area or other margins: its guides are elsewhere, and what constraints say of its margins.
  func insetsChanged(_ view: UIView) {
    for guide in view.layoutState.systemGuides { note(guide) }
    for constraint in view.itemState.constraints where constraint.hasMargin { changes.note(constraint) }
  }

  private func note(_ item: any LayoutItem) {
    if known.contains(ObjectIdentifier(item.itemState)) { changes.note(item) }
  }

  // MARK: Solving

  /// - Returns: what has another rectangle.
  private func solve(_ changes: LayoutChanges) -> [any LayoutItem] {
    var changes = changes
    var moved: [ObjectIdentifier] = []
    // Contents whose height follows from their width are asked again until nothing changes; twice is enough unless
    // widths follow from heights.
    for _ in 0..<4 {
      if changes.isEverything { readTree() } else { read(changes) }
      let others = rects.update(from: solver.newAnswers())
      moved += others
      let fitted = fitHeights(
        of: changes.isEverything ? items : changes.items + others.compactMap { item($0) },
        asking: changes.isEverything ? nil : changes.items.count)
      guard !fitted.isEmpty else { break }
      if case .fitting = topSize { continue }
      changes = LayoutChanges(isEverything: false)
      for view in fitted { changes.note(view) }
    }
    var met: Set<ObjectIdentifier> = []
    return moved.filter { met.insert($0).inserted }.compactMap { item($0) }
  }

  private func item(_ key: ObjectIdentifier) -> (any LayoutItem)? { order[key].map { items[$0] } }

  private func readTree() {
    let collected = LayoutRows(of: top, size: topSize, fittedHeights: fittedHeights) { self.known($0) }
    items = []
    order = [:]
    take(collected)
    isBroken = false
    baselineConstraints = collected.rows.compactMap { row in
      guard case .constraint(let constraint) = row.source, constraint.hasBaseline else { return nil }
      return constraint
    }
    update(to: collected.rows, among: Array(installed.keys))
    variables = variables.filter { known.contains($0.key) }
    rects.keep(known)
  }

  private func take(_ collected: LayoutRows) {
    for item in collected.items {
      order[ObjectIdentifier(item.itemState)] = items.count
      items.append(item)
    }
    known = collected.known
  }

  private func read(_ changes: LayoutChanges) {
    let constraints = changes.constraints + baselineConstraints.filter { !changes.contains($0) }
    let collected = LayoutRows(
      of: top, fittedHeights: fittedHeights, known: known, constraints: constraints, items: changes.items
    ) { self.known($0) }
    take(collected)
    for constraint in changes.constraints where constraint.hasBaseline && constraint.isActive {
      if !baselineConstraints.contains(where: { $0 === constraint }) {
        baselineConstraints.append(constraint)
      }
    }
    baselineConstraints.removeAll { !$0.isActive }
    var keys = constraints.map { LayoutRow.Key.constraint(ObjectIdentifier($0)) }
    for item in changes.items {
      keys += LayoutRow.Part.allCases.map { .system(ObjectIdentifier(item.itemState), $0) }
    }
    update(to: collected.rows, among: keys)
  }

  private func known(_ item: any LayoutItem) -> ItemVariables {
    let key = ObjectIdentifier(item.itemState)
    if let known = variables[key] { return known }
    let new = ItemVariables(
      state: item.itemState, x: solver.makeVariable(), y: solver.makeVariable(),
      width: solver.makeVariable(), height: solver.makeVariable())
    variables[key] = new
    rects.add(key, new)
    return new
  }

  /// - Parameter count: so many of the items are asked, whatever their widths were before; nil for all. The others are if
  ///   they are wider or narrower.
  /// - Returns: the views whose heights are others now.
  private func fitHeights(of items: [any LayoutItem], asking count: Int?) -> [UIView] {
    var changed: [UIView] = []
    for (index, item) in items.enumerated() {
      guard let view = item as? UIView else { continue }
      let key = ObjectIdentifier(view.itemState)
      var fitted: CGFloat?
      if !view.translatesAutoresizingMaskIntoConstraints, let rect = rect(of: view) {
        let width = view.rounded(rect, scale: scale).width
        if index >= count ?? .max, askedWidths[key] == width { continue }
        askedWidths[key] = width
        fitted = view.contentSize(forWidth: width)?.height
      }
      if fittedHeights[key] != fitted { changed.append(view) }
      fittedHeights[key] = fitted
    }
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

  fileprivate var hasMargin: Bool {
    [first.attribute, first.endAttribute, second?.attribute, second?.endAttribute].contains {
      $0?.isOfMargins ?? false
    }
  }
}

extension LayoutRow {
  fileprivate var activation: Int {
    if case .constraint(let constraint) = source { constraint.activation } else { 0 }
  }
}
