import Foundation

@testable import DuoUIKit

/// Follows the appearance callbacks of one controller, and notes where they come in an order that UIKit never has.
@MainActor
final class Life {
  enum Stage: String { case gone, willAppear, isAppearing, didAppear, willDisappear }

  static var wrong: [String] = []
  static var log: [String] = []
  static var all: [Life] = []

  let name: String
  private(set) var stage = Stage.gone
  weak var controller: UIViewController?

  init(_ name: String, _ controller: UIViewController) {
    self.name = name
    self.controller = controller
    Life.all.append(self)
  }

  /// What may come before each callback.
  private static let before: [Stage: Set<Stage>] = [
    .willAppear: [.gone, .willDisappear], .isAppearing: [.willAppear], .didAppear: [.isAppearing],
    .willDisappear: [.willAppear, .isAppearing, .didAppear], .gone: [.willDisappear],
  ]

  func comes(_ next: Stage) {
    if !Self.before[next]!.contains(stage) { Life.wrong.append("\(name): \(next) after \(stage)") }
    if next == .isAppearing || next == .didAppear, controller?.viewIfLoaded?.window == nil {
      Life.wrong.append("\(name): \(next) outside a window")
    }
    stage = next
    Life.log.append("\(name) \(next)")
  }

  /// Those that are there, by name.
  static var shown: [String] { all.filter { $0.stage == .didAppear }.map(\.name).sorted() }
  /// Those that are on their way after everything has settled.
  static var halfway: [String] {
    all.filter { ![.gone, .didAppear].contains($0.stage) }.map { "\($0.name) \($0.stage)" }
  }
  /// Those whose callbacks say something else than their views.
  static var contradictions: [String] {
    all.compactMap { life in
      guard let controller = life.controller else { return nil }
      let isInWindow = controller.viewIfLoaded?.window?.isShowing == true
      return isInWindow == (life.stage == .didAppear)
        ? nil : "\(life.name) \(life.stage), in a window: \(isInWindow)"
    }
  }
}

@MainActor
protocol Living: UIViewController { var life: Life { get } }

final class LivingController: UIViewController, Living {
  private var own: Life!
  var life: Life { own }

  init(_ name: String) {
    super.init(nibName: nil, bundle: nil)
    own = Life(name, self)
  }
  required init?(coder: NSCoder) { fatalError("no archives") }

  override func viewWillAppear(_ animated: Bool) { own.comes(.willAppear) }
  override func viewIsAppearing(_ animated: Bool) { own.comes(.isAppearing) }
  override func viewDidAppear(_ animated: Bool) { own.comes(.didAppear) }
  override func viewWillDisappear(_ animated: Bool) { own.comes(.willDisappear) }
  override func viewDidDisappear(_ animated: Bool) { own.comes(.gone) }
}

final class LivingStack: UINavigationController, Living {
  private var own: Life!
  var life: Life { own }

  init(_ name: String, root: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    own = Life(name, self)
    viewControllers = [root]
  }
  required init?(coder: NSCoder) { fatalError("no archives") }

  override func viewWillAppear(_ animated: Bool) { own.comes(.willAppear) }
  override func viewIsAppearing(_ animated: Bool) { own.comes(.isAppearing) }
  override func viewDidAppear(_ animated: Bool) { own.comes(.didAppear) }
  override func viewWillDisappear(_ animated: Bool) { own.comes(.willDisappear) }
  override func viewDidDisappear(_ animated: Bool) { own.comes(.gone) }
}
