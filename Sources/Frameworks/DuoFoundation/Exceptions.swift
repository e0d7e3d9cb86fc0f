import Foundation
import Synchronization

/// The name of an Objective-C exception that Apple's frameworks raise.
package struct ExceptionName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let generic = ExceptionName(rawValue: "NSGenericException")
  package static let invalidArgument = ExceptionName(rawValue: "NSInvalidArgumentException")
  package static let internalInconsistency = ExceptionName(rawValue: "NSInternalInconsistencyException")
  package static let range = ExceptionName(rawValue: "NSRangeException")
}

/// Stops the process as an uncaught Objective-C exception does: one line on standard error, then `abort()`.
///
/// Swift code cannot catch an Objective-C exception, so stopping here is all an app can ever see.
/// - Parameters:
///   - name: Apple's name of the exception.
///   - reason: Apple's text, usually `*** -[Class method:] what is wrong`.
package func raise(_ name: ExceptionName, _ reason: String) -> Never {
  stop("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'")
}

/// Stops the process as the system stops an app: one line on standard error, then `abort()`.
package func stop(_ line: String) -> Never {
  fflush(nil)
  StopObserver.tell(line)
  FileHandle.standardError.write(Data((line + "\n").utf8))
  abort()
}

/// Who is told why the process is about to stop: a test, whose output would not show it otherwise.
package enum StopObserver {
  private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// On the thread that stops, before it does.
  package static func set(_ new: @escaping @Sendable (String) -> Void) { handler.withLock { $0 = new } }

  static func tell(_ line: String) {
    let handler = handler.withLock { $0 }
    handler?(line)
  }
}
