import Foundation

extension NSLayoutConstraint {
  /// Raw values are Apple's. [header]
  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1

    var text: String { ["<=", "==", ">="][rawValue + 1] }
  }

  /// Raw values are Apple's. [header]
  public enum Axis: Int, Sendable {
    case horizontal = 0
    case vertical = 1
  }

  /// A place or length of a view. Raw values are Apple's. [header]
  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left = 1
    case right = 2
    case top = 3
    case bottom = 4
    case leading = 5
    case trailing = 6
    case width = 7
    case height = 8
    case centerX = 9
    case centerY = 10
    case lastBaseline = 11
    case firstBaseline = 12
    case leftMargin = 13
    case rightMargin = 14
    case topMargin = 15
    case bottomMargin = 16
    case leadingMargin = 17
    case trailingMargin = 18
    case centerXWithinMargins = 19
    case centerYWithinMargins = 20
  }
}

extension NSLayoutConstraint.Attribute {
  enum Kind { case none, horizontal, vertical, length }

  var kind: Kind {
    switch self {
    case .notAnAttribute: .none
    case .width, .height: .length
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin,
      .centerXWithinMargins:
      .horizontal
    default: .vertical
    }
  }

  /// Depends on the direction of reading.
  var isDirectional: Bool { [.leading, .trailing, .leadingMargin, .trailingMargin].contains(self) }
  var isAbsoluteSide: Bool { [.left, .right, .leftMargin, .rightMargin].contains(self) }

  /// Depends on the margins of the item.
  var isOfMargins: Bool { rawValue >= Self.leftMargin.rawValue }

  /// The side that a leading or trailing attribute means.
  func resolved(isRightToLeft: Bool) -> Self {
    switch self {
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    case .leadingMargin: isRightToLeft ? .rightMargin : .leftMargin
    case .trailingMargin: isRightToLeft ? .leftMargin : .rightMargin
    default: self
    }
  }

  /// As Apple's messages have it.
  var name: String {
    switch self {
    case .notAnAttribute: ""
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    case .width: "width"
    case .height: "height"
    case .centerX: "centerX"
    case .centerY: "centerY"
    case .lastBaseline: "lastBaseline"
    case .firstBaseline: "firstBaseline"
    case .leftMargin: "leftMargin"
    case .rightMargin: "rightMargin"
    case .topMargin: "topMargin"
    case .bottomMargin: "bottomMargin"
    case .leadingMargin: "leadingMargin"
    case .trailingMargin: "trailingMargin"
    case .centerXWithinMargins: "centerXWithinMargins"
    case .centerYWithinMargins: "centerYWithinMargins"
    }
  }
}
