import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct PresentationTests {
  @Test func aFullScreenControllerTakesThePresentersPlace() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.fullScreen() }
  }

  @Test func aSheetLeavesThePresenterWhereItIs() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.sheet() }
  }

  @Test func withoutAnimationItComesAndGoesAtOnce() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.atOnce() }
  }

  @Test func aControllerMayGoAsSoonAsItIsThere() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.goesAtOnce() }
  }

  @Test func aChainGoesWithItsBottom() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.chain() }
  }

  @Test func aPresentedControllerIsKeptAlive() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.released() }
  }

  @Test func whatApplesLogSaysIsSaid() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PresentationStories.refusals()
    }
    let lines = said(result)
    #expect(lines.contains("whose view is not in the window hierarchy."))
    #expect(lines.contains("which is already presenting <StoryController"))
    #expect(lines.contains("while a presentation is in progress."))
    #expect(lines.contains("while a presentation or dismiss is in progress!"))
    #expect(lines.components(separatedBy: "Attempt to").count == 5)
  }

  @Test func whatAppleRaisesIsRaised() async {
    let onItself = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let controller = UIViewController()
        controller.present(controller, animated: true)
      }
    }
    #expect(said(onItself).contains("present modal view controller on itself"))
    let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await PresentationStories.twice()
    }
    #expect(said(twice).contains("that is already being presented by"))
    let child = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (parent, child) = (UIViewController(), UIViewController())
        parent.addChild(child)
        UIViewController().present(child, animated: true)
      }
    }
    #expect(said(child).contains("that has a parent view controller"))
    let popover = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await PresentationStories.popoverOfNothing()
    }
    #expect(said(popover).contains("should have a non-nil sourceView"))
  }

  @Test func aTouchBesideASheetDismissesItIfItMay() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.beside() }
  }

  @Test func everybodyHearsOfAChangeOfSize() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.sizes() }
  }

  @Test func theFrontmostFillingControllerDecidesTheOrientation() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.orientations() }
  }

  @Test func aContextKeepsThePresentationInside() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.context() }
  }

  @Test func popoversLieBesideTheirSourceOrAreSheets() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.popover() }
  }

  @Test func coordinatorsRunAlongside() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.coordinators() }
  }

  @Test func sheetsAndPopoversStayInTheirRoom() {
    var generator = SeededRandom(7)
    var wrong: [String] = []
    for _ in 0..<500 {
      func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &generator) }
      let window = CGSize(width: number(320...960), height: number(320...960))
      let sheet = SheetPlace(
        window: window, safeTop: number(0...60), isWidthCompact: Bool.random(using: &generator),
        isHeightCompact: Bool.random(using: &generator), isForm: Bool.random(using: &generator),
        wanted: Bool.random(using: &generator)
          ? .zero : CGSize(width: number(0...1200), height: number(0...1200)))
      let whole = CGRect(origin: .zero, size: window)
      if !whole.contains(sheet.frame) { wrong.append("\(sheet)") }
      if sheet.isHeightCompact && sheet.frame != whole { wrong.append("not whole: \(sheet)") }
      let room = whole.insetBy(dx: 10, dy: 20)
      let source = CGRect(
        x: number(10...window.width - 60), y: number(20...window.height - 60), width: 44, height: 30)
      let size = CGSize(width: number(50...290), height: number(50...270))
      let place = PopoverPlace(room: room, source: source, size: size, allowed: .any).place
      let isOut =
        place.frame.minX < room.minX - 0.001 || place.frame.minY < room.minY - 0.001
        || place.frame.maxX > room.maxX + 0.001 || place.frame.maxY > room.maxY + 0.001
      if isOut { wrong.append("\(place)") }
      let fits =
        source.minY - room.minY >= size.height + 13 || room.maxY - source.maxY >= size.height + 13
        || source.minX - room.minX >= size.width + 13 || room.maxX - source.maxX >= size.width + 13
      if fits && place.frame.intersects(source) { wrong.append("over its source: \(place)") }
    }
    #expect(wrong == [])
  }
}

