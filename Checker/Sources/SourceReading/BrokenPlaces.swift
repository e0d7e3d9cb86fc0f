import SwiftSyntax

/// The places where the parser found something missing or something that it could not use. One walk over the tree,
/// while the parser's own messages look around in the tree for each of them, which takes minutes in a text that is
/// broken everywhere.
final class BrokenPlaces: SyntaxVisitor {
  /// So many have messages of their own; more than that is not a program with mistakes.
  static let limit = 100

  /// Of the first of them in the text, in bytes.
  private(set) var first: Int?
  private(set) var count = 0

  static func of(_ tree: SourceFileSyntax) -> BrokenPlaces {
    let places = BrokenPlaces(viewMode: .all)
    places.walk(tree)
    return places
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    guard token.presence == .missing else { return .skipChildren }
    count += 1
    // It is missing where the one before it ends, as the parser's own messages say.
    first =
      first
      ?? (token.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia
      ?? token.position).utf8Offset
    return .skipChildren
  }

  override func visit(_ nodes: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
    count += 1
    first = first ?? nodes.positionAfterSkippingLeadingTrivia.utf8Offset
    return .skipChildren
  }
}
