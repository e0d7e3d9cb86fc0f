import Foundation

/// A quick movement in one direction. [docs]
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Raw values are Apple's. [header]
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)
  }

  /// Points along the direction, points across it at most, and seconds at most. [assumed]
  static let length = 50.0, across = 50.0, longest = 0.5

  open var direction = Direction.right
  open var numberOfTouchesRequired = 1

  private var starts: [ObjectIdentifier: CGPoint] = [:]

  /// Where the fingers went down. [docs]
  open override func location(in view: UIView?) -> CGPoint {
    starts.isEmpty ? super.location(in: view) : convert(CGPoint.middle(of: Array(starts.values)), view)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if starts.isEmpty { schedule(after: Self.longest) { [weak self] in self?.state = .failed } }
    for touch in touches { starts[ObjectIdentifier(touch)] = touch.point }
    if starts.count > numberOfTouchesRequired { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard proposals.isEmpty else { return }
    let moves = gestureTouches.compactMap { touch in
      starts[ObjectIdentifier(touch)].map { CGPoint(x: touch.point.x - $0.x, y: touch.point.y - $0.y) }
    }
    let ways: [(Direction, (CGPoint) -> (along: CGFloat, across: CGFloat))] = [
      (.right, { ($0.x, abs($0.y)) }), (.left, { (-$0.x, abs($0.y)) }), (.down, { ($0.y, abs($0.x)) }),
      (.up, { (-$0.y, abs($0.x)) }),
    ]
    let open = ways.filter { way, measure in
      direction.contains(way) && moves.allSatisfy { measure($0).across <= Self.across }
    }
    if open.isEmpty {
      state = .failed
    } else if moves.count == numberOfTouchesRequired,
      open.contains(where: { _, measure in moves.allSatisfy { measure($0).along >= Self.length } })
    {
      cancelTimer()
      state = .ended
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if proposals.isEmpty { state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

  open override func reset() {
    super.reset()
    starts = [:]
  }
}
