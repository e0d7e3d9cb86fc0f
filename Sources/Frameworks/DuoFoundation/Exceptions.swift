import Foundation

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
  fflush(nil)
  let line = "*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'\n"
  FileHandle.standardError.write(Data(line.utf8))
  abort()
}
