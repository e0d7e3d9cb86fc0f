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
  var notes: [String] { Self.sorted(log.withLock { $0 }) }

  private static func sorted(_ notes: [String]) -> [String] {
    func time(_ note: String) -> Double { Double(note.split(separator: "@").last ?? "") ?? .nan }
    return notes.sorted { time($0) != time($1) ? time($0) < time($1) : $0 < $1 }
  }

  var notesAsTheyCame: [String] { log.withLock { $0 } }

  /// Runs `body` and then `duration` of phone time, 200 times, and complains about the first repetition whose notes differ
  /// from `expected`, whose own order does not matter.
  func expect(
    _ expected: [String], within duration: PhoneDuration = .seconds(1), _ body: @Sendable (PhoneRun) -> Void
  ) async {
    let expected = Self.sorted(expected)
    for repetition in 0..<Self.repetitions {
      begin()
      body(self)
      await clock.run(for: duration)
      guard notes == expected else {
        return complain("repetition \(repetition): \(notes), expected \(expected)")
      }
    }
  }
}

/// Tells the test that started this process what is wrong.
func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

func complain(unless condition: Bool, _ text: @autoclosure () -> String) {
  if !condition { complain(text()) }
}

/// The exit test's process ended well and had nothing to complain about.
func expectNoComplaint(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
  guard let result else { return }
  #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "", sourceLocation: sourceLocation)
}
