import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// What is cut off in the middle: roots that are exchanged while they load, transitions whose window goes, windows
/// that were key, animations of what was taken away at once. Each in a process of its own.
@Suite struct InterruptedLifeTests {
  @Test func aRootMayChooseAnotherWhileItLoads() async {
    await #expect(processExitsWith: .success) { try await InterruptedStories.roots() }
  }

  @Test func whoIsDismissedPresentsNobody() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await InterruptedStories.lastWish()
    }
    #expect(
      said(result).contains("Attempt to present") && said(result).contains("while a presentation is in"))
  }

  @Test func completionsComeWhateverHappensToTheWindow() async {
    await #expect(processExitsWith: .success) { try await InterruptedStories.completions() }
  }

  @Test func transitionsCutOffAreNotCalledUnbalanced() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await InterruptedStories.cutOff()
    }
    #expect(!said(result).contains("Unbalanced"))
  }

  @Test func theKeyIsHandedOn() async {
    await #expect(processExitsWith: .success) { try await InterruptedStories.keys() }
  }

  @Test func animationsEndWithWhatIsTakenAwayAtOnce() async {
    await #expect(processExitsWith: .success) { try await InterruptedStories.animations() }
  }

  @Test func picturesMayBeTakenAwayWhileTheyAreShown() async {
    await #expect(processExitsWith: .success) { try await InterruptedStories.pictures() }
  }

  @Test func prioritiesAreAboveZeroAndAtMostRequired() async {
    let over = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await InterruptedStories.priority(1000.5)
    }
    let zero = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await InterruptedStories.priority(0)
    }
    let none = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await InterruptedStories.priority(.nan)
    }
    #expect(said(over).contains("'NSInternalInconsistencyException'"))
    #expect(said(over).contains("It's illegal to set priority:1000.5.  Priorities must be greater than 0"))
    #expect(said(zero).contains("It's illegal to set priority:0.  Priorities must be greater than 0"))
    #expect(said(none).contains("It's illegal to set priority:nan."))
  }

  @Test @MainActor func noticesOfAViewThatMoves() {
    let (window, parent, view) = (UIWindow(frame: .zero), UIView(), NoticingView())
    parent.addSubview(view)
    window.addSubview(parent)
    parent.removeFromSuperview()
    window.addSubview(parent)
    view.removeFromSuperview()
    window.addSubview(view)
    #expect(
      view.notices == [
        "will superview", "did superview", "will window", "did window", "will no window", "did no window",
        "will window", "did window", "will no superview", "will no window", "did no window",
        "did no superview", "will superview", "will window", "did window", "did superview",
      ])
  }

  @Test @MainActor func aSteppersLimitsTakeEachOtherAlong() {
    let stepper = UIStepper()
    stepper.value = 50
    stepper.maximumValue = -5
    #expect([stepper.minimumValue, stepper.maximumValue, stepper.value] == [-5, -5, -5])
    stepper.minimumValue = 7
    #expect([stepper.minimumValue, stepper.maximumValue, stepper.value] == [7, 7, 7])
  }
}

final class NoticingView: UIView {
  var notices: [String] = []
  override func willMove(toSuperview newSuperview: UIView?) {
    notices.append(newSuperview == nil ? "will no superview" : "will superview")
  }
  override func didMoveToSuperview() {
    notices.append(superview == nil ? "did no superview" : "did superview")
  }
  override func willMove(toWindow newWindow: UIWindow?) {
    notices.append(newWindow == nil ? "will no window" : "will window")
  }
  override func didMoveToWindow() { notices.append(window == nil ? "did no window" : "did window") }
}

/// Does something of the app's in one of its callbacks, once.
final class WilfulController: StoryController {
  var wish: (at: String, action: (WilfulController) -> Void)?

  private func come(to place: String) {
    guard let wish, wish.at == place else { return }
    self.wish = nil
    wish.action(self)
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    come(to: "didLoad")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    come(to: "willAppear")
  }
  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    come(to: "isAppearing")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    come(to: "didAppear")
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    come(to: "willDisappear")
  }
}

@MainActor
enum InterruptedStories {
  static func roots() async throws {
    let stage = try Stage()
    await stage.settle()
    for place in ["didLoad", "willAppear", "isAppearing", "didAppear"] {
      let (first, second) = (WilfulController("A"), StoryController("B"))
      first.wish = (place, { [unowned stage] _ in stage.window.rootViewController = second })
      stage.window.rootViewController = first
      await stage.finish()
      verify(stage.window.rootViewController === second, place)
      verify(stage.window.subviews == [second.view], "\(place): \(stage.window.subviews)")
      let story = Story.take()
      verify(
        story.filter { $0 == "A willAppear" }.count == (place == "didLoad" ? 0 : 1), "\(place): \(story)")
      verify(story.last == "B didAppear", "\(place): \(story)")
    }
  }

