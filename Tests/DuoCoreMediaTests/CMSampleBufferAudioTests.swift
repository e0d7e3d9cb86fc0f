import DuoFoundation
import Foundation
import Testing

@testable import DuoCoreMedia

/// Sound in sample buffers, compared byte for byte with plain arrays.
@Suite struct CMSampleBufferAudioTests {
  static func stream(
    _ channels: UInt32, interleaved: Bool = true, rate: Double = 48_000
  ) -> AudioStreamBasicDescription {
    let bytes = 2 * (interleaved ? channels : 1)
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved), mBytesPerPacket: bytes, mFramesPerPacket: 1,
      mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
  }

  static func format(_ stream: AudioStreamBasicDescription) throws -> CMFormatDescription {
    try CMFormatDescription(audioStreamBasicDescription: stream)
  }

  static func buffer(
    _ samples: [Int16], _ stream: AudioStreamBasicDescription, at time: CMTime = .zero
  ) throws -> CMSampleBuffer {
    var buffer: CMSampleBuffer?
    let bytes = CMBlockBuffer(copying: samples.withUnsafeBytes { Data($0) })
    let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: kCFAllocatorDefault, dataBuffer: bytes, formatDescription: try format(stream),
      sampleCount: samples.count / Int(stream.mChannelsPerFrame), presentationTimeStamp: time,
      packetDescriptions: nil, sampleBufferOut: &buffer)
    #expect(status == noErr)
    return try #require(buffer)
  }

  static func samples(_ buffer: AudioBuffer) -> [Int16] { Array(UnsafeMutableBufferPointer<Int16>(buffer)) }

  @Test func timesAndSizesComeFromTheFormat() throws {
    let buffer = try Self.buffer(
      [Int16](repeating: 7, count: 2048), Self.stream(2), at: CMTime(value: 5, timescale: 2))
    #expect(buffer.numSamples == 1024 && buffer.presentationTimeStamp == CMTime(value: 5, timescale: 2))
    #expect(buffer.duration == CMTime(value: 1024, timescale: 48_000))
    #expect(try buffer.sampleTimingInfo(at: 3).presentationTimeStamp.seconds == 2.5 + 3.0 / 48_000)
    #expect(buffer.sampleSize(at: 9) == 4 && buffer.totalSampleSize == 4096)
    #expect(CMSampleBufferGetNumSamples(buffer) == 1024 && CMSampleBufferGetDataBuffer(buffer) != nil)
  }

  @Test func packetsHaveTheirOwnSizes() throws {
    var stream = AudioStreamBasicDescription()
    stream.mSampleRate = 44_100
    stream.mFormatID = kAudioFormatMPEG4AAC
    stream.mFramesPerPacket = 1024
    stream.mChannelsPerFrame = 1
    let packets = [10, 20, 5].map {
      AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32($0))
    }
    var buffer: CMSampleBuffer?
    let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: nil, dataBuffer: CMBlockBuffer(copying: Data(count: 35)),
      formatDescription: try Self.format(stream),
      sampleCount: 3, presentationTimeStamp: .zero, packetDescriptions: packets, sampleBufferOut: &buffer)
    #expect(status == noErr)
    #expect(try buffer?.sampleSizes() == [10, 20, 5])
    #expect(buffer?.duration == CMTime(value: 3072, timescale: 44_100))
  }

  /// Every number of channels, interleaved and not: the buffers hold what a plain loop puts there.
  @Test func buffersAreListed() throws {
    var mismatches: [String] = []
    for channels in 1...3 {
      for interleaved in [true, false] {
        let stream = Self.stream(UInt32(channels), interleaved: interleaved)
        let data = (0..<(20 * channels)).map { Int16($0 * 3 - 17) }
        let buffer = try Self.buffer(data, stream)
        let got = try buffer.withAudioBufferList { list, block in
          #expect(block === buffer.dataBuffer)
          return list.map { ($0.mNumberChannels, Self.samples($0)) }
        }
        let count = interleaved ? 1 : channels
        let wanted = (0..<count).map {
          Array(data[($0 * data.count / count)..<(($0 + 1) * data.count / count)])
        }
        if got.map(\.1) != wanted { mismatches.append("\(channels) \(interleaved): \(got)") }
        if got.contains(where: { $0.0 != (interleaved ? UInt32(channels) : 1) }) {
          mismatches.append("\(channels) \(interleaved): channels")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func theCFunctionFillsAListThatIsLongEnough() throws {
    let buffer = try Self.buffer([1, 2, 3, 4], Self.stream(2, interleaved: false))
    var needed = 0
    #expect(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &needed, bufferListOut: nil, bufferListSize: 0,
        blockBufferAllocator: nil,
        blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil) == noErr)
    #expect(needed == AudioBufferList.sizeInBytes(maximumBuffers: 2) && needed == 40)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var block: CMBlockBuffer?
    func get(_ size: Int, _ buffer: CMSampleBuffer) -> OSStatus {
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer, bufferListSize: size,
        blockBufferAllocator: kCFAllocatorDefault, blockBufferMemoryAllocator: kCFAllocatorDefault,
        flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &block)
    }
    #expect(get(39, buffer) == kCMSampleBufferError_ArrayTooSmall && block == nil)
    #expect(get(40, buffer) == noErr && block != nil)
    #expect(list.map(Self.samples) == [[1, 2], [3, 4]])
    let noSound = CMSampleBuffer(
      image: nil, data: CMBlockBuffer(copying: Data([1])), format: nil, sampleCount: 1, timing: [], sizes: [])
    #expect(get(40, noSound) == kCMSampleBufferError_InvalidMediaTypeForOperation)
    try buffer.invalidate()
    #expect(get(40, buffer) == kCMSampleBufferError_Invalidated)
  }

  @Test func bytesMayComeLater() throws {
    var buffer: CMSampleBuffer?
    var timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 48_000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
    #expect(
      CMSampleBufferCreate(
        allocator: kCFAllocatorDefault, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil,
        refcon: nil,
        formatDescription: try Self.format(Self.stream(2, interleaved: false)), sampleCount: 3,
        sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil,
        sampleBufferOut: &buffer) == noErr)
    let late = try #require(buffer)
    #expect(!CMSampleBufferDataIsReady(late) && late.dataReadiness == .notReady)
    #expect(throws: CMSampleBuffer.Error.bufferNotReady) { try late.withAudioBufferList { _, _ in } }
    var (left, right): ([Int16], [Int16]) = ([1, 2, 3], [4, 5, 6])
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    left.withUnsafeMutableBytes { left in
      right.withUnsafeMutableBytes { right in
        list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 6, mData: left.baseAddress)
        list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 6, mData: right.baseAddress)
        let status = CMSampleBufferSetDataBufferFromAudioBufferList(
          late, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
          bufferList: list.unsafePointer)
        #expect(status == noErr)
      }
    }
    #expect(CMSampleBufferDataIsReady(late))
    #expect(try late.withAudioBufferList { list, _ in list.map(Self.samples) } == [[1, 2, 3], [4, 5, 6]])
    let other = CMBlockBuffer(copying: Data([1]))
    #expect(CMSampleBufferSetDataBuffer(late, newValue: other) == kCMSampleBufferError_AlreadyHasDataBuffer)
  }

  @Test func aBlockBufferMayComeLaterToo() throws {
    var buffer: CMSampleBuffer?
    #expect(
      CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: try Self.format(Self.stream(1)), sampleCount: 2, presentationTimeStamp: .zero,
        packetDescriptions: nil, sampleBufferOut: &buffer) == noErr)
    let late = try #require(buffer)
    #expect(CMSampleBufferSetDataBuffer(late, newValue: CMBlockBuffer(copying: Data([1, 0, 2, 0]))) == noErr)
    #expect(!CMSampleBufferDataIsReady(late))
    #expect(CMSampleBufferSetDataReady(late) == noErr && CMSampleBufferDataIsReady(late))
    #expect(try late.withAudioBufferList { list, _ in list.map(Self.samples) } == [[1, 2]])
  }

  @Test func framesAreCopiedOut() throws {
    let buffer = try Self.buffer([1, 2, 3, 4, 5, 6], Self.stream(2))
    var memory = [Int16](repeating: 0, count: 4)
    func copy(_ from: Int32, _ count: Int32, _ bytes: UInt32 = 8) -> OSStatus {
      memory.withUnsafeMutableBytes {
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: bytes, mData: $0.baseAddress))
        return CMSampleBufferCopyPCMDataIntoAudioBufferList(buffer, at: from, frameCount: count, into: &list)
      }
    }
    #expect(copy(1, 2) == noErr && memory == [3, 4, 5, 6])
    #expect(copy(2, 2) == kCMSampleBufferError_SampleIndexOutOfRange)
    #expect(copy(-1, 1) == kCMSampleBufferError_SampleIndexOutOfRange)
    #expect(copy(0, 2, 4) == kCMSampleBufferError_ArrayTooSmall)
  }

  @Test func wrongCreationsAreRefused() throws {
    var buffer: CMSampleBuffer?
    let bytes = CMBlockBuffer(copying: Data(count: 4))
    let video = CMFormatDescription(video: 0x4247_5241, width: 2, height: 2)
    func make(_ format: CMFormatDescription, _ count: Int) -> OSStatus {
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: bytes, formatDescription: format, sampleCount: count,
        presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &buffer)
    }
    #expect(make(video, 1) == kCMSampleBufferError_InvalidMediaFormat)
    #expect(make(try Self.format(Self.stream(1)), 0) == kCMSampleBufferError_InvalidEntryCount)
    #expect(buffer == nil)
  }
}

