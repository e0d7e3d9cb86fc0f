import Testing

@testable import DuoTesting

@Suite struct TraceSearchTests {
  let trace: [TraceEntry]

  init() throws {
    trace = try [
      #"{"t":0,"kind":"trace","version":1}"#,
      #"{"t":500000000,"kind":"app-moved","from":"outer","to":"inner"}"#,
      #"{"t":500000000,"kind":"display-dark","display":"outer"}"#,
      #"{"t":900000000,"kind":"camera-start","cameras":["inner-front"],"first":1150000000}"#,
      #"{"t":1500000000,"kind":"hinge-rested","angle":92.5}"#,
      #"{"t":2000000000,"kind":"app-moved","from":"inner","to":"outer"}"#,
      #"{"t":2000000000,"kind":"split-view","on":true}"#,
    ].map(TraceEntry.init(line:))
  }

  /// An independent telling: the records' places in the trace, or nil.
  private func places(_ expected: [ExpectedRecord], since: PhoneTime = .zero) -> [Int]? {
    switch TraceSearch.inOrder(expected, in: trace, since: since) {
    case .found(let found): found.map { trace.firstIndex(of: $0)! }
    case .missing: nil
    }
  }

  @Test func whatIsFound() {
    let half = PhoneTime(seconds: 0.6)
    let rows: [(ExpectedRecord, PhoneTime, [Int]?)] = [
      ("app-moved", .zero, [1]),
      ("app-moved", half, [5]),
      ("app-moved", PhoneTime(seconds: 3), nil),
      (.record("app-moved", ["to": "outer"]), .zero, [5]),
      (.record("app-moved", ["to": "outer", "from": "inner"]), .zero, [5]),
      (.record("app-moved", ["to": "tent"]), .zero, nil),
      (.record("app-moved", ["nothing": "outer"]), .zero, nil),
      (.record("hinge-rested", ["angle": 92.5]), .zero, [4]),
      (.record("trace", ["version": 1.0]), .zero, [0]),
      (.record("split-view", ["on": true]), .zero, [6]),
      (.record("split-view", ["on": false]), .zero, nil),
      (.record("camera-start", ["cameras": .list(["inner-front"])]), .zero, [3]),
      (.record("app-moved", within: .milliseconds(500)), .zero, [1]),
      (.record("app-moved", within: .milliseconds(499)), .zero, nil),
      (.record("app-moved", within: .milliseconds(1400)), half, [5]),
    ]
    var mismatches: [String] = []
    for (expected, since, wanted) in rows where places([expected], since: since) != wanted {
      mismatches.append("\(expected) since \(since)")
    }
    #expect(mismatches == [])
    #expect(places([]) == [])
  }

  @Test func theOrderCounts() {
    #expect(places(["app-moved", "hinge-rested", "app-moved"]) == [1, 4, 5])
    #expect(places(["hinge-rested", "camera-start"]) == nil)
    #expect(places(["app-moved", "app-moved", "app-moved"]) == nil)
    #expect(places(["hinge-rested", .record("app-moved", within: .milliseconds(500))]) == [4, 5])
    #expect(places(["camera-start", .record("app-moved", within: .milliseconds(500))]) == nil)
  }

  @Test func whatIsMissingIsExplained() {
    func text(_ expected: ExpectedRecord...) -> String {
      guard case .missing(let text) = TraceSearch.inOrder(expected, in: trace, since: .zero) else {
        return ""
      }
      return text
    }
    #expect(
      text("camera-start", .record("app-moved", ["to": "inner"]), "hinge-rested") == """
        The trace has no record app-moved to=inner at its place. Expected, in this order:
          1. camera-start  (found: 0.900 s camera-start cameras=[inner-front] first=1150000000)
          2. app-moved to=inner  (not found)
          3. hinge-rested  (not looked for)
        The nearest records, of the same kind:
          2.000 s app-moved from=inner to=outer
        """)
    #expect(
      text("camera-start", "display-dark").hasSuffix(
        "No record of this kind from there on; those before:\n  0.500 s display-dark display=outer"))
    #expect(
      text("hinge-rested", "never").hasSuffix(
        """
        There is no record of this kind. What came next:
          2.000 s app-moved from=inner to=outer
          2.000 s split-view on=true
        """))
  }

  @Test func whatIsNoRecordIsRefused() {
    #expect(throws: (any Error).self) { try TraceEntry(line: "no JSON") }
    #expect(throws: (any Error).self) { try TraceEntry(line: #"{"kind":"app-moved"}"#) }
  }
}
