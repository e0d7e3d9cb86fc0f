import DuoFoundation

// Values of Core Audio. [header]

public let kAudioFormatLinearPCM: AudioFormatID = code("lpcm")
public let kAudioFormatMPEG4AAC: AudioFormatID = code("aac ")
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = code("aach")
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = code("aacp")
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = code("aacl")
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = code("aace")
public let kAudioFormatAppleLossless: AudioFormatID = code("alac")
public let kAudioFormatAppleIMA4: AudioFormatID = code("ima4")
public let kAudioFormatMPEGLayer3: AudioFormatID = code(".mp3")
public let kAudioFormatAC3: AudioFormatID = code("ac-3")
public let kAudioFormatEnhancedAC3: AudioFormatID = code("ec-3")
public let kAudioFormatULaw: AudioFormatID = code("ulaw")
public let kAudioFormatALaw: AudioFormatID = code("alaw")
public let kAudioFormatAMR: AudioFormatID = code("samr")
public let kAudioFormatFLAC: AudioFormatID = code("flac")
public let kAudioFormatOpus: AudioFormatID = code("opus")

public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
  kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
public let kLinearPCMFormatFlagIsAlignedHigh: AudioFormatFlags = kAudioFormatFlagIsAlignedHigh
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved

public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2

private func code(_ text: StaticString) -> FourCharCode {
  text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | FourCharCode($1) } }
}
