import CObjectCreation
import DuoFoundation
import Foundation
import PhoneHardware
import Runtime
import Synchronization

/// What is said of UIKit that is used off the main thread.
///
/// Two things happen to an app. Where Swift notices that main-actor code runs elsewhere, at the start of a main-actor closure and
/// in `assumeIsolated`, the process stops with Dispatch's assertion, as on a phone. Where it does not, in code in Swift 5 mode, the
/// call goes on; the main calls of UIKit then say so once each, in the words of Xcode's Main Thread Checker, and the trace has
/// a violation.
enum MainThread {
  private static let said = Mutex<Set<String>>([])

  /// Has the process say who was at fault before it stops.
  static func watchIsolation() { duo_watch_main_isolation { MainThread.stopForIsolation() } }

  private static func stopForIsolation() {
    // On the main thread the runtime was right to ask, and answers itself.
    if Thread.isMainThread { return }
    stop(
      "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue "
        + "[com.apple.main-thread]: code of the main actor was called on a background thread by \(AppFrame.caller())"
    )
  }

  /// Says it if this is not the main thread.
  /// - Parameter call: as Xcode names it, `-[UIView setFrame:]`.
  @inline(__always)
  static func check(_ call: StaticString) {
    if !Thread.isMainThread { complain("\(call)") }
  }

  private static func complain(_ call: String) {
    guard said.withLock({ $0.insert(call).inserted }) else { return }
    let line = "UI API called on a background thread: \(call)"
    let caller = AppFrame.caller()
    FileHandle.standardError.write(Data("Main Thread Checker: \(line) by \(caller)\n".utf8))
    guard CurrentPhone.isRunning else { return }
    CurrentPhone.phone.trace.record(
      "violation",
      ["call": .text(call), "rule": "ui-off-main-thread", "detail": .text("\(line) by \(caller)")])
  }
}

/// The app's own place in a back-trace.
enum AppFrame {
  /// Our modules, the system's and the test library's.
  private static let others: Set<String> = [
    "s", "So", "SC", "Foundation", "FoundationEssentials", "Dispatch", "Runtime", "Synchronization",
    "Testing",
    "Observation", "DuoFoundation", "DuoCoreMedia", "DuoCoreGraphics", "DuoImageIO", "DuoLayout",
    "DuoQuartzCore",
    "DuoAVFoundation", "DuoUIKit", "DuoAVKit", "DuoSwiftUI", "DuoHost", "DuoTesting", "PhoneHardware",
    "PhoneModel",
    "SimulatedPhone", "Scenarios", "WorldRenderer", "ReportCard",
  ]

  /// The nearest function of the app on this thread's stack, with file and line where they are known.
  static func caller() -> String {
    do {
      let frames = try Backtrace.capture(limit: 64).symbolicated()?.frames ?? []
      let own = frames.first { frame in
        guard let symbol = frame.symbol, let module = module(of: symbol.rawName) else { return false }
        return isApp(module) && symbol.sourceLocation?.path.contains("<compiler-generated>") != true
      }
      guard let symbol = own?.symbol else { return "a function without a name" }
      let place = symbol.sourceLocation.map {
        " (\(URL(fileURLWithPath: $0.path).lastPathComponent):\($0.line))"
      }
      return symbol.name + (place ?? "")
    } catch { return "a function that cannot be told: \(error)" }
  }

  /// Whether a module is neither ours nor the system's.
  static func isApp(_ module: String) -> Bool { !others.contains(module) }

  /// The module in a mangled name, `Hello` in `$s5Hello3runyyF`; nil for what is not Swift.
  static func module(of mangled: String) -> String? {
    guard mangled.hasPrefix("$s") else { return nil }
    let rest = mangled.dropFirst(2)
    let digits = rest.prefix { $0.isNumber }
    guard let length = Int(digits) else {
      // An abbreviation: of the standard library, or of what is imported from C.
      return rest.hasPrefix("So") ? "So" : rest.hasPrefix("SC") ? "SC" : "s"
    }
    let name = rest.dropFirst(digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }
}
