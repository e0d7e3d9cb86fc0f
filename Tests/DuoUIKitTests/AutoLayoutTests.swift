import Foundation
import Testing

@testable import DuoUIKit

/// A view whose content has a size.
class ContentView: UIView {
  var size = CGSize(width: 60, height: 20) { didSet { invalidateIntrinsicContentSize() } }
  override var intrinsicContentSize: CGSize { size }
}

/// Content of a fixed area, as text has: the narrower, the taller.
final class WrappingView: UIView {
  let area: CGFloat = 6000
  override var intrinsicContentSize: CGSize { CGSize(width: 300, height: 20) }
  override func contentSize(forWidth width: CGFloat) -> CGSize? {
    CGSize(width: min(width, 300), height: (area / max(width, 1)).rounded(.up))
  }
}

@MainActor
func free<View: UIView>(_ view: View, in parent: UIView) -> View {
  view.translatesAutoresizingMaskIntoConstraints = false
  parent.addSubview(view)
  return view
}

@MainActor @Suite struct AutoLayoutTests {
  let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 600))

  @Test func edgesFollowTheSuperview() {
    let view = free(UIView(), in: root)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 30),
      view.heightAnchor.constraint(equalTo: root.heightAnchor, multiplier: 0.5, constant: -5),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 10, y: 30, width: 370, height: 295))
    root.frame.size = CGSize(width: 300, height: 200)
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 10, y: 30, width: 270, height: 95))
    #expect(root.constraints.count == 4 && view.constraints == [])
  }

  @Test func aChangedConstantMovesTheViewInTheNextLayout() {
    let view = free(ContentView(), in: root)
    let left = view.leftAnchor.constraint(equalTo: root.leftAnchor)
    NSLayoutConstraint.activate([left, view.topAnchor.constraint(equalTo: root.topAnchor)])
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 0, y: 0, width: 60, height: 20))
    left.constant = 33
    view.size.height = 44
    #expect(view.frame == CGRect(x: 0, y: 0, width: 60, height: 20))
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 33, y: 0, width: 60, height: 44))
    left.isActive = false
    view.centerXAnchor.constraint(equalTo: root.centerXAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(view.frame.midX == 200)
  }

  /// Two contents side by side: the one that hugs less takes what is left, the one that resists less gives way.
  @Test func hugsAndResists() {
    let (a, b) = (free(ContentView(), in: root), free(ContentView(), in: root))
    let width = free(UIView(), in: root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 8),
      b.trailingAnchor.constraint(equalTo: width.trailingAnchor),
      width.leadingAnchor.constraint(equalTo: root.leadingAnchor),
    ])
    let space = width.widthAnchor.constraint(equalToConstant: 0)
    space.isActive = true
    var found: [String] = []
    for (hug, resist, total) in [
      (Float(251), Float(750), CGFloat(300)), (249, 750, 300), (250, 751, 100), (250, 749, 100),
    ] {
      space.constant = total
      a.setContentHuggingPriority(UILayoutPriority(hug), for: .horizontal)
      a.setContentCompressionResistancePriority(UILayoutPriority(resist), for: .horizontal)
      root.layoutIfNeeded()
      found.append("\(Int(a.frame.width)) \(Int(b.frame.width))")
    }
    #expect(found == ["60 232", "232 60", "60 32", "32 60"])
  }

  @Test func heightsFollowFromWidths() {
    let view = free(WrappingView(), in: root)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      view.topAnchor.constraint(equalTo: root.topAnchor),
      view.trailingAnchor.constraint(lessThanOrEqualTo: root.trailingAnchor),
    ])
    root.layoutIfNeeded()
    #expect(view.frame.size == CGSize(width: 300, height: 20))
    root.frame.size.width = 100
    root.layoutIfNeeded()
    #expect(view.frame.size == CGSize(width: 100, height: 60))
  }

  @Test func masksBecomeConstraints() {
    let box = UIView(frame: CGRect(x: 100, y: 50, width: 200, height: 100))
    box.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    root.addSubview(box)
    let view = free(UIView(), in: root)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: box.trailingAnchor, constant: 5),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      view.topAnchor.constraint(equalTo: box.bottomAnchor),
      view.heightAnchor.constraint(equalTo: box.heightAnchor),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 305, y: 150, width: 95, height: 100))
    root.frame.size = CGSize(width: 500, height: 700)
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 405, y: 250, width: 95, height: 100))
    box.frame.origin.x = 90
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 395, y: 250, width: 105, height: 100))
  }

  @Test func guidesAndDistances() {
    let (a, b) = (free(ContentView(), in: root), free(ContentView(), in: root))
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      a.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 20),
      b.leftAnchor.constraint(equalTo: guide.rightAnchor),
      guide.leftAnchor.constraint(equalTo: a.rightAnchor),
      guide.widthAnchor.constraint(equalToConstant: 25),
      guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 7),
      guide.heightAnchor.constraint(equalToConstant: 3),
      a.topAnchor.constraint(equalTo: guide.bottomAnchor),
      a.topAnchor.anchorWithOffset(to: b.topAnchor).constraint(
        equalTo: a.leftAnchor.anchorWithOffset(to: b.leftAnchor), multiplier: 2),
    ])
    root.layoutIfNeeded()
    #expect(guide.layoutFrame == CGRect(x: 80, y: 7, width: 25, height: 3))
    #expect(b.frame == CGRect(x: 105, y: 10 + 2 * 85, width: 60, height: 20))
    root.removeLayoutGuide(guide)
    #expect(root.constraints.count == 2 && root.layoutGuides == [])
  }

  @Test func systemSpacingIsEight() {
    let (a, b) = (free(ContentView(), in: root), free(ContentView(), in: root))
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalToSystemSpacingAfter: root.leadingAnchor, multiplier: 2),
      a.topAnchor.constraint(equalTo: root.topAnchor),
      b.leadingAnchor.constraint(equalTo: a.leadingAnchor),
      b.topAnchor.constraint(equalToSystemSpacingBelow: a.bottomAnchor, multiplier: 1.5),
    ])
    root.layoutIfNeeded()
    #expect(a.frame.minX == 16 && b.frame.minY == 32)
  }

  @Test func transformsTurnWhatWasPlaced() {
    let view = free(UIView(), in: root)
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    NSLayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
      view.widthAnchor.constraint(equalToConstant: 100),
      view.heightAnchor.constraint(equalToConstant: 50),
    ])
    root.layoutIfNeeded()
    #expect(view.bounds.size == CGSize(width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 35))
  }

  @Test func whatIsNotSaidIsAmbiguous() {
    let view = free(ContentView(), in: root)
    #expect(view.hasAmbiguousLayout)
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 0, y: 0, width: 60, height: 20))
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: root.topAnchor),
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
    ])
    #expect(!view.hasAmbiguousLayout && !root.hasAmbiguousLayout)
  }

  @Test func fittingSizes() {
    let box = UIView()
    let view = free(WrappingView(), in: box)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
      view.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
      view.topAnchor.constraint(equalTo: box.topAnchor, constant: 5),
      view.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: -5),
    ])
    #expect(
      box.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 320, height: 30))
    #expect(
      box.systemLayoutSizeFitting(
        CGSize(width: 120, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel) == CGSize(width: 120, height: 70))
    #expect(box.bounds.size == .zero)
  }

  @Test func leavingATreeTakesConstraintsAlong() {
    let (box, inner) = (free(UIView(), in: root), UIView())
    _ = free(inner, in: box)
    let outside = inner.leadingAnchor.constraint(equalTo: root.leadingAnchor)
    let inside = inner.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 4)
    let own = inner.widthAnchor.constraint(equalToConstant: 9)
    NSLayoutConstraint.activate([outside, inside, own])
    #expect(root.constraints == [outside] && box.constraints == [inside] && inner.constraints == [own])
    box.removeFromSuperview()
    #expect(!outside.isActive && inside.isActive && own.isActive)
    box.layoutIfNeeded()
    #expect(inner.frame.minX == 4 && inner.frame.width == 9)
    root.addSubview(box)
    box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 50).isActive = true
    root.layoutIfNeeded()
    #expect(box.frame.minX == 50 && inner.frame == CGRect(x: 4, y: 0, width: 9, height: 0))
  }

  @Test func edgesLieOnPixels() async {
    await #expect(processExitsWith: .success) { try await AutoLayoutStories.pixels() }
  }

  @Test func constraintsUpdateFromTheLeavesAndLayoutFromTheTop() async {
    await #expect(processExitsWith: .success) { try await AutoLayoutStories.passes() }
  }
}