  /// Presents another one as its last act: that one would come and never go.
  static func lastWish() async throws {
    let stage = try Stage()
    let root = await stage.root(StoryController("R"))
    let leaving = WilfulController("P")
    leaving.wish = ("willDisappear", { $0.present(StoryController("Q"), animated: false) })
    root.present(leaving, animated: false)
    await stage.finish()
    leaving.dismiss(animated: true) { Story.add("done") }
    await stage.finish()
    let story = Story.take()
    verify(!story.contains { $0.hasPrefix("Q") } && story.last == "done", "\(story)")
    verify(root.presentedViewController == nil, "it is gone")
  }

  static func completions() async throws {
    let stage = try Stage()
    let root = await stage.root(StoryController("R"))
    root.present(StoryController("P"), animated: true) { Story.add("presented") }
    stage.window.rootViewController = StoryController("S")
    await stage.finish()
    verify(Story.take().filter { $0 == "presented" }.count == 1, "before it began")

    let second = await stage.root(StoryController("T"))
    let sheet = StoryController("Q")
    second.present(sheet, animated: false)
    await stage.finish()
    sheet.dismiss(animated: true) { Story.add("dismissed") }
    stage.window.rootViewController = StoryController("U")
    await stage.finish()
    verify(Story.take().filter { $0 == "dismissed" }.count == 1, "before it ended")
  }

  /// Windows are hidden, and roots exchanged, while something comes, goes or is pushed.
  static func cutOff() async throws {
    let stage = try Stage()
    for way in 0..<6 {
      let stack = UINavigationController(rootViewController: StoryController("A"))
      await stage.root(stack)
      let sheet = StoryController("P")
      if way % 3 == 1 { stack.present(sheet, animated: false) }
      await stage.finish()
      switch way % 3 {
      case 0: stack.present(sheet, animated: true)
      case 1: sheet.dismiss(animated: true)
      default: stack.pushViewController(sheet, animated: true)
      }
      await stage.settle()
      await stage.advance(0.1)
      if way < 3 {
        stage.window.isHidden = true
        await stage.finish()
        stage.window.isHidden = false
      } else {
        stage.window.rootViewController = StoryController("B")
      }
      await stage.finish()
    }
  }

  static func keys() async throws {
    let stage = try Stage()
    await stage.settle()
    let main = stage.window
    func extra() -> UIWindow {
      let window = UIWindow(windowScene: stage.scene)
      window.rootViewController = UIViewController()
      window.windowLevel = .alert
      window.makeKeyAndVisible()
      return window
    }
    // One that never was key is not asked.
    let shy = UIWindow(windowScene: stage.scene)
    shy.isHidden = false
    var windows = [extra(), extra()]
    verify(stage.scene.keyWindow === windows[1], "the newest")
    windows[0].isHidden = true
    verify(stage.scene.keyWindow === windows[1], "another one is hidden")
    windows[1].isHidden = true
    verify(stage.scene.keyWindow === main && main.isKeyWindow && !windows[1].isKeyWindow, "hidden")
    windows[0].isHidden = false
    verify(stage.scene.keyWindow === main, "shown is not key")
    windows[0].makeKey()
    windows[0].windowScene = nil
    verify(stage.scene.keyWindow === main && !windows[0].isKeyWindow, "out of the scene")
    windows[1].makeKeyAndVisible()
    windows = []
    await stage.finish()
    verify(stage.scene.keyWindow === main, "gone")
    main.isHidden = true
    verify(main.isKeyWindow, "nobody else can")
  }

  static func animations() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    for delay in [0.0, 1.0] {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      root.view.addSubview(view)
      UIView.animate(
        withDuration: 0.5, delay: delay, animations: { view.alpha = 0 },
        completion: { Story.add("\(delay) \($0)") })
      view.removeFromSuperview()
      await stage.advance(0.1)
      let story = Story.take()
      verify(story == ["\(delay) false"], "\(story)")
    }
  }

  static func pictures() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    root.view.addSubview(view)
    view.animationImages = [UIImage(), UIImage()]
    view.startAnimating()
    await stage.advance(0.05)
    view.animationImages = []
    await stage.advance(0.5)
    verify(!view.isAnimating, "nothing is left to show")
    view.animationImages = [UIImage(), UIImage()]
    for duration in [1e-12, -1, 0.5] {
      view.animationDuration = duration
      view.startAnimating()
      await stage.advance(0.5)
      verify(view.isAnimating, "\(duration)")
      view.stopAnimating()
    }
  }

  static func priority(_ value: Float) {
    let view = UIView()
    view.widthAnchor.constraint(equalToConstant: 10).priority = UILayoutPriority(value)
  }
}
