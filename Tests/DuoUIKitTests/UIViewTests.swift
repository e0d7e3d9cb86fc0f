import Foundation
import Testing

@testable import DuoUIKit

/// Views without a window need no phone.
@Suite @MainActor struct UIViewTests {
  @Test func randomMovesKeepTheOrderOfAPlainListInViewsAndLayers() {
    var random = SeededRandom(40)
    var wrong: [String] = []
    for round in 0..<60 {
      let parents = (0..<2).map { _ in UIView() }
      let views = (0..<5).map { _ in UIView() }
      var lists: [[Int]] = [[], []]
      for step in 0..<40 {
        let (parent, view, sibling) = (random.int(2), random.int(5), random.int(5))
        var list = lists[parent].filter { $0 != view }
        switch random.int(8) {
        case 0:
          parents[parent].addSubview(views[view])
          list.append(view)
        case 1:
          let index = random.int(7)
          parents[parent].insertSubview(views[view], at: index)
          list.insert(view, at: min(index, list.count))
        case 2 where sibling != view && lists[parent].contains(sibling):
          parents[parent].insertSubview(views[view], belowSubview: views[sibling])
          list.insert(view, at: list.firstIndex(of: sibling)!)
        case 3 where sibling != view && lists[parent].contains(sibling):
          parents[parent].insertSubview(views[view], aboveSubview: views[sibling])
          list.insert(view, at: list.firstIndex(of: sibling)! + 1)
        case 4 where lists[parent].contains(view):
          parents[parent].bringSubviewToFront(views[view])
          list.append(view)
        case 5 where lists[parent].contains(view):
          parents[parent].sendSubviewToBack(views[view])
          list.insert(view, at: 0)
        case 6:
          views[view].removeFromSuperview()
          for index in 0..<2 { lists[index].removeAll { $0 == view } }
          continue
        case 7:
          // Also with places that nobody has.
          let (one, other) = (random.int(6) - 1, random.int(6) - 1)
          parents[parent].exchangeSubview(at: one, withSubviewAt: other)
          if lists[parent].indices.contains(one), lists[parent].indices.contains(other) {
            lists[parent].swapAt(one, other)
          }
          list = lists[parent]
        default: continue
        }
        if list.contains(view) { for index in 0..<2 { lists[index].removeAll { $0 == view } } }
        lists[parent] = list
        for index in 0..<2 {
          let found = parents[index].subviews.map { found in views.firstIndex { $0 === found }! }
          let layers = (parents[index].layer.sublayers ?? []).map { layer in
            views.firstIndex { $0.layer === layer }!
          }
          if found != lists[index] || layers != found { wrong.append("\(round).\(step): \(found) \(layers)") }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func layersAddedByTheAppKeepTheirPlace() {
    let parent = UIView()
    let layer = CALayer()
    let (back, front) = (UIView(), UIView())
    parent.layer.addSublayer(layer)
    parent.addSubview(front)
    parent.insertSubview(back, belowSubview: front)
    #expect(parent.layer.sublayers == [layer, back.layer, front.layer])
    #expect(
      front.isDescendant(of: parent) && parent.isDescendant(of: parent) && !parent.isDescendant(of: front))
  }

  final class Noticing: UIView {
    var notices: [String] = []
    override func willMove(toSuperview newSuperview: UIView?) {
      notices.append("will \(newSuperview?.tag ?? 0)")
    }
    override func didMoveToSuperview() { notices.append("did \(superview?.tag ?? 0)") }
    override func didAddSubview(_ subview: UIView) { notices.append("added \(subview.tag)") }
    override func willRemoveSubview(_ subview: UIView) { notices.append("removes \(subview.tag)") }
  }

  @Test func movesAreTold() {
    let (a, b, child) = (Noticing(), Noticing(), Noticing())
    (a.tag, b.tag, child.tag) = (1, 2, 3)
    a.addSubview(child)
    b.addSubview(child)
    child.removeFromSuperview()
    #expect(child.notices == ["will 1", "did 1", "will 2", "did 2", "will 0", "did 0"])
    #expect(a.notices == ["added 3", "removes 3"])
    #expect(b.notices == ["added 3", "removes 3"])
  }

  @Test func aViewIsNotItsOwnSubview() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (outer, inner) = (UIView(), UIView())
        outer.addSubview(inner)
        inner.addSubview(outer)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInvalidArgumentException', reason: 'Can't add "))
  }

  @Test func nibsAreRefused() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = UIView(coder: NSKeyedUnarchiver(forReadingWith: Data())) }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = UIViewController(nibName: "Main", bundle: nil) }
    }
  }

  // MARK: Geometry

  @Test func geometryIsTheLayers() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    #expect(view.layer.frame == view.frame && view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
    #expect(view.center == CGPoint(x: 25, y: 40))
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(abs(view.frame.width - 40) < 1e-9 && abs(view.frame.height - 30) < 1e-9)
    #expect(view.center == CGPoint(x: 25, y: 40))
    view.transform = .identity
    view.alpha = 2
    view.isHidden = true
    view.clipsToBounds = true
    view.backgroundColor = .red
    #expect(view.alpha == 1 && view.layer.isHidden && view.layer.masksToBounds)
    #expect(view.layer.backgroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(view.backgroundColor == .red)
    view.backgroundColor = nil
    #expect(view.layer.backgroundColor == nil)
  }

  @Test func pointsAreConverted() {
    let root = UIView(frame: CGRect(x: 100, y: 100, width: 500, height: 500))
    let a = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
    let b = UIView(frame: CGRect(x: 200, y: 300, width: 100, height: 100))
    root.addSubview(a)
    root.addSubview(b)
    a.bounds.origin = CGPoint(x: 5, y: 5)
    #expect(a.convert(CGPoint(x: 5, y: 5), to: b) == CGPoint(x: -190, y: -280))
    #expect(a.convert(CGPoint(x: -190, y: -280), from: b) == CGPoint(x: 5, y: 5))
    // Without a window nil stands for the root view.
    #expect(b.convert(CGPoint.zero, to: nil) == CGPoint(x: 200, y: 300))
    #expect(
      b.convert(CGRect(x: 1, y: 2, width: 3, height: 4), to: a) == CGRect(x: 196, y: 287, width: 3, height: 4)
    )
  }

  @Test func autoresizing() {
    // Old and new width of the superview, start and length, mask of left, width, right, expected start and length.
    let table: [(CGFloat, CGFloat, CGFloat, CGFloat, [Bool], CGFloat, CGFloat)] = [
      (100, 200, 10, 30, [false, false, false], 10, 30), (100, 200, 10, 30, [true, false, false], 110, 30),
      (100, 200, 10, 30, [false, true, false], 10, 130), (100, 200, 10, 30, [false, false, true], 10, 30),
      (100, 200, 35, 30, [true, false, true], 85, 30),
      (100, 200, 10, 30, [true, false, true], 10 + 100.0 / 7, 30),
      (100, 200, 0, 100, [false, true, false], 0, 200), (100, 200, 10, 30, [true, true, true], 20, 60),
      (100, 200, 10, 30, [true, true, false], 35, 105), (100, 50, 10, 30, [false, true, false], 10, 0),
      (0, 80, 0, 0, [false, true, false], 0, 80), (0, 80, 0, 0, [true, false, true], 40, 0),
    ]
    var wrong: [Int] = []
    for (index, row) in table.enumerated() {
      for vertical in [false, true] {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: row.0, height: row.0))
        let view = UIView(
          frame: vertical
            ? CGRect(x: 0, y: row.2, width: 7, height: row.3)
            : CGRect(x: row.2, y: 0, width: row.3, height: 7))
        let masks: [UIView.AutoresizingMask] =
          vertical
          ? [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin]
          : [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        for (mask, isOn) in zip(masks, row.4) where isOn { view.autoresizingMask.insert(mask) }
        parent.addSubview(view)
        parent.frame = CGRect(x: 3, y: 4, width: row.1, height: row.1)
        let found = vertical ? (view.frame.minY, view.frame.height) : (view.frame.minX, view.frame.width)
        if abs(found.0 - row.5) > 1e-9 || abs(found.1 - row.6) > 1e-9 { wrong.append(index) }
        let other = vertical ? view.frame.width : view.frame.height
        if other != 7 { wrong.append(index) }
      }
    }
    #expect(wrong == [])
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let view = UIView(frame: parent.bounds)
    view.autoresizingMask = [.flexibleWidth]
    parent.addSubview(view)
    parent.autoresizesSubviews = false
    parent.frame.size.width = 30
    #expect(view.frame.width == 10)
  }

  @Test func safeAreasAreWhatControllersAdd() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    let controller = UIViewController()
    controller.view = UIView(frame: window.bounds)
    controller.additionalSafeAreaInsets = UIEdgeInsets(top: 10, left: 0, bottom: 20, right: 5)
    window.addSubview(controller.view)
    let inside = UIView(frame: CGRect(x: 0, y: 4, width: 50, height: 196))
    controller.view.addSubview(inside)
    #expect(window.safeAreaInsets == .zero)
    #expect(controller.view.safeAreaInsets == UIEdgeInsets(top: 10, left: 0, bottom: 20, right: 5))
    #expect(inside.safeAreaInsets == UIEdgeInsets(top: 6, left: 0, bottom: 20, right: 0))
    #expect(UIView(frame: window.bounds).safeAreaInsets == .zero)
  }

  // MARK: Layers and creation

  final class SpecialLayer: CALayer {
    var made = "by init"
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  final class SpecialView: UIView {
    override class var layerClass: AnyClass { SpecialLayer.self }
    var laidOut = 0
    override init(frame: CGRect) {
      super.init(frame: frame)
      tag = 7
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func layoutSubviews() { laidOut += 1 }
  }

  class OwnInit: UIView {
    let text: String
    init(text: String) {
      self.text = text
      super.init(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    required init?(coder: NSCoder) { fatalError("unused") }
  }

  @Test func layerClassAndInitialisers() {
    let view = SpecialView()
    #expect((view.layer as? SpecialLayer)?.made == "by init")
    #expect(view.tag == 7)
    #expect(OwnInit(text: "x").bounds.width == 1)
    view.layoutIfNeeded()
    let before = view.laidOut
    view.layoutIfNeeded()
    #expect(view.laidOut == before)
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(view.laidOut == before + 1)
    view.addSubview(UIView())
    view.layoutIfNeeded()
    #expect(view.laidOut == before + 2)
  }

  @Test func searchesGoDepthFirst() {
    let root = UIView()
    let (a, b, c) = (UIView(), UIView(), UIView())
    root.addSubview(a)
    a.addSubview(b)
    root.addSubview(c)
    (b.tag, c.tag) = (5, 5)
    (b.accessibilityIdentifier, c.accessibilityIdentifier) = ("shutter", "shutter")
    #expect(root.viewWithTag(5) === b && root.viewWithTag(6) == nil)
    #expect(root.descendant(accessibilityIdentifier: "shutter") === b)
    #expect(root.tree == [root, a, b, c])
  }

  // MARK: Hits

  @Test func hitsFollowTheRules() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let (back, front, inside) = (
      UIView(frame: root.bounds), UIView(frame: CGRect(x: 20, y: 20, width: 50, height: 50)),
      UIView(frame: CGRect(x: 40, y: 40, width: 50, height: 50))
    )
    root.addSubview(back)
    root.addSubview(front)
    front.addSubview(inside)
    func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? { root.hitTest(CGPoint(x: x, y: y), with: nil) }
    #expect(hit(25, 25) === front && hit(65, 65) === inside && hit(5, 5) === back && hit(101, 5) == nil)
    // A part that sticks out of its superview is not hit.
    #expect(hit(80, 80) === back)
    front.isUserInteractionEnabled = false
    #expect(hit(65, 65) === back)
    front.isUserInteractionEnabled = true
    front.alpha = 0.009
    #expect(hit(65, 65) === back)
    front.alpha = 0.02
    #expect(hit(65, 65) === inside)
    inside.isHidden = true
    #expect(hit(65, 65) === front)
  }

  @Test func coloursCompareByComponents() {
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.red.hash == UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash)
    #expect(UIColor.black.withAlphaComponent(0.5) == UIColor(white: 0, alpha: 0.5))
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 1, 0)
    UIColor.orange.getRed(&red, green: nil, blue: nil, alpha: nil)
    UIColor.orange.getRed(nil, green: &green, blue: &blue, alpha: &alpha)
    #expect([red, green, blue, alpha] == [1, 0.5, 0, 1])
    #expect(UIColor.clear.cgColor.alpha == 0)
  }
}
