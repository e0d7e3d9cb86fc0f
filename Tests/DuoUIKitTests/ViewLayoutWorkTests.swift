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
