import DuoFoundation
import Testing

@Suite struct ExceptionsTests {
  @Test func raisingPrintsApplesLineAndAborts() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      raise(.invalidArgument, "*** -[AVCaptureSession addInput:] no")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let line =
      "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', "
      + "reason: '*** -[AVCaptureSession addInput:] no'\n"
    #expect(text.contains(line))
  }

  @Test func outputWrittenBeforeIsNotLost() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
      print("before")
      raise(.generic, "stop")
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(text.contains("before"))
  }

  @Test func namesAreApples() {
    let names: [ExceptionName] = [.generic, .invalidArgument, .internalInconsistency, .range]
    #expect(
      names.map(\.rawValue) == [
        "NSGenericException", "NSInvalidArgumentException", "NSInternalInconsistencyException",
        "NSRangeException",
      ])
  }
}
