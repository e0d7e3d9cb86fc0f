import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Public reports of what went wrong when apps recorded; `Specs/field-reports.md` has the list.
@Suite(.serialized) struct FieldReportMovieTests {
  /// The size that a player shows.
  private func shown(_ track: AVAssetTrack) -> CGSize {
    let corners = [CGPoint.zero, CGPoint(x: track.naturalSize.width, y: track.naturalSize.height)]
      .map { $0.applying(track.preferredTransform) }
    return CGSize(width: abs(corners[1].x - corners[0].x), height: abs(corners[1].y - corners[0].y))
  }

  private func track(_ url: URL) throws -> AVAssetTrack {
    try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
  }

  /// R002: a mirrored preview and an unmirrored file, on one front camera.
  @Test func r002OnlyThePreviewIsMirrored() throws {
    let bench = try MovieBench(.outerFront, runs: false)
    let layer = AVCaptureVideoPreviewLayer(session: bench.session)
    #expect(layer.connection?.isVideoMirrored == true && !bench.connection.isVideoMirrored)
    bench.session.startRunning()
    bench.run(500)
    #expect(try bench.record("a", 100).video?.matrix == [1, 0, 0, 1])
  }

  /// R011: one transform for the whole track, and a flip that looks horizontal is one of rows in a turned track.
  @Test func r011TheTransformIsFixedOnceWritingHasStarted() throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    let portrait = CGAffineTransform(rotationAngle: .pi / 2)
    input.transform = portrait
    writer.add(input)
    #expect(writer.startWriting())
    input.transform = CGAffineTransform(scaleX: -1, y: 1)
    #expect(input.transform == portrait)
    writer.startSession(atSourceTime: .zero)
    // White in the upper left of the sensor, then with its rows upside down.
    let upright = WriterBench.picture(0)
    let flipped = CVPixelBuffer(
      width: 160, height: 96, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) { planes in
      for (index, plane) in planes.enumerated() {
        for y in 0..<plane.height {
          for x in 0..<plane.width * (index + 1) {
            let isWhite = x < 80 && y >= 48
            plane.base.storeBytes(
              of: index > 0 ? 128 : isWhite ? 235 : 40, toByteOffset: y * plane.bytesPerRow + x,
              as: UInt8.self)
          }
        }
      }
    }
    for (index, buffer) in [upright, flipped].enumerated() {
      input.append(try WriterBench.sample(buffer, at: CMTime(value: Int64(index), timescale: 1)))
    }
    let isDone: Bool = writer.finishWriting()
    #expect(isDone)
    #expect(try Probe.look(bench.url("a.mov")).video?.matrix == [0, 1, -1, 0])
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: bench.url("a.mov")))
    generator.appliesPreferredTrackTransform = true
    let sides = try [0.0, 1.0].map { time -> [Bool] in
      let image = try generator.copyCGImage(
        at: CMTime(seconds: time, preferredTimescale: 600), actualTime: nil)
      let data = try #require(image.dataProvider?.data as Data?)
      return [10, 85].map { data[10 * image.bytesPerRow + $0 * 4 + 1] > 150 }
    }
    // The viewer sees the white go from the right to the left: a horizontal flip.
    #expect(sides == [[false, true], [true, false]])
  }

  /// R023: how the phone was held before does not matter, only how it is held at the start.
  @Test func r023EveryStateOfStartIsRight() throws {
    let (portrait, landscape) = (AVCaptureVideoOrientation.portrait, AVCaptureVideoOrientation.landscapeRight)
    let table: [([AVCaptureVideoOrientation], [Int])] = [
      ([landscape], [1, 0, 0, 1]), ([landscape, portrait], [0, 1, -1, 0]),
      ([landscape, portrait, landscape], [1, 0, 0, 1]), ([portrait], [0, 1, -1, 0]),
    ]
    var mismatches: [String] = []
    for (held, matrix) in table {
      let bench = try MovieBench(.rearWide)
      for orientation in held { bench.connection.videoOrientation = orientation }
      let found = try bench.record("a", 100).video?.matrix
      if found != matrix { mismatches.append("\(held): \(found ?? [])") }
    }
    #expect(mismatches == [])
  }

  /// R037: a new camera brings a new connection; set again, its track is that of a recording without an exchange.
  @Test func r037AnExchangeBeforeRecording() throws {
    let straight = try MovieBench(.rearWide)
    straight.connection.videoRotationAngle = 180
    let expected = try straight.record("a", 100).video?.matrix
    let bench = try MovieBench(.outerFront)
    bench.connection.videoRotationAngle = 180
    bench.session.beginConfiguration()
    bench.session.removeInput(bench.session.inputs[0])
    bench.session.addInput(try AVCaptureDeviceInput(device: bench.sound.system.device(.rearWide)!))
    bench.session.commitConfiguration()
    bench.run(500)
    #expect(bench.connection.videoRotationAngle != 180)
    bench.connection.videoRotationAngle = 180
    #expect(try bench.record("a", 100).video?.matrix == expected)
  }

  /// R050: the turn is in the transform or in the size, not in both.
  @Test func r050SizeOrTransform() throws {
    let bench = try WriterBench()
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    _ = try bench.movie("turned.mov", pictures: 3, transform: turn)
    var swapped = WriterBench.video
    (swapped[AVVideoWidthKey], swapped[AVVideoHeightKey]) = (96, 160)
    _ = try bench.movie("both.mov", pictures: 3, transform: turn, settings: swapped)
    let (turned, both) = (try track(bench.url("turned.mov")), try track(bench.url("both.mov")))
    #expect(turned.naturalSize == CGSize(width: 160, height: 96))
    #expect(shown(turned) == CGSize(width: 96, height: 160) && shown(both) == CGSize(width: 160, height: 96))
  }

  /// R052: what is shown is the natural size through the transform.
  @Test func r052TheNaturalSizeIsNotWhatIsShown() throws {
    let bench = try MovieBench(.rearWide, preset: .iFrame960x540)
    bench.connection.videoRotationAngle = 90
    try bench.record("a", 100)
    let track = try track(bench.url("a"))
    #expect(track.naturalSize == CGSize(width: 960, height: 540))
    #expect(shown(track) == CGSize(width: 540, height: 960))
  }

  /// R130: a recording of a session that was not started again fails with -11803; after coming back it works.
  @Test func r130RecordingAfterTheBackground() throws {
    let bench = try MovieBench()
    bench.sound.send(.background, bench.session)
    bench.run(100)
    bench.start("held")
    bench.output.settle()
    #expect(bench.notes == ["held.mov finish -11818"] && bench.session.isInterrupted)
    bench.sound.send(.foreground, bench.session)
    bench.run(500)
    #expect(bench.session.isRunning && !bench.session.isInterrupted)
    #expect(try bench.record("a", 200).video?.packets ?? 0 >= 5)
    bench.session.stopRunning()
    bench.start("stopped")
    bench.output.settle()
    #expect(bench.notes.last == "stopped.mov finish -11803")
  }

  /// R136: without its microphone a session goes on during a call, and sound is recorded again after it.
  @Test func r136TheMicrophoneGoesForACall() throws {
    let data = AVCaptureVideoDataOutput()
    let bench = try MovieBench(withSound: true, others: [data])
    let listener = Listener()
    data.alwaysDiscardsLateVideoFrames = false
    data.setSampleBufferDelegate(listener, queue: bench.sound.queue)
    bench.start("before")
    bench.run(300)
    let microphone = bench.session.inputs[1]
    bench.session.removeInput(microphone)
    bench.sound.send(.call(true), bench.session)
    bench.run(300)
    bench.sound.queue.sync {}
    #expect(bench.session.isRunning && !bench.session.isInterrupted && listener.frameTimes.count >= 16)
    #expect(
      bench.notes == ["before.mov start", "before.mov finish -11806"] && bench.delegate.isUsable == true)
    bench.sound.send(.call(false), bench.session)
    bench.session.addInput(microphone)
    bench.run(100)
    #expect(try bench.record("after", 300).sound?.codec_name == "aac")
  }

  /// R152: data outputs go on beside a movie output, as since iOS 16.
  @Test func r152DataBesideAMovie() throws {
    let data = AVCaptureVideoDataOutput()
    let bench = try MovieBench(others: [data])
    let listener = Listener()
    data.alwaysDiscardsLateVideoFrames = false
    data.setSampleBufferDelegate(listener, queue: bench.sound.queue)
    let packets = try bench.record("a", 500).video?.packets
    bench.sound.queue.sync {}
    #expect(packets == listener.frameTimes.count && packets ?? 0 >= 14)
  }
}
