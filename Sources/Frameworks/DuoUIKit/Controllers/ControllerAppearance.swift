import Foundation

/// How far a view's coming or going is.
struct ControllerAppearance {
  enum Stage { case disappeared, appearing, isAppearing, appeared, disappearing }

  var stage = Stage.disappeared
  var isAnimated = false
  /// Begun by a container or a presentation, which ends it too; else the window's update ends it.
  var isManaged = false
  /// Above zero, the view changes its place on behalf of a transition that makes the calls itself.
  var held = 0
}

extension UIViewController {
  /// `viewIsAppearing(_:)` is due.
  var isAboutToAppear: Bool { appearance.stage == .appearing }

  func willAppear(animated: Bool = false, managed: Bool = false) {
    switch appearance.stage {
    case .disappeared, .disappearing: break
    case .appearing, .isAppearing, .appeared: return
    }
    appearance.stage = .appearing
    appearance.isAnimated = animated
    appearance.isManaged = managed
    viewWillAppear(animated)
  }

  func isAppearing() {
    guard appearance.stage == .appearing else { return }
    appearance.stage = .isAppearing
    viewIsAppearing(appearance.isAnimated)
  }

  /// Ends an appearance that the window's update is to end.
  func didAppear() {
    if !appearance.isManaged { finishAppearing() }
  }

  func willDisappear(animated: Bool = false, managed: Bool = false) {
    switch appearance.stage {
    case .disappeared, .disappearing: return
    case .appearing, .isAppearing, .appeared: break
    }
    appearance.stage = .disappearing
    appearance.isAnimated = animated
    appearance.isManaged = managed
    viewWillDisappear(animated)
  }

  func didDisappear() {
    guard appearance.stage == .disappearing else { return }
    appearance.stage = .disappeared
    appearance.isManaged = false
    viewDidDisappear(appearance.isAnimated)
    links.isMovingFromParent = false
  }

  private func finishAppearing() {
    guard appearance.stage == .isAppearing else { return }
    appearance.stage = .appeared
    appearance.isManaged = false
    viewDidAppear(appearance.isAnimated)
    links.isMovingToParent = false
  }

  // MARK: Managed by containers and presentations

  /// This controller and those of its children, however deep, that come and go with it.
  var appearanceTree: [UIViewController] {
    guard shouldAutomaticallyForwardAppearanceMethods else { return [self] }
    let shown = children.filter { child in
      guard let view = viewIfLoaded, let childView = child.viewIfLoaded else { return false }
      return childView.isDescendant(of: view)
    }
    return [self] + shown.flatMap(\.appearanceTree)
  }

  func beginAppearance(_ isAppearing: Bool, animated: Bool) {
    switch appearance.stage {
    case .appearing where isAppearing, .isAppearing where isAppearing, .disappearing where !isAppearing:
      logToStandardError("Unbalanced calls to begin/end appearance transitions for \(self).")
    default: break
    }
    for controller in appearanceTree {
      if isAppearing {
        controller.willAppear(animated: animated, managed: true)
      } else {
        controller.willDisappear(animated: animated, managed: true)
      }
    }
  }

  func endAppearance() {
    switch appearance.stage {
    case .appearing, .isAppearing:
      for controller in appearanceTree {
        controller.isAppearing()
        controller.finishAppearing()
      }
    case .disappearing:
      for controller in appearanceTree {
        // One that came into the tree while this controller was on its way out.
        controller.willDisappear(animated: appearance.isAnimated, managed: true)
        controller.didDisappear()
      }
    case .appeared, .disappeared:
      logToStandardError("Unbalanced calls to begin/end appearance transitions for \(self).")
    }
  }

  /// For a transition that has ended. The window may have been hidden in the middle, which ended the coming or going too.
  func endAppearanceUnderWay() {
    if appearance.stage != .appeared, appearance.stage != .disappeared { endAppearance() }
  }

  /// Calls `viewIsAppearing(_:)` where it is due, for a transition that lays out at once.
  func isAppearingNow() { for controller in appearanceTree { controller.isAppearing() } }

  /// Changes the place of the view without the calls that a change of place brings.
  func holdingAppearance(_ change: () -> Void) {
    appearance.held += 1
    change()
    appearance.held -= 1
  }
}

extension UIView {
  /// The controllers in this tree that come and go with their views, from the top down.
  var appearingControllers: [UIViewController] {
    var list: [UIViewController] = []
    collect(into: &list)
    return list
  }

  private func collect(into list: inout [UIViewController]) {
    if let controller {
      if controller.appearance.held > 0 { return }
      if controller.parent?.shouldAutomaticallyForwardAppearanceMethods == false { return }
      list.append(controller)
    }
    for view in subviews { view.collect(into: &list) }
  }

  /// Controllers in this tree get `viewWillDisappear` or `viewWillAppear`.
  func beginAppearance(from old: UIWindow?, to new: UIWindow?) {
    for controller in appearingControllers {
      if old?.isShowing == true { controller.willDisappear() }
      if new?.isShowing == true { controller.willAppear() }
    }
  }

  /// `viewDidDisappear` comes at once, `viewIsAppearing` and `viewDidAppear` with the window's next update.
  func endAppearance(from old: UIWindow?, to new: UIWindow?) {
    if old?.isShowing == true { for controller in appearingControllers { controller.didDisappear() } }
    if new?.isShowing == true { new?.requestUpdate() }
  }
}

/// One line in Apple's words where Apple's frameworks log.
func logToStandardError(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
