import Foundation
public import PhoneHardware
import PhoneModel
import Synchronization

/// The trace: JSON Lines, one thing that happened a line, as `Specs/trace.md` describes it.
///
/// Memory stays bounded however long phone time runs: lines go to a file as they come, or only the newest are
/// kept. Safe on any thread; lines are in the order of `record`.
public final class TraceLog: PhoneTrace {
  /// Version of the format, in the first line.
  public static let version = 1

  public enum Destination: Sendable {
    /// The newest lines stay in memory.
    case memory(newest: Int)
    /// Appended to an open file, in blocks. `flush()` when it must be complete.
    case file(FileHandle)
  }

  /// A line as it was recorded: time, kind and fields.
  public typealias Tap = @Sendable (PhoneTime, String, [(String, TraceValue)]) -> Void

  fileprivate struct State {
    var lines: [String] = []
    /// Where the oldest line is in `lines`, once it has gone round.
    var oldest = 0
    var dropped = 0
    var block = Data()
    var failure: String?
  }

  private let clock: any PhoneClock
  private let destination: Destination
  /// Each frame has a line of its own. Without it only their numbers are recorded.
  public let recordsFrames: Bool
  private let tap: Tap?
  private let state = Mutex(State())

  private static let blockSize = 64 * 1024

  /// - Parameter tap: learns of each line after it was recorded, on the thread that recorded it and with no lock held.
  public init(
    clock: any PhoneClock, to destination: Destination = .memory(newest: 100_000),
    recordsFrames: Bool = false, tap: Tap? = nil
  ) {
    self.clock = clock
    self.tap = tap
    self.destination = destination
    self.recordsFrames = recordsFrames
    record("trace", ["version": .integer(Self.version)])
  }

  public func record(_ kind: String, _ fields: KeyValuePairs<String, TraceValue>) {
    record(kind, fields.map { ($0.key, $0.value) })
  }

  func record(_ kind: String, _ fields: [(String, TraceValue)]) {
    let time = state.withLock { state in
      // Under the lock, so that times do not run backwards in the file.
      let now = clock.now
      let line = TraceText.line(at: now, kind, fields)
      switch destination {
      case .memory(let newest): state.keep(line, newest: max(1, newest))
      case .file(let file):
        state.block.append(contentsOf: line.utf8)
        state.block.append(UInt8(ascii: "\n"))
        if state.block.count >= Self.blockSize { state.write(to: file) }
      }
      return now
    }
    tap?(time, kind, fields)
  }

  /// Writes what is still in memory to the file.
  /// - Throws: `TraceError` when the file could not be written, now or earlier.
  public func flush() throws(TraceError) {
    let failure = state.withLock { state in
      if case .file(let file) = destination { state.write(to: file) }
      return state.failure
    }
    if let failure { throw TraceError(reason: failure) }
  }

  /// The lines that are in memory, oldest first; none when they go to a file.
  public var lines: [String] { state.withLock { Array($0.lines[$0.oldest...] + $0.lines[..<$0.oldest]) } }

  /// How many older lines were given up to bound memory.
  public var droppedLines: Int { state.withLock { $0.dropped } }
}

/// The trace could not be written.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  public var reason: String
  public var description: String { "the trace could not be written: \(reason)" }
}

extension TraceLog.State {
  mutating func keep(_ line: String, newest: Int) {
    if lines.count < newest {
      lines.append(line)
      return
    }
    lines[oldest] = line
    oldest = (oldest + 1) % newest
    dropped += 1
  }

  mutating func write(to file: FileHandle) {
    defer { block.removeAll(keepingCapacity: true) }
    guard !block.isEmpty, failure == nil else { return }
    do { try file.write(contentsOf: block) } catch { failure = (error as NSError).localizedDescription }
  }
}

/// The text of a line. Keys stay in the order in which they were given.
enum TraceText {
  static func line(at time: PhoneTime, _ kind: String, _ fields: [(String, TraceValue)]) -> String {
    var text = "{\"t\":\(time.nanoseconds),\"kind\":"
    append(kind, to: &text)
    for (key, value) in fields {
      text += ","
      append(key, to: &text)
      text += ":"
      append(value, to: &text)
    }
    return text + "}"
  }

  private static func append(_ value: TraceValue, to text: inout String) {
    switch value {
    case .text(let value): append(value, to: &text)
    case .integer(let value): text += String(value)
    // JSON has no word for these.
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .bool(let value): text += value ? "true" : "false"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        append(value, to: &text)
      }
      text += "]"
    }
  }

  private static func append(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
