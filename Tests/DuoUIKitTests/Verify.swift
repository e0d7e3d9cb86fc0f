import Foundation

/// As an expectation in a process of its own, whose end an exit test reports.
@MainActor
func verify(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
  if condition { return }
  FileHandle.standardError.write(Data("line \(line): \(what())\n".utf8))
  abort()
}
