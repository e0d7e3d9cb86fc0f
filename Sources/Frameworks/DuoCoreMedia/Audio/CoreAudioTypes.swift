import DuoFoundation

public typealias AudioFormatID = UInt32
public typealias AudioFormatFlags = UInt32
public typealias AudioChannelLayoutTag = UInt32
public typealias AudioChannelLabel = UInt32

/// How a stream of sound is laid out. [header]
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Frames in a second; 0 when it is not constant.
  public var mSampleRate: Float64
  /// Such as `kAudioFormatLinearPCM`.
  public var mFormatID: AudioFormatID
  public var mFormatFlags: AudioFormatFlags
  public var mBytesPerPacket: UInt32
  /// 1 for uncompressed sound.
  public var mFramesPerPacket: UInt32
  /// Of one channel when the channels are not interleaved.
  public var mBytesPerFrame: UInt32
  public var mChannelsPerFrame: UInt32
  public var mBitsPerChannel: UInt32
  public var mReserved: UInt32

  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
      mBytesPerFrame: 0, mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  public init(
    mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}

/// Where a packet of compressed sound lies. [header]
public struct AudioStreamPacketDescription: Hashable, Sendable {
  public var mStartOffset: Int64
  /// 0 when every packet has the same number of frames.
  public var mVariableFramesInPacket: UInt32
  public var mDataByteSize: UInt32

  public init() { self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0) }

  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}

/// Sound of one or more interleaved channels. Does not own its memory. [header]
public struct AudioBuffer {
  public var mNumberChannels: UInt32
  public var mDataByteSize: UInt32
  public var mData: UnsafeMutableRawPointer?

  public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }
}

/// A list of buffers: one of interleaved channels, or one for each channel. In memory the second and further ones
/// follow the first. [header]
public struct AudioBufferList {
  public var mNumberBuffers: UInt32
  /// The first of them.
  public var mBuffers: AudioBuffer

  public init() { self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }

  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// Bytes of a list with this many buffers.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "a list has a buffer at least")
    return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Memory for a list, to be given back with `free`. Every buffer is empty.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let memory = calloc(sizeInBytes(maximumBuffers: maximumBuffers), 1)!
    let list = UnsafeMutableAudioBufferListPointer(
      memory.bindMemory(to: AudioBufferList.self, capacity: 1))
    list.count = maximumBuffers
    return list
  }
}

/// A list of buffers in memory, as a collection.
///
/// `@unchecked` is not claimed: like other pointers it is not `Sendable`.
public struct UnsafeMutableAudioBufferListPointer {
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p else { return nil }
    self.init(p)
  }

  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers)!
    return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  public typealias Element = AudioBuffer
  public typealias Index = Int

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(indices.contains(index), "subscript index out of range")
      return buffers[index]
    }
    nonmutating set {
      precondition(indices.contains(index), "subscript index out of range")
      buffers[index] = newValue
    }
  }
}

extension UnsafeMutableBufferPointer {
  /// The samples that a buffer of sound holds.
  public init(_ buffer: AudioBuffer) {
    let count = Int(buffer.mDataByteSize) / MemoryLayout<Element>.stride
    self.init(start: buffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}

/// Which channel is which. A tag, or for the tag "descriptions" a list that does not exist here. [header]
public struct AudioChannelLayout: Hashable, Sendable {
  public var mChannelLayoutTag: AudioChannelLayoutTag
  public var mChannelBitmap: UInt32
  public var mNumberChannelDescriptions: UInt32

  public init() { (mChannelLayoutTag, mChannelBitmap, mNumberChannelDescriptions) = (0, 0, 0) }
}
