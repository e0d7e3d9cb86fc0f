import SourceModel
import SwiftOperators
import SwiftParser
import SwiftSyntax
import Testing

@testable import SourceReading

/// The reader's own precedence against the toolchain's.
@Suite struct OperatorsTests {
  @Test func treesAreThoseOfTheToolchain() throws {
    var random = Seeded(7)
    var mismatches: [String] = []
    for _ in 0..<3000 {
      let source = expression(&random, depth: 2)
      let expected = try reference(source)
      guard case .expression(let found)? = read("_ = (\(source))").statements.statements.first?.kind,
        case .assign(_, _, let value) = found.kind
      else {
        mismatches.append("\(source): no expression")
        continue
      }
      if ours(value) != expected { mismatches.append("\(source): \(ours(value)) instead of \(expected)") }
      if mismatches.count > 5 { break }
    }
    #expect(mismatches == [])
  }

  /// Every pair of operators, with a third around them.
  @Test func everyPairOfOperators() throws {
    var mismatches: [String] = []
    for first in operators {
      for second in operators {
        for source in ["a \(first) b \(second) c", "a \(first) b \(second) c \(first) d"] {
          let expected = try reference(source)
          guard case .expression(let found)? = read("f(\(source))").statements.statements.first?.kind,
            case .call(_, let arguments) = found.kind, let only = arguments.first?.value
          else {
            mismatches.append("\(source): no expression")
            continue
          }
          if ours(only) != expected { mismatches.append("\(source): \(ours(only)), not \(expected)") }
        }
      }
    }
    #expect(mismatches.prefix(8) == [])
  }

  private let operators = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "&", "|", "^", "<<", ">>", "&<<", "&>>", "==", "!=", "===",
    "!==",
    "<", ">", "<=", ">=", "~=", "&&", "||", "??", "...", "..<", "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=",
    "^=", "<<=", ">>=",
  ]

  /// `T & a` and `T < a` after a cast are read as types.
  private var joiners: [String] { operators.filter { !$0.hasPrefix("<") && !$0.hasPrefix("&") } }

  private func expression(_ random: inout Seeded, depth: Int) -> String {
    var text = operand(&random, depth: depth)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: text += " ? \(operand(&random, depth: depth)) : \(operand(&random, depth: depth))"
      case 1: text += " as? T"
      case 2: text += " as! T"
      case 3: text += " is T"
      case 4: text += " as T"
      default: text += " \(joiners.randomElement(using: &random)!) \(operand(&random, depth: depth))"
      }
    }
    return text
  }

  private func operand(_ random: inout Seeded, depth: Int) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where depth > 0: return "(" + expression(&random, depth: depth - 1) + ")"
    case 1: return "-a"
    case 2: return "!b"
    case 3: return "1"
    case 4 where depth > 0: return "f(" + expression(&random, depth: depth - 1) + ")"
    default: return ["a", "b", "c", "d"].randomElement(using: &random)!
    }
  }

  private func ours(_ expression: SourceModel.Expression) -> String {
    switch expression.kind {
    case .name(let text), .literal(let text): text
    case .binary(let left, let name, let right), .assign(let left, let name, let right):
      "(\(ours(left)) \(name) \(ours(right)))"
    case .prefix(let name, let inner): "(\(name)\(ours(inner)))"
    case .ternary(let condition, let first, let second):
      "(\(ours(condition)) ? \(ours(first)) : \(ours(second)))"
    case .cast(let inner, let cast, let type):
      "(\(ours(inner)) \([.upward: "as", .conditional: "as?", .forced: "as!", .test: "is"][cast]!) \(type))"
    case .call(let callee, let arguments): "\(ours(callee))(\(arguments.map { ours($0.value) }.joined()))"
    default: "?"
    }
  }

  /// Where operators of equal strength may not stand side by side, both join from the left.
  private func reference(_ source: String) throws -> String {
    let tree = Parser.parse(source: "f(\(source))")
    let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
    let call = try #require(
      folded.as(SourceFileSyntax.self)?.statements.first?.item.as(FunctionCallExprSyntax.self))
    return theirs(call.arguments.first!.expression)
  }

  private func theirs(_ syntax: ExprSyntax) -> String {
    switch syntax.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): return node.baseName.text
    case .integerLiteralExpr(let node): return node.literal.text
    case .infixOperatorExpr(let node):
      return "(\(theirs(node.leftOperand)) \(node.operator.trimmedDescription) \(theirs(node.rightOperand)))"
    case .prefixOperatorExpr(let node): return "(\(node.operator.text)\(theirs(node.expression)))"
    case .ternaryExpr(let node):
      return
        "(\(theirs(node.condition)) ? \(theirs(node.thenExpression)) : \(theirs(node.elseExpression)))"
    case .asExpr(let node):
      return "(\(theirs(node.expression)) as\(node.questionOrExclamationMark?.text ?? "") T)"
    case .isExpr(let node): return "(\(theirs(node.expression)) is T)"
    case .tupleExpr(let node): return theirs(node.elements.first!.expression)
    case .functionCallExpr(let node):
      return "\(theirs(node.calledExpression))(\(node.arguments.map { theirs($0.expression) }.joined()))"
    default: return "!"
    }
  }
}

/// The same numbers on every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
