import Foundation
import ReportCard
import Synchronization

/// Where text goes: results to standard output, progress and complaints to standard error.
struct Console {
  var isTerminal = isatty(STDERR_FILENO) == 1

  func out(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  func complain(_ text: String) { FileHandle.standardError.write(Data(("diptych: " + text + "\n").utf8)) }

  func progress(_ event: RunProgress) {
    switch event {
    case .step(let index, let count, let name):
      let line = "[\(index + 1)/\(count)] \(name)"
      note(isTerminal ? "\r\u{1B}[K\(line) …" : "\(line)\n")
    case .judged(let step):
      if isTerminal { note("\r\u{1B}[K\(step.name): \(step.verdict.rawValue)") }
    }
  }

  func clearProgress() { if isTerminal { note("\r\u{1B}[K") } }

  private func note(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// Ctrl-C, noticed instead of obeyed, so that what is known can still be written. A second one ends the process.
final class Interrupt: Sendable {
  private static let count = Atomic<Int>(0)

  init() {
    Self.count.store(0, ordering: .relaxed)
    for name in [SIGINT, SIGTERM] {
      signal(name) { number in
        if Interrupt.count.wrappingAdd(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
      }
    }
  }

  var happened: Bool { Self.count.load(ordering: .relaxed) > 0 }

  func end() { for name in [SIGINT, SIGTERM] { signal(name, SIG_DFL) } }
}
