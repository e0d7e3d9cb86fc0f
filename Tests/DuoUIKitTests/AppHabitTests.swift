import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// What camera apps rely on beside the large parts.
@Suite struct AppHabitTests {
  class Watching: UIViewController {
    var changes: [String] = []
    var context: (any UIViewControllerTransitionCoordinatorContext)?

    override func viewDidLoad() {
      super.viewDidLoad()
      registerForTraitChanges([UITraitVerticalSizeClass.self]) { (self: Self, _: UITraitCollection) in
        self.changes.append("Self")
      }
      registerForTraitChanges([UITraitVerticalSizeClass.self]) { (self: UIViewController, _) in
        (self as? Watching)?.changes.append("base")
      }
      registerForTraitChanges([UITraitVerticalSizeClass.self]) { controller, _ in
        controller.changes.append("plain")
      }
    }

    override func viewWillTransition(
      to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      coordinator.animateAlongsideTransition(in: view.window) { [weak self] in self?.context = $0 }
    }
  }

  @Test func handlersTakeSelfAndTransitionsTellOfTheTurn() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let watching = Watching()
      let window = UIWindow(windowScene: stage.scene)
      window.rootViewController = watching
      window.makeKeyAndVisible()
      await stage.settle()
      verify(window.screen === stage.scene.screen && window.screen.display == .outer, "the window's screen")
      verify(UIWindow(frame: .zero).screen === UIScreen.main, "a window without a scene")
      await stage.send(.turn(1))
      verify(watching.changes == ["Self", "base", "plain"], "\(watching.changes)")
      guard let context = watching.context else { return verify(false, "no transition") }
      verify(!context.isCancelled && !context.isInteractive && !context.initiallyInteractive, "interactive")
      verify(context.percentComplete == 0 && context.completionVelocity == 1, "speed")
      verify(context.containerView === window && context.presentationStyle == .none, "container")
      // The interface turns against the phone, in the sense of its orientation's name.
      let sine: CGFloat = stage.scene.interfaceOrientation == .landscapeRight ? 1 : -1
      verify(
        context.targetTransform == CGAffineTransform(a: 0, b: sine, c: -sine, d: 0, tx: 0, ty: 0), "turn")
    }
  }

  @Test func handlersOfOtherClassesRaise() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = UIView().registerForTraitChanges([UITraitVerticalSizeClass.self]) { (_: UIWindow, _) in }
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(lines.contains("UIView is no UIWindow"))
  }

  @Test func noControllerIsInItself() async {
    let itself = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let controller = UIViewController()
      controller.addChild(controller)
    }
    let lines = String(decoding: itself?.standardErrorContent ?? [], as: UTF8.self)
    #expect(lines.contains("as a child of itself"))
    await #expect(processExitsWith: .signal(SIGABRT)) { @MainActor in
      let (outer, inner) = (UIViewController(), UIViewController())
      outer.addChild(inner)
      inner.addChild(outer)
    }
  }

  @Test func presentationsOutliveWhatTheyPresented() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let root = UIViewController()
      let window = UIWindow(windowScene: stage.scene)
      window.rootViewController = root
      window.makeKeyAndVisible()
      await stage.settle()
      var kept: UIPresentationController?
      do {
        let shown = UIViewController()
        shown.title = "shown"
        root.show(shown, sender: nil)
        await stage.settle()
        kept = shown.presentationController
        verify(shown.transitionCoordinator?.containerView === kept?.containerView, "container")
        verify(shown.transitionCoordinator?.presentationStyle == .pageSheet, "style")
        verify(shown.transitionCoordinator?.view(forKey: .to) === shown.view, "coming view")
        verify(shown.transitionCoordinator?.view(forKey: .from) == nil, "the presenter's view stays")
        await stage.advance(1)
        root.dismiss(animated: false)
        await stage.settle()
      }
      verify(kept?.presentedViewController.title == "shown", "kept")
    }
  }

  /// What an app animates alongside may name the coordinator.
  @Test func coordinatorsGoWithTheirTransition() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let root = UIViewController()
      let window = UIWindow(windowScene: stage.scene)
      window.rootViewController = root
      window.makeKeyAndVisible()
      await stage.settle()
      let shown = AlongsideController()
      root.present(shown, animated: true)
      await stage.settle()
      verify(shown.coordinator != nil, "while it runs")
      await stage.settle()
      await stage.advance(2)
      await stage.settle()
      verify(shown.calls == ["alongside true", "completion true"], "\(shown.calls)")
      verify(shown.coordinator == nil, "it is kept after its end")
    }
  }

  @Test func defaultsOfControllers() async {
    await #expect(processExitsWith: .success) { @MainActor in
      _ = try Stage()
      let controller = UIViewController()
      #expect(controller.view.autoresizingMask == [.flexibleWidth, .flexibleHeight])
      #expect(controller.modalPresentationStyle == .pageSheet)
      controller.modalPresentationStyle = .fullScreen
      #expect(controller.modalPresentationStyle == .fullScreen)
      controller.modalPresentationStyle = .automatic
      #expect(controller.modalPresentationStyle == .pageSheet)
      #expect(!controller.isEditing)
      controller.isEditing = true
      #expect(controller.isEditing)
      let navigation = UINavigationController(rootViewController: controller)
      let next = UIViewController()
      controller.show(next, sender: nil)
      #expect(navigation.topViewController === next)
      let names = [
        UISceneSession.Role.windowExternalDisplayNonInteractive.rawValue,
        UIApplication.didReceiveMemoryWarningNotification.rawValue,
        UIApplication.willTerminateNotification.rawValue,
      ]
      #expect(
        names == [
          "UIWindowSceneSessionRoleExternalDisplayNonInteractive",
          "UIApplicationDidReceiveMemoryWarningNotification", "UIApplicationWillTerminateNotification",
        ])
    }
  }

  @Test @MainActor func buttonsByType() {
    final class Tall: UIButton {
      override func titleRect(forContentRect contentRect: CGRect) -> CGRect {
        CGRect(x: contentRect.minX, y: contentRect.maxY - 20, width: contentRect.width, height: 20)
      }
    }
    let (custom, system) = (UIButton(), UIButton(type: .system))
    #expect(custom.titleLabel?.font.pointSize == 18 && system.titleLabel?.font.pointSize == 15)
    #expect(custom.titleColor(for: .normal) == .white && system.titleColor(for: .normal) == system.tintColor)
    system.role = .destructive
    #expect(system.currentTitleColor == .systemRed)
    system.role = .cancel
    #expect(system.currentTitleColor == system.tintColor)
    let tall = Tall(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
    tall.setTitle("Title", for: .normal)
    tall.contentEdgeInsets = UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10)
    tall.layoutIfNeeded()
    #expect(tall.titleLabel?.frame == CGRect(x: 10, y: 55, width: 80, height: 20))
    let plain = UIButton(frame: tall.frame)
    plain.setTitle("Title", for: .normal)
    plain.layoutIfNeeded()
    #expect(plain.titleLabel?.frame == plain.titleRect(forContentRect: plain.bounds))
    #expect(plain.titleLabel?.center == CGPoint(x: 50, y: 40))
  }

  @Test @MainActor func hiddenBarItemsTakeNoRoom() {
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
    let (item, done) = (UINavigationItem(title: ""), UIBarButtonItem(title: "Done"))
    item.rightBarButtonItem = done
    bar.items = [item]
    func count() -> Int {
      bar.layoutIfNeeded()
      return bar.subviews.filter { $0 is BarButton }.count
    }
    #expect(count() == 1)
    done.isHidden = true
    #expect(count() == 0)
    done.isHidden = false
    #expect(count() == 1)
  }

  @Test func fontsHaveNames() {
    let names = [
      UIFont.systemFont(ofSize: 12), .systemFont(ofSize: 12, weight: .bold), .italicSystemFont(ofSize: 12),
      .monospacedSystemFont(ofSize: 12, weight: .semibold),
    ].map(\.fontName)
    #expect(
      names == [
        ".SFUI-Regular", ".SFUI-Bold", ".SFUI-RegularItalic", ".AppleSystemUIFontMonospaced-Semibold",
      ])
    for family in UIFont.familyNames.prefix(5) {
      guard let font = UIFont(name: family, size: 12) else { continue }
      #expect(UIFont(name: font.fontName, size: 12) == font)
    }
  }

  @Test func viewsTurnOver() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let window = UIWindow(windowScene: stage.scene)
      window.makeKeyAndVisible()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      window.addSubview(view)
      await stage.settle()
      // Where the middle of the side named by the option is a quarter into the flip: in front, z > 0.
      let rows: [(UIView.AnimationOptions, UInt, CGFloat, CGFloat)] = [
        (.transitionFlipFromLeft, 1, -1, 0), (.transitionFlipFromRight, 2, 1, 0),
        (.transitionFlipFromTop, 6, 0, -1), (.transitionFlipFromBottom, 7, 0, 1),
      ]
      for (option, raw, x, y) in rows {
        verify(option.rawValue == raw << 20, "raw \(raw)")
        view.backgroundColor = .white
        UIView.transition(
          with: view, duration: 1, options: [option, .curveLinear, .preferredFramesPerSecond60]
        ) {
          view.backgroundColor = .black
        }
        await stage.settle()
        await stage.advance(0.25)
        let early = view.layer.presentation()!
        verify(x * early.transform.m13 + y * early.transform.m23 > 0.7, "\(raw): in front \(early.transform)")
        verify(
          early.cover?.opacity == 1 && early.cover?.layer.backgroundColor == UIColor.white.cgColor, "old face"
        )
        await stage.advance(0.5)
        let late = view.layer.presentation()!
        verify(x * late.transform.m13 + y * late.transform.m23 < -0.7, "\(raw): behind \(late.transform)")
        verify(late.cover == nil && late.backgroundColor == UIColor.black.cgColor, "new face")
        await stage.advance(0.5)
        verify(CATransform3DIsIdentity(view.layer.presentation()!.transform), "\(raw): over")
      }
    }
  }
}

/// Names the coordinator in what it gives to it.
private final class AlongsideController: UIViewController {
  private(set) weak var coordinator: (any UIViewControllerTransitionCoordinator)?
  private(set) var calls: [String] = []

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard let transition = transitionCoordinator else { return }
    coordinator = transition
    transition.animate { [unowned self] _ in
      calls.append("alongside \(transition.isAnimated)")
    } completion: { [unowned self] _ in
      calls.append("completion \(transition.isAnimated)")
    }
  }
}
