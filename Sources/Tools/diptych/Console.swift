import Foundation
import Scenarios

/// Where text goes: results to standard output, progress and complaints to standard error.
struct Console {
  /// From now on a reader that goes away, such as `head`, is an error of a write and not the end of the process.
  init() {
    signal(SIGPIPE, SIG_IGN)
    // Started with one of them closed: its number must not go to a file of ours.
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }

  /// Throws `ScenarioError` when the text could not be written. A reader that has seen enough is no error.
  func out(_ text: String) throws {
    let failure = Self.write(text + "\n", to: STDOUT_FILENO)
    guard failure == 0 || failure == EPIPE else {
      throw ScenarioError(
        file: "standard output", place: "", what: "cannot be written: \(systemReason(failure))")
    }
  }

  /// One line, whatever is in the names that it mentions.
  func complain(_ text: String) { note("diptych: " + Self.oneLine(text) + "\n") }

  /// A run goes on when nobody listens to its progress.
  func note(_ text: String) { _ = Self.write(text, to: STDERR_FILENO) }

  static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0.unicodeScalars.contains { $0.value < 0x20 } ? "?" : $0 })
  }

  /// The error of the operating system; 0 when all was written.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