@MainActor
enum PresentationStories {
  static func fullScreen() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    b.modalPresentationStyle = .fullScreen
    a.present(b, animated: true) { Story.add("shown") }
    #expect(a.presentedViewController === b && b.presentingViewController === a)
    #expect(Story.take() == ["B loadView"])
    await stage.settle()
    #expect(
      Story.take() == [
        "A willDisappear animated", "B willAppear animated presented", "B isAppearing 466x678",
      ])
    #expect(a.view.window != nil && b.view.window != nil)
    await stage.advance(1)
    #expect(
      Story.take() == ["B didAppear animated presented", "A didDisappear animated", "shown"])
    #expect(a.view.window == nil && !b.isBeingPresented)
    #expect(b.next === a)

    b.dismiss(animated: true) { Story.add("gone \(a.presentedViewController == nil)") }
    await stage.settle()
    #expect(
      Story.take() == [
        "B willDisappear animated dismissed", "A willAppear animated", "A isAppearing 466x678",
      ])
    await stage.advance(1)
    #expect(
      Story.take() == ["A didAppear animated", "B didDisappear animated dismissed", "gone true"])
    #expect(a.view.superview === stage.window && stage.window.subviews.count == 1)
    #expect(b.presentingViewController == nil && b.view.window == nil)
  }

  static func sheet() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    a.present(b, animated: true)
    await stage.finish()
    await stage.advance(1)
    let story = Story.take()
    #expect(story.first == "B loadView" && story.last == "B didAppear animated presented")
    #expect(!story.contains { $0.hasPrefix("A") })
    #expect(b.presentationController?.presentationStyle == .pageSheet)
    #expect(b.view.frame.minY >= 10 && b.view.frame.maxY == 678 && b.view.frame.width == 466)
    // On the inner display it lies in the middle, on the outer one sideways it fills the window.
    await stage.send(.pose("open-landscape", over: .zero))
    stage.window.layoutIfNeeded()
    #expect(b.view.frame.midX == 475.5 && b.view.frame.width < 951 && b.view.frame.minY > 0)
    await stage.send(.pose("closed", over: .zero))
    await stage.send(.turn(1))
    stage.window.layoutIfNeeded()
    #expect(b.view.frame == CGRect(x: 0, y: 0, width: 678, height: 466))
  }

  static func atOnce() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    b.modalPresentationStyle = .fullScreen
    a.present(b, animated: false) { Story.add("shown") }
    #expect(
      Story.take() == [
        "B loadView", "A willDisappear", "B willAppear presented", "B isAppearing 466x678",
        "B didAppear presented", "A didDisappear", "shown",
      ])
    // Hidden and shown again, only what is seen comes and goes.
    stage.window.isHidden = true
    stage.window.isHidden = false
    await stage.settle()
    #expect(
      Story.take() == [
        "B willDisappear", "B didDisappear", "B willAppear", "B isAppearing 466x678", "B didAppear",
      ])
    a.dismiss(animated: false) { Story.add("gone") }
    #expect(
      Story.take() == [
        "B willDisappear dismissed", "A willAppear", "A isAppearing 466x678", "A didAppear",
        "B didDisappear dismissed", "gone",
      ])
    // Nothing to dismiss: the completion comes all the same.
    a.dismiss(animated: true) { Story.add("nothing") }
    #expect(Story.take() == ["nothing"])
  }

  /// As apps do that find out in `viewDidAppear` that they may not use the camera.
  static func goesAtOnce() async throws {
    final class Leaving: StoryController {
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        dismiss(animated: animated) { Story.add("gone") }
      }
    }
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = Leaving("B")
    b.modalPresentationStyle = .overFullScreen
    a.present(b, animated: false) { Story.add("shown") }
    #expect(
      Story.take() == [
        "B loadView", "B willAppear presented", "B isAppearing 466x678", "B didAppear presented", "shown",
        "B willDisappear dismissed", "B didDisappear dismissed", "gone",
      ])
    #expect(a.presentedViewController == nil)

    a.present(Leaving("C"), animated: true) { Story.add("shown") }
    await stage.finish()
    await stage.advance(2)
    let story = Story.take()
    #expect(
      story.suffix(3) == ["C willDisappear animated dismissed", "C didDisappear animated dismissed", "gone"])
    #expect(story.contains("C didAppear animated presented") && story.contains("shown"))
    #expect(a.presentedViewController == nil)
  }

  static func chain() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let (b, c) = (StoryController("B"), StoryController("C"))
    a.present(b, animated: false)
    b.present(c, animated: false)
    _ = Story.take()
    a.dismiss(animated: true) { Story.add("gone") }
    await stage.finish()
    #expect(
      Story.take() == [
        "C willDisappear animated dismissed", "B willDisappear animated dismissed",
        "C didDisappear animated dismissed", "B didDisappear animated dismissed", "gone",
      ])
    #expect(a.presentedViewController == nil && b.presentedViewController == nil)
    #expect(stage.window.subviews == [a.view])
    // A root that leaves takes with it what was presented over it.
    a.present(b, animated: false)
    stage.window.rootViewController = StoryController("D")
    #expect(b.view.window == nil && b.presentingViewController == nil)
    #expect(stage.window.subviews.count == 1)
  }

  static func released() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    weak var b: StoryController?
    do {
      let made = StoryController("B")
      b = made
      a.present(made, animated: true)
    }
    #expect(b != nil)
    await stage.finish()
    #expect(b?.view.window != nil)
    a.dismiss(animated: true)
    await stage.finish()
    #expect(b == nil)
  }

  static func refusals() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    // From a controller that is not shown, and from one that is busy.
    StoryController("C").present(StoryController("D"), animated: true)
    a.present(b, animated: true)
    a.dismiss(animated: true)
    await stage.finish()
    a.present(StoryController("E"), animated: true)
    #expect(a.presentedViewController === b)
    a.dismiss(animated: true)
    a.present(StoryController("F"), animated: true)
    await stage.finish()
    #expect(a.presentedViewController == nil)
    let rules = stage.lines("violation").map { line in
      ["presented-from-detached", "presentation-refused"].first { line.contains("\"rule\":\"\($0)\"") }
        ?? line
    }
    #expect(rules == ["presented-from-detached", "presentation-refused", "presentation-refused"])
  }

  static func twice() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    a.present(b, animated: false)
    let c = StoryController("C")
    b.present(c, animated: false)
    c.present(b, animated: false)
  }

  static func popoverOfNothing() async throws {
    let stage = try Stage(pose: "open-landscape")
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    b.modalPresentationStyle = .popover
    a.present(b, animated: false)
  }

  final class Asked: NSObject, UIAdaptivePresentationControllerDelegate {
    var may = true
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
      Story.add("should")
      return may
    }
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
      Story.add("will")
    }
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      Story.add("did")
    }
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
      Story.add("attempt")
    }
  }

  static func beside() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    let asked = Asked()
    b.presentationController?.delegate = asked
    b.isModalInPresentation = true
    a.present(b, animated: false)
    func told() -> [String] { Story.take().filter { !$0.contains(" ") } }
    let strip = CGPoint(x: 200, y: b.view.frame.minY - 5)
    stage.tap(strip)
    #expect(told() == ["should", "attempt"])
    b.isModalInPresentation = false
    asked.may = false
    stage.tap(strip)
    #expect(told() == ["should", "attempt"])
    asked.may = true
    stage.tap(CGPoint(x: 200, y: b.view.frame.midY))
    #expect(told() == [])
    stage.tap(strip)
    await stage.settle()
    await stage.advance(1)
    #expect(told() == ["should", "will", "did"])
    #expect(a.presentedViewController == nil)
    // Dismissed by the app, the delegate hears nothing.
    a.present(b, animated: false)
    b.presentationController?.delegate = asked
    a.dismiss(animated: false)
    #expect(told() == [])
  }

  static func sizes() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    b.modalPresentationStyle = .fullScreen
    a.present(b, animated: false)
    _ = Story.take()
    await stage.send(.pose("open-landscape", over: .zero))
    let story = Story.take().filter { !$0.hasPrefix("scene") }
    #expect(
      story == [
        "A willTransition traits", "B willTransition traits", "A willTransition to 951x669",
        "B willTransition to 951x669",
      ])
    #expect(b.view.bounds.size == CGSize(width: 951, height: 669))
    a.dismiss(animated: false)
    #expect(a.view.frame == CGRect(x: 0, y: 0, width: 951, height: 669))
    #expect(Story.take().contains("A isAppearing 951x669"))
  }

  final class Sideways: StoryController {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
  }

  static func orientations() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = Sideways("B")
    a.present(b, animated: false)
    await stage.settle()
    // A sheet does not fill the window, so it is not asked.
    #expect(stage.scene.interfaceOrientation == .portrait)
    a.dismiss(animated: false)
    b.modalPresentationStyle = .fullScreen
    a.present(b, animated: false)
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    #expect(stage.phone.state.app.interfaceTurn == 1)
    // An alert over it asks nothing.
    b.present(UIAlertController(title: "?", message: nil, preferredStyle: .alert), animated: false)
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    a.dismiss(animated: false)
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .portrait)
    #expect(a.view.frame.size == CGSize(width: 466, height: 678))
  }

  static func context() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let (inner, b) = (StoryController("I"), StoryController("B"))
    a.addChild(inner)
    inner.view.frame = CGRect(x: 10, y: 20, width: 100, height: 200)
    a.view.addSubview(inner.view)
    inner.didMove(toParent: a)
    inner.definesPresentationContext = true
    await stage.settle()
    b.modalPresentationStyle = .overCurrentContext
    inner.present(b, animated: false)
    #expect(b.presentingViewController === inner && inner.presentedViewController === b)
    #expect(b.view.convert(b.view.bounds, to: nil) == CGRect(x: 10, y: 20, width: 100, height: 200))
    inner.dismiss(animated: false)
    _ = Story.take()
    b.modalPresentationStyle = .currentContext
    inner.present(b, animated: false)
    #expect(inner.view.window == nil && a.view.window != nil)
    #expect(Story.take().contains("I didDisappear"))
    inner.dismiss(animated: false)
    #expect(inner.view.superview === a.view)
    #expect(inner.view.frame == CGRect(x: 10, y: 20, width: 100, height: 200))
    // Without a context the topmost parent presents.
    inner.definesPresentationContext = false
    inner.present(b, animated: false)
    #expect(b.presentingViewController === a)
  }

  static func popover() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let source = UIView(frame: CGRect(x: 100, y: 100, width: 44, height: 44))
    a.view.addSubview(source)
    let b = StoryController("B")
    b.modalPresentationStyle = .popover
    b.preferredContentSize = CGSize(width: 200, height: 150)
    b.popoverPresentationController?.sourceView = source
    a.present(b, animated: false)
    #expect(b.view.frame.width == 466 && b.view.frame.maxY == 678)
    a.dismiss(animated: false)
    await stage.send(.pose("open-landscape", over: .zero))
    b.popoverPresentationController?.sourceView = source
    a.present(b, animated: false)
    #expect(b.view.frame.size == CGSize(width: 200, height: 150))
    #expect(b.view.frame.minY == 157 && b.popoverPresentationController?.arrowDirection == .up)
    b.preferredContentSize = CGSize(width: 220, height: 150)
    stage.window.layoutIfNeeded()
    #expect(b.view.frame.width == 220)
    stage.tap(CGPoint(x: 900, y: 600))
    await stage.settle()
    await stage.advance(1)
    #expect(a.presentedViewController == nil)
  }

  static func coordinators() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    final class Joining: StoryController {
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let coordinator = transitionCoordinator
        tell("from \((coordinator?.viewController(forKey: .from) as? StoryController)?.name ?? "nobody")")
        coordinator?.animate { _ in
          Story.add("alongside")
        } completion: { context in
          Story.add("after \(context.isAnimated)")
        }
      }
    }
    let b = Joining("B")
    a.present(b, animated: true) { Story.add("shown") }
    await stage.settle()
    await stage.advance(1)
    let told = ["B from A", "alongside", "B didAppear animated presented", "after true", "shown"]
    #expect(Story.take().filter(told.contains) == told)
    #expect(b.transitionCoordinator == nil && a.transitionCoordinator == nil)
  }
}
