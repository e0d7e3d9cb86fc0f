import Foundation
import SourceReading

/// The files that are measured.
struct BenchInput {
  var folder: String
  var files: [String]
  var bytes = 0
  private var temporary: String?

  init(folder: String, megabytes: Int?) throws {
    self.folder = folder
    files = SourceSet(paths: [folder]).files
    if let megabytes { try repeatSources(until: megabytes * 1_000_000) }
    for file in files { bytes += try Self.size(file) }
    guard bytes > 0 else { throw BenchError("there is no Swift source in \(folder)") }
  }

  private mutating func repeatSources(until wanted: Int) throws {
    let manager = FileManager.default
    let target = manager.temporaryDirectory.appendingPathComponent("check-bench-\(getpid())").path
    temporary = target
    var (total, copy) = (0, 0)
    let sources = files
    let size = try sources.reduce(0) { $0 + (try Self.size($1)) }
    guard size > 0 else { throw BenchError("there is no Swift source in \(folder)") }
    while total < wanted {
      copy += 1
      for source in sources where total < wanted {
        let path = target + "/copy\(copy)/" + source.dropFirst(folder.count)
        try manager.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try manager.copyItem(atPath: source, toPath: path)
        total += try Self.size(source)
      }
    }
    folder = target
    files = SourceSet(paths: [target]).files
  }

  private static func size(_ path: String) throws -> Int {
    (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
  }

  func remove() {
    guard let temporary else { return }
    do {
      try FileManager.default.removeItem(atPath: temporary)
    } catch {
      FileHandle.standardError.write(Data("check-bench: \(temporary) is left behind: \(error)\n".utf8))
    }
  }
}

struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
