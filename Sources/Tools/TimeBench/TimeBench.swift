import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization

/// Measures how many events a second stepped phone time carries, each kind with a host event sixty times a second.
@main
enum TimeBench {
  static let period = PhoneDuration(nanoseconds: 16_666_667)
  static let clock = VirtualClock()

  struct Row {
    var name: String
    var events: Int
    /// Is called on the clock's thread for each event.
    var onEvent: @Sendable () -> Void
  }

  static func main() async throws {
    let queue = DispatchQueue(label: "delegate")
    let actor = Consumer()
    let seen = Counter()
    let rows = [
      Row(name: "host event alone", events: 1_000_000) {},
      Row(name: "frame to a delegate queue", events: 60_000) {
        queue.async { seen.add() }
      },
      Row(name: "frame, queue, Task { @MainActor }", events: 30_000) {
        queue.async { Task { @MainActor in seen.add() } }
      },
      Row(name: "frame, queue, actor, MainActor", events: 30_000) {
        queue.async {
          Task {
            await actor.take()
            await MainActor.run { seen.add() }
          }
        }
      },
    ]
    try clock.start()
    print("events per second of the machine's time, and times real time at 60 a second")
    for row in rows { await measure(row) }
    await measureSleeps()
    exit(0)
  }

  static func measure(_ row: Row) async {
    let end = clock.now + period * row.events
    schedule(Shared(remaining: row.events, onEvent: row.onEvent))
    await report(row.name, events: row.events) { await clock.run(until: end) }
  }

  static func measureSleeps() async {
    let count = 20_000
    await report("Task.sleep 1 ms, detached", events: count) {
      let task = Task.detached {
        for _ in 0..<count { try await Task.sleep(for: .milliseconds(1)) }
      }
      await clock.run(for: .seconds(Double(count) / 1000))
      _ = await task.result
    }
    await report("asyncAfter 1 ms, main queue", events: count) {
      repeatAfter(count)
      await clock.run(for: .seconds(Double(count) / 1000))
    }
  }

  static func repeatAfter(_ count: Int) {
    guard count > 0 else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { repeatAfter(count - 1) }
  }

  static func report(_ name: String, events: Int, _ body: () async -> Void) async {
    let start = VirtualClock.withMachineTime { ContinuousClock.now }
    await body()
    let duration = VirtualClock.withMachineTime { start.duration(to: .now) }
    let rate = Double(events) / (duration / .seconds(1))
    print(
      name.padding(toLength: 40, withPad: " ", startingAt: 0)
        + String(format: "%10.0f/s %8.0f x", rate, rate / 60))
  }

  final class Shared: Sendable {
    let remaining: Atomic<Int>
    let onEvent: @Sendable () -> Void
    init(remaining: Int, onEvent: @escaping @Sendable () -> Void) {
      self.remaining = Atomic(remaining)
      self.onEvent = onEvent
    }
  }

  static func schedule(_ shared: Shared) {
    clock.schedule(after: period) {
      shared.onEvent()
      if shared.remaining.subtract(1, ordering: .relaxed).newValue > 0 { schedule(shared) }
    }
  }

  final class Counter: Sendable {
    private let count = Atomic(0)
    func add() { count.add(1, ordering: .relaxed) }
  }

  actor Consumer {
    private var count = 0
    func take() { count += 1 }
  }
}
