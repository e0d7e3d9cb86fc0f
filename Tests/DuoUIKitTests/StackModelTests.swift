import Foundation
import Testing

@testable import DuoUIKit

/// What a stack is to look like, by plain sums.
private struct StackModel {
  typealias Distribution = UIStackView.Distribution
  typealias Alignment = UIStackView.Alignment

  var isRow: Bool
  var isRightToLeft: Bool
  var distribution: Distribution
  var alignment: Alignment
  var spacing: CGFloat
  var room: CGSize
  var sizes: [CGSize]
  var hidden: Set<Int>

  /// The frames of the views that are seen; nil where the model has no opinion.
  var frames: [Int: CGRect]? {
    let seen = sizes.indices.filter { !hidden.contains($0) }
    guard !seen.isEmpty else { return [:] }
    let own = seen.map { isRow ? sizes[$0].width : sizes[$0].height }
    let whole = isRow ? room.width : room.height
    let gaps = spacing * CGFloat(seen.count - 1)
    var starts: [CGFloat] = []
    var lengths = own
    func pack(_ gap: CGFloat) {
      var next: CGFloat = 0
      for length in lengths {
        starts.append(next)
        next += length + gap
      }
    }
    switch distribution {
    case .fill:
      lengths[0] += whole - gaps - own.reduce(0, +)
      pack(spacing)
    case .fillEqually:
      lengths = own.map { _ in (whole - gaps) / CGFloat(own.count) }
      pack(spacing)
    case .fillProportionally:
      lengths = own.map { $0 / own.reduce(0, +) * (whole - gaps) }
      pack(spacing)
    case .equalSpacing where own.count > 1:
      pack((whole - own.reduce(0, +)) / CGFloat(own.count - 1))
    case .equalCentering where own.count > 1:
      let (first, last) = (own[0] / 2, whole - own[own.count - 1] / 2)
      for (index, length) in own.enumerated() {
        starts.append(first + (last - first) * CGFloat(index) / CGFloat(own.count - 1) - length / 2)
      }
      // Where views would come too near, something has to give way.
      for index in 1..<own.count where starts[index] - starts[index - 1] - own[index - 1] < spacing {
        return nil
      }
    default:
      lengths = [whole]
      starts = [0]
    }
    var frames: [Int: CGRect] = [:]
    for (place, index) in seen.enumerated() {
      let across = isRow ? sizes[index].height : sizes[index].width
      let width = isRow ? room.height : room.width
      let (near, thick): (CGFloat, CGFloat) =
        switch alignment {
        case .fill: (0, width)
        case .leading: (0, across)
        case .trailing: (width - across, across)
        default: ((width - across) / 2, across)
        }
      var frame =
        isRow
        ? CGRect(x: starts[place], y: near, width: lengths[place], height: thick)
        : CGRect(x: near, y: starts[place], width: thick, height: lengths[place])
      if isRightToLeft { frame.origin.x = room.width - frame.maxX }
      frames[index] = frame
    }
    return frames
  }
}

@MainActor @Suite struct StackModelTests {
  private static let distributions: [UIStackView.Distribution] = [
    .fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering,
  ]
  private static let alignments: [UIStackView.Alignment] = [.fill, .leading, .center, .trailing]

  private func apply(_ model: StackModel, to stack: UIStackView, _ views: [UIView]) {
    stack.axis = model.isRow ? .horizontal : .vertical
    stack.distribution = model.distribution
    stack.alignment = model.alignment
    stack.spacing = model.spacing
    stack.semanticContentAttribute = model.isRightToLeft ? .forceRightToLeft : .forceLeftToRight
    stack.frame.size = model.room
    for (index, view) in views.enumerated() { view.isHidden = model.hidden.contains(index) }
    stack.layoutIfNeeded()
  }

  private func differences(_ model: StackModel, _ views: [UIView]) -> [String]? {
    guard let wanted = model.frames else { return nil }
    return wanted.sorted { $0.key < $1.key }.compactMap { index, frame in
      let found = views[index].frame
      let distances = [
        found.minX - frame.minX, found.minY - frame.minY, found.maxX - frame.maxX, found.maxY - frame.maxY,
      ]
      return distances.contains { abs($0) > 0.51 } ? "\(index): \(found), not \(frame)" : nil
    }
  }

  private func content(_ random: inout SeededRandom, _ count: Int) -> [ContentView] {
    (0..<count).map { _ in
      let view = ContentView()
      view.size = CGSize(width: 10 + random.int(50), height: 10 + random.int(50))
      return view
    }
  }

  private func model(_ random: inout SeededRandom, _ views: [ContentView]) -> StackModel {
    StackModel(
      isRow: random.int(2) == 0, isRightToLeft: random.int(2) == 0,
      distribution: Self.distributions[random.int(5)], alignment: Self.alignments[random.int(4)],
      spacing: CGFloat(random.int(12)),
      room: CGSize(width: 420 + random.int(200), height: 420 + random.int(200)),
      sizes: views.map(\.size), hidden: Set(views.indices.filter { _ in random.int(3) == 0 }))
  }

