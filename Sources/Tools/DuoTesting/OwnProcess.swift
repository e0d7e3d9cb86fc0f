import Foundation

/// Runs `body`, which is to be all of an XCTest method, in a process of its own: a copy of this test run that runs only
/// this method.
///
///     final class SelfieTests: XCTestCase {
///       func testUnfolding() async throws {
///         try await inOwnProcess(of: self) {
///           let phone = try SimulatedPhone(.duo)
///           let app = try await phone.launch(AppDelegate.self)
///           …
///         }
///       }
///     }
///
/// Assertions and errors of the other process fail it; the error that is thrown here then carries everything that it
/// printed, with the places. Swift Testing has exit tests for the same purpose.
/// - Parameters:
///   - test: The XCTestCase, a class at the top level of its file.
///   - limit: Seconds of the machine's time; a process that takes longer is ended, and that is a failure.
/// - Throws: `PhoneTestFailure` when the other process failed, crashed or did not end; in the other process, whatever
///   `body` throws.
public func inOwnProcess<Test: AnyObject>(
  of test: Test, limit: Double = 120, function: String = #function, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
  let name = "\(String(reflecting: type(of: test)))/\(function.prefix { $0 != "(" })"
  if OwnProcess.name == name { return try await body() }
  let place = PhoneTestFailure.Place(fileID, filePath, line, column)
  let ending: OwnProcess.Ending
  do { ending = try await OwnProcess.run(name, limit: limit) } catch {
    throw PhoneTestFailure("The test's own process cannot be started: \(error)", at: place)
  }
  guard let complaint = ending.complaint else { return }
  throw PhoneTestFailure("\(name), in its own process, \(complaint) It printed:\n\(ending.text)", at: place)
}

/// The other process of an XCTest method.
private enum OwnProcess {
  /// Tells the other process which test it is there for.
  private static let variable = "DUOTESTING_OWN_PROCESS"

  static var name: String? { ProcessInfo.processInfo.environment[variable] }

  struct Ending {
    var complaint: String?
    var text: String
  }

  static func run(_ name: String, limit: Double) async throws -> Ending {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID().uuidString).txt")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = try executable()
    process.arguments = [name]
    process.environment = ProcessInfo.processInfo.environment.merging([variable: name]) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let watch = DispatchWorkItem { [watched = Watched(process)] in watched.end() }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watch)
    await withCheckedContinuation { done in
      DispatchQueue.global().async { [watched = Watched(process)] in
        watched.process.waitUntilExit()
        done.resume()
      }
    }
    watch.cancel()
    try output.close()
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    try FileManager.default.removeItem(at: file)
    return Ending(complaint: complaint(process, text, limit: limit), text: text)
  }

  /// `@unchecked`: only `waitUntilExit`, `isRunning` and the identifier are used, on one thread each.
  private struct Watched: @unchecked Sendable {
    let process: Process
    init(_ process: Process) { self.process = process }
    func end() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  private static func complaint(_ process: Process, _ text: String, limit: Double) -> String? {
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal {
      return status == SIGKILL
        ? "was ended, by the limit of \(limit) s or from outside." : "stopped by signal \(status)."
    }
    if status != 0 { return "failed." }
    // A name that XCTest does not know is no failure for it.
    return text.contains("Executed 1 test") ? nil : "ran no test of that name."
  }

  private static func executable() throws -> URL {
    URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
  }
}
