import DuoFoundation
import Foundation
import Testing

@testable import DuoCoreMedia

/// Sound in sample buffers against a plain model: arrays of channels. Random layouts, fixed seeds.
@Suite struct SoundModelTests {
  struct Random {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % (range.upperBound - range.lowerBound + 1)
    }
  }

  /// What sound is: frames of each channel, and how it is laid out.
  struct Plain {
    var channels: [[UInt8]]
    var width: Int
    var interleaved: Bool
    var rate: Double
    var frames: Int { channels[0].count / width }

    init(_ random: inout Random) {
      width = [2, 4][random.number(0...1)]
      interleaved = random.number(0...1) == 1
      rate = [8000, 44_100, 48_000, 96_000][random.number(0...3)]
      let (count, frames, width) = (random.number(1...5), random.number(1...40), width)
      channels = []
      for _ in 0..<count {
        var bytes: [UInt8] = []
        for _ in 0..<(frames * width) { bytes.append(UInt8(random.number(0...255))) }
        channels.append(bytes)
      }
    }

    /// As it lies in memory, a buffer after another.
    func buffers(_ range: Range<Int>? = nil) -> [[UInt8]] {
      let range = range ?? 0..<frames
      let cut = channels.map { Array($0[(range.lowerBound * width)..<(range.upperBound * width)]) }
      guard interleaved else { return cut }
      return [
        range.indices.flatMap { frame in
          let place = (frame - range.lowerBound) * width
          return cut.flatMap { $0[place..<(place + width)] }
        }
      ]
    }

    var stream: AudioStreamBasicDescription {
      let bytes = UInt32(width * (interleaved ? channels.count : 1))
      return AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: (width == 4 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
          | kAudioFormatFlagIsPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
        mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
        mChannelsPerFrame: UInt32(channels.count), mBitsPerChannel: UInt32(8 * width), mReserved: 0)
    }

    func sample(at time: CMTime) throws -> CMSampleBuffer {
      var buffer: CMSampleBuffer?
      let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: CMBlockBuffer(copying: Data(buffers().flatMap { $0 })),
        formatDescription: try CMFormatDescription(audioStreamBasicDescription: stream), sampleCount: frames,
        presentationTimeStamp: time, packetDescriptions: nil, sampleBufferOut: &buffer)
      guard status == noErr, let buffer else { throw NSError(domain: "test", code: Int(status)) }
      return buffer
    }
  }

  static func bytes(_ list: UnsafeMutableAudioBufferListPointer) -> [[UInt8]] {
    list.map { Array(UnsafeMutableBufferPointer<UInt8>($0)) }
  }

  @Test func anySoundIsListedAsItLies() throws {
    var mismatches: [String] = []
    for seed in UInt64(1)...200 {
      var random = Random(seed: seed)
      let plain = Plain(&random)
      let buffer = try plain.sample(at: CMTime(value: 3, timescale: 7))
      let listed = try buffer.withAudioBufferList { list, _ in Self.bytes(list) }
      if listed != plain.buffers() { mismatches.append("\(seed): \(listed.count) buffers") }
      let channels = try buffer.withAudioBufferList { list, _ in
        list.map { Int($0.mNumberChannels) }.reduce(0, +)
      }
      if channels != plain.channels.count { mismatches.append("\(seed): \(channels) channels") }
      let seconds = Double(plain.frames) / plain.rate
      if abs(buffer.duration.seconds - seconds) > 1e-12 { mismatches.append("\(seed): \(buffer.duration)") }
      let wide = plain.interleaved ? plain.width * plain.channels.count : plain.width
      if buffer.sampleSize(at: 0) != wide { mismatches.append("\(seed): size \(buffer.sampleSize(at: 0))") }
    }
    #expect(mismatches == [])
  }

  @Test func anyRangeOfFramesIsCopied() throws {
    var mismatches: [String] = []
    for seed in UInt64(1)...200 {
      var random = Random(seed: seed)
      let plain = Plain(&random)
      let buffer = try plain.sample(at: .zero)
      let from = random.number(0...plain.frames)
      let to = random.number(from...plain.frames)
      let wanted = plain.buffers(from..<to)
      var memory = wanted.map { [UInt8](repeating: 0, count: $0.count + 1) }
      let list = AudioBufferList.allocate(maximumBuffers: memory.count)
      defer { free(list.unsafeMutablePointer) }
      let pieces = memory.indices.map { index in
        UnsafeMutableRawPointer.allocate(byteCount: memory[index].count, alignment: 16)
      }
      defer { for piece in pieces { piece.deallocate() } }
      for index in memory.indices {
        list[index] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(memory[index].count), mData: pieces[index])
      }
      let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
        buffer, at: Int32(from), frameCount: Int32(to - from), into: list.unsafeMutablePointer)
      for index in memory.indices {
        memory[index] = Array(
          UnsafeRawBufferPointer(start: pieces[index], count: Int(list[index].mDataByteSize)))
      }
      if status != noErr || memory != wanted { mismatches.append("\(seed): \(from)..<\(to)") }
      let beyond = CMSampleBufferCopyPCMDataIntoAudioBufferList(
        buffer, at: Int32(plain.frames), frameCount: 1, into: list.unsafeMutablePointer)
      if beyond != kCMSampleBufferError_SampleIndexOutOfRange { mismatches.append("\(seed): \(beyond)") }
    }
    #expect(mismatches == [])
  }

  /// Buffers that are put in come out again.
  @Test func anyListOfBuffersComesBack() throws {
    var mismatches: [String] = []
    for seed in UInt64(1)...200 {
      var random = Random(seed: seed)
      let plain = Plain(&random)
      var buffer: CMSampleBuffer?
      var timing = CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      let made = CMSampleBufferCreate(
        allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: try CMFormatDescription(audioStreamBasicDescription: plain.stream),
        sampleCount: plain.frames, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
        sampleSizeEntryCount: 0,
        sampleSizeArray: nil, sampleBufferOut: &buffer)
      guard made == noErr, let buffer else {
        mismatches.append("\(seed): \(made)")
        continue
      }
      let parts = plain.buffers()
      let list = AudioBufferList.allocate(maximumBuffers: parts.count)
      defer { free(list.unsafeMutablePointer) }
      let pieces = parts.map { part in
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: part.count, alignment: 16)
        piece.copyBytes(from: part)
        return piece
      }
      for index in parts.indices {
        list[index] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(parts[index].count), mData: pieces[index].baseAddress)
      }
      try buffer.setDataBuffer(fromAudioBufferList: list.unsafePointer)
      // What was put in is a copy.
      for piece in pieces { piece.deallocate() }
      let got = try buffer.withAudioBufferList { list, _ in Self.bytes(list) }
      if got != parts || !CMSampleBufferDataIsReady(buffer) { mismatches.append("\(seed)") }
    }
    #expect(mismatches == [])
  }

  /// Copies share the sound; new times take the place of the old.
  @Test func copiesOfSoundKeepIt() throws {
    var mismatches: [String] = []
    for seed in UInt64(1)...50 {
      var random = Random(seed: seed)
      let plain = Plain(&random)
      let buffer = try plain.sample(at: CMTime(value: 1, timescale: 1))
      var (copy, moved) = (CMSampleBuffer?.none, CMSampleBuffer?.none)
      var timing = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: CMTimeScale(plain.rate)),
        presentationTimeStamp: CMTime(value: 9, timescale: 1), decodeTimeStamp: .invalid)
      CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &copy)
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
        sampleBufferOut: &moved)
      guard let copy, let moved else {
        mismatches.append("\(seed): no copy")
        continue
      }
      if copy.dataBuffer !== buffer.dataBuffer || moved.dataBuffer !== buffer.dataBuffer {
        mismatches.append("\(seed): other bytes")
      }
      if copy.presentationTimeStamp.seconds != 1 || moved.presentationTimeStamp.seconds != 9 {
        mismatches.append("\(seed): times")
      }
      if copy.formatDescription != buffer.formatDescription || copy.numSamples != plain.frames {
        mismatches.append("\(seed): format")
      }
    }
    #expect(mismatches == [])
  }

  /// Descriptions that differ in any one number are different, and equal ones have equal hashes.
  @Test func descriptionsDifferByTheirNumbers() throws {
    let base = CMSampleBufferAudioTests.stream(2)
    var others = [AudioStreamBasicDescription](repeating: base, count: 8)
    others[0].mSampleRate += 1
    others[1].mFormatFlags |= kAudioFormatFlagIsBigEndian
    others[2].mBytesPerPacket += 1
    others[3].mFramesPerPacket += 1
    others[4].mBytesPerFrame += 1
    others[5].mChannelsPerFrame += 1
    others[6].mBitsPerChannel += 1
    others[7].mFormatID = kAudioFormatMPEG4AAC
    let format = try CMFormatDescription(audioStreamBasicDescription: base)
    let same = try CMFormatDescription(audioStreamBasicDescription: base)
    #expect(format == same && format.hashValue == same.hashValue)
    #expect(CMFormatDescriptionEqual(format, otherFormatDescription: same))
    var equal: [Int] = []
    for (index, other) in others.enumerated()
    where try CMFormatDescription(audioStreamBasicDescription: other) == format { equal.append(index) }
    #expect(equal == [])
    let withCookie = try CMFormatDescription(audioStreamBasicDescription: base, magicCookie: Data([1]))
    #expect(withCookie != format && withCookie.magicCookie == Data([1]))
  }

  /// The address of the stream's description holds as long as the description of the format.
  @Test func addressesStay() throws {
    let format = try CMFormatDescription(audioStreamBasicDescription: CMSampleBufferAudioTests.stream(1))
    let first = CMAudioFormatDescriptionGetStreamBasicDescription(format)
    for _ in 0..<10 { #expect(CMAudioFormatDescriptionGetStreamBasicDescription(format) == first) }
    #expect(first?.pointee.mSampleRate == 48_000)
  }

  /// How long a sample takes, also for compressed packets and for rates that are no whole number.
  @Test func samplesTakeTheirTime() {
    var stream = CMSampleBufferAudioTests.stream(2)
    #expect(stream.sampleDuration == CMTime(value: 1, timescale: 48_000))
    stream.mFramesPerPacket = 1024
    #expect(stream.sampleDuration == CMTime(value: 1024, timescale: 48_000))
    stream.mSampleRate = 22_050.5
    #expect(abs(stream.sampleDuration.seconds - 1024 / 22_050.5) < 1e-8)
    stream.mSampleRate = 0
    #expect(!stream.sampleDuration.isValid)
    let empty = AudioStreamBasicDescription()
    #expect(empty.mSampleRate == 0 && empty.mFormatID == 0 && empty.mReserved == 0)
    #expect(empty.isInterleaved && empty.bufferCount == 1)
    let packet = AudioStreamPacketDescription()
    #expect(packet.mStartOffset == 0 && packet.mVariableFramesInPacket == 0 && packet.mDataByteSize == 0)
    let list = AudioBufferList()
    #expect(list.mNumberBuffers == 0 && list.mBuffers.mData == nil && list.mBuffers.mNumberChannels == 0)
  }
}
