import AVFoundation
import Testing

@testable import DuoTesting

/// Stops that a test expects are no news.
@Suite struct ExpectedStopTests {
  @Test func whatIsNamedIsExpected() {
    let line =
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[AVCaptureDevice x] out of range'"
    let rows: [(String?, Bool)] = [
      ("NSRangeException", true), ("out of range", true), ("NSGenericException", false), (nil, false),
    ]
    #expect(rows.filter { PhoneTest.isExpected(line, $0.0) != $0.1 }.map { "\($0)" } == [])
  }

  /// However it is named, the process ends as the app's would, and says why on standard error.
  @Test func theProcessEndsAllTheSame() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSGenericException") { _ in
        let session = AVCaptureSession()
        session.beginConfiguration()
        session.startRunning()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSGenericException'"))
  }
}
