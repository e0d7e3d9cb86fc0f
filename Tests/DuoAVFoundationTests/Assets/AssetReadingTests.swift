import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

@Suite struct AssetReadingTests {
  @Test func assetsSayWhatTheyAre() async throws {
    let bench = try WriterBench()
    let turn = CGAffineTransform(rotationAngle: .pi / 2).concatenating(
      CGAffineTransform(translationX: 96, y: 0))
    _ = try bench.movie("a.mov", withSound: true, transform: turn)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    #expect(asset.url == bench.url("a.mov"))
    if case .notYetLoaded = asset.status(of: .duration) {
    } else {
      Issue.record("it was read before it was asked for")
    }
    let (duration, isPlayable) = try await asset.load(.duration, .isPlayable)
    #expect(abs(duration.seconds - 1) < 0.03 && isPlayable)
    if case .loaded(let value) = asset.status(of: .duration) {
      #expect(value == duration)
    } else {
      Issue.record()
    }
    let tracks = try await asset.load(.tracks)
    #expect(tracks.map(\.mediaType) == [.video, .audio] && tracks.map(\.trackID) == [1, 2])
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, transform, rate) = try await video.load(.naturalSize, .preferredTransform, .nominalFrameRate)
    #expect(size == CGSize(width: 160, height: 96) && abs(rate - 30) < 0.01)
    #expect(abs(transform.a) < 0.001 && abs(transform.b - 1) < 0.001 && abs(transform.c + 1) < 0.001)
    #expect(abs(transform.tx - 96) < 0.01 && abs(transform.ty) < 0.01)
    #expect(video.timeRange.start == .zero && abs(video.timeRange.duration.seconds - 1) < 0.001)
    #expect(video.hasMediaCharacteristic(.visual) && video.naturalTimeScale == 600 && video.asset === asset)
    let format = try #require(try await video.load(.formatDescriptions).first)
    #expect(format.dimensions.width == 160 && format.mediaSubType.rawValue == 0x6176_6331)
    let sound = try #require(asset.tracks(withMediaType: .audio).first)
    #expect(
      sound.naturalSize == .zero && sound.nominalFrameRate == 0 && sound.hasMediaCharacteristic(.audible))
    #expect(asset.tracks(withMediaCharacteristic: .visual).map(\.trackID) == [1])
    #expect(try await asset.loadTracks(withMediaCharacteristic: .audible).map(\.trackID) == [2])
    let seen = await withCheckedContinuation { continuation in
      asset.loadTracks(withMediaCharacteristic: .visual) { tracks, _ in
        continuation.resume(returning: tracks?.map(\.trackID))
      }
    }
    #expect(seen == [1])
    #expect(asset.track(withTrackID: 2)?.mediaType == .audio && asset.track(withTrackID: 7) == nil)
    let stream = (sound.formatDescriptions.first as? CMFormatDescription)?.audioStreamBasicDescription
    #expect(stream?.mSampleRate == 48_000 && stream?.mFormatID == kAudioFormatMPEG4AAC)
  }

  @Test func filesThatCannotBeRead() async throws {
    let bench = try WriterBench()
    try Data("no movie at all, only words".utf8).write(to: bench.url("words.mov"))
    _ = try bench.movie("whole.mov")
    let whole = try Data(contentsOf: bench.url("whole.mov"))
    try whole.prefix(whole.count / 2).write(to: bench.url("half.mov"))
    let table: [(String, AVError.Code)] = [
      ("absent.mov", .unknown), ("words.mov", .fileFormatNotRecognized), ("half.mov", .fileFailedToParse),
    ]
    var mismatches: [String] = []
    for (name, code) in table {
      let asset = AVURLAsset(url: bench.url(name))
      do {
        _ = try await asset.load(.duration)
        mismatches.append("\(name) was read")
      } catch {
        if (error as? AVError)?.code != code { mismatches.append("\(name): \(error)") }
      }
      if asset.isPlayable || !asset.tracks.isEmpty || asset.duration != .zero {
        mismatches.append("\(name) has parts")
      }
      var fault: NSError?
      if asset.statusOfValue(forKey: "tracks", error: &fault) != .failed || fault == nil {
        mismatches.append("\(name) has no status")
      }
    }
    #expect(mismatches == [])
    #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: bench.url("words.mov"))) }
  }

  @Test func readersGivePicturesAndSound() throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", withSound: true)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    let video = AVAssetReaderTrackOutput(
      track: asset.tracks[0],
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    let sound = AVAssetReaderTrackOutput(
      track: asset.tracks[1], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    #expect(reader.canAdd(video) && reader.canAdd(sound) && reader.status == .unknown)
    reader.add(video)
    reader.add(sound)
    #expect(!reader.canAdd(video) && reader.startReading() && reader.status == .reading)
    var times: [Int64] = []
    while let sample = video.copyNextSampleBuffer() {
      times.append(CMTimeConvertScale(sample.presentationTimeStamp, timescale: 30, method: .default).value)
      let buffer = try #require(sample.imageBuffer)
      buffer.withPixels { planes in
        let corner = planes[0].base.load(fromByteOffset: 10 * planes[0].bytesPerRow + 40, as: UInt8.self)
        if corner < 235 { Issue.record("corner \(corner)") }
      }
    }
    #expect(times == (0..<30).map { Int64($0) } && reader.status == .reading)
    var heard = 0
    var samples: [Int16] = []
    while let sample = sound.copyNextSampleBuffer() {
      heard += sample.numSamples
      samples += Listener.samples(sample)
    }
    #expect(abs(heard - 48_000) <= 1_024 && reader.status == .completed && reader.error == nil)
    #expect(abs(Plain.amplitude(samples[4_800..<28_800], of: 440) - 8_000 / 32_768.0) < 0.02)
    #expect(video.copyNextSampleBuffer() == nil)
  }

  @Test func readersReadAPart() throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", pictures: 60)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(
      start: CMTime(value: 15, timescale: 30), duration: CMTime(value: 10, timescale: 30))
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
    reader.add(output)
    #expect(reader.startReading())
    var times: [Int64] = []
    while let sample = output.copyNextSampleBuffer() {
      times.append(CMTimeConvertScale(sample.presentationTimeStamp, timescale: 30, method: .default).value)
      if times.count == 5 { reader.cancelReading() }
    }
    #expect(times == [15, 16, 17, 18, 19] && reader.status == .cancelled)
  }

  @Test func imagesOfMoments() async throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", transform: CGAffineTransform(rotationAngle: .pi / 2))
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: bench.url("a.mov")))
    #expect(!generator.appliesPreferredTrackTransform && generator.maximumSize == .zero)
    var actual = CMTime.invalid
    let stored = try generator.copyCGImage(
      at: CMTime(seconds: 0.51, preferredTimescale: 600), actualTime: &actual)
    #expect(stored.width == 160 && stored.height == 96 && abs(actual.seconds - 0.5) < 0.001)
    #expect(Self.grey(stored, 10, 10) > 220 && Self.grey(stored, 150, 10) < 100)
    generator.appliesPreferredTrackTransform = true
    let (turned, time) = try await generator.image(at: .zero)
    #expect(turned.width == 96 && turned.height == 160 && time == .zero)
    #expect(
      Self.grey(turned, 85, 10) > 220 && Self.grey(turned, 10, 10) < 100 && Self.grey(turned, 85, 150) < 100)
    generator.maximumSize = CGSize(width: 0, height: 80)
    #expect(try await generator.image(at: .zero).image.width == 48)
    var found: [String] = []
    for await result in generator.images(for: [.zero, CMTime(value: 99, timescale: 1)]) {
      switch result {
      case .success(let time, _, let actual): found.append("\(time.seconds) \(actual.seconds)")
      case .failure(let time, let error):
        found.append("\(time.seconds) \((error as? AVError)?.errorCode ?? 0)")
      }
    }
    #expect(found == ["0.0 0.0", "99.0 -11832"])
  }

  /// A strip of small pictures, as trimmers show it.
  @Test func imagesOfTimesAsObjects() async throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov")
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: bench.url("a.mov")))
    let times = [0, 300, 59_400].map { NSValue(time: CMTime(value: $0, timescale: 600)) }
    let told = Guarded<[String]>([])
    let all = await withCheckedContinuation { continuation in
      generator.generateCGImagesAsynchronously(forTimes: times) { asked, image, actual, result, error in
        let line =
          "\(asked.value) \(image?.width ?? 0) \(actual.isValid ? actual.seconds : -1) \(result.rawValue) "
          + "\((error as? AVError)?.errorCode ?? 0)"
        let count = told.withLock { told in
          told.append(line)
          return told.count
        }
        if count == 3 { continuation.resume(returning: told.withLock { $0 }) }
      }
    }
    #expect(all == ["0 160 0.0 0 0", "300 160 0.5 0 0", "59400 0 -1.0 1 -11832"])
    // Called off by the first that comes: the others are told as cancelled.
    let called = await withCheckedContinuation { continuation in
      let (results, maker) = (Guarded<[Int]>([]), Handover(generator))
      generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, _ in
        maker.object.cancelAllCGImageGeneration()
        let all = results.withLock { results in
          results.append(result.rawValue)
          return results
        }
        if all.count == 3 { continuation.resume(returning: all) }
      }
    }
    #expect(called == [0, 2, 2])
  }

  @Test func timesAreObjects() {
    var random = Seeded(7)
    var times: [CMTime] = [.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity]
    for _ in 0..<200 {
      let value = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 60)
      times.append(
        CMTime(
          value: value, timescale: Int32(truncatingIfNeeded: random.next()),
          flags: CMTimeFlags(rawValue: UInt32(random.next() % 32)), epoch: Int64(random.next() % 9) - 4))
    }
    let wrong = times.filter { time in
      let back = NSValue(time: time).timeValue
      return (back.value, back.timescale, back.flags.rawValue, back.epoch)
        != (time.value, time.timescale, time.flags.rawValue, time.epoch)
        || NSValue(time: time) != NSValue(time: time)
    }
    #expect(wrong.map(\.value) == [])
  }

  private static func grey(_ image: CGImage, _ x: Int, _ y: Int) -> Int {
    guard let data = image.dataProvider?.data as Data? else { return -1 }
    return Int(data[y * image.bytesPerRow + x * 4 + 1])
  }

  @Test func metadataGoesThroughAFile() async throws {
    let bench = try WriterBench()
    let writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
    func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      item.value = NSString(string: text)
      return item
    }
    writer.metadata = [
      item(.quickTimeMetadataMake, "Diptych"), item(.commonIdentifierTitle, "Kitchen"),
      item(.quickTimeMetadataLocationISO6709, "+48.2+016.3/"),
    ]
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    input.append(try WriterBench.sample(WriterBench.picture(0), at: .zero))
    await writer.finishWriting()
    let items = try await AVURLAsset(url: bench.url("a.mov")).load(.metadata)
    let make = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .quickTimeMetadataMake)
    #expect(make.first?.stringValue == "Diptych" && make.first?.commonKey == .commonKeyMake)
    let title = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle)
    #expect(title.first?.stringValue == "Kitchen" && title.first?.keySpace == .quickTimeMetadata)
    #expect(items.count == 3)
    let number = AVMutableMetadataItem()
    number.value = NSNumber(value: 7)
    #expect(number.stringValue == "7" && number.numberValue == 7 && number.commonKey == nil)
  }
}
