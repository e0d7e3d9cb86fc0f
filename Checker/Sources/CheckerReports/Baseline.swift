import CheckerRules
import Foundation
import SourceModel

/// Findings that a project has accepted for the time being. A run with a baseline tells only new ones.
///
/// A finding is known again by rule, path, and the text of its line, so that code above it may come and go; equal lines
/// in one file are counted.
public struct Baseline: Codable, Sendable {
  public var version = 1
  public var findings: [Entry]

  /// Findings of one rule in equal lines of one file.
  public struct Entry: Codable, Hashable, Sendable {
    public var rule: String
    public var path: String
    /// The line at its start and end without white space.
    public var line: String
    public var count: Int
  }

  public init(_ found: [Finding], relativeTo folder: String) {
    var counts: [Entry: Int] = [:]
    for finding in found { counts[Self.key(finding, folder), default: 0] += 1 }
    findings = counts.map { key, count in
      var entry = key
      entry.count = count
      return entry
    }.sorted { ($0.path, $0.line, $0.rule) < ($1.path, $1.line, $1.rule) }
  }

  /// Reads a baseline. The error names the file.
  public init(path: String) throws(BaselineError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw BaselineError("\(path): cannot be read (\((error as NSError).localizedDescription))")
    }
    do {
      self = try JSONDecoder().decode(Baseline.self, from: data)
    } catch {
      throw BaselineError("\(path): is no baseline of diptych check (\(Self.reason(error)))")
    }
    guard version == 1 else {
      throw BaselineError("\(path): is a baseline of version \(version); this reads version 1")
    }
  }

  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context): return "\(path(context)) has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context): return "\(path(context)) is no \(type)"
    case .valueNotFound(_, let context): return "\(path(context)) is null"
    case .dataCorrupted(let context):
      let inner = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      return inner ?? context.debugDescription
    @unknown default: return "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? "the file"
      : context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }

  /// As JSON, with its entries in order, so that a change of it reads well.
  public func encoded() -> String { JSONFormat.encoded(self) }

  /// The findings that are not in it, and what in it was not found again.
  public func filter(_ found: [Finding], relativeTo folder: String) -> (
    new: [Finding], known: Int, gone: [Entry]
  ) {
    var left: [Entry: Int] = [:]
    for entry in findings {
      var key = entry
      key.count = 0
      left[key, default: 0] += entry.count
    }
    var new: [Finding] = []
    var known = 0
    for finding in found {
      let key = Self.key(finding, folder)
      if let count = left[key], count > 0 {
        left[key] = count - 1
        known += 1
      } else {
        new.append(finding)
      }
    }
    let gone = left.filter { $0.value > 0 }.map(\.key).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
    return (new, known, gone)
  }

  private static func key(_ finding: Finding, _ folder: String) -> Entry {
    let line = finding.file.line(finding.place.line) ?? ""
    return Entry(
      rule: finding.rule, path: relative(finding.file.path, folder),
      line: line.trimmingCharacters(in: .whitespaces),
      count: 0)
  }

  static func relative(_ path: String, _ folder: String) -> String {
    let full = URL(fileURLWithPath: path).standardizedFileURL.path
    let base = URL(fileURLWithPath: folder).standardizedFileURL.path
    return full.hasPrefix(base + "/") ? String(full.dropFirst(base.count + 1)) : path
  }

  /// The same for the same finding in the same line of text, whatever stands above: FNV-1a, 64 bits.
  static func fingerprint(_ finding: Finding) -> String {
    let line = (finding.file.line(finding.place.line) ?? "").trimmingCharacters(in: .whitespaces)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(finding.rule)\n\(finding.file.path)\n\(line)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}

/// Why a baseline cannot be used, in one line with its path.
public struct BaselineError: Error, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}
