import DuoFoundation
import Foundation

extension NSLayoutConstraint {
  /// Raw values are Apple's. [header]
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    private init(_ attribute: Attribute) { rawValue = 1 << UInt(attribute.rawValue) }

    public static let alignAllLeft = Self(.left)
    public static let alignAllRight = Self(.right)
    public static let alignAllTop = Self(.top)
    public static let alignAllBottom = Self(.bottom)
    public static let alignAllLeading = Self(.leading)
    public static let alignAllTrailing = Self(.trailing)
    public static let alignAllCenterX = Self(.centerX)
    public static let alignAllCenterY = Self(.centerY)
    public static let alignAllLastBaseline = Self(.lastBaseline)
    public static let alignAllFirstBaseline = Self(.firstBaseline)
    public static let directionLeadingToTrailing: Self = []
    public static let directionLeftToRight = Self(rawValue: 1 << 16)
    public static let directionRightToLeft = Self(rawValue: 2 << 16)

    var alignments: [Attribute] {
      (1...12).compactMap { rawValue & (1 << UInt($0)) == 0 ? nil : Attribute(rawValue: $0) }
    }
  }

  /// Constraints from a drawing in letters, such as `H:|-[name(>=80@750)]-12-[other(name)]|`. Raises for one that cannot
  /// be read. [docs]
  /// - Parameters:
  ///   - metrics: numbers by name, as `NSNumber` or any number of Swift's.
  ///   - views: views and guides by name.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    var parser = VisualFormat(format, opts, metrics ?? [:], views)
    return parser.parse()
  }
}

/// Reads one format, from left to right.
@MainActor
private struct VisualFormat {
  private let format: String
  private var rest: Substring
  private let options: NSLayoutConstraint.FormatOptions
  private let metrics: [String: Any]
  private let views: [String: Any]
  private var isVertical = false
  private var constraints: [NSLayoutConstraint] = []

  private struct Predicate {
    var relation = NSLayoutConstraint.Relation.equal
    var value: CGFloat?
    var item: (any LayoutItem)?
    var priority = UILayoutPriority.required
  }

  init(
    _ format: String, _ options: NSLayoutConstraint.FormatOptions, _ metrics: [String: Any],
    _ views: [String: Any]
  ) {
    self.format = format
    rest = Substring(format)
    self.options = options
    self.metrics = metrics
    self.views = views
  }

  private func fail(_ reason: String) -> Never {
    let place = String(repeating: " ", count: format.count - rest.count) + "^"
    raise(
      .invalidArgument, "Unable to parse constraint format: \n\(reason) \n\(format) \n\(place)")
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  private mutating func expect(_ text: String) {
    if !take(text) { fail("Expected a '\(text)' here.") }
  }

  private mutating func name() -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    rest.removeFirst(name.count)
    return String(name)
  }

  mutating func parse() -> [NSLayoutConstraint] {
    if take("V:") { isVertical = true } else { _ = take("H:") }
    var previous: (any LayoutItem)?
    var boxes: [any LayoutItem] = []
    var gaps: [Predicate]?
    var startsAtEdge = false
    if take("|") {
      startsAtEdge = true
      gaps = gap(atEdge: true)
    }
    while rest.hasPrefix("[") {
      let item = box()
      boxes.append(item)
      if let previous {
        for gap in gaps ?? [] { connect(item, start, previous, end, gap, 1) }
      } else if startsAtEdge, let parent = item.layoutParent {
        for gap in gaps ?? [] { connect(item, start, parent, start, gap, 1) }
      }
      previous = item
      gaps = rest.isEmpty ? nil : gap(atEdge: nextIsEdge)
    }
    guard let last = previous else { fail("Expected a view here.") }
    if take("|"), let parent = last.layoutParent {
      for gap in gaps ?? [] { connect(parent, end, last, end, gap, 1) }
    }
    if !rest.isEmpty { fail("Unexpected text.") }
    for attribute in options.alignments {
      for (a, b) in zip(boxes, boxes.dropFirst()) {
        constraints.append(
          NSLayoutConstraint(
            item: a, attribute: attribute, relatedBy: .equal, toItem: b, attribute: attribute, multiplier: 1,
            constant: 0))
      }
    }
    return constraints
  }