  /// Every distribution with every alignment, along both axes, in both directions, with some views hidden.
  @Test func everyCombination() {
    var wrong: [String] = []
    var (judged, seed) = (0, UInt64(0))
    for distribution in Self.distributions {
      for alignment in Self.alignments {
        for way in 0..<4 {
          seed += 1
          var random = SeededRandom(seed)
          let views = content(&random, 1 + random.int(5))
          var model = model(&random, views)
          (model.distribution, model.alignment) = (distribution, alignment)
          (model.isRow, model.isRightToLeft) = (way & 1 == 0, way & 2 == 0)
          let stack = UIStackView(arrangedSubviews: views)
          apply(model, to: stack, views)
          guard let found = differences(model, views) else { continue }
          judged += 1
          wrong += found.map { "\(distribution) \(alignment) \(way): \($0)" }
        }
      }
    }
    #expect(wrong == [])
    #expect(judged > 70)
  }

  /// One stack that is changed all the time is as the model says every time.
  @Test func aStackThatIsChangedAllTheTime() {
    var wrong: [String] = []
    for seed in 0..<4 {
      var random = SeededRandom(UInt64(2000 + seed))
      var views = content(&random, 4)
      let stack = UIStackView(arrangedSubviews: views)
      for step in 0..<60 {
        switch random.int(5) {
        case 0 where views.count < 7:
          let place = random.int(views.count + 1)
          let view = content(&random, 1)[0]
          stack.insertArrangedSubview(view, at: place)
          views.insert(view, at: place)
        case 1 where views.count > 2:
          let view = views.remove(at: random.int(views.count))
          if random.int(2) == 0 { stack.removeArrangedSubview(view) }
          view.removeFromSuperview()
        case 2:
          let (from, to) = (random.int(views.count), random.int(views.count))
          let view = views.remove(at: from)
          views.insert(view, at: to)
          stack.insertArrangedSubview(view, at: to)
        case 3:
          views[random.int(views.count)].size = CGSize(
            width: 10 + random.int(50), height: 10 + random.int(50))
        default: break
        }
        let model = model(&random, views)
        apply(model, to: stack, views)
        if stack.arrangedSubviews != views { wrong.append("seed \(seed) step \(step): order") }
        wrong += (differences(model, views) ?? []).map { "seed \(seed) step \(step) \(model): \($0)" }
      }
    }
    #expect(wrong.prefix(3) == [])
  }

  /// Hiding an arranged view is like taking it out, showing it like putting it back.
  @Test func hidingIsLikeTakingOut() {
    var random = SeededRandom(5)
    var wrong: [String] = []
    for _ in 0..<20 {
      let views = content(&random, 5)
      let others = views.map { view in
        let other = ContentView()
        other.size = view.size
        return other
      }
      let (hiding, leaving) = (UIStackView(arrangedSubviews: views), UIStackView(arrangedSubviews: others))
      var model = model(&random, views)
      model.hidden = []
      for stack in [hiding, leaving] { apply(model, to: stack, []) }
      for index in 0..<5 where random.int(2) == 0 {
        views[index].isHidden = true
        leaving.removeArrangedSubview(others[index])
        others[index].removeFromSuperview()
      }
      for stack in [hiding, leaving] { stack.layoutIfNeeded() }
      for (a, b) in zip(views, others) where !a.isHidden && a.frame != b.frame {
        wrong.append("\(a.frame) \(b.frame)")
      }
      for view in views { view.isHidden = false }
      hiding.layoutIfNeeded()
      wrong += differences(model, views) ?? []
    }
    #expect(wrong == [])
  }

  /// Hiding one of many views leaves the constraints between the others as they are.
  @Test func hidingConcernsNeighboursOnly() {
    let views = (0..<30).map { _ in ContentView() }
    let stack = UIStackView(arrangedSubviews: views)
    (stack.distribution, stack.spacing) = (.fill, 4)
    stack.frame = CGRect(x: 0, y: 0, width: 3000, height: 40)
    stack.layoutIfNeeded()
    let before = Set(stack.constraints.map { ObjectIdentifier($0) })
    let kept = stack.constraints
    views[10].isHidden = true
    stack.layoutIfNeeded()
    let after = Set(stack.constraints.map { ObjectIdentifier($0) })
    let spacings = kept.filter { $0.identifier == "UISV-spacing" && after.contains(ObjectIdentifier($0)) }
    #expect(spacings.count == 27 && before.subtracting(after).count < 40)
    views[10].isHidden = false
    stack.layoutIfNeeded()
    #expect(stack.constraints.count == kept.count)
    // A constraint of the stack's that somebody switched off is made anew.
    let gap = stack.constraints.first { $0.identifier == "UISV-spacing" }
    gap?.isActive = false
    views[20].isHidden = true
    stack.layoutIfNeeded()
    #expect(stack.constraints.filter { $0.identifier == "UISV-spacing" }.count == 28)
  }

  /// A view with constraints of its own keeps them while it is hidden, and has its place again afterwards.
  @Test func hiddenViewsKeepTheirOwnConstraints() {
    let views = [ContentView(), ContentView(), ContentView()]
    for view in views { view.size = CGSize(width: 20, height: 20) }
    views[1].widthAnchor.constraint(equalToConstant: 120).isActive = true
    let stack = UIStackView(arrangedSubviews: views)
    stack.spacing = 10
    stack.distribution = .equalSpacing
    func width() -> CGFloat { stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize).width }
    #expect(width() == 180)
    for _ in 0..<3 {
      views[1].isHidden = true
      #expect(width() == 50)
      views[1].isHidden = false
      #expect(width() == 180)
    }
    for view in views { view.isHidden = true }
    #expect(width() == 0)
    stack.setCustomSpacing(40, after: views[0])
    views[0].isHidden = false
    views[2].isHidden = false
    // The custom gap follows its view, whatever comes next.
    #expect(width() == 80)
  }
}