@Suite struct CMAudioFormatDescriptionTests {
  @Test func aDescriptionOfSoundSaysWhatWasPutIn() throws {
    var stream = CMSampleBufferAudioTests.stream(2)
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let cookie: [UInt8] = [1, 2, 3]
    var made: CMAudioFormatDescription?
    #expect(
      CMAudioFormatDescriptionCreate(
        allocator: kCFAllocatorDefault, asbd: &stream, layoutSize: MemoryLayout<AudioChannelLayout>.size,
        layout: &layout, magicCookieSize: 3, magicCookie: cookie, extensions: nil, formatDescriptionOut: &made
      )
        == noErr)
    let format = try #require(made)
    #expect(format.mediaType == .audio && format.mediaSubType == .linearPCM)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee == stream)
    var size = 0
    #expect(CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &size)?.pointee == layout && size == 12)
    let bytes = CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size)
    #expect(size == 3 && bytes.map { Data(bytes: $0, count: 3) } == Data(cookie))
    #expect(format.magicCookie == Data(cookie) && format.audioStreamBasicDescription == stream)
    // Equal by content.
    let bare = try CMFormatDescription(audioStreamBasicDescription: stream)
    let same = try CMFormatDescription(audioStreamBasicDescription: stream)
    stream.mSampleRate = 44_100
    let slower = try CMFormatDescription(audioStreamBasicDescription: stream)
    #expect(bare != format && bare == same && bare != slower)
    #expect(CMAudioFormatDescriptionGetChannelLayout(bare, sizeOut: &size) == nil && size == 0)
    #expect(CMAudioFormatDescriptionGetMagicCookie(bare, sizeOut: &size) == nil && size == 0)
  }

  @Test func picturesAreNotSound() {
    let video = CMFormatDescription(video: 0x4247_5241, width: 2, height: 2)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(video) == nil)
    #expect(video.audioStreamBasicDescription == nil && video.magicCookie == nil)
  }

  @Test func sizesWithoutMemoryAreRefused() {
    var stream = CMSampleBufferAudioTests.stream(1)
    var (made, layout) = (CMAudioFormatDescription?.none, AudioChannelLayout())
    func make(_ layoutSize: Int, _ hasLayout: Bool, _ cookieSize: Int) -> OSStatus {
      withUnsafePointer(to: &layout) {
        CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &stream, layoutSize: layoutSize, layout: hasLayout ? $0 : nil,
          magicCookieSize: cookieSize, magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
      }
    }
    #expect(make(12, false, 0) == -12_710 && make(4, true, 0) == -12_710 && make(0, false, 5) == -12_710)
    #expect(made == nil && make(0, true, 0) == noErr && made != nil)
  }

  @Test func constantsAreApples() {
    let codes: [(UInt32, String)] = [
      (kAudioFormatLinearPCM, "lpcm"), (kAudioFormatMPEG4AAC, "aac "), (kAudioFormatAppleLossless, "alac"),
      (kAudioFormatMPEGLayer3, ".mp3"), (kAudioFormatOpus, "opus"), (kAudioFormatFLAC, "flac"),
      (kAudioFormatMPEG4AAC_HE, "aach"), (kAudioFormatAC3, "ac-3"), (kAudioFormatULaw, "ulaw"),
    ]
    #expect(codes.filter { $0.0 != $0.1.utf8.reduce(0) { $0 << 8 | UInt32($1) } }.map(\.1) == [])
    #expect(
      kAudioFormatFlagIsFloat == 1 && kAudioFormatFlagIsBigEndian == 2 && kAudioFormatFlagIsSignedInteger == 4
    )
    #expect(kAudioFormatFlagIsPacked == 8 && kAudioFormatFlagIsNonInterleaved == 32)
    #expect(kAudioFormatFlagsNativeFloatPacked == 9 && kLinearPCMFormatFlagIsPacked == 8)
    #expect(kAudioChannelLayoutTag_Mono == 6_553_601 && kAudioChannelLayoutTag_Stereo == 6_619_138)
    // As in C.
    #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40 && MemoryLayout<AudioBuffer>.size == 16)
    #expect(MemoryLayout<AudioBufferList>.size == 24 && MemoryLayout<AudioStreamPacketDescription>.size == 16)
    #expect(MemoryLayout<AudioChannelLayout>.size == 12)
  }

  @Test func aListIsACollection() {
    let list = AudioBufferList.allocate(maximumBuffers: 3)
    defer { free(list.unsafeMutablePointer) }
    #expect(list.count == 3 && list.allSatisfy { $0.mData == nil && $0.mDataByteSize == 0 })
    list[2].mDataByteSize = 5
    list.count = 2
    #expect(list.map(\.mDataByteSize) == [0, 0])
    list.count = 3
    #expect(list[2].mDataByteSize == 5 && list.unsafePointer.pointee.mNumberBuffers == 3)
    #expect(UnsafeMutableAudioBufferListPointer(nil) == nil)
  }
}

