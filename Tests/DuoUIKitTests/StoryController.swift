import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Tells its life in short words, with the flags of each moment.
class StoryController: UIViewController {
  let name: String

  init(_ name: String) {
    self.name = name
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { fatalError("no archives") }

  func tell(_ what: String) { Story.add("\(name) \(what)") }

  private func flags(_ animated: Bool) -> String {
    let all: [(Bool, String)] = [
      (animated, "animated"), (isBeingPresented, "presented"), (isBeingDismissed, "dismissed"),
      (isMovingToParent, "moving-to"), (isMovingFromParent, "moving-from"),
    ]
    return all.filter(\.0).map { " \($0.1)" }.joined()
  }

  override func loadView() {
    tell("loadView")
    view = UIView()
  }
  override func viewWillAppear(_ animated: Bool) { tell("willAppear\(flags(animated))") }
  override func viewIsAppearing(_ animated: Bool) { tell("isAppearing \(text(view.bounds.size))") }
  override func viewDidAppear(_ animated: Bool) { tell("didAppear\(flags(animated))") }
  override func viewWillDisappear(_ animated: Bool) { tell("willDisappear\(flags(animated))") }
  override func viewDidDisappear(_ animated: Bool) { tell("didDisappear\(flags(animated))") }
  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    tell("willMove \(parent == nil ? "out" : "in")")
  }
  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    tell("didMove \(parent == nil ? "out" : "in")")
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    tell("willTransition to \(text(size))")
  }
  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.willTransition(to: newCollection, with: coordinator)
    tell("willTransition traits")
  }
}

extension Stage {
  var window: UIWindow { scene.keyWindow! }

  /// Another root in the window, its story over.
  @discardableResult
  func root<Root: UIViewController>(_ root: Root) async -> Root {
    await settle()
    window.rootViewController = root
    await settle()
    _ = Story.take()
    return root
  }

  /// Lets a transition begin, and end.
  func finish() async {
    await settle()
    await advance(1)
  }

  /// A touch in the middle of what has the identifier.
  func tap(_ identifier: String) async {
    guard let view = window.descendant(accessibilityIdentifier: identifier) else {
      return Story.add("nothing is called \(identifier)")
    }
    window.layoutIfNeeded()
    tap(view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil))
    await settle()
  }
}

/// What a process of an exit test said on standard error.
func said(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
