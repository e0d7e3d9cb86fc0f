import SourceModel

extension Site {
  /// Does this code run only on systems before a version of iOS, by the `#available` around or above it?
  public func runsOnlyBefore(iOS version: [Int]) -> Bool {
    for depth in around.indices {
      let inner: Node = depth + 1 < around.count ? around[depth + 1] : .expression(expression)
      switch around[depth] {
      case .statement(let statement):
        switch statement.kind {
        case .branch(let branch):
          let inThen = branch.then.span.contains(inner.span)
          let inElse = !inThen && inner.span.start > branch.then.span.end
          for condition in branch.conditions {
            guard let (isNewer, negated) = condition.asks(forIOS: version) else { continue }
            if isNewer, negated ? inThen : inElse { return true }
          }
        case .guard(let conditions, let otherwise) where otherwise.span.contains(inner.span):
          if conditions.contains(where: { $0.asks(forIOS: version) ?? (false, false) == (true, false) }) {
            return true
          }
        default: break
        }
      case .block(let block):
        // `if #available(iOS 17, *) { …; return }` above it
        for statement in block.statements where statement.span.end <= inner.span.start {
          guard case .branch(let branch) = statement.kind, branch.otherwise == nil, branch.then.neverEnds,
            branch.conditions.count == 1, let (isNewer, negated) = branch.conditions[0].asks(forIOS: version)
          else { continue }
          if isNewer, !negated { return true }
        }
      default: break
      }
    }
    return false
  }

  /// Does this code run only on systems from a version of iOS on, by `#available` and `@available` around it?
  public func runsOnlyFrom(iOS version: [Int]) -> Bool {
    for depth in around.indices {
      let inner: Node = depth + 1 < around.count ? around[depth + 1] : .expression(expression)
      switch around[depth] {
      case .function(let function) where function.availability.reaches(version): return true
      case .property(let property) where property.availability.reaches(version): return true
      case .statement(let statement):
        switch statement.kind {
        case .branch(let branch):
          let inThen = branch.then.span.contains(inner.span)
          let inElse = !inThen && inner.span.start > branch.then.span.end
          for (index, condition) in branch.conditions.enumerated() {
            guard case .available(let versions, let negated) = condition.kind, versions.reaches(version)
            else { continue }
            let isLater = branch.conditions.dropFirst(index + 1).contains { $0.span.contains(inner.span) }
            if negated ? inElse : inThen || isLater { return true }
          }
        case .guard(let conditions, _):
          for (index, condition) in conditions.enumerated() {
            guard case .available(let versions, false) = condition.kind, versions.reaches(version) else {
              continue
            }
            if conditions.dropFirst(index + 1).contains(where: { $0.span.contains(inner.span) }) {
              return true
            }
          }
        default: break
        }
      case .block(let block):
        for statement in block.statements where statement.span.end <= inner.span.start {
          switch statement.kind {
          case .guard(let conditions, _):
            for condition in conditions {
              if case .available(let versions, false) = condition.kind, versions.reaches(version) {
                return true
              }
            }
          case .branch(let branch)
          where branch.otherwise == nil && branch.then.neverEnds && branch.conditions.count == 1:
            if case .available(let versions, true) = branch.conditions[0].kind, versions.reaches(version) {
              return true
            }
          default: break
          }
        }
      default: break
      }
    }
    return false
  }
}

extension [Availability] {
  /// Does it name iOS from this version on, or later?
  public func reaches(_ version: [Int]) -> Bool {
    contains { one in
      ["iOS", "iOSApplicationExtension"].contains(one.platform) && !one.version.isEmpty
        && !one.version.isBefore(version)
    }
  }
}

extension [Int] {
  /// Compares versions: `[17]` is `[17, 0]`.
  public func isBefore(_ other: [Int]) -> Bool {
    for index in 0..<Swift.max(count, other.count) {
      let (a, b) = (index < count ? self[index] : 0, index < other.count ? other[index] : 0)
      if a != b { return a < b }
    }
    return false
  }
}

extension Condition {
  /// Of an `#available` for iOS: is its version at least this, and is it `#unavailable`?
  func asks(forIOS version: [Int]) -> (isNewer: Bool, negated: Bool)? {
    guard case .available(let versions, let negated) = kind else { return nil }
    return (versions.reaches(version), negated)
  }
}

extension Block {
  /// Does control never come to its end, as far as its last statement says?
  public var neverEnds: Bool {
    switch statements.last?.kind {
    case .return, .throw, .jump: true
    case .expression(let expression):
      ["fatalError", "preconditionFailure", "abort", "exit"].contains(expression.lastName)
    default: false
    }
  }
}
