public import PhoneModel
public import SimulatedPhone

extension SimulatedPhone {
  /// Phone time.
  public var now: PhoneTime { clock.now }

  /// Lets phone time pass, and returns when everything that was due has happened and nothing runs any more. Whatever the
  /// app does meanwhile, on any queue, task or timer, happens at its time. The calling task is suspended, so that the main
  /// actor is free.
  public func run(for duration: PhoneDuration) async { await TestBench.of(self).clock.run(for: duration) }

  /// `run(for:)`, up to a moment.
  public func run(until time: PhoneTime) async { await TestBench.of(self).clock.run(until: time) }

  /// Lets phone time pass until the phone has rested: one second after this call, and after the last event, move of the
  /// app to a display, or start of a camera. This is the moment at which a report card judges a step.
  /// - Throws: `PhoneTestFailure` when that takes more than `limit` of phone time.
  public func settle(
    limit: PhoneDuration = .seconds(20), fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) async throws {
    let bench = TestBench.of(self)
    let start = now
    bench.disturb()
    while now < bench.restedAt {
      guard bench.restedAt <= start + limit else {
        let last = log.lines.suffix(5).joined(separator: "\n  ")
        throw PhoneTestFailure(
          "The phone did not come to rest within \(limit.seconds) s of phone time. The last records:\n  \(last)",
          at: PhoneTestFailure.Place(fileID, filePath, line, column))
      }
      await run(until: bench.restedAt)
    }
  }
}
