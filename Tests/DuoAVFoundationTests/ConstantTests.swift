import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// Raw values as Apple's headers have them.
@Suite struct ConstantTests {
  /// AVError.h.
  @Test func codesOfErrors() {
    let rows: [(AVError.Code, Int)] = [
      (AVError.unknown, -11800), (AVError.outOfMemory, -11801), (AVError.sessionNotRunning, -11803),
      (AVError.deviceAlreadyUsedByAnotherSession, -11804), (AVError.noDataCaptured, -11805),
      (AVError.sessionConfigurationChanged, -11806), (AVError.diskFull, -11807),
      (AVError.deviceWasDisconnected, -11808), (AVError.mediaChanged, -11809),
      (AVError.maximumDurationReached, -11810), (AVError.maximumFileSizeReached, -11811),
      (AVError.mediaDiscontinuity, -11812), (AVError.maximumNumberOfSamplesForFileFormatReached, -11813),
      (AVError.deviceNotConnected, -11814), (AVError.deviceInUseByAnotherApplication, -11815),
      (AVError.deviceLockedForConfigurationByAnotherProcess, -11817), (AVError.sessionWasInterrupted, -11818),
      (AVError.mediaServicesWereReset, -11819), (AVError.exportFailed, -11820),
      (AVError.decodeFailed, -11821),
      (AVError.invalidSourceMedia, -11822), (AVError.fileAlreadyExists, -11823),
      (AVError.fileFormatNotRecognized, -11828), (AVError.fileFailedToParse, -11829),
      (AVError.maximumStillImageCaptureRequestsExceeded, -11830), (AVError.noImageAtTime, -11832),
      (AVError.decoderNotFound, -11833), (AVError.encoderNotFound, -11834),
      (AVError.deviceIsNotAvailableInBackground, -11837), (AVError.encoderTemporarilyUnavailable, -11840),
      (AVError.torchLevelUnavailable, -11846), (AVError.operationInterrupted, -11847),
      (AVError.applicationIsNotAuthorizedToUseDevice, -11852), (AVError.recordingAlreadyInProgress, -11859),
      (AVError.unsupportedOutputSettings, -11861), (AVError.operationNotAllowed, -11862),
      (AVError.formatUnsupported, -11864), (AVError.malformedDepth, -11865),
      (AVError.operationNotSupportedForPreset, -11871), (AVError.sessionHardwareCostOverage, -11872),
      (AVError.unsupportedDeviceActiveFormat, -11873), (AVError.operationCancelled, -11878),
      (AVError.noSmartFramingsEnabled, -11890),
    ]
    #expect(rows.filter { $0.rawValue != $1 }.map(\.1) == [])
    // Each is the code of an error of the domain, and comes back from one.
    var mismatches: [String] = []
    for (code, number) in rows {
      let made = NSError(domain: "AVFoundationErrorDomain", code: number)
      if (made as? AVError)?.code != code { mismatches.append("\(number) as AVError") }
      if AVError(code)._nsError.code != number || AVError(code)._nsError.domain != AVFoundationErrorDomain {
        mismatches.append("\(number) as NSError")
      }
      if (NSError(domain: NSCocoaErrorDomain, code: number) as? AVError) != nil {
        mismatches.append("\(number)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func keysOfErrors() {
    let rows = [
      (AVErrorDeviceKey, "AVErrorDeviceKey"), (AVErrorMediaTypeKey, "AVErrorMediaTypeKey"),
      (AVErrorMediaSubTypeKey, "AVErrorMediaSubTypeKey"), (AVErrorTimeKey, "AVErrorTimeKey"),
      (AVErrorPIDKey, "AVErrorPIDKey"), (AVErrorFileSizeKey, "AVErrorFileSizeKey"),
      (AVErrorRecordingSuccessfullyFinishedKey, "AVErrorRecordingSuccessfullyFinishedKey"),
      (AVErrorDiscontinuityFlagsKey, "AVErrorDiscontinuityFlagsKey"),
      (AVFoundationErrorDomain, "AVFoundationErrorDomain"),
    ]
    #expect(rows.filter { $0 != $1 }.map(\.1) == [])
  }

  /// AVMediaFormat.h.
  @Test func kindsOfMediaAndFiles() {
    let media: [(AVMediaType, String)] = [
      (.video, "vide"), (.audio, "soun"), (.text, "text"), (.closedCaption, "clcp"), (.subtitle, "sbtl"),
      (.timecode, "tmcd"), (.metadata, "meta"), (.muxed, "muxx"), (.depthData, "dpth"),
      (.metadataObject, "mobj"),
    ]
    let files: [(AVFileType, String)] = [
      (.mov, "com.apple.quicktime-movie"), (.mp4, "public.mpeg-4"), (.m4v, "com.apple.m4v-video"),
      (.m4a, "com.apple.m4a-audio"), (.jpg, "public.jpeg"), (.heic, "public.heic"), (.heif, "public.heif"),
      (.dng, "com.adobe.raw-image"), (.tif, "public.tiff"), (.mobile3GPP, "public.3gpp"),
      (.mobile3GPP2, "public.3gpp2"), (.wav, "com.microsoft.waveform-audio"),
      (.caf, "com.apple.coreaudio-format"), (.aiff, "public.aiff-audio"), (.aifc, "public.aifc-audio"),
      (.mp3, "public.mp3"), (.avci, "public.avci"),
    ]
    let codecs: [(AVVideoCodecType, String)] = [
      (.hevc, "hvc1"), (.h264, "avc1"), (.jpeg, "jpeg"), (.proRes422, "apcn"), (.proRes4444, "ap4h"),
      (.proRes422HQ, "apch"), (.proRes422LT, "apcs"), (.proRes422Proxy, "apco"),
    ]
    #expect(media.filter { $0.rawValue != $1 }.map(\.1) == [])
    #expect(files.filter { $0.rawValue != $1 }.map(\.1) == [])
    #expect(codecs.filter { $0.rawValue != $1 }.map(\.1) == [])
  }

  /// AVVideoSettings.h.
  @Test func keysOfVideoSettings() {
    let rows = [
      (AVVideoCodecKey, "AVVideoCodecKey"), (AVVideoWidthKey, "AVVideoWidthKey"),
      (AVVideoHeightKey, "AVVideoHeightKey"), (AVVideoScalingModeKey, "AVVideoScalingModeKey"),
      (AVVideoScalingModeResize, "AVVideoScalingModeResize"),
      (AVVideoScalingModeResizeAspectFill, "AVVideoScalingModeResizeAspectFill"),
      (AVVideoCompressionPropertiesKey, "AVVideoCompressionPropertiesKey"),
      (AVVideoColorPropertiesKey, "AVVideoColorPropertiesKey"),
      (AVVideoAverageBitRateKey, "AverageBitRate"), (AVVideoQualityKey, "Quality"),
      (AVVideoMaxKeyFrameIntervalKey, "MaxKeyFrameInterval"),
      (AVVideoMaxKeyFrameIntervalDurationKey, "MaxKeyFrameIntervalDuration"),
      (AVVideoAllowFrameReorderingKey, "AllowFrameReordering"), (AVVideoProfileLevelKey, "ProfileLevel"),
      (AVVideoExpectedSourceFrameRateKey, "ExpectedFrameRate"),
      (AVVideoH264EntropyModeKey, "H264EntropyMode"), (AVVideoH264EntropyModeCAVLC, "CAVLC"),
      (AVVideoH264EntropyModeCABAC, "CABAC"), (AVVideoProfileLevelH264Baseline30, "H264_Baseline_3_0"),
      (AVVideoProfileLevelH264Baseline31, "H264_Baseline_3_1"),
      (AVVideoProfileLevelH264Baseline41, "H264_Baseline_4_1"),
      (AVVideoProfileLevelH264BaselineAutoLevel, "H264_Baseline_AutoLevel"),
      (AVVideoProfileLevelH264Main30, "H264_Main_3_0"), (AVVideoProfileLevelH264Main31, "H264_Main_3_1"),
      (AVVideoProfileLevelH264Main32, "H264_Main_3_2"), (AVVideoProfileLevelH264Main41, "H264_Main_4_1"),
      (AVVideoProfileLevelH264MainAutoLevel, "H264_Main_AutoLevel"),
      (AVVideoProfileLevelH264High40, "H264_High_4_0"), (AVVideoProfileLevelH264High41, "H264_High_4_1"),
      (AVVideoProfileLevelH264HighAutoLevel, "H264_High_AutoLevel"),
    ]
    #expect(rows.filter { $0 != $1 }.map(\.1) == [])
    // Every level is one that the encoder takes.
    var refused: [String] = []
    for (level, name) in rows where name.hasPrefix("H264_") {
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264,
        AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: level],
      ]
      do throws(VideoSettings.Fault) { _ = try VideoSettings(settings) } catch { refused.append(error.text) }
    }
    #expect(refused == [])
  }

  /// AVCaptureSessionPreset.h.
  @Test func presets() {
    let rows: [(AVCaptureSession.Preset, String)] = [
      (.photo, "Photo"), (.high, "High"), (.medium, "Medium"), (.low, "Low"), (.cif352x288, "352x288"),
      (.vga640x480, "640x480"), (.hd1280x720, "1280x720"), (.hd1920x1080, "1920x1080"),
      (.hd4K3840x2160, "3840x2160"), (.iFrame960x540, "iFrame960x540"), (.iFrame1280x720, "iFrame1280x720"),
      (.inputPriority, "InputPriority"),
    ]
    #expect(rows.filter { $0.rawValue != "AVCaptureSessionPreset" + $1 }.map(\.1) == [])
    #expect(AVCaptureSession.Preset.all == rows.map(\.0))
  }

  /// AVAssetWriter.h, AVAssetReader.h, AVAudioFormat.h.
  @Test func statesOfWritersAndReaders() {
    let writer: [AVAssetWriter.Status] = [.unknown, .writing, .completed, .failed, .cancelled]
    let reader: [AVAssetReader.Status] = [.unknown, .reading, .completed, .failed, .cancelled]
    let formats: [AVAudioCommonFormat] = [
      .otherFormat, .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
    ]
    #expect(writer.map(\.rawValue) == Array(0...4) && reader.map(\.rawValue) == Array(0...4))
    #expect(formats.map(\.rawValue) == Array(0...4))
  }

  /// AVAudioSessionTypes.h; its four-letter codes are with the audio session's tests.
  @Test func numbersOfTheAudioSession() {
    #expect(AVAudioSession.ErrorCode.none.rawValue == 0 && AVAudioSession.ErrorCode.badParam.rawValue == -50)
    let reasons: [(AVAudioSession.RouteChangeReason, UInt)] = [
      (.unknown, 0), (.newDeviceAvailable, 1), (.oldDeviceUnavailable, 2), (.categoryChange, 3),
      (.override, 4),
      (.wakeFromSleep, 6), (.noSuitableRouteForCategory, 7), (.routeConfigurationChange, 8),
    ]
    #expect(reasons.filter { $0.rawValue != $1 }.map(\.1) == [])
    let options: [(AVAudioSession.CategoryOptions, UInt)] = [
      (.mixWithOthers, 1), (.duckOthers, 2), (.allowBluetoothHFP, 4), (.defaultToSpeaker, 8),
      (.interruptSpokenAudioAndMixWithOthers, 17), (.allowBluetoothA2DP, 32), (.allowAirPlay, 64),
      (.overrideMutedMicrophoneInterruption, 128),
    ]
    #expect(options.filter { $0.rawValue != $1 }.map(\.1) == [])
    // To interrupt spoken sound is to mix with the rest.
    #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
  }

  @Test func placesOfSound() {
    let rows: [(AVAudioSession.Port, String)] = [
      (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
      (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
      (.lineOut, "LineOut"), (.bluetoothA2DP, "BluetoothA2DPOutput"), (.bluetoothLE, "BluetoothLE"),
      (.bluetoothHFP, "BluetoothHFP"), (.usbAudio, "USBAudio"), (.HDMI, "HDMIOutput"), (.airPlay, "AirPlay"),
      (.carAudio, "CarAudio"),
    ]
    #expect(rows.filter { $0.rawValue != $1 }.map(\.1) == [])
    #expect(Set(AVAudioSession.Mode.all.map(\.rawValue)).count == 9)
    #expect(AVAudioSession.Mode.all.allSatisfy { $0.rawValue.hasPrefix("AVAudioSessionMode") })
  }
}
