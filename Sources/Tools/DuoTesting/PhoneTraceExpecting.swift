public import PhoneModel
public import SimulatedPhone

extension SimulatedPhone {
  /// The trace so far, oldest record first.
  public var records: [TraceEntry] {
    get throws { try log.lines.map(TraceEntry.init(line:)) }
  }

  /// Expects these records in the trace, in this order; others may lie between.
  /// - Parameter since: Only records from this phone time on count.
  /// - Returns: the records found, one for each expected one.
  /// - Throws: `PhoneTestFailure` that says which one is missing and which records come nearest.
  @discardableResult
  public func expectTrace(
    _ expected: ExpectedRecord..., since: PhoneTime = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [TraceEntry] {
    switch TraceSearch.inOrder(expected, in: try records, since: since) {
    case .found(let found): return found
    case .missing(let text):
      throw PhoneTestFailure(text, at: PhoneTestFailure.Place(fileID, filePath, line, column))
    }
  }

  /// Expects that the trace has no such record, for example `"violation"`.
  /// - Throws: `PhoneTestFailure` with the records that are there.
  public func expectNoTrace(
    _ unwanted: ExpectedRecord, since: PhoneTime = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    let found = try records.filter { $0.time >= since && unwanted.matches($0) }
    guard !found.isEmpty else { return }
    let list = found.prefix(8).map { "\n  \($0)" }.joined()
    throw PhoneTestFailure(
      "The trace should have no record \(unwanted), and has \(found.count):\(list)",
      at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }
}
