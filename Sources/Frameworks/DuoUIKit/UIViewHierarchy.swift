import Foundation

extension UIView {
  func exchange(_ index1: Int, _ index2: Int) {
    let (low, high) = (min(index1, index2), max(index1, index2))
    guard low != high, subviews.indices.contains(low), subviews.indices.contains(high) else { return }
    let (back, front) = (subviews[low], subviews[high])
    insert(front, at: low)
    insert(back, at: high)
  }

  func leaveSuperview() {
    MainThread.check("-[UIView removeFromSuperview]")
    guard let parent = superview else { return }
    dropConstraintsToOutside()
    move(to: nil) {
      parent.willRemoveSubview(self)
      parent.forget(self)
      layer.removeFromSuperlayer()
      superview = nil
    }
  }

  public func isDescendant(of view: UIView) -> Bool {
    var step: UIView? = self
    while let current = step {
      if current === view { return true }
      step = current.superview
    }
    return false
  }

  /// This view or the first in it with the tag, depth first.
  public func viewWithTag(_ tag: Int) -> UIView? { first { $0.tag == tag } }

  /// This view or the first in it with the identifier, depth first.
  package func descendant(accessibilityIdentifier: String) -> UIView? {
    first { $0.accessibilityIdentifier == accessibilityIdentifier }
  }

  /// This view and everything in it, depth first, from back to front.
  package var tree: [UIView] {
    var views: [UIView] = []
    func visit(_ view: UIView) {
      views.append(view)
      for subview in view.subviews { visit(subview) }
    }
    visit(self)
    return views
  }

  private func first(where matches: (UIView) -> Bool) -> UIView? {
    if matches(self) { return self }
    for view in subviews {
      if let found = view.first(where: matches) { return found }
    }
    return nil
  }

  func move(_ view: UIView, nextTo sibling: UIView, _ offset: Int) {
    guard view !== sibling else { return }
    let others = subviews.filter { $0 !== view }
    let place = others.firstIndex { $0 === sibling }.map { $0 + offset }
    insert(view, at: place ?? .max)
  }

  func insert(_ view: UIView, at index: Int) {
    MainThread.check("-[UIView addSubview:]")
    if isDescendant(of: view) {
      raise(.invalidArgument, "Can't add \(view) as a subview of \(self): the view is in its own tree")
    }
    if view.superview === self {
      forget(view)
      place(view, at: index)
      return
    }
    if view.superview != nil, !isDescendant(of: view) { view.dropConstraintsToOutside() }
    view.move(to: self) {
      if let old = view.superview {
        old.willRemoveSubview(view)
        old.forget(view)
      }
      place(view, at: index)
      view.superview = self
    }
    didAddSubview(view)
  }

  private func place(_ view: UIView, at index: Int) {
    let index = min(max(index, 0), subviews.count)
    if index < subviews.count {
      layer.insertSublayer(view.layer, below: subviews[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviews.insert(view, at: index)
    treeChanged()
  }

  /// Changes the place of this view, with the notices and appearance callbacks around it.
  func move(to parent: UIView?, _ change: () -> Void) {
    let oldWindow = window
    let newWindow = parent.flatMap { ($0 as? UIWindow) ?? $0.window }
    let windowChanges = oldWindow !== newWindow
    if let parent, newWindow != nil { checkControllerHierarchy(under: parent) }
    if windowChanges { UIApplication.touchCenter.cancelTouches(in: self) }
    if windowChanges { beginAppearance(from: oldWindow, to: newWindow) }
    let before = surroundings
    willMove(toSuperview: parent)
    if windowChanges { forEachInTree { $0.willMove(toWindow: newWindow) } }
    let oldSuperview = superview
    change()
    solverFollowsTree(from: oldSuperview)
    if windowChanges {
      forEachInTree { $0.window = newWindow }
      if newWindow != nil { beginTraits() }
    }
    follow(from: before)
    // The window's notice comes first, as logs of views that are taken away show. [forum]
    if windowChanges { forEachInTree { $0.didMoveToWindow() } }
    didMoveToSuperview()
    if windowChanges {
      endAppearance(from: oldWindow, to: newWindow)
      treeChanged()
    }
  }

  private func forget(_ view: UIView) {
    if let index = subviews.firstIndex(where: { $0 === view }) { subviews.remove(at: index) }
  }

  private func forEachInTree(_ action: (UIView) -> Void) { for view in tree { action(view) } }
}
