import Dispatch
import Testing

@testable import DuoCombine

@Suite struct HostileStrideTests {
  /// Times beyond all times are the last one.
  @Test func stridesOfAnyNumber() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    let rows: [(Double, Int)] = [
      (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min), (1.5, 1_500_000_000),
    ]
    #expect(rows.filter { Stride.seconds($0.0).magnitude != $0.1 }.map(\.0) == [])
    let (now, never) = (
      DispatchQueue.SchedulerTimeType(.now()), DispatchQueue.SchedulerTimeType(.distantFuture)
    )
    #expect(now.distance(to: never).magnitude > 0 && never.distance(to: now).magnitude < 0)
  }
}
