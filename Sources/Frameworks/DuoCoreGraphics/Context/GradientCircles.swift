import Foundation

/// A radial gradient as Cairo takes it, which goes on beyond both ends or beyond none.
struct GradientCircles {
  typealias Circle = (center: CGPoint, radius: CGFloat)

  var start, end: Circle
  var stops: [(location: Double, color: CGColor)]
  var goesOn: Bool

  /// - Parameter area: what can be drawn on.
  init(
    _ stops: [(location: Double, color: CGColor)], from start: Circle, to end: Circle,
    _ options: CGGradientDrawingOptions, in area: CGRect
  ) {
    (self.start, self.end, self.stops) = (start, end, stops)
    goesOn = !options.isEmpty
    guard let first = stops.first, let last = stops.last else { return }
    let apart = hypot(end.center.x - start.center.x, end.center.y - start.center.y)
    let growth = end.radius - start.radius
    if options == .drawsAfterEndLocation {
      // The colour is that of the last circle through a point, and when even that comes before the start, none.
      self.stops.insert((0, first.color.transparent), at: 0)
    } else if options == .drawsBeforeStartLocation, apart <= abs(growth) {
      // One circle inside the other: no other circle goes through a point beyond the end.
      self.stops.append((1, last.color.transparent))
    } else if options == .drawsBeforeStartLocation {
      goesOn = false
      beginEarlier(by: Self.lengths(apart, growth, start, area), growth, first.color)
    }
  }

  /// Moves the start back by so many lengths of the gradient, which keeps its colours where they are.
  private mutating func beginEarlier(by lengths: Double, _ growth: CGFloat, _ color: CGColor) {
    let (dx, dy) = (end.center.x - start.center.x, end.center.y - start.center.y)
    start.center.x -= lengths * dx
    start.center.y -= lengths * dy
    start.radius = max(0, start.radius - lengths * growth)
    stops = [(0, color)] + stops.map { (($0.location + lengths) / (lengths + 1), $0.color) }
  }

  /// Back to the point from which the circles grow, or until they have left the area. No more than 64: places of colours are
  /// kept in 65536 steps.
  private static func lengths(
    _ apart: CGFloat, _ growth: CGFloat, _ start: Circle, _ area: CGRect
  ) -> Double {
    if growth > 0 { return min(64, start.radius / growth) }
    let reach =
      hypot(area.midX - start.center.x, area.midY - start.center.y) + area.width + area.height + start.radius
    let speed = apart + growth
    return speed > 0 && reach.isFinite ? min(64, reach / speed) : 64
  }
}

extension CGColor {
  fileprivate var transparent: CGColor { copy(alpha: 0) ?? self }
}
