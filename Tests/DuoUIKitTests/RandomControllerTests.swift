import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Random trees of controllers, stacks and presentations.
@Suite struct RandomControllerTests {
  /// One thing after the other: exactly those are there that a plain model says.
  @Test func settledTreesShowWhatAPlainModelSays() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for seed in 1...12 { try await RandomControllers(UInt64(seed)).settled() }
    }
    #expect(
      !said(result).contains("Unbalanced") && !said(result).contains("Attempt to"),
      "\(said(result).prefix(2000))")
  }

  /// Everything at once: what cannot be is refused, the order of the callbacks holds, and in the end they say what the
  /// views say.
  @Test func hurriedTreesKeepTheOrderOfCallbacks() async {
    await #expect(processExitsWith: .success) {
      for seed in 1...25 { try await RandomControllers(UInt64(100 + seed)).hurried() }
    }
  }
}

/// What is shown, as plain values beside the controllers that it is told of.
@MainActor
private final class Node {
  let controller: any Living
  /// Children that are in the view, or a stack.
  var inside: [Node] = []
  var isStack: Bool { controller is LivingStack }
  /// How it was presented.
  var style = UIModalPresentationStyle.fullScreen

  init(_ controller: any Living) { self.controller = controller }

  /// This one and what is seen in it.
  var seen: [Node] { [self] + (isStack ? Array(inside.suffix(1)) : inside).flatMap(\.seen) }
  var all: [Node] { [self] + inside.flatMap(\.all) }
}

@MainActor
private final class RandomControllers {
  private static var stage: Stage!
  private var random: SeededRandom
  private let seed: UInt64
  private var made = 0
  /// The root and what is presented over it.
  private var chain: [Node] = []
  private var story: [String] = []

