import Foundation
import Scenarios

/// Where a report is written: a hidden folder inside its final place, whose contents move up in the end, so that
/// nothing half-written is left behind. The place itself is never moved: it may be a mount, or somebody's current
/// folder.
public final class ReportFolder {
  public let destination: URL
  /// Where files are until `finish`.
  public let work: URL
  private let path: String
  /// Folders that were not there before, outermost first.
  private var made: [String] = []
  private var isOver = false

  /// What a report consists of, in the order in which it moves into place: `report.json` last.
  static let names = ["pictures", "trace.jsonl", "output.txt", "report.html", "junit.xml", "report.json"]
  private static let workPrefix = ".partial-"

  /// Throws `ScenarioError` when the place cannot be written to, or holds something that is not a report.
  public init(_ path: String) throws {
    self.path = path
    destination = URL(fileURLWithPath: path).standardizedFileURL
    work = destination.appendingPathComponent("\(Self.workPrefix)\(getpid())")
    try Self.check(destination.path, path: path)
    do { try makeFolders(work.appendingPathComponent("pictures").path) } catch {
      discard()
      throw error
    }
  }

  deinit { discard() }

  private static func check(_ folder: String, path: String) throws {
    func problem(_ what: String) -> ScenarioError { ScenarioError(file: path, place: "", what: what) }
    var facts = stat()
    guard stat(folder, &facts) == 0 else {
      if errno == ENOENT { return }
      throw problem("cannot be written: \(systemReason())")
    }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      throw problem("is a file, and the report needs a folder")
    }
    guard access(folder, R_OK | W_OK | X_OK) == 0 else {
      throw problem("cannot be written: \(systemReason())")
    }
    let content: [String]
    do { content = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw problem("cannot be read: \(describe(error))")
    }
    let files = content.filter { !$0.hasPrefix(workPrefix) }
    let foreign = files.contains("report.json") ? files.filter { !names.contains($0) } : files
    if let other = foreign.min() {
      throw problem("holds other things, such as \(other); a report needs a folder of its own")
    }
  }

  /// Makes a folder and those above it, and remembers which were missing.
  private func makeFolders(_ folder: String) throws {
    var missing: [String] = []
    var place = URL(fileURLWithPath: folder)
    while place.path != "/", access(place.path, F_OK) != 0 {
      missing.append(place.path)
      place = place.deletingLastPathComponent()
    }
    for name in missing.reversed() {
      if mkdir(name, 0o777) == 0 {
        made.append(name)
      } else if errno != EEXIST {
        throw ScenarioError(file: path, place: "", what: "cannot be written: \(systemReason())")
      }
    }
  }

  /// Stores a picture and returns its path relative to the report.
  public func keep(_ name: String, _ picture: PixelPicture) throws -> String {
    let path = "pictures/\(name)"
    try write(PNG.encode(picture), path)
    return path
  }

  /// Writes the report beside its pictures and the app's trace, and moves all of it into place.
  public func finish(_ report: Report) throws {
    try write(report.json(), "report.json")
    try write(Data(JUnit.xml(report).utf8), "junit.xml")
    for name in ["trace.jsonl", "output.txt"]
    where !FileManager.default.fileExists(atPath: work.appendingPathComponent(name).path) {
      try write(Data(), name)
    }
    try writePage(report)
    let old = work.appendingPathComponent("old").path
    let pictures = destination.appendingPathComponent("pictures").path
    if access(pictures, F_OK) == 0 { try move(pictures, to: old) }
    for name in Self.names {
      try move(
        work.appendingPathComponent(name).path, to: destination.appendingPathComponent(name).path)
    }
    made = []
    discard()
  }

  /// Replaces a file that is there.
  private func move(_ from: String, to target: String) throws {
    guard rename(from, target) == 0 else {
      throw ScenarioError(
        file: path, place: URL(fileURLWithPath: target).lastPathComponent,
        what: "cannot be written: \(systemReason())")
    }
  }

  private func writePage(_ report: Report) throws {
    let url = work.appendingPathComponent("report.html")
    try write(Data(), "report.html")
    do {
      let file = try FileHandle(forWritingTo: url)
      defer { file.closeFile() }
      try ReportPage.write(
        report, picture: { try Data(contentsOf: self.work.appendingPathComponent($0)) },
        to: { try file.write(contentsOf: Data($0.utf8)) })
    } catch {
      throw ScenarioError(file: path, place: "report.html", what: "cannot be written: \(describe(error))")
    }
  }

  private func write(_ data: Data, _ name: String) throws {
    do { try data.write(to: work.appendingPathComponent(name)) } catch {
      throw ScenarioError(file: path, place: name, what: "cannot be written: \(describe(error))")
    }
  }

  /// Removes everything that was written, and the folders that were made for it. Safe to call at any time; does
  /// nothing after `finish`.
  public func discard() {
    guard !isOver else { return }
    isOver = true
    if access(work.path, F_OK) == 0 {
      do { try FileManager.default.removeItem(at: work) } catch {
        FileHandle.standardError.write(Data("\(work.path): cannot be removed: \(describe(error))\n".utf8))
      }
    }
    // Only empty ones go: another run may have put its report into one.
    for folder in made.reversed() { rmdir(folder) }
  }
}

/// The cause of a file error in one line.
func describe(_ error: any Error) -> String {
  if let known = error as? ScenarioError { return known.what }
  let cocoa = error as NSError
  if cocoa.domain == NSPOSIXErrorDomain { return systemReason(Int32(cocoa.code)) }
  if let deep = cocoa.userInfo[NSUnderlyingErrorKey] as? any Error {
    let cause = deep as NSError
    if cause.domain == NSPOSIXErrorDomain { return systemReason(Int32(cause.code)) }
  }
  return cocoa.localizedDescription.replacing("\n", with: " ")
}
