/// A type as the source writes it, taken apart as far as the rules ask.
///
/// `AVCaptureDevice.Position?` is base `AVCaptureDevice.Position`, one optional; `[AVCaptureDevice]` is base `Array` of it.
public struct TypeName: Hashable, Sendable, CustomStringConvertible {
  /// The name with its outer types, without generic arguments; `""` for functions, tuples and what else has no name.
  public var base: String
  public var arguments: [TypeName]
  public var optionals: Int
  /// `any`, `some`, `inout`, `@escaping`, `@MainActor`, `sending`, … in front of it.
  public var attributes: [String]
  /// Of a function type: what it takes and gives. Nil for others.
  public var function: FunctionShape?

  /// What a function type takes and gives.
  public struct FunctionShape: Hashable, Sendable {
    public var parameters: [TypeName]
    public var result: [TypeName]

    public init(parameters: [TypeName], result: [TypeName]) {
      self.parameters = parameters
      self.result = result
    }
  }

  public init(
    _ base: String, _ arguments: [TypeName] = [], optionals: Int = 0, attributes: [String] = [],
    function: FunctionShape? = nil
  ) {
    self.base = base
    self.arguments = arguments
    self.optionals = optionals
    self.attributes = attributes
    self.function = function
  }

  /// The type without its optionals.
  public var unwrapped: TypeName {
    var type = self
    type.optionals = 0
    return type
  }

  public var optional: TypeName {
    var type = self
    type.optionals += 1
    return type
  }

  /// Of an array, a set or another sequence that the source spells out: what it holds.
  public var element: TypeName? {
    ["Array", "Set", "ArraySlice", "AsyncStream", "AsyncSequence"].contains(base) ? arguments.first : nil
  }

  public var description: String {
    let inner = arguments.map(\.description).joined(separator: ", ")
    return base + (inner.isEmpty ? "" : "<\(inner)>") + String(repeating: "?", count: optionals)
  }
}
