import Foundation
import Testing

@testable import DuoUIKit

/// Content with baselines: `first` below its top, `last` above its bottom.
private final class TextlikeView: ContentView {
  var insets: (first: CGFloat, last: CGFloat) = (10, 4)
  override var baselineInsets: (first: CGFloat, last: CGFloat)? { insets }
}

@MainActor @Suite struct StackViewTests {
  private func views(_ widths: [CGFloat]) -> [ContentView] {
    widths.map { width in
      let view = ContentView()
      view.size = CGSize(width: width, height: width / 2)
      return view
    }
  }

  /// Starts and lengths along the axis.
  private func places(_ stack: UIStackView, _ size: CGSize) -> [[CGFloat]] {
    stack.frame.size = size
    stack.layoutIfNeeded()
    let isRow = stack.axis == .horizontal
    return stack.arrangedSubviews.map {
      isRow ? [$0.frame.minX, $0.frame.width] : [$0.frame.minY, $0.frame.height]
    }
  }

  /// Each distribution, against what its definition says.
  @Test func distributions() {
    let widths: [CGFloat] = [20, 40, 60]
    let expected: [UIStackView.Distribution: [[CGFloat]]] = [
      .fill: [[0, 180], [190, 40], [240, 60]],
      .fillEqually: [[0, 280.0 / 3], [280.0 / 3 + 10, 280.0 / 3], [560.0 / 3 + 20, 280.0 / 3]],
      .fillProportionally: [[0, 280.0 / 6], [280.0 / 6 + 10, 280.0 / 3], [160, 140]],
      .equalSpacing: [[0, 20], [110, 40], [240, 60]],
      // Middles 10, 140, 270.
      .equalCentering: [[0, 20], [120, 40], [240, 60]],
    ]
    var wrong: [String] = []
    for (distribution, places) in expected {
      for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] {
        let views = views(widths)
        if axis == .vertical { for view in views { view.size = CGSize(width: 5, height: view.size.width) } }
        let stack = UIStackView(arrangedSubviews: views)
        (stack.axis, stack.distribution, stack.spacing) = (axis, distribution, 10)
        let size = axis == .horizontal ? CGSize(width: 300, height: 50) : CGSize(width: 50, height: 300)
        let found = self.places(stack, size)
        for (a, b) in zip(found.joined(), places.joined()) where abs(a - b) > 1 {
          wrong.append("\(distribution) \(axis): \(found)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func alignments() {
    let expected: [UIStackView.Alignment: [[CGFloat]]] = [
      .fill: [[0, 100], [0, 100]], .top: [[0, 10], [0, 30]], .center: [[45, 10], [35, 30]],
      .bottom: [[90, 10], [70, 30]],
    ]
    var wrong: [String] = []
    for (alignment, places) in expected {
      let stack = UIStackView(arrangedSubviews: views([20, 60]))
      stack.alignment = alignment
      stack.frame.size = CGSize(width: 200, height: 100)
      stack.layoutIfNeeded()
      let found = stack.arrangedSubviews.map { [$0.frame.minY, $0.frame.height] }
      if found != places { wrong.append("\(alignment) \(found)") }
    }
    #expect(wrong == [])
  }

  @Test func baselinesMeet() {
    let (a, b) = (TextlikeView(), TextlikeView())
    b.insets = (25, 9)
    b.size.height = 50
    let stack = UIStackView(arrangedSubviews: [a, b])
    stack.frame.size = CGSize(width: 200, height: 100)
    stack.alignment = .firstBaseline
    stack.layoutIfNeeded()
    #expect(a.frame.minY + 10 == b.frame.minY + 25)
    stack.alignment = .lastBaseline
    stack.layoutIfNeeded()
    #expect(a.frame.maxY - 4 == b.frame.maxY - 9)
    (stack.alignment, stack.axis, stack.spacing) = (.leading, .vertical, 30)
    stack.isBaselineRelativeArrangement = true
    stack.layoutIfNeeded()
    #expect(b.frame.minY + 25 - (a.frame.maxY - 4) == 30)
  }

  @Test func hiddenViewsTakeNoRoom() {
    let views = views([20, 40, 60])
    let stack = UIStackView(arrangedSubviews: views)
    (stack.distribution, stack.spacing) = (.equalSpacing, 10)
    views[1].isHidden = true
    #expect(
      stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 90, height: 30))
    views[1].isHidden = false
    #expect(
      stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 140, height: 30))
  }

  @Test func customSpacing() {
    let views = views([20, 40, 60])
    let stack = UIStackView(arrangedSubviews: views)
    stack.spacing = 3
    stack.setCustomSpacing(20, after: views[0])
    stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[1])
    let fitting = stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    #expect(fitting.width == 148)
    stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[1])
    #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
    #expect(
      stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize).width == 143)
  }

  @Test func marginsAndRightToLeft() {
    let views = views([20, 40])
    let stack = UIStackView(arrangedSubviews: views)
    stack.distribution = .equalSpacing
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(places(stack, CGSize(width: 100, height: 50)) == [[2, 20], [56, 40]])
    #expect(views[0].frame.minY == 1 && views[0].frame.maxY == 47)
    stack.semanticContentAttribute = .forceRightToLeft
    #expect(places(stack, CGSize(width: 100, height: 50)) == [[78, 20], [4, 40]])
  }

  @Test func arrangingAndTakingOut() {
    let views = views([20, 40, 60])
    let stack = UIStackView(arrangedSubviews: [views[0], views[1]])
    stack.insertArrangedSubview(views[2], at: 1)
    #expect(stack.arrangedSubviews == [views[0], views[2], views[1]])
    #expect(stack.subviews == [views[0], views[1], views[2]])
    stack.addArrangedSubview(views[0])
    #expect(stack.arrangedSubviews == [views[2], views[1], views[0]])
    stack.removeArrangedSubview(views[2])
    #expect(views[2].superview === stack && !views[2].translatesAutoresizingMaskIntoConstraints)
    views[1].removeFromSuperview()
    #expect(stack.arrangedSubviews == [views[0]])
    #expect(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize).width == 20)
  }

  @Test func anIndexBeyondTheEndRaises() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      UIStackView().insertArrangedSubview(UIView(), at: 1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("index 1 is out of bounds for arrangedSubviews array with 0 items"))
  }

  /// Stacks in stacks fit whatever they hold, like a plain sum.
  @Test func nestedStacksFitTheirContents() {
    var wrong: [String] = []
    for seed in 0..<40 {
      var random = SeededRandom(UInt64(seed))
      func build(_ depth: Int) -> (view: UIView, size: CGSize) {
        if depth == 0 {
          let view = ContentView()
          view.size = CGSize(width: 1 + random.int(80), height: 1 + random.int(80))
          return (view, view.size)
        }
        let parts = (0..<(1 + random.int(3))).map { _ in build(depth - 1) }
        let stack = UIStackView(arrangedSubviews: parts.map(\.view))
        stack.spacing = CGFloat(random.int(20))
        stack.axis = random.int(2) == 0 ? .horizontal : .vertical
        stack.alignment = [.fill, .leading, .center, .trailing][random.int(4)]
        let gaps = stack.spacing * CGFloat(parts.count - 1)
        let (widths, heights) = (parts.map(\.size.width), parts.map(\.size.height))
        let size =
          stack.axis == .horizontal
          ? CGSize(width: widths.reduce(gaps, +), height: heights.max()!)
          : CGSize(width: widths.max()!, height: heights.reduce(gaps, +))
        return (stack, size)
      }
      let built = build(3)
      let found = built.view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
      if abs(found.width - built.size.width) > 0.5 || abs(found.height - built.size.height) > 0.5 {
        wrong.append("seed \(seed): \(found), \(built.size)")
      }
    }
    #expect(wrong == [])
  }
}
