import CFileHoles
import Foundation
import Scenarios

/// What an app's process prints: `output.txt` of a report. However much it is, the disk holds only its end.
struct AppOutput {
  let path: String
  /// More than this is cut at the front.
  var limit = 1 << 26
  /// What a cut leaves.
  var kept = 1 << 20

  /// Gives the disk back what is too much, while the process goes on appending: the front becomes a hole.
  func bound() {
    guard size - hole > limit else { return }
    let file = open(path, O_RDWR)
    guard file >= 0 else { return }
    defer { close(file) }
    // Without holes in the file system all of it goes.
    if diptych_punch_hole(file, size - kept) != 0 { ftruncate(file, 0) }
  }

  /// The last 64 kB, as text.
  func tail() -> String { String(decoding: end(65536), as: UTF8.self) }

  func lastLine() -> String? { tail().split(separator: "\n").last.map(String.init) }

  /// Once nobody writes any more: leaves whole lines, and says what is missing.
  func finish() throws {
    let whole = size
    guard whole > limit || hole > 0 else { return }
    var rest = end(kept)
    if let line = rest.firstIndex(of: 10) { rest = rest[(line + 1)...] }
    let note = "[the first \(whole - rest.count) bytes are left out]\n"
    do { try (Data(note.utf8) + rest).write(to: URL(fileURLWithPath: path)) } catch {
      throw ScenarioError(file: path, place: "", what: "cannot be written: \(describe(error))")
    }
  }

  private var facts: stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  private var size: Int { facts.map { Int($0.st_size) } ?? 0 }

  /// Bytes that take no room.
  private var hole: Int { facts.map { max(0, Int($0.st_size) - Int($0.st_blocks) * 512) } ?? 0 }

  private func end(_ count: Int) -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else { return Data() }
    defer { file.closeFile() }
    let size = file.seekToEndOfFile()
    file.seek(toFileOffset: size - min(size, UInt64(count)))
    return file.readDataToEndOfFile()
  }
}
