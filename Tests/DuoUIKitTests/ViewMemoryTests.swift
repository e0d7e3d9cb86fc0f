import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// What is gone is gone: nothing here is kept by what it was used with.
@Suite struct ViewMemoryTests {
  @Test func controlsAndTheirTargetsAreFreed() async {
    await #expect(processExitsWith: .success) { try await ViewMemoryStories.controls() }
  }

  @Test func constraintsKeepNobody() async {
    await #expect(processExitsWith: .success) { try await ViewMemoryStories.constraints() }
  }

  @Test func animationsLetGo() async {
    await #expect(processExitsWith: .success) { try await ViewMemoryStories.animations() }
  }

  @Test func arrangementsAndRegionsLetGo() async {
    await #expect(processExitsWith: .success) { try await ViewMemoryStories.arrangements() }
  }

  @Test func traitsLetGo() async {
    await #expect(processExitsWith: .success) { try await ViewMemoryStories.traits() }
  }
}

/// Weak references by name.
@MainActor
final class Watched {
  private var all: [(name: String, object: () -> AnyObject?)] = []
  func watch(_ name: String, _ object: AnyObject) { all.append((name, { [weak object] in object })) }
  var alive: [String] { all.filter { $0.object() != nil }.map(\.name) }
}

@MainActor
enum ViewMemoryStories {
  static func controls() async throws {
    let g = try await GestureStage()
    let watched = Watched()
    func use() async {
      let controls: [UIControl] = [
        UISlider(), UISwitch(), UIStepper(), UIButton(type: .system), UIButton(configuration: .filled()),
        UISegmentedControl(items: ["a", "b"]), UIPageControl(),
      ]
      let target = NSObject()
      watched.watch("target", target)
      for (index, control) in controls.enumerated() {
        control.frame = CGRect(x: 20, y: 60 + 60 * index, width: 120, height: 44)
        control.addTarget(target, action: Selector("x") { _ in }, for: .allEvents)
        control.addAction(UIAction { [weak control] _ in control?.setNeedsLayout() }, for: .allEvents)
        g.root.addSubview(control)
        watched.watch("\(index) \(type(of: control))", control)
      }
      (controls[4] as? UIButton)?.configurationUpdateHandler = {
        $0.configuration?.title = "\($0.state.rawValue)"
      }
      let others: [UIView] = [
        UILabel(), UIProgressView(progressViewStyle: .bar), UIActivityIndicatorView(style: .large),
        UIImageView(),
        UIStackView(arrangedSubviews: [UILabel(), UILabel()]),
      ]
      for view in others {
        g.root.addSubview(view)
        watched.watch("\(type(of: view))", view)
      }
      (others[1] as? UIProgressView)?.setProgress(1, animated: true)
      (others[2] as? UIActivityIndicatorView)?.startAnimating()
      await g.stage.settle()
      for control in controls { g.stage.tap(CGPoint(x: 30, y: control.frame.midY)) }
      // One goes while a finger is on it, one while it animates.
      (controls[1] as? UISwitch)?.setOn(true, animated: true)
      g.stage.finger(.began, CGPoint(x: 130, y: controls[2].frame.midY))
      await g.stage.advance(0.05)
      for view in g.root.subviews { view.removeFromSuperview() }
    }
    await use()
    await g.stage.advance(2)
    #expect(watched.alive == [])
  }

  static func constraints() async throws {
    let g = try await GestureStage()
    let watched = Watched()
    var kept: [NSLayoutConstraint] = []
    func use() async {
      let (a, b, guide) = (UIView(), UILabel(), UILayoutGuide())
      for view in [a, b] {
        view.translatesAutoresizingMaskIntoConstraints = false
        g.root.addSubview(view)
      }
      g.root.addLayoutGuide(guide)
      let made = [
        a.leadingAnchor.constraint(equalTo: g.root.safeAreaLayoutGuide.leadingAnchor),
        b.topAnchor.constraint(equalTo: a.bottomAnchor, constant: 4),
        guide.widthAnchor.constraint(equalTo: b.widthAnchor, multiplier: 2),
        a.widthAnchor.constraint(equalToConstant: 40),
      ]
      NSLayoutConstraint.activate(made)
      kept = made
      await g.stage.settle()
      for (name, object) in [("a", a), ("b", b), ("guide", guide)] as [(String, AnyObject)] {
        watched.watch(name, object)
      }
      a.removeFromSuperview()
      b.removeFromSuperview()
      g.root.removeLayoutGuide(guide)
    }
    await use()
    await g.stage.settle()
    #expect(watched.alive == [])
    // A constraint outlives its views and has nothing left to say.
    #expect(kept.allSatisfy { $0.firstItem == nil } && kept.prefix(3).allSatisfy { !$0.isActive })
    #expect(g.root.constraints.allSatisfy { constraint in !kept.contains { $0 === constraint } })
    g.root.layoutIfNeeded()
    // Ten thousand changes leave no constraint behind.
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    g.root.addSubview(view)
    let before = g.root.constraints.count
    for step in 0..<2000 {
      let constraint = view.leadingAnchor.constraint(equalTo: g.root.leadingAnchor, constant: CGFloat(step))
      constraint.isActive = true
      if step % 100 == 0 { g.root.layoutIfNeeded() }
      constraint.isActive = false
    }
    #expect(g.root.constraints.count == before)
  }

