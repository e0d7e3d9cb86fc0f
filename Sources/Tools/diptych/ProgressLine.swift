import Foundation
import ReportCard

/// Progress of a run: one line that changes at a terminal, a line for each step elsewhere.
final class ProgressLine {
  private let console: Console
  private let isTerminal: Bool
  private var shown: Int?

  init(_ console: Console) {
    self.console = console
    isTerminal = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  func show(_ event: RunProgress) {
    guard case .step(let index, let count, let name) = event, index != shown else { return }
    shown = index
    let line = "[\(index + 1)/\(count)] \(Console.oneLine(name))"
    console.note(isTerminal ? "\r\u{1B}[K\(line) …" : "\(line)\n")
  }

  func clear() { if isTerminal { console.note("\r\u{1B}[K") } }
}
