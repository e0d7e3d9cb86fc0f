import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

/// Phone time of a stepped clock in an exit test's own process, and what happened when.
final class PhoneRun: Sendable {
  static let repetitions = 200

  let clock: VirtualClock
  private let log = Mutex<[String]>([])
  private let origin = Mutex(PhoneTime.zero)

  /// Starts the process's phone time.
  init(order: VirtualClock.Order = .racing) throws {
    clock = VirtualClock(.stepped, order: order)
    try clock.start()
  }

  /// Milliseconds since the repetition began, to the nanosecond.
  var milliseconds: Double { Double((clock.now - origin.withLock { $0 }).nanoseconds) / 1e6 }

  /// Notes that `name` happens now.
  func note(_ name: String) {
    let entry = "\(name)@\(milliseconds)"
    log.withLock { $0.append(entry) }
  }

  /// Forgets the notes and lets a new repetition begin now.
  func begin() {
    log.withLock { $0 = [] }
    origin.withLock { $0 = clock.now }
  }

  /// The notes in the order of time; those of one instant by name, since threads race within it.
  var notes: [String] {
    log.withLock { $0 }.sorted { a, b in
      let x = Double(a.split(separator: "@")[1])!, y = Double(b.split(separator: "@")[1])!
      return x != y ? x < y : a < b
    }
  }

  var notesAsTheyCame: [String] { log.withLock { $0 } }

  /// Runs `body` and then `duration` of phone time, 200 times, and stops the process at the first repetition whose notes
  /// differ from `expected`.
  func expect(
    _ expected: [String], within duration: PhoneDuration = .seconds(1),
    _ body: @Sendable (PhoneRun) async throws -> Void
  ) async throws {
    for repetition in 0..<Self.repetitions {
      begin()
      try await body(self)
      await clock.run(for: duration)
      let found = notes
      guard found == expected else {
        throw Mismatch(description: "repetition \(repetition): \(found), expected \(expected)")
      }
    }
  }

  struct Mismatch: Error, CustomStringConvertible {
    var description: String
  }
}
