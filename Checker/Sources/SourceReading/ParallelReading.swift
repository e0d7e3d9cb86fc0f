import Foundation
import SourceModel

/// Reads files with every core. The result is in the order of the paths, whatever thread was first.
public struct ParallelReading: Sendable {
  public var reader: SourceReader
  public var threads: Int
  /// Larger files are left out: no one wrote them by hand.
  public var largestFile: Int

  public init(
    reader: SourceReader = SourceReader(), threads: Int = ProcessInfo.processInfo.activeProcessorCount,
    largestFile: Int = 4_000_000
  ) {
    self.reader = reader
    self.threads = max(1, threads)
    self.largestFile = largestFile
  }

  /// What came of one path: a file's model, or why there is none.
  public enum Result: Sendable {
    case file(SourceFile)
    case unreadable(path: String, reason: String)
  }

  /// A file's text, or why there is none.
  public enum Text: Sendable {
    case text(path: String, String)
    case unreadable(path: String, reason: String)
  }

  /// Reads and parses all of them. Blocks until that is done; any thread may call it.
  public func read(_ paths: [String]) -> [Result] {
    DeepStack.map(paths.count, threads: threads) { parse(load(paths[$0])) }
  }

  /// Reads all of them, without parsing.
  public func load(_ paths: [String]) -> [Text] {
    DeepStack.map(paths.count, threads: threads) { load(paths[$0]) }
  }

  /// Parses texts that are read already.
  public func parse(_ texts: [Text]) -> [Result] {
    DeepStack.map(texts.count, threads: threads) { parse(texts[$0]) }
  }

  private func parse(_ text: Text) -> Result {
    switch text {
    case .text(let path, let text): .file(reader.read(path: path, text: text))
    case .unreadable(let path, let reason): .unreadable(path: path, reason: reason)
    }
  }

  private func load(_ path: String) -> Text {
    var status = stat()
    if stat(path, &status) == 0 {
      // Opening a pipe would wait for whoever writes into it.
      guard status.st_mode & S_IFMT == S_IFREG else { return .unreadable(path: path, reason: "is no file") }
      if status.st_size > largestFile { return tooLarge(path, Int(status.st_size)) }
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      return .unreadable(path: path, reason: "cannot be read (\((error as NSError).localizedDescription))")
    }
    guard data.count <= largestFile else { return tooLarge(path, data.count) }
    guard let text = String(validating: data, as: UTF8.self) else {
      return .unreadable(path: path, reason: "is not UTF-8")
    }
    return .text(path: path, text)
  }

  private func tooLarge(_ path: String, _ size: Int) -> Text {
    .unreadable(
      path: path, reason: "\(size / 1_000_000) MB of source; left out, since no one wrote it by hand")
  }
}