@MainActor
private enum AutoLayoutStories {
  static func pixels() async throws {
    let stage = try Stage()
    let root = try #require(stage.scene.windows.first?.rootViewController?.view)
    let view = free(UIView(), in: root)
    NSLayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10.2),
      view.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 1.0 / 7),
    ])
    await stage.settle()
    #expect(abs(view.frame.minX - 31.0 / 3) < 1e-9)
    #expect(abs(view.frame.maxX * 3 - ((10.2 + 466.0 / 7) * 3).rounded()) < 1e-9)
  }

  final class Noting: UIView {
    override func updateConstraints() {
      Story.add("\(tag) constraints")
      super.updateConstraints()
    }
    override func layoutSubviews() {
      super.layoutSubviews()
      Story.add("\(tag) layout \(subviews.map { Int($0.frame.width) })")
    }
  }

  static func passes() async throws {
    let stage = try Stage()
    let root = try #require(stage.scene.windows.first?.rootViewController?.view)
    let outer = free(Noting(), in: root)
    let inner = free(Noting(), in: outer)
    (outer.tag, inner.tag) = (1, 2)
    NSLayoutConstraint.activate([
      outer.widthAnchor.constraint(equalToConstant: 100),
      inner.widthAnchor.constraint(equalTo: outer.widthAnchor, multiplier: 0.5),
    ])
    await stage.settle()
    _ = Story.take()
    outer.setNeedsUpdateConstraints()
    inner.setNeedsUpdateConstraints()
    #expect(outer.needsUpdateConstraints())
    await stage.settle()
    let updates = Story.take()
    if updates != ["2 constraints", "1 constraints"] { Issue.record("\(updates)") }
    outer.constraints.first { $0.firstItem === outer }?.constant = 80
    await stage.settle()
    let story = Story.take().suffix(2)
    if Array(story) != ["1 layout [40]", "2 layout []"] { Issue.record("\(story)") }
  }
}
