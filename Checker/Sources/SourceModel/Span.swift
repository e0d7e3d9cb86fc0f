/// A piece of a source file: UTF-8 offsets from the start of the file, `end` not included.
public struct Span: Hashable, Sendable {
  public var start: Int
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// Does the other lie in it, ends included?
  public func contains(_ other: Span) -> Bool { start <= other.start && other.end <= end }
}

/// A place as compilers write it: both count from 1; `column` counts UTF-8 bytes, as Swift's own diagnostics do.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public var description: String { "\(line):\(column)" }
}

/// Where the lines of a file begin.
public struct LineTable: Sendable {
  private var starts: [Int] = [0]

  public init(_ bytes: some Collection<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { memory in
      for offset in memory.indices where memory[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    guard isDone == nil else { return }
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
  }

  public var count: Int { starts.count }

  /// Where a line begins; lines count from 1. Nil for a line that the file does not have.
  public func start(ofLine line: Int) -> Int? { starts.indices.contains(line - 1) ? starts[line - 1] : nil }

  /// Line and column of a UTF-8 offset.
  public func place(_ offset: Int) -> Place {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return Place(line: low + 1, column: offset - starts[low] + 1)
  }
}
