/// How much a constraint counts: 1000 must hold, less is wished for, the greater the more. A wish of any strength wins
/// over all weaker ones together. [docs]
package struct Strength: RawRepresentable, Hashable, Comparable, Sendable {
  package var rawValue: Float
  package init(rawValue: Float) { self.rawValue = rawValue }

  package static let required = Strength(rawValue: 1000)

  package static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
}
