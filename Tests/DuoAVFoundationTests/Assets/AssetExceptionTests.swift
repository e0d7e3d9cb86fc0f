import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// Where writers and readers raise, in Apple's words as far as they are known.
@Suite struct AssetExceptionTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  /// A writer with an input, as far as it must be.
  private static func writer(
    started: Bool = true, session: Bool = true
  ) throws -> (WriterBench, AVAssetWriter, AVAssetWriterInput) {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    writer.add(input)
    if started { _ = writer.startWriting() }
    if started, session { writer.startSession(atSourceTime: .zero) }
    return (bench, writer, input)
  }

  @Test func appendingAtTheWrongTime() async {
    let before = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, input) = try AssetExceptionTests.writer(started: false)
      defer { withExtendedLifetime((bench, writer)) {} }
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    }
    #expect(
      text(before).contains(
        "'NSInternalInconsistencyException', reason: '*** -[AVAssetWriterInput appendSampleBuffer:] Cannot call method "
          + "when status is 0'"))
    let session = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, input) = try AssetExceptionTests.writer(session: false)
      defer { withExtendedLifetime((bench, writer)) {} }
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    }
    #expect(
      text(session).contains("Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) first"))
    let ready = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, input) = try AssetExceptionTests.writer()
      defer { withExtendedLifetime((bench, writer)) {} }
      input.markAsFinished()
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    }
    #expect(text(ready).contains("A sample buffer cannot be appended when readyForMoreMediaData is NO."))
    let done = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, input) = try AssetExceptionTests.writer()
      defer { withExtendedLifetime((bench, writer)) {} }
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
      _ = WriterBench.finish(writer)
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    }
    #expect(text(done).contains("Cannot call method when status is 2"))
  }

  /// Also where samples pass as they are, so that no track gets what it cannot hold.
  @Test func samplesOfAnotherMedium() async {
    let sound = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, input) = try AssetExceptionTests.writer()
      defer { withExtendedLifetime((bench, writer)) {} }
      input.append(WriterBench.tone(0..<480))
    }
    #expect(
      text(sound).contains(
        "'NSInvalidArgumentException', reason: '*** -[AVAssetWriterInput appendSampleBuffer:] Media type of sample "
          + "buffer must match receiver's media type (\"vide\")'"))
    let picture = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
      let input = AVAssetWriterInput(
        mediaType: .audio, outputSettings: nil,
        sourceFormatHint: CMFormatDescription(sound: 48_000, channels: 1))
      writer.add(input)
      writer.startWriting()
      writer.startSession(atSourceTime: .zero)
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    }
    #expect(text(picture).contains("match receiver's media type (\"soun\")"))
  }

  @Test func theOrderOfAWriter() async {
    let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, _) = try AssetExceptionTests.writer()
      defer { withExtendedLifetime((bench, writer)) {} }
      writer.startWriting()
    }
    #expect(text(twice).contains("*** -[AVAssetWriter startWriting] Cannot call method when status is 1"))
    let finish = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, _) = try AssetExceptionTests.writer(started: false)
      defer { withExtendedLifetime((bench, writer)) {} }
      writer.finishWriting {}
    }
    #expect(
      text(finish).contains(
        "*** -[AVAssetWriter finishWritingWithCompletionHandler:] Cannot call method when status is 0"))
    let late = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, _) = try AssetExceptionTests.writer()
      defer { withExtendedLifetime((bench, writer)) {} }
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WriterBench.sound))
    }
    #expect(text(late).contains("*** -[AVAssetWriter addInput:] Cannot call method when status is 1"))
    let time = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (bench, writer, _) = try AssetExceptionTests.writer(session: false)
      defer { withExtendedLifetime((bench, writer)) {} }
      writer.startSession(atSourceTime: .invalid)
    }
    #expect(text(time).contains("invalid parameter not satisfying: CMTIME_IS_NUMERIC(startTime)"))
  }

  @Test func settingsThatAreWrong() async {
    let hint = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      let writer = try AVAssetWriter(outputURL: bench.url("a.mp4"), fileType: .mp4)
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: nil))
    }
    #expect(text(hint).contains("In order to perform passthrough to file type public.mpeg-4"))
    let codec = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = AVAssetWriterInput(
        mediaType: .video, outputSettings: [AVVideoWidthKey: 100, AVVideoHeightKey: 100])
    }
    #expect(
      text(codec).contains(
        "'NSInvalidArgumentException', reason: '*** -[AVAssetWriterInput initWithMediaType:outputSettings:"
          + "sourceFormatHint:]"))
    let type = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/tmp/never"), fileType: .jpg)
    }
    #expect(text(type).contains("Invalid file type public.jpeg"))
    let reader = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      _ = try bench.movie("a.mov", pictures: 2)
      let track = AVURLAsset(url: bench.url("a.mov")).tracks[0]
      _ = AVAssetReaderTrackOutput(track: track, outputSettings: nil).copyNextSampleBuffer()
    }
    #expect(text(reader).contains("cannot copy next sample buffer before adding this output"))
  }
}
