public import PhoneHardware
public import PhoneModel

/// A record that a test expects in the trace: its kind, the fields that matter, and if wanted how soon.
///
/// A string alone is a kind: `"hinge-rested"`.
public struct ExpectedRecord: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public var kind: String
  /// Fields of the record that are not named here may be anything. Numbers are compared by value.
  public var fields: [String: TraceValue]
  /// How soon after the expected record before it, or after the beginning of the search.
  public var within: PhoneDuration?

  public static func record(
    _ kind: String, _ fields: [String: TraceValue] = [:], within: PhoneDuration? = nil
  ) -> ExpectedRecord {
    ExpectedRecord(kind: kind, fields: fields, within: within)
  }

  init(kind: String, fields: [String: TraceValue], within: PhoneDuration?) {
    self.kind = kind
    self.fields = fields
    self.within = within
  }

  public init(stringLiteral value: String) { self.init(kind: value, fields: [:], within: nil) }

  public var description: String {
    let limit = within.map { [" within \(TraceText.text(.number($0.seconds))) s"] } ?? []
    return ([kind] + TraceText.list(fields)).joined(separator: " ") + limit.joined()
  }

  func matches(_ entry: TraceEntry) -> Bool {
    kind == entry.kind
      && fields.allSatisfy { name, wanted in entry.fields[name].map { Self.equal($0, wanted) } ?? false }
  }

  /// By value: 2 and 2.0 are the same.
  private static func equal(_ a: TraceValue, _ b: TraceValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(equal)
    default: a == b
    }
  }
}

/// Searches a trace for expected records.
enum TraceSearch {
  /// The records found, one for each expected one, in order and with anything between.
  enum Result: Hashable {
    case found([TraceEntry])
    /// The text says what was found, what was not, and what comes nearest to it.
    case missing(String)
  }

  static func inOrder(_ expected: [ExpectedRecord], in trace: [TraceEntry], since: PhoneTime) -> Result {
    var found: [TraceEntry] = []
    var start = trace.firstIndex { $0.time >= since } ?? trace.endIndex
    var before = since
    for wanted in expected {
      guard let index = trace[start...].firstIndex(where: wanted.matches),
        wanted.within.map({ trace[index].time <= before + $0 }) ?? true
      else { return .missing(explain(expected, found, trace, after: start)) }
      found.append(trace[index])
      before = trace[index].time
      start = index + 1
    }
    return .found(found)
  }

  private static func explain(
    _ expected: [ExpectedRecord], _ found: [TraceEntry], _ trace: [TraceEntry], after start: Int
  ) -> String {
    let wanted = expected[found.count]
    var lines = ["The trace has no record \(wanted) at its place. Expected, in this order:"]
    for (index, record) in expected.enumerated() {
      let result =
        index < found.count ? "found: \(found[index])" : index == found.count ? "not found" : "not looked for"
      lines.append("  \(index + 1). \(record)  (\(result))")
    }
    let (title, near) = nearest(to: wanted, in: trace, after: start)
    lines.append(title)
    lines += near.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  /// At most eight records that may be what was meant: later ones of that kind, else earlier ones, else what came next.
  private static func nearest(
    to wanted: ExpectedRecord, in trace: [TraceEntry], after start: Int
  ) -> (title: String, records: [TraceEntry]) {
    let later = trace[start...].filter { $0.kind == wanted.kind }
    if !later.isEmpty { return ("The nearest records, of the same kind:", Array(later.prefix(8))) }
    let earlier = trace[..<start].filter { $0.kind == wanted.kind }
    if !earlier.isEmpty {
      return ("No record of this kind from there on; those before:", Array(earlier.suffix(8)))
    }
    let next = trace[start...].prefix(8)
    if !next.isEmpty { return ("There is no record of this kind. What came next:", Array(next)) }
    return (
      "There is no record of this kind, and none after that place. The last ones:", Array(trace.suffix(8))
    )
  }
}
