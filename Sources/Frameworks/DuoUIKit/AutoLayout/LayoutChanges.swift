/// What of a tree has to be said to the solver again.
@MainActor
struct LayoutChanges {
  /// Nobody knows what: all of it.
  private(set) var isEverything = true
  private(set) var constraints: [NSLayoutConstraint] = []
  /// Views and guides of which the system says something else: of their contents, frames or insets.
  private(set) var items: [any LayoutItem] = []
  private var noted: Set<ObjectIdentifier> = []

  init(isEverything: Bool = true) { self.isEverything = isEverything }

  static var everything: LayoutChanges { LayoutChanges() }

  var isEmpty: Bool { !isEverything && noted.isEmpty }

  func contains(_ constraint: NSLayoutConstraint) -> Bool { noted.contains(ObjectIdentifier(constraint)) }

  mutating func note(_ constraint: NSLayoutConstraint) {
    guard !isEverything, noted.insert(ObjectIdentifier(constraint)).inserted else { return }
    constraints.append(constraint)
  }

  mutating func note(_ item: any LayoutItem) {
    guard !isEverything, noted.insert(ObjectIdentifier(item)).inserted else { return }
    items.append(item)
  }
}
