import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// Every short sequence of calls to an asset writer and its input, against what the header says of each call.
@Suite struct WriterStatesTests {
  private enum Call: String, CaseIterable { case start, session, append, end, finishInput, cancel, finish }

  /// The header's words, call by call.
  private struct Model {
    var status = AVAssetWriter.Status.unknown
    var hasSession = false
    var isInputFinished = false
    var hasSamples = false

    /// Whether it is the app's fault to make this call now.
    func raises(_ call: Call) -> Bool {
      switch (call, status) {
      case (.cancel, _): false
      case (.start, .unknown): false
      case (.start, _): true
      case (_, .unknown): true
      case (.session, .writing), (.session, .failed): hasSession
      case (.session, _): true
      case (.append, .writing): !hasSession || isInputFinished
      case (.append, .completed): true
      case (.append, _): false
      case (.end, .writing): !hasSession
      case (.end, let status): status != .failed
      case (.finishInput, let status): status == .completed
      case (.finish, let status): status == .completed
      }
    }

    /// What the call answers; nil where it answers nothing.
    mutating func take(_ call: Call) -> Bool? {
      switch call {
      case .start:
        status = .writing
        return true
      case .session:
        hasSession = true
        return nil
      case .end: return nil
      case .append:
        guard status == .writing else { return false }
        hasSamples = true
        return true
      case .finishInput:
        isInputFinished = true
        return nil
      case .cancel:
        isInputFinished = true
        if status == .unknown || status == .writing { status = .cancelled }
        return nil
      case .finish:
        isInputFinished = true
        if status == .writing { status = hasSamples ? .completed : .failed }
        return status == .completed
      }
    }

    var isReady: Bool { status == .writing && !isInputFinished }
    var hasFile: Bool { status == .writing || status == .completed }
    var hasError: Bool { status == .failed }
  }