  private var start: NSLayoutConstraint.Attribute {
    if isVertical { return .top }
    if options.contains(.directionRightToLeft) { return .right }
    return options.contains(.directionLeftToRight) ? .left : .leading
  }

  private var end: NSLayoutConstraint.Attribute {
    if isVertical { return .bottom }
    if options.contains(.directionRightToLeft) { return .left }
    return options.contains(.directionLeftToRight) ? .right : .trailing
  }

  private mutating func connect(
    _ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute, _ other: any LayoutItem,
    _ otherAttribute: NSLayoutConstraint.Attribute, _ gap: Predicate, _ multiplier: CGFloat
  ) {
    // From right to left a gap goes to the left: the relation is turned with it.
    let isTurned = !isVertical && options.contains(.directionRightToLeft)
    let relation = isTurned ? NSLayoutConstraint.Relation(rawValue: -gap.relation.rawValue)! : gap.relation
    let constraint = NSLayoutConstraint(
      item: item, attribute: attribute, relatedBy: relation, toItem: other, attribute: otherAttribute,
      multiplier: multiplier, constant: (gap.value ?? 0) * (isTurned ? -1 : 1))
    constraint.priority = gap.priority
    constraints.append(constraint)
  }

  /// Whether the gap that starts here ends at the superview.
  private var nextIsEdge: Bool { (rest.firstIndex(of: "[") ?? rest.endIndex) == rest.endIndex }

  /// Nothing, `-`, `-8-` or `-(>=8,<=20)-`. The standard gap is 8 between views and 20 at the superview. [docs]
  private mutating func gap(atEdge: Bool) -> [Predicate] {
    guard take("-") else { return [Predicate(value: 0)] }
    if rest.hasPrefix("[") || rest.hasPrefix("|") { return [Predicate(value: atEdge ? 20 : systemSpacing)] }
    let predicates = take("(") ? list() : [predicate()]
    if predicates.contains(where: { $0.value == nil }) { fail("A gap is a number.") }
    expect("-")
    return predicates
  }

  private mutating func list() -> [Predicate] {
    var predicates = [predicate()]
    while take(",") { predicates.append(predicate()) }
    expect(")")
    return predicates
  }

  private mutating func predicate() -> Predicate {
    var predicate = Predicate()
    if take("==") {
      predicate.relation = .equal
    } else if take(">=") {
      predicate.relation = .greaterThanOrEqual
    } else if take("<=") {
      predicate.relation = .lessThanOrEqual
    }
    let isNegative = take("-")
    let text = name()
    if let number = number(text) {
      predicate.value = isNegative ? -number : number
    } else if let item = views[text] as? any LayoutItem {
      predicate.item = item
    } else {
      fail("\(text) is not a key in the metrics or views dictionary.")
    }
    if take("@") {
      let text = name()
      guard let priority = number(text) else { fail("\(text) is not a priority.") }
      predicate.priority = UILayoutPriority(Float(priority))
    }
    return predicate
  }

  private func number(_ text: String) -> CGFloat? {
    if let number = Double(text) { return CGFloat(number) }
    switch metrics[text] {
    case let number as NSNumber: return CGFloat(number.doubleValue)
    case let number as CGFloat: return number
    case let number as Double: return CGFloat(number)
    case let number as Float: return CGFloat(number)
    case let number as Int: return CGFloat(number)
    default: return nil
    }
  }

  private mutating func box() -> any LayoutItem {
    expect("[")
    let text = name()
    guard let item = views[text] as? any LayoutItem else {
      fail("\(text) is not a key in the views dictionary.")
    }
    if take("(") {
      for predicate in list() {
        let length: NSLayoutConstraint.Attribute = isVertical ? .height : .width
        let constraint = NSLayoutConstraint(
          item: item, attribute: length, relatedBy: predicate.relation, toItem: predicate.item,
          attribute: predicate.item == nil ? .notAnAttribute : length, multiplier: 1,
          constant: predicate.value ?? 0)
        constraint.priority = predicate.priority
        constraints.append(constraint)
      }
    }
    expect("]")
    return item
  }
}
