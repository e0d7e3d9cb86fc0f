import Foundation
import SimulatedPhone
import Testing

@Suite struct VirtualTaskTests {
  @Test func sleepsOfTasks() async {
    await #expect(processExitsWith: .success) {
      let run = try PhoneRun()
      try await run.expect([
        "for@100.0", "nanoseconds@200.0", "until@300.0", "suspending@400.0", "tolerance@500.0",
      ]) {
        run in
        Task.detached {
          try await Task.sleep(for: .milliseconds(100))
          run.note("for")
          try await Task.sleep(nanoseconds: 100_000_000)
          run.note("nanoseconds")
          try await Task.sleep(until: .now + .milliseconds(100))
          run.note("until")
          try await Task.sleep(until: .now + .milliseconds(100), clock: .suspending)
          run.note("suspending")
          try await Task.sleep(for: .milliseconds(100), tolerance: .milliseconds(20))
          run.note("tolerance")
        }
      }
    }
  }
}
