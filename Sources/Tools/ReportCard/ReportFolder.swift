import Foundation
import Scenarios

/// Where a report is written: a hidden folder beside its final place, which takes that place in the end, so that
/// nothing half-written is left behind.
public final class ReportFolder {
  public let destination: URL
  /// Where files are until `finish`.
  public let work: URL
  /// Nothing to remove: not begun, or done.
  private var isOver = true

  /// Throws `ScenarioError` when the place cannot be written to, or holds something that is not a report.
  public init(_ path: String) throws {
    destination = URL(fileURLWithPath: path).standardizedFileURL
    let parent = destination.deletingLastPathComponent()
    work = parent.appendingPathComponent(".\(destination.lastPathComponent).partial-\(getpid())")
    try Self.check(destination, path: path)
    isOver = false
    do {
      try FileManager.default.createDirectory(
        at: work.appendingPathComponent("pictures"), withIntermediateDirectories: true)
    } catch {
      isOver = !FileManager.default.fileExists(atPath: work.path)
      throw ScenarioError(file: path, place: "", what: "cannot be written: \(describe(error))")
    }
  }

  deinit { discard() }

  private static func check(_ destination: URL, path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: destination.path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      throw ScenarioError(file: path, place: "", what: "is a file, and the report needs a folder")
    }
    let content: [String]
    do { content = try FileManager.default.contentsOfDirectory(atPath: destination.path) } catch {
      throw ScenarioError(file: path, place: "", what: "cannot be read: \(describe(error))")
    }
    guard content.isEmpty || content.contains("report.json") else {
      throw ScenarioError(
        file: path, place: "", what: "is a folder with other things in it; a report replaces it")
    }
    guard access(destination.path, W_OK) == 0 else {
      throw ScenarioError(
        file: path, place: "", what: "cannot be written: \(String(cString: strerror(errno)))")
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
    let trace = work.appendingPathComponent("trace.jsonl")
    if !FileManager.default.fileExists(atPath: trace.path) { try write(Data(), "trace.jsonl") }
    try writePage(report)
    do {
      var old: URL?
      if FileManager.default.fileExists(atPath: destination.path) {
        let aside = work.appendingPathExtension("old")
        try FileManager.default.moveItem(at: destination, to: aside)
        old = aside
      }
      try FileManager.default.moveItem(at: work, to: destination)
      isOver = true
      if let old { try FileManager.default.removeItem(at: old) }
    } catch {
      throw ScenarioError(file: destination.path, place: "", what: "cannot be written: \(describe(error))")
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
      throw ScenarioError(
        file: destination.path, place: "report.html", what: "cannot be written: \(describe(error))")
    }
  }

  private func write(_ data: Data, _ name: String) throws {
    do { try data.write(to: work.appendingPathComponent(name)) } catch {
      throw ScenarioError(file: destination.path, place: name, what: "cannot be written: \(describe(error))")
    }
  }

  /// Removes everything that was written. Safe to call at any time; does nothing after `finish`.
  public func discard() {
    guard !isOver else { return }
    isOver = true
    do { try FileManager.default.removeItem(at: work) } catch {
      FileHandle.standardError.write(Data("\(work.path): cannot be removed: \(describe(error))\n".utf8))
    }
  }
}

/// The cause of a file error in one line.
func describe(_ error: any Error) -> String {
  if let known = error as? ScenarioError { return known.what }
  let cocoa = error as NSError
  if let deep = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError, deep.domain == NSPOSIXErrorDomain {
    return String(cString: strerror(Int32(deep.code)))
  }
  return cocoa.localizedDescription.replacing("\n", with: " ")
}
