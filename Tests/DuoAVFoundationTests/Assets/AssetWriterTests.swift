import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

@Suite struct AssetWriterTests {
  @Test func defaults() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(url: bench.url("a.mp4"), fileType: .mp4)
    #expect(writer.status == .unknown && writer.error == nil && writer.inputs.isEmpty)
    #expect(writer.outputURL == bench.url("a.mp4") && writer.outputFileType == .mp4)
    #expect(!writer.shouldOptimizeForNetworkUse && writer.movieFragmentInterval == .invalid)
    #expect(writer.availableMediaTypes == [.video, .audio] && writer.metadata.isEmpty)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    #expect(
      !input.isReadyForMoreMediaData && !input.expectsMediaDataInRealTime && input.transform == .identity)
    #expect(input.naturalSize == CGSize(width: 160, height: 96) && input.mediaTimeScale == 0)
    #expect(!input.canPerformMultiplePasses && input.sourceFormatHint == nil && input.mediaType == .video)
    #expect(!bench.exists("a.mp4"))
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(!writer.canAdd(input) && writer.inputs.first === input)
    #expect(writer.canApply(outputSettings: WriterBench.sound, forMediaType: .audio))
    var proRes = WriterBench.video
    proRes[AVVideoCodecKey] = AVVideoCodecType.proRes422
    #expect(!writer.canApply(outputSettings: proRes, forMediaType: .video))
    #expect(!writer.canApply(outputSettings: [:], forMediaType: .video))
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)))
  }

  @Test func filesAreWhatWasAsked() throws {
    let bench = try WriterBench()
    let kinds: [(String, AVFileType, AVVideoCodecType, String, String)] = [
      ("a.mov", .mov, .h264, "h264", "qt  "), ("b.mp4", .mp4, .h264, "h264", "isom"),
      ("c.mov", .mov, .hevc, "hevc", "qt  "), ("d.m4v", .m4v, .hevc, "hevc", "M4V "),
      ("e.mov", .mov, .proRes422, "prores", "qt  "), ("f.mov", .mov, .jpeg, "mjpeg", "qt  "),
    ]
    var mismatches: [String] = []
    for (name, type, codec, word, brand) in kinds {
      var settings = WriterBench.video
      settings[AVVideoCodecKey] = codec
      let writer = try bench.movie(name, type: type, withSound: true, settings: settings)
      let answer = try Probe.look(bench.url(name))
      if writer.status != .completed { mismatches.append("\(name): \(writer.status)") }
      guard let video = answer.video, let sound = answer.sound else {
        mismatches.append("\(name) lacks a track")
        continue
      }
      if video.codec_name != word || video.width != 160 || video.height != 96 || video.packets != 30 {
        mismatches.append("\(name): \(video)")
      }
      if abs(video.seconds - 1) > 0.001 { mismatches.append("\(name): \(video.seconds) s") }
      if sound.codec_name != "aac" || abs(sound.seconds - 1) > 0.03 { mismatches.append("\(name): \(sound)") }
      if answer.format.tags?["major_brand"] != brand {
        mismatches.append("\(name): brand \(answer.format.tags?["major_brand"] ?? "-")")
      }
    }
    #expect(mismatches == [])
  }

  @Test func aFileThatIsTakenAwayIsAFailure() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for number in 0..<3 {
      input.append(
        try WriterBench.sample(WriterBench.picture(number), at: CMTime(value: Int64(number), timescale: 30)))
      writer.engine.queue.sync {}
    }
    try FileManager.default.removeItem(at: bench.url("a.mov"))
    let isDone: Bool = writer.finishWriting()
    #expect(!isDone && writer.status == .failed && (writer.error as? AVError)?.code == .unknown)
    #expect(!bench.exists("a.mov"))
  }

  /// Times are the app's, from the start of the session on.
  @Test func timesAreKept() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    writer.add(input)
    #expect(writer.startWriting() && adaptor.pixelBufferPool == nil)
    writer.startSession(atSourceTime: CMTime(value: 100, timescale: 1))
    let times = [100.0, 100.1, 100.15, 100.5, 101.2]
    for (index, time) in times.enumerated() {
      #expect(
        adaptor.append(
          WriterBench.picture(index), withPresentationTime: CMTime(seconds: time, preferredTimescale: 600)))
    }
    writer.endSession(atSourceTime: CMTime(value: 102, timescale: 1))
    // After the end: taken and left out.
    #expect(
      adaptor.append(WriterBench.picture(9), withPresentationTime: CMTime(value: 103, timescale: 1)))
    input.markAsFinished()
    let isDone: Bool = writer.finishWriting()
    #expect(isDone && writer.status == .completed)
    #expect(try Probe.times(bench.url("a.mov")) == [0, 100, 150, 500, 1_200])
    #expect(abs(try Probe.look(bench.url("a.mov")).seconds - 2) < 0.01)
  }

  @Test func otherSizesAndFormatsAreConverted() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
      ])
    writer.add(input)
    #expect(adaptor.pixelBufferPool == nil && writer.startWriting())
    let pool = try #require(adaptor.pixelBufferPool)
    #expect(pool.width == 160 && pool.height == 96 && pool.format == kCVPixelFormatType_32BGRA)
    writer.startSession(atSourceTime: .zero)
    let formats = [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]
    for (index, format) in formats.enumerated() {
      adaptor.append(
        WriterBench.picture(0, width: 320, height: 192, format: format),
        withPresentationTime: CMTime(value: Int64(index), timescale: 30))
    }
    let isDone: Bool = writer.finishWriting()
    #expect(isDone)
    let grey = try Probe.shown(bench.url("a.mov"), width: 160, height: 96)
    // B, G, R, A: all 235 in the corner, 40 elsewhere.
    #expect(abs(Int(grey[10 * 160 + 10]) - 235) < 12 && abs(Int(grey[90 * 160 + 150]) - 40) < 12)
    #expect(try Probe.look(bench.url("a.mov")).video?.packets == 3)
  }

  @Test func transformsTurnWhatPlayersShow() throws {
    let bench = try WriterBench()
    // 90 degrees clockwise about the origin, as apps write it: players move it into place.
    _ = try bench.movie("a.mov", pictures: 3, transform: CGAffineTransform(rotationAngle: .pi / 2))
    #expect(try Probe.look(bench.url("a.mov")).video?.matrix == [0, 1, -1, 0])
    let grey = try Probe.shown(bench.url("a.mov"), width: 96, height: 160)
    #expect(grey[10 * 96 + 85] > 200 && grey[10 * 96 + 10] < 100 && grey[150 * 96 + 85] < 100)
  }

  @Test func samplesComeWhenTheInputIsReady() async throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    writer.add(input)
    #expect(writer.startWriting() && input.isReadyForMoreMediaData)
    writer.startSession(atSourceTime: .zero)
    let (count, handover) = (Guarded(0), Handover(input))
    await withCheckedContinuation { continuation in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "feeder")) {
        while handover.object.isReadyForMoreMediaData {
          let index = count.withLock { count in
            defer { count += 1 }
            return count
          }
          guard index < 100 else {
            handover.object.markAsFinished()
            return continuation.resume()
          }
          let buffer = WriterBench.picture(index)
          let sample = try? WriterBench.sample(buffer, at: CMTime(value: Int64(index), timescale: 30))
          if let sample { handover.object.append(sample) }
        }
      }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed && count.withLock { $0 } == 101)
    #expect(try Probe.look(bench.url("a.mov")).video?.packets == 100)
  }

  /// One sample for each call is enough to be called again.
  @Test func oneSampleForEachCall() async throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterBench.sound)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let (count, handover) = (Guarded(0), Handover(input))
    await withCheckedContinuation { continuation in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "feeder")) {
        let index = count.withLock { count in
          defer { count += 1 }
          return count
        }
        if index == 20 {
          handover.object.markAsFinished()
          continuation.resume()
        } else if index < 20 {
          handover.object.append(WriterBench.tone((index * 4_800)..<(index * 4_800 + 4_800)))
        }
      }
    }
    await writer.finishWriting()
    #expect(abs((try Probe.look(bench.url("a.mov"))).seconds - 2) < 0.05)
  }

  @Test func whatGoesWrongIsAStatus() throws {
    let bench = try WriterBench()
    try Data("mine".utf8).write(to: bench.url("there.mov"))
    let there = try AVAssetWriter(outputURL: bench.url("there.mov"), fileType: .mov)
    there.add(AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video))
    #expect(!there.startWriting() && there.status == .failed)
    #expect((there.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: bench.url("there.mov")) == Data("mine".utf8))

    let empty = try AVAssetWriter(outputURL: bench.url("empty.mov"), fileType: .mov)
    empty.add(AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video))
    #expect(empty.startWriting())
    empty.startSession(atSourceTime: .zero)
    let isEmptyDone: Bool = empty.finishWriting()
    #expect(!isEmptyDone && empty.status == .failed && !bench.exists("empty.mov"))

    let folder = try AVAssetWriter(outputURL: bench.url("absent/a.mov"), fileType: .mov)
    folder.add(AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video))
    #expect(!folder.startWriting() && folder.status == .failed && folder.error != nil)

    let backwards = try AVAssetWriter(outputURL: bench.url("back.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    backwards.add(input)
    #expect(backwards.startWriting())
    backwards.startSession(atSourceTime: .zero)
    #expect(input.append(try WriterBench.sample(WriterBench.picture(0), at: CMTime(value: 5, timescale: 30))))
    #expect(
      !input.append(try WriterBench.sample(WriterBench.picture(1), at: CMTime(value: 4, timescale: 30))))
    #expect(backwards.status == .failed && !input.append(WriterBench.tone(0..<10)))
    let isBackDone: Bool = backwards.finishWriting()
    #expect(!isBackDone && !bench.exists("back.mov"))
  }

  @Test func cancelledWritersLeaveNothing() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    writer.cancelWriting()
    #expect(writer.status == .cancelled && !bench.exists("a.mov") && !input.isReadyForMoreMediaData)
    #expect(
      !input.append(try WriterBench.sample(WriterBench.picture(1), at: CMTime(value: 1, timescale: 30))))
    // One that nobody finishes leaves nothing either.
    do {
      let dropped = try AVAssetWriter(outputURL: bench.url("b.mov"), fileType: .mov)
      dropped.add(AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video))
      #expect(dropped.startWriting() && bench.exists("b.mov"))
    }
    #expect(!bench.exists("b.mov"))
  }

  /// Most recorders keep their writer in a property that they empty when they stop.
  @Test func aFinishingWriterNeedsNobodyElse() throws {
    let bench = try WriterBench()
    let done = DispatchSemaphore(value: 0)
    let engine: WriterEngine
    weak var gone: AVAssetWriter?
    do {
      let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
      input.markAsFinished()
      (engine, gone) = (writer.engine, writer)
      engine.queue.suspend()
      writer.finishWriting { done.signal() }
    }
    engine.queue.resume()
    done.wait()
    #expect(engine.status == .completed && bench.exists("a.mov"))
    while gone != nil { engine.queue.sync {} }
  }

  /// Sound and pictures pass from one file into another without being decoded.
  @Test func samplesPassThrough() throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", withSound: true)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: bench.url("b.mp4"), fileType: .mp4)
    var pairs: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for track in asset.tracks {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let hint = try #require(track.formatDescriptions.first as? CMFormatDescription)
      let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: hint)
      reader.add(output)
      writer.add(input)
      pairs.append((output, input))
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (output, input) in pairs {
      while let sample = output.copyNextSampleBuffer() {
        writer.engine.queue.sync {}
        #expect(input.append(sample))
      }
      input.markAsFinished()
    }
    let isDone: Bool = writer.finishWriting()
    #expect(isDone && reader.status == .completed)
    let (a, b) = (try Probe.look(bench.url("a.mov")), try Probe.look(bench.url("b.mp4")))
    #expect(b.video?.codec_name == "h264" && b.video?.packets == a.video?.packets)
    #expect(b.sound?.codec_name == "aac" && b.sound?.packets == a.sound?.packets)
    #expect(try Probe.times(bench.url("a.mov")) == Probe.times(bench.url("b.mp4")))
    let pictures = try ["a.mov", "b.mp4"].map { try Probe.shown(bench.url($0), width: 160, height: 96) }
    #expect(pictures[0] == pictures[1])
  }
}