  static func animations() async throws {
    let g = try await GestureStage()
    let watched = Watched()
    var ends: [String] = []
    func use(_ kind: Int) async {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      let parent = UIView()
      parent.addSubview(view)
      g.root.addSubview(parent)
      await g.stage.settle()
      let token = NSObject()
      watched.watch("view \(kind)", view)
      watched.watch("token \(kind)", token)
      let done: (Bool) -> Void = { finished in
        ends.append("\(kind) \(finished)")
        _ = token
      }
      switch kind {
      case 0: UIView.animate(withDuration: 0.5, animations: { view.frame.origin.x = 100 }, completion: done)
      case 1:
        UIView.animate(
          withDuration: 0.5, delay: 0, options: [.repeat, .autoreverse], animations: { view.alpha = 0 },
          completion: done)
      case 2:
        UIView.animate(
          withDuration: 0.5, delay: 5, usingSpringWithDamping: 0.4, initialSpringVelocity: 2,
          animations: { view.center.y = 50 }, completion: done)
      case 3:
        UIView.animateKeyframes(
          withDuration: 0.5, delay: 0,
          animations: {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0.5 }
          }, completion: done)
      default:
        UIView.transition(
          with: view, duration: 0.5, options: .transitionCrossDissolve,
          animations: { view.backgroundColor = .red },
          completion: done)
      }
      await g.stage.advance(0.1)
      if kind != 0 { parent.removeFromSuperview() } else { await g.stage.advance(1) }
      parent.removeFromSuperview()
    }
    for kind in 0..<5 {
      await use(kind)
      await g.stage.advance(0.1)
      if !watched.alive.isEmpty { ends.append("alive: \(watched.alive)") }
    }
    #expect(ends == ["0 true", "1 false", "2 false", "3 false", "4 false"])
    await g.stage.advance(10)
    #expect(ends.count == 5)
  }

  static func arrangements() async throws {
    let stage = try Stage(pose: "book")
    let root = stage.scene.windows[0].rootViewController!
    let watched = Watched()
    func use() async {
      let arrangement = UIArrangementViewController()
      for placement in [UIArrangementViewController.ViewPlacement.primary, .secondary] {
        let controller = UIViewController()
        watched.watch("controller", controller)
        arrangement.setViewController(controller, for: placement)
      }
      watched.watch("arrangement", arrangement)
      root.addChild(arrangement)
      root.view.addSubview(arrangement.view)
      watched.watch("view", arrangement.view)
      arrangement.updateArrangement(.overlay, animated: true)
      await stage.settle()
      await stage.send(.hinge(to: 180, over: .zero))
      arrangement.view.removeFromSuperview()
      arrangement.removeFromParent()
    }
    await use()
    await stage.advance(1)
    #expect(watched.alive == [])
    // A view that asked and is gone is not asked again.
    await stage.send(.hinge(to: 120, over: .zero))
    await stage.send(.capturing(true))
  }

  static func traits() async throws {
    let g = try await GestureStage()
    let watched = Watched()
    var told = 0
    func use() async -> (any UITraitChangeRegistration)? {
      let view = UIView()
      watched.watch("view", view)
      g.root.addSubview(view)
      let registration = view.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (_: UIView, _) in
        told += 1
      }
      await g.stage.settle()
      g.root.overrideUserInterfaceStyle = .dark
      await g.stage.settle()
      view.removeFromSuperview()
      return registration
    }
    let registration = await use()
    #expect(told == 1 && watched.alive == [] && registration != nil)
    g.root.overrideUserInterfaceStyle = .light
    await g.stage.settle()
    #expect(told == 1)
  }
}
