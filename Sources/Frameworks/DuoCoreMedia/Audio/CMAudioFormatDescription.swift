import DuoFoundation

/// What a description of sound holds beyond the stream's layout.
struct AudioFormatContent: Hashable, Sendable {
  var stream: AudioStreamBasicDescription
  var layout: AudioChannelLayout?
  /// What a decoder needs before the first packet.
  var cookie: Data?
}

extension CMFormatDescription {
  /// The layout of the stream; nil when this does not describe sound.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? { audio?.stream }

  /// What a decoder needs before the first packet; nil without it.
  public var magicCookie: Data? { audio?.cookie }

  /// A description of sound. Its sub type is the stream's format.
  /// - Throws: never here; Apple's can.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, magicCookie: Data? = nil,
    extensions: Extensions = Extensions()
  ) throws {
    self.init(
      audio: AudioFormatContent(stream: audioStreamBasicDescription, layout: nil, cookie: magicCookie),
      extensions: extensions.dictionary)
  }

  /// Uncompressed sound of 16-bit integers in the machine's order, channels interleaved.
  package convenience init(sound rate: Double, channels: Int) {
    let bytes = UInt32(2 * channels)
    self.init(
      audio: AudioFormatContent(
        stream: AudioStreamBasicDescription(
          mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
          mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: bytes,
          mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: UInt32(channels),
          mBitsPerChannel: 16, mReserved: 0), layout: nil, cookie: nil), extensions: nil)
  }

  fileprivate convenience init(audio: AudioFormatContent, extensions: CFDictionary?) {
    self.init(
      mediaType: .audio, mediaSubType: MediaSubType(rawValue: audio.stream.mFormatID),
      dimensions: CMVideoDimensions(), extensions: extensions, audio: audio)
  }
}

/// A description of sound.
/// - Parameters:
///   - layoutSize: Bytes of the layout; 0 without one.
///   - magicCookieSize: Bytes of the cookie; 0 without one.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a size without its memory, or for a layout that is
///   shorter than its fixed part (assumed).
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  guard layoutSize == 0 || layout != nil && layoutSize >= MemoryLayout<AudioChannelLayout>.size,
    magicCookieSize == 0 || magicCookie != nil && magicCookieSize > 0
  else { return kCMFormatDescriptionError_InvalidParameter }
  formatDescriptionOut.pointee = CMFormatDescription(
    audio: AudioFormatContent(
      stream: asbd.pointee, layout: layoutSize > 0 ? layout?.pointee : nil,
      cookie: magicCookieSize > 0 ? magicCookie.map { Data(bytes: $0, count: magicCookieSize) } : nil),
    extensions: extensions)
  return noErr
}

/// The layout of the stream, valid as long as the description lives; nil when it does not describe sound.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.audioMemory.map { UnsafePointer($0.stream) }
}

/// Which channel is which; nil when nobody said.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  guard let memory = desc.audioMemory?.layout else {
    sizeOut?.pointee = 0
    return nil
  }
  sizeOut?.pointee = MemoryLayout<AudioChannelLayout>.size
  return UnsafePointer(memory)
}

/// What a decoder needs before the first packet; nil without it.
public func CMAudioFormatDescriptionGetMagicCookie(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  guard let cookie = desc.audioMemory?.cookie else {
    sizeOut?.pointee = 0
    return nil
  }
  sizeOut?.pointee = cookie.count
  return UnsafeRawPointer(cookie.baseAddress)
}

/// The parts of a description as memory with a fixed address.
///
/// `@unchecked` because it is written once, in the initialiser.
final class AudioFormatMemory: @unchecked Sendable {
  let stream: UnsafeMutablePointer<AudioStreamBasicDescription>
  let layout: UnsafeMutablePointer<AudioChannelLayout>?
  let cookie: UnsafeMutableRawBufferPointer?

  init(_ content: AudioFormatContent) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: content.stream)
    layout = content.layout.map { content in
      let memory = UnsafeMutablePointer<AudioChannelLayout>.allocate(capacity: 1)
      memory.initialize(to: content)
      return memory
    }
    cookie = content.cookie.map { content in
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 16)
      content.copyBytes(to: memory)
      return memory
    }
  }

  deinit {
    stream.deallocate()
    layout?.deallocate()
    cookie?.deallocate()
  }
}