  private static var settings: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
    ]
  }

  /// A writer of sound, with what is called of it.
  private final class Subject {
    let bench: WriterBench
    let writer: AVAssetWriter
    let input: AVAssetWriterInput
    private var samples = 0

    init() throws {
      bench = try WriterBench()
      writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
      input = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterStatesTests.settings)
      writer.add(input)
    }

    func take(_ call: Call) -> Bool? {
      switch call {
      case .start: return writer.startWriting()
      case .session:
        writer.startSession(atSourceTime: .zero)
        return nil
      case .append:
        defer { samples += 480 }
        return input.append(WriterBench.tone(samples..<(samples + 480)))
      case .end:
        writer.endSession(atSourceTime: CMTime(value: 60, timescale: 1))
        return nil
      case .finishInput:
        input.markAsFinished()
        return nil
      case .cancel:
        writer.cancelWriting()
        return nil
      case .finish: return WriterBench.finish(writer)
      }
    }
  }

  /// Sequences of a length that never raise.
  private static func sequences(_ length: Int) -> [[Call]] {
    var all: [([Call], Model)] = [([], Model())]
    for _ in 0..<length {
      all = all.flatMap { calls, model in
        Call.allCases.filter { !model.raises($0) }.map { call in
          var next = model
          _ = next.take(call)
          return (calls + [call], next)
        }
      }
    }
    return all.map(\.0)
  }

  @Test func everySequenceOfCalls() throws {
    let sequences = Self.sequences(5)
    #expect(sequences.count > 200)
    var mismatches: [String] = []
    for calls in sequences {
      let subject = try Subject()
      var model = Model()
      for (index, call) in calls.enumerated() {
        let (answer, wanted) = (subject.take(call), model.take(call))
        // What was handed to the writer's queue is written.
        subject.writer.engine.queue.sync {}
        let name = calls[...index].map(\.rawValue).joined(separator: " ")
        if answer != wanted { mismatches.append("\(name): \(answer.map(String.init) ?? "-")") }
        if subject.writer.status != model.status { mismatches.append("\(name): \(subject.writer.status)") }
        if subject.input.isReadyForMoreMediaData != model.isReady { mismatches.append("\(name): readiness") }
        if subject.bench.exists("a.mov") != model.hasFile { mismatches.append("\(name): file") }
        if (subject.writer.error != nil) != model.hasError { mismatches.append("\(name): error") }
      }
    }
    #expect(mismatches == [])
  }

  /// Calls, made in this process: the last one is to raise.
  private static func perform(_ names: String) throws {
    let subject = try Subject()
    for name in names.split(separator: " ") {
      guard let call = Call(rawValue: String(name)) else { return }
      _ = subject.take(call)
    }
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private func isTold(_ result: ExitTest.Result?, _ method: String, _ status: Int) -> Bool {
    text(result).contains(
      "'NSInternalInconsistencyException', reason: '*** -[\(method)] Cannot call method when status is \(status)'"
    )
  }

  @Test func callsAtTheWrongTimeNameTheStatus() async {
    let session = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("session")
    }
    #expect(isTold(session, "AVAssetWriter startSessionAtSourceTime:", 0))
    let late = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("cancel session")
    }
    #expect(isTold(late, "AVAssetWriter startSessionAtSourceTime:", 4))
    let mark = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("finishInput")
    }
    #expect(isTold(mark, "AVAssetWriterInput markAsFinished", 0))
    let again = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("cancel start")
    }
    #expect(isTold(again, "AVAssetWriter startWriting", 4))
    let finish = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("start session append finish finish")
    }
    #expect(isTold(finish, "AVAssetWriter finishWriting", 2))
    let done = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("start session append finish finishInput")
    }
    #expect(isTold(done, "AVAssetWriterInput markAsFinished", 2))
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try WriterStatesTests.perform("start end")
    }
    #expect(isTold(end, "AVAssetWriter endSessionAtSourceTime:", 1))
    // The second call while the first is on its way.
    let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      for call in [Call.start, .session, .append] { _ = subject.take(call) }
      subject.writer.engine.queue.suspend()
      subject.writer.finishWriting {}
      subject.writer.finishWriting {}
    }
    #expect(isTold(twice, "AVAssetWriter finishWritingWithCompletionHandler:", 1))
  }

  @Test func whatIsSetTooLateRaises() async {
    let fragments = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.start)
      subject.writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    }
    #expect(isTold(fragments, "AVAssetWriter setMovieFragmentInterval:", 1))
    let scale = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.start)
      subject.writer.movieTimeScale = 90_000
    }
    #expect(isTold(scale, "AVAssetWriter setMovieTimeScale:", 1))
    let metadata = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.cancel)
      subject.writer.metadata = []
    }
    #expect(isTold(metadata, "AVAssetWriter setMetadata:", 4))
    let network = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.start)
      subject.writer.shouldOptimizeForNetworkUse = true
    }
    #expect(isTold(network, "AVAssetWriter setShouldOptimizeForNetworkUse:", 1))
    let track = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.start)
      subject.input.mediaTimeScale = 600
    }
    #expect(isTold(track, "AVAssetWriterInput setMediaTimeScale:", 1))
    let realTime = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let subject = try Subject()
      _ = subject.take(.start)
      subject.input.expectsMediaDataInRealTime = true
    }
    #expect(isTold(realTime, "AVAssetWriterInput setExpectsMediaDataInRealTime:", 1))
  }

  @Test func inputsOfOtherWriters() async throws {
    let (first, second) = (try Subject(), try Subject())
    #expect(!second.writer.canAdd(first.input) && !first.writer.canAdd(first.input))
    let taken = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (first, second) = (try Subject(), try Subject())
      second.writer.add(first.input)
    }
    #expect(
      text(taken).contains(
        "'NSInvalidArgumentException', reason: '*** -[AVAssetWriter addInput:] The input has already been added"
      ))
    let loose = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVAssetWriterInput(mediaType: .audio, outputSettings: WriterStatesTests.settings)
        .append(WriterBench.tone(0..<480))
    }
    #expect(
      text(loose).contains(
        "The input must be added to an AVAssetWriter before samples can be appended"))
  }

  /// Before the start everything can be set, and is what it was set to.
  @Test func whatIsSetBeforeTheStart() throws {
    let subject = try Subject()
    let (writer, input) = (subject.writer, subject.input)
    writer.movieFragmentInterval = CMTime(value: 3, timescale: 2)
    writer.movieTimeScale = 90_000
    writer.shouldOptimizeForNetworkUse = true
    input.mediaTimeScale = 48_000
    input.expectsMediaDataInRealTime = true
    input.performsMultiPassEncodingIfSupported = true
    #expect(writer.movieFragmentInterval == CMTime(value: 3, timescale: 2) && writer.movieTimeScale == 90_000)
    #expect(writer.shouldOptimizeForNetworkUse && input.mediaTimeScale == 48_000)
    #expect(input.expectsMediaDataInRealTime && input.performsMultiPassEncodingIfSupported)
    #expect(!input.canPerformMultiplePasses && input.naturalSize == .zero && input.mediaType == .audio)
    #expect(input.outputSettings?.keys.sorted() == Self.settings.keys.sorted())
  }
}
