import DuoCoreMedia
import DuoFoundation
import Foundation

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioFramePosition = Int64
public typealias AVAudioPacketCount = UInt32
public typealias AVAudioChannelCount = UInt32

/// Layouts of uncompressed sound that have names. Raw values are Apple's. [header]
public enum AVAudioCommonFormat: UInt, Hashable, Sendable {
  case otherFormat = 0
  case pcmFormatFloat32 = 1
  case pcmFormatFloat64 = 2
  case pcmFormatInt16 = 3
  case pcmFormatInt32 = 4
}

/// How sound is laid out. Immutable; two with the same content are equal by `isEqual`.
public class AVAudioFormat: NSObject, @unchecked Sendable {
  // `@unchecked`: it holds one immutable value.
  let stream: AudioStreamBasicDescription

  /// The machine's order of bytes. Nil without channels or for more than two, whose order nobody said. [docs]
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    let kind: (bits: UInt32, flag: AudioFormatFlags)
    switch format {
    case .pcmFormatFloat32: kind = (32, kAudioFormatFlagIsFloat)
    case .pcmFormatFloat64: kind = (64, kAudioFormatFlagIsFloat)
    case .pcmFormatInt16: kind = (16, kAudioFormatFlagIsSignedInteger)
    case .pcmFormatInt32: kind = (32, kAudioFormatFlagIsSignedInteger)
    case .otherFormat: return nil
    }
    guard (1...2).contains(channels), sampleRate > 0 else { return nil }
    let bytes = kind.bits / 8 * (interleaved ? channels : 1)
    self.init(
      checked: AudioStreamBasicDescription(
        mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kind.flag | kAudioFormatFlagIsPacked
          | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
        mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels,
        mBitsPerChannel: kind.bits, mReserved: 0))
  }

  /// The standard format: floats of 32 bits, a buffer for each channel. [docs]
  public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
  }

  /// Nil for more than two channels, whose order nobody said. [docs]
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    guard asbd.pointee.mChannelsPerFrame <= 2 else { return nil }
    self.init(checked: asbd.pointee)
  }

  /// The format of a buffer of sound. A description of something else ends the app, as on Apple's systems. [inferred]
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    guard let stream = formatDescription.audioStreamBasicDescription else {
      raise(
        .invalidArgument,
        "*** -[AVAudioFormat initWithCMAudioFormatDescription:] the format description does not describe sound"
      )
    }
    self.init(checked: stream)
  }

  private init(checked stream: AudioStreamBasicDescription) {
    self.stream = stream
    formatDescription = .sound(stream)
  }

  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  public var commonFormat: AVAudioCommonFormat {
    guard stream.mFormatID == kAudioFormatLinearPCM, stream.mFormatFlags & kAudioFormatFlagIsBigEndian == 0
    else {
      return .otherFormat
    }
    let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
    let isSigned = stream.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    switch (isFloat, isSigned, stream.mBitsPerChannel) {
    case (true, _, 32): return .pcmFormatFloat32
    case (true, _, 64): return .pcmFormatFloat64
    case (false, true, 16): return .pcmFormatInt16
    case (false, true, 32): return .pcmFormatInt32
    default: return .otherFormat
    }
  }

  public var channelCount: AVAudioChannelCount { stream.mChannelsPerFrame }
  public var sampleRate: Double { stream.mSampleRate }
  public var isInterleaved: Bool { stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

  /// Valid as long as the format lives.
  public var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
    CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)!
  }

  /// The same as Core Media says it.
  public let formatDescription: CMAudioFormatDescription

  /// Keys as for an audio file or a recorder.
  public var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: stream.mFormatID, AVSampleRateKey: sampleRate, AVNumberOfChannelsKey: Int(channelCount),
    ]
    if stream.mFormatID == kAudioFormatLinearPCM {
      settings[AVLinearPCMBitDepthKey] = Int(stream.mBitsPerChannel)
      settings[AVLinearPCMIsFloatKey] = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
      settings[AVLinearPCMIsBigEndianKey] = stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
      settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
    }
    return settings
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioFormat)?.stream == stream }
  public override var hash: Int { stream.hashValue }
  public override var description: String {
    "<AVAudioFormat: \(channelCount) ch, \(Int(saturating: sampleRate)) Hz, \(commonFormat)>"
  }
}

extension CMFormatDescription {
  /// A description of sound of this layout.
  static func sound(_ stream: AudioStreamBasicDescription) -> CMFormatDescription {
    var (stream, description) = (stream, CMFormatDescription?.none)
    let status = CMAudioFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0,
      magicCookie: nil, extensions: nil, formatDescriptionOut: &description)
    guard let description else { fatalError("no format description of sound: status \(status)") }
    return description
  }
}
