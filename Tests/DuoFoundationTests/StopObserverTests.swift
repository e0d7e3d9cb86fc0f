import Foundation
import Testing

@testable import DuoFoundation

/// Who listens hears why the process stops, before it does and before the line is printed.
@Test func whoListensIsToldBeforeTheEnd() async {
  let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
    StopObserver.set { line in FileHandle.standardError.write(Data("heard: \(line)\n".utf8)) }
    raise(.range, "too far")
  }
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  let line = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'too far'"
  #expect(text.contains("heard: \(line)\n\(line)\n"))
}