  init(_ seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed)
    if Self.stage == nil { Self.stage = try Stage() }
  }

  private var window: UIWindow { Self.stage.window }

  private func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    verify(
      condition,
      "seed \(seed): \(what())\n\(Life.log.suffix(60))\n\(story.suffix(24).joined(separator: "\n"))")
  }

  private func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[random.int(items.count)] }

  private func make() -> Node {
    made += 1
    guard random.int(3) == 0 else { return Node(LivingController("c\(made)")) }
    let root = Node(LivingController("r\(made)"))
    let stack = Node(LivingStack("n\(made)", root: root.controller))
    stack.inside = [root]
    return stack
  }

  private func begin() async {
    Life.all = []
    Life.wrong = []
    let root = make()
    chain = [root]
    window.rootViewController = root.controller
    await Self.stage.finish()
  }

  // MARK: Against a model

  private var wanted: [String] {
    guard !window.isHidden else { return [] }
    // What fills the screen takes the place of its presenter.
    let uncovered = chain.indices.filter { $0 == chain.count - 1 || chain[$0 + 1].style != .fullScreen }
    return uncovered.flatMap { chain[$0].seen }.map(\.controller.life.name).sorted()
  }

  func settled() async throws {
    await begin()
    for _ in 0..<40 {
      await step()
      await Self.stage.finish()
      expect(Life.shown == wanted, "\(Life.shown), not \(wanted)")
      expect(Life.wrong == [] && Life.halfway == [], "\(Life.wrong) \(Life.halfway)")
      expect(Life.contradictions == [], "\(Life.contradictions)")
    }
    await end()
  }

  /// When the window shows something else, nothing is left of all that was made.
  private func end() async {
    chain = []
    window.isHidden = false
    window.rootViewController = UIViewController()
    await Self.stage.finish()
    let left = Life.all.filter { $0.controller != nil }.map(\.name)
    expect(left == [], "never freed: \(left)")
    expect(Life.wrong == [], "\(Life.wrong)")
  }

  private func step() async {
    let animated = random.int(2) == 0
    let stacks = chain.flatMap(\.all).filter(\.isStack)
    let plain = chain.flatMap(\.all).filter { !$0.isStack }
    switch random.int(window.isHidden ? 1 : 12) {
    case 0:
      window.isHidden.toggle()
      story.append("window \(window.isHidden ? "hidden" : "shown")")
    case 1, 2:
      guard chain.count < 5, let top = chain.last, let from = pick(top.seen) else { return }
      let other = make()
      other.style = pick([.fullScreen, .pageSheet, .overFullScreen, .formSheet])!
      other.controller.modalPresentationStyle = other.style
      story.append(
        "\(from.controller.life.name) presents \(other.controller.life.name) \(other.style) \(animated)")
      from.controller.present(other.controller, animated: animated)
      chain.append(other)
    case 3, 4:
      let index = random.int(chain.count)
      guard let from = pick(chain[index].all) else { return }
      story.append("\(from.controller.life.name) dismisses \(animated)")
      from.controller.dismiss(animated: animated)
      if index < chain.count - 1 {
        chain.removeSubrange((index + 1)...)
      } else if index > 0 {
        chain.removeLast()
      }
    case 5, 6:
      guard let stack = pick(stacks) else { return }
      let other = Node(LivingController("p\(made)"))
      made += 1
      story.append("\(stack.controller.life.name) pushes \(other.controller.life.name) \(animated)")
      (stack.controller as! LivingStack).pushViewController(other.controller, animated: animated)
      stack.inside.append(other)
    case 7:
      guard let stack = pick(stacks) else { return }
      let controller = stack.controller as! LivingStack
      story.append("\(stack.controller.life.name) pops \(animated)")
      let gone = controller.popViewController(animated: animated)
      expect((gone == nil) == (stack.inside.count == 1), "pops when there is something")
      if stack.inside.count > 1 { stack.inside.removeLast() }
    case 8:
      guard let stack = pick(stacks) else { return }
      let others = stack.inside.filter { _ in random.int(2) == 0 } + [Node(LivingController("s\(made)"))]
      made += 1
      story.append("\(stack.controller.life.name) takes \(others.map(\.controller.life.name)) \(animated)")
      (stack.controller as! LivingStack).setViewControllers(others.map(\.controller), animated: animated)
      stack.inside = others
    case 9:
      guard let parent = pick(plain) else { return }
      let child = make()
      story.append("\(parent.controller.life.name) adds \(child.controller.life.name)")
      parent.controller.addChild(child.controller)
      parent.controller.view.addSubview(child.controller.view)
      child.controller.didMove(toParent: parent.controller)
      parent.inside.append(child)
    case 10:
      guard let parent = pick(plain.filter { !$0.inside.isEmpty }), let child = pick(parent.inside) else {
        return
      }
      story.append("\(child.controller.life.name) leaves \(parent.controller.life.name)")
      child.controller.willMove(toParent: nil)
      child.controller.view.removeFromSuperview()
      child.controller.removeFromParent()
      parent.inside.removeAll { $0 === child }
    default:
      let pose = pick(["closed", "open-landscape", "book"])!
      story.append("pose \(pose)")
      await Self.stage.send(.pose(pose, over: .zero))
    }
  }

  // MARK: In a hurry

  private func tree(_ controller: UIViewController?) -> [any Living] {
    guard let controller else { return [] }
    let children = (controller as? UINavigationController)?.viewControllers ?? controller.children
    return ((controller as? any Living).map { [$0] } ?? []) + children.flatMap(tree)
      + tree(controller.links.presented)
  }

  func hurried() async throws {
    await begin()
    for _ in 0..<12 {
      for _ in 0...random.int(5) {
        await hurriedStep()
        if random.int(3) == 0 { await Self.stage.settle() }
        if random.int(4) == 0 { await Self.stage.advance(0.15) }
      }
      story.append("--")
      for _ in 0..<4 { await Self.stage.finish() }
      expect(Life.wrong == [] && Life.halfway == [], "\(Life.wrong) \(Life.halfway)")
      expect(Life.contradictions == [], "\(Life.contradictions)")
    }
    await end()
  }

  private func hurriedStep() async {
    let animated = random.int(2) == 0
    guard let one = pick(tree(window.rootViewController)) else { return }
    let name = one.life.name
    Life.log.append("--\(story.count)")
    switch random.int(8) {
    case 0, 1:
      let other = make().controller
      other.modalPresentationStyle = pick([.fullScreen, .pageSheet, .overFullScreen, .formSheet])!
      story.append("\(name) presents \(other.life.name) \(other.modalPresentationStyle) \(animated)")
      one.present(other, animated: animated)
    case 2, 3:
      story.append("\(name) dismisses \(animated)")
      one.dismiss(animated: animated)
    case 4, 5:
      guard let stack = (one as? LivingStack) ?? one.navigationController else { return }
      story.append("\(name)'s stack \(animated)")
      if random.int(2) == 0 {
        made += 1
        stack.pushViewController(LivingController("p\(made)"), animated: animated)
      } else {
        _ = stack.popToRootViewController(animated: animated)
      }
    case 6:
      guard one is LivingController else { return }
      if let child = one.children.last, random.int(2) == 0 {
        story.append("\(name) loses a child")
        child.willMove(toParent: nil)
        child.viewIfLoaded?.removeFromSuperview()
        child.removeFromParent()
      } else {
        let child = make().controller
        story.append("\(name) adds \(child.life.name)")
        one.addChild(child)
        one.view.addSubview(child.view)
        child.didMove(toParent: one)
      }
    default:
      guard random.int(3) == 0 else { return }
      let root = make().controller
      story.append("another root: \(root.life.name)")
      window.rootViewController = root
    }
  }
}
