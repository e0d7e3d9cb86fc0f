import Foundation
import Testing

@testable import DuoUIKit

/// How much layout does, in equations that it makes.
@MainActor @Suite struct ViewLayoutWorkTests {
  /// A column of views, each below the one before.
  private func column(_ count: Int) -> (root: UIView, views: [UIView], heights: [NSLayoutConstraint]) {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    var (views, heights): ([UIView], [NSLayoutConstraint]) = ([], [])
    for _ in 0..<count {
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      let above = views.last?.bottomAnchor ?? root.topAnchor
      heights.append(view.heightAnchor.constraint(equalToConstant: 10))
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: above, constant: 2), heights[heights.count - 1],
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      ])
      views.append(view)
    }
    root.layoutIfNeeded()
    return (root, views, heights)
  }

  /// One change makes its own equation again, whatever else there is; twice as many views are twice the work.
  @Test func aChangeIsSaidAlone() throws {
    var first: [Int] = []
    for count in [40, 80] {
      let (root, views, heights) = column(count)
      let engine = try #require(root.layoutState.engine)
      first.append(engine.equationsMade + engine.solverWork)
      let (equations, work) = (engine.equationsMade, engine.solverWork)
      heights[1].constant = 30
      root.layoutIfNeeded()
      heights[1].isActive = false
      heights[1].isActive = true
      root.layoutIfNeeded()
      heights[2].isActive = false
      root.layoutIfNeeded()
      heights[2].isActive = true
      root.layoutIfNeeded()
      #expect(engine.equationsMade - equations <= 4 && engine.solverWork - work <= 40)
      #expect(views[count - 1].frame == CGRect(x: 0, y: (count - 1) * 12 + 22, width: 400, height: 10))
    }
    #expect(first[1] <= first[0] * 2 + 20)
  }

  /// A new constant concerns what it moves: the last of a column alone, the first with all below it.
  @Test func aChangeConcernsWhatItMoves() throws {
    for count in [40, 80] {
      let (root, views, heights) = column(count)
      let engine = try #require(root.layoutState.engine)
      for (index, moved) in [(count - 1, 1), (count / 2, count - count / 2), (0, count)] {
        let before = engine.itemsSettled
        heights[index].constant += 5
        root.layoutIfNeeded()
        #expect(engine.itemsSettled - before == moved)
      }
      #expect(views[count - 1].frame == CGRect(x: 0, y: (count - 1) * 12 + 12, width: 400, height: 15))
    }
  }

  /// Another size of the top says two equations anew, and what follows a parent by its mask.
  @Test func anotherSizeIsSaidAlone() throws {
    for count in [40, 80] {
      let (root, views, _) = column(count)
      let follower = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
      follower.autoresizingMask = .flexibleWidth
      root.addSubview(follower)
      let below = UIView()
      below.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(below)
      NSLayoutConstraint.activate([
        below.leadingAnchor.constraint(equalTo: follower.trailingAnchor),
        below.topAnchor.constraint(equalTo: follower.bottomAnchor),
      ])
      root.layoutIfNeeded()
      let engine = try #require(root.layoutState.engine)
      let before = engine.equationsMade
      root.bounds.size.width = 300
      root.layoutIfNeeded()
      #expect(engine.equationsMade - before <= 12)
      #expect(views.allSatisfy { $0.frame.width == 300 })
      #expect(below.frame.origin == CGPoint(x: follower.frame.maxX, y: 40))
    }
  }

  /// A view that constraints place goes back with the next solution, whoever moved it, and only it is looked at.
  @Test func whatWasMovedByHandGoesBack() throws {
    let (root, views, heights) = column(20)
    let engine = try #require(root.layoutState.engine)
    views[3].center.x += 50
    views[4].layer.position.x += 50
    views[5].frame.size.width = 20
    for view in views[3...5] {
      #expect(view.frame != CGRect(x: 0, y: view.frame.minY, width: 400, height: 10))
    }
    let before = engine.itemsSettled
    heights[19].constant = 11
    root.layoutIfNeeded()
    #expect(engine.itemsSettled - before == 4)
    for (index, view) in views.enumerated() where index < 19 {
      #expect(view.frame == CGRect(x: 0, y: index * 12 + 2, width: 400, height: 10))
    }
    views[7].frame = .zero
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(views[7].frame == CGRect(x: 0, y: 86, width: 400, height: 10))
  }

  /// Columns in a row: one label that is hidden or says something else is little work, however many columns there are.
  @Test func columnsInARow() throws {
    var first: [Int] = []
    var later: [Int] = []
    for count in [5, 10] {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 900, height: 800))
      let labels = (0..<count).map { _ in (0..<10).map { _ in CountingLabel() } }
      let row = UIStackView(
        arrangedSubviews: labels.map {
          let column = UIStackView(arrangedSubviews: $0)
          column.axis = .vertical
          return column
        })
      row.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(row)
      NSLayoutConstraint.activate([
        row.topAnchor.constraint(equalTo: root.topAnchor),
        row.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      ])
      root.layoutIfNeeded()
      let engine = try #require(root.layoutState.engine)
      first.append(engine.solverWork)
      let (rows, equations) = (engine.solverWork, engine.equationsMade)
      labels[0][3].isHidden = true
      root.layoutIfNeeded()
      later.append(engine.solverWork - rows)
      #expect(engine.equationsMade - equations <= 12)
      #expect(labels[1][9].frame.maxY == 200 && labels[0][9].frame.maxY == 200)
      #expect(labels.joined().map(\.asked) == Array(repeating: 1, count: count * 10))
    }
    #expect(first[1] <= first[0] * 9 / 4 && later[1] == later[0])
  }

  private final class CountingLabel: UIView {
    var asked = 0
    override var intrinsicContentSize: CGSize {
      asked += 1
      return CGSize(width: 50, height: 20)
    }
  }

  /// What left the tree has no say any more, and is forgotten by those that stay.
  @Test func aViewTakesItsConstraintsAlong() {
    let (_, views, heights) = column(20)
    views[5].removeFromSuperview()
    #expect(heights[5].isActive && views[4].layoutState.item.constraints.contains(heights[4]))
    #expect(views[5].layoutState.item.constraints == [heights[5]])
    // Its top hung on the view that left.
    #expect(views[6].layoutState.item.constraints.count == 4)
  }

  /// Points of views of one tree do not go by the display.
  @Test func conversionsInATreeStayInIt() {
    let (root, views, _) = column(3)
    let space: any UICoordinateSpace = root
    #expect(views[2].convert(CGPoint(x: 1, y: 1), to: space) == CGPoint(x: 1, y: 27))
    #expect(views[2].convert(CGPoint(x: 1, y: 27), from: root) == CGPoint(x: 1, y: 1))
    #expect(views[2].convert(views[2].bounds, to: space) == views[2].frame)
    #expect(views[2].convert(views[1].bounds, from: views[1] as any UICoordinateSpace).minY == -12)
  }
}
