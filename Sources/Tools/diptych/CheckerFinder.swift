import Foundation
import Scenarios

/// Finds and becomes `diptych-check`, the checker of sources. It is a program of its own, since it alone needs the parser
/// of the toolchain.
struct CheckerFinder {
  var candidates: [String]

  /// Beside diptych, as installed; or where `make setup` builds it in a checkout.
  init(finder: AppFinder) {
    candidates = [finder.buildFolder.appendingPathComponent("diptych-check").path]
    if let checkout = finder.sources?.deletingLastPathComponent() {
      for configuration in ["release", "debug"] {
        candidates.append(
          checkout.appendingPathComponent("Checker/.build/\(configuration)/diptych-check").path)
      }
    }
  }

  /// Goes on as the checker with these arguments: its output and exit status are those of diptych. Throws
  /// `ScenarioError` if it is not there or cannot be started.
  func become(_ arguments: [String]) throws -> Never {
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw ScenarioError(
        file: "diptych-check", place: "",
        what: "is not built; make setup builds it (looked at \(candidates.joined(separator: ", ")))")
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    execv(path, words)
    throw ScenarioError(file: path, place: "", what: "cannot be started: \(String(cString: strerror(errno)))")
  }
}
