import Foundation

/// Colours at places from 0 to 1.
public final class CGGradient: Sendable {
  package let stops: [(location: Double, color: CGColor)]

  package init(_ stops: [(location: Double, color: CGColor)]) { self.stops = stops }

  /// In order, from 0 to 1: before the first and after the last location their colours go on. [docs]
  var spread: [(location: Double, color: CGColor)] {
    let sorted = stops.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }.map(\.element)
    guard let first = sorted.first, let last = sorted.last else { return [] }
    return [(0, first.color)] + sorted + [(1, last.color)]
  }

  /// Without locations the colours are spread evenly. Nil without colours, or when something else is among
  /// them. [docs]
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
  ) {
    let list = colors.compactMap { $0 as? CGColor }
    guard !list.isEmpty, list.count == colors.count else { return nil }
    self.init(Self.stops(list, locations))
  }

  /// `count` colours, each the components of `space` and alpha, one after the other.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0 else { return nil }
    let stride = space.numberOfComponents + 1
    let colors = (0..<count).compactMap {
      CGColor(colorSpace: space, components: components + $0 * stride)
    }
    self.init(Self.stops(colors, locations))
  }

  private static func stops(
    _ colors: [CGColor], _ locations: UnsafePointer<CGFloat>?
  ) -> [(location: Double, color: CGColor)] {
    let last = Double(max(colors.count - 1, 1))
    var stops: [(location: Double, color: CGColor)] = []
    for (index, color) in colors.enumerated() {
      let location: Double = locations.map { Double($0[index]) } ?? Double(index) / last
      stops.append((location, color))
    }
    return stops
  }
}
