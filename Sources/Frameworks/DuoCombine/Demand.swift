/// Types that subscribe.
public enum Subscribers {}

extension Subscribers {
  /// How many values a subscriber still wants.
  public struct Demand: Equatable, Comparable, Hashable, Codable, Sendable, CustomStringConvertible {
    // `UInt.max` stands for no limit, so that comparing is comparing numbers.
    private var amount: UInt

    private init(amount: UInt) { self.amount = amount }

    public static let unlimited = Demand(amount: .max)
    /// As `.max(0)`.
    public static let none = Demand(amount: 0)

    /// A number of values. Less than 0 stops the process. [docs]
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand cannot be negative")
      return Demand(amount: UInt(value))
    }

    /// nil without a limit.
    public var max: Int? { self == .unlimited ? nil : Int(clamping: amount) }

    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

    /// Unlimited stays unlimited; what overflows becomes so. [docs]
    public static func + (a: Demand, b: Demand) -> Demand {
      let (sum, over) = a.amount.addingReportingOverflow(b.amount)
      return over || sum > UInt(Int.max) ? .unlimited : Demand(amount: sum)
    }

    /// Unlimited less anything is unlimited; less unlimited is none; less more than there is, none. [docs]
    public static func - (a: Demand, b: Demand) -> Demand {
      if a == .unlimited { return .unlimited }
      return Demand(amount: a.amount - Swift.min(a.amount, b.amount))
    }

    public static func * (a: Demand, b: Int) -> Demand {
      precondition(b >= 0, "demand cannot be negative")
      if a == .unlimited { return b == 0 ? .none : .unlimited }
      let (product, over) = a.amount.multipliedReportingOverflow(by: UInt(b))
      return over || product > UInt(Int.max) ? .unlimited : Demand(amount: product)
    }

    public static func += (a: inout Demand, b: Demand) { a = a + b }
    public static func -= (a: inout Demand, b: Demand) { a = a - b }
    public static func *= (a: inout Demand, b: Int) { a = a * b }
    public static func + (a: Demand, b: Int) -> Demand { a + .max(b) }
    public static func - (a: Demand, b: Int) -> Demand { a - .max(b) }
    public static func += (a: inout Demand, b: Int) { a = a + b }
    public static func -= (a: inout Demand, b: Int) { a = a - b }

    public static func < (a: Demand, b: Demand) -> Bool { a.amount < b.amount }
    public static func == (a: Demand, b: Int) -> Bool { a.max == b }
    public static func > (a: Demand, b: Int) -> Bool { a.max.map { $0 > b } ?? true }
    public static func < (a: Demand, b: Int) -> Bool { a.max.map { $0 < b } ?? false }
  }

  /// How a publisher ended.
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable where Failure: Sendable {}
