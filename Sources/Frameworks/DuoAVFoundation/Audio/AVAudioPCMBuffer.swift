import DuoCoreMedia
import DuoFoundation
import Foundation

/// Sound in memory with its format. Abstract: make an `AVAudioPCMBuffer`.
public class AVAudioBuffer: NSObject {
  public let format: AVAudioFormat
  let list: UnsafeMutableAudioBufferListPointer

  init(_ format: AVAudioFormat, list: UnsafeMutableAudioBufferListPointer) {
    self.format = format
    self.list = list
  }

  /// Where the sound lies; valid as long as the buffer lives.
  public var audioBufferList: UnsafePointer<AudioBufferList> { list.unsafePointer }
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { list.unsafeMutablePointer }
}

/// Uncompressed sound in memory. Like Apple's, not `Sendable`.
public class AVAudioPCMBuffer: AVAudioBuffer {
  /// Frames that fit.
  public let frameCapacity: AVAudioFrameCount
  private var length: AVAudioFrameCount = 0
  private let memory: UnsafeMutableRawPointer
  /// Where the channels begin, for the accessors of the named formats.
  private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

  /// An empty buffer. Nil when the format is compressed.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let frame = Int(format.stream.mBytesPerFrame)
    guard format.stream.mFormatID == kAudioFormatLinearPCM, frame > 0, format.channelCount > 0 else {
      return nil
    }
    let count = format.isInterleaved ? 1 : Int(format.channelCount)
    let part = frame * Int(frameCapacity)
    let list = AudioBufferList.allocate(maximumBuffers: count)
    memory = calloc(max(1, part * count), 1)!
    channels = .allocate(capacity: Int(format.channelCount))
    for index in 0..<count {
      list[index] = AudioBuffer(
        mNumberChannels: format.isInterleaved ? format.channelCount : 1, mDataByteSize: 0,
        mData: memory + index * part)
    }
    // Interleaved channels begin beside each other.
    let step = format.isInterleaved ? frame / Int(format.channelCount) : part
    for channel in 0..<Int(format.channelCount) { channels[channel] = memory + channel * step }
    self.frameCapacity = frameCapacity
    super.init(format, list: list)
  }

  deinit {
    free(list.unsafeMutablePointer)
    free(memory)
    channels.deallocate()
  }

  /// Frames that are there; 0 at first. More than `frameCapacity` raises. [docs]; name of the exception [inferred]
  public var frameLength: AVAudioFrameCount {
    get { length }
    set {
      guard newValue <= frameCapacity else {
        raise(
          .invalidArgument,
          "*** -[AVAudioPCMBuffer setFrameLength:] required condition is false: frameLength <= frameCapacity")
      }
      length = newValue
      for index in list.indices { list[index].mDataByteSize = newValue * format.stream.mBytesPerFrame }
    }
  }

  /// Steps from one frame of a channel to the next.
  public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// Nil unless the samples are floats of 32 bits.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { pointers(.pcmFormatFloat32) }
  /// Nil unless the samples are integers of 16 bits.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { pointers(.pcmFormatInt16) }
  /// Nil unless the samples are integers of 32 bits.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { pointers(.pcmFormatInt32) }

  private func pointers<Sample>(
    _ wanted: AVAudioCommonFormat
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == wanted else { return nil }
    return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
  }
}
