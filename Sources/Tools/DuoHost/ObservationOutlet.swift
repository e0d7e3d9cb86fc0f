import Foundation
import Scenarios
import SimulatedPhone

/// Where observations go; nowhere when nobody asked for them. Safe on any thread: what one thread sends stays in order.
final class ObservationOutlet: Sendable {
  private let writer: ObservationWriter?

  init(_ writer: ObservationWriter?) { self.writer = writer }

  var isOpen: Bool { writer != nil }

  /// Writes a record, outside phone time. A reader that has gone ends the process: nobody is left to report to.
  func send(_ record: ObservationRecord) {
    guard let writer else { return }
    do { try VirtualClock.withMachineTime { try writer.write(record) } } catch { Self.stop("\(error)") }
  }

  static func stop(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("\(reason)\n".utf8))
    exit(2)
  }
}
