import Foundation
import SourceModel

@testable import Checking

/// A temporary folder with files, and the checker's command line on it.
final class Desk {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("\(folder) is left behind: \(error)")
    }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  @discardableResult func write(_ name: String, _ text: String) throws -> String {
    try write(name, Data(text.utf8))
  }

  @discardableResult func write(_ name: String, _ data: Data) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  struct Outcome {
    var status: Int32
    var out: String
    var complaints: String
    /// What it says of files and findings, without the summary.
    var lines: [String] { out.split(separator: "\n").map(String.init) }

    /// The line that holds this, without the path before the file's name.
    func line(_ part: String) -> String? { lines.first { $0.contains(part) } }
  }

  /// Runs `diptych-check` with these arguments; FOLDER in them is this folder.
  func run(_ arguments: String...) -> Outcome {
    var out = ""
    var complaints = ""
    let status = CommandLineRun(
      arguments.map { $0.replacing("FOLDER", with: folder) }, out: { out += $0 },
      complain: { complaints += $0 + "\n" }
    ).run()
    return Outcome(status: status, out: out, complaints: complaints)
  }
}

/// A file with one finding of `mirror-before-automatic-off` in line 4 that can be fixed.
let mirrored = """
  import AVFoundation
  func mirror(_ connection: AVCaptureConnection) {
    guard connection.isVideoMirroringSupported else { return }
    connection.isVideoMirrored = true
  }

  """