@Suite struct CMBlockBufferMoreTests {
  @Test func bytesAreFilledSharedAndCopied() throws {
    let block = CMBlockBuffer(copying: Data([1, 2, 3, 4]))
    #expect(
      CMBlockBufferFillDataBytes(with: 9, blockBuffer: block, offsetIntoDestination: 1, dataLength: 2)
        == noErr)
    #expect(try block.dataBytes() == Data([1, 9, 9, 4]))
    #expect(
      CMBlockBufferFillDataBytes(with: 0, blockBuffer: block, offsetIntoDestination: 5, dataLength: 0)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      CMBlockBufferFillDataBytes(with: 0, blockBuffer: block, offsetIntoDestination: 3, dataLength: 2)
        == kCMBlockBufferBadLengthParameterErr)
    #expect(CMBlockBufferIsRangeContiguous(block, atOffset: 0, length: 0))
    #expect(CMBlockBufferIsRangeContiguous(block, atOffset: 3, length: 1))
    #expect(!CMBlockBufferIsRangeContiguous(block, atOffset: 3, length: 2))
    #expect(CMBlockBufferAssureBlockMemory(block) == noErr && !block.isEmpty)
    func contiguous(_ offset: Int, _ length: Int, _ flags: UInt32 = 0) -> (OSStatus, CMBlockBuffer?) {
      var made: CMBlockBuffer?
      let status = CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: block, blockAllocator: nil, customBlockSource: nil,
        offsetToData: offset,
        dataLength: length, flags: flags, blockBufferOut: &made)
      return (status, made)
    }
    #expect(contiguous(0, 0).1 === block)
    let copy = try #require(contiguous(0, 0, kCMBlockBufferAlwaysCopyDataFlag).1)
    #expect(copy !== block)
    #expect(try copy.dataBytes() == Data([1, 9, 9, 4]))
    #expect(try contiguous(2, 0).1?.dataBytes() == Data([9, 4]))
    #expect(contiguous(5, 0).0 == kCMBlockBufferBadOffsetParameterErr)
    #expect(contiguous(2, 3).0 == kCMBlockBufferBadLengthParameterErr)
    try block.withUnsafeMutableBytes(atOffset: 3) { $0[0] = 7 }
    #expect(try block.dataBytes() == Data([1, 9, 9, 7]))
    #expect(try copy.dataBytes() == Data([1, 9, 9, 4]))
    #expect(throws: NSError.self) { try block.withUnsafeMutableBytes(atOffset: 5) { _ in } }
  }
}
