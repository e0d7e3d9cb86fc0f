import CPhoneTime
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
  private let resolution: Double

  /// Foundation keeps dates as numbers that are 119 ns apart in 2026, and computes with them when it sets timers.
  static let foundationResolution = 1e4

  /// Starts the process's phone time.
  /// - Parameter resolution: to how many nanoseconds times are noted.
  init(order: VirtualClock.Order = .racing, resolution: Double = 1) throws {
    self.resolution = resolution
    clock = VirtualClock(.stepped, order: order)
    try clock.start()
  }

  /// Milliseconds since the repetition began.
  var milliseconds: Double {
    let nanoseconds = Double((clock.now - origin.withLock { $0 }).nanoseconds)
    return (nanoseconds / resolution).rounded() / (1e6 / resolution)
  }

  /// How often the clock had to look at every thread before it moved.
  var slowLooks: UInt64 { phone_time_fallback_count() }

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

/// The address sanitizer is in this process.
let hasAddressSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
