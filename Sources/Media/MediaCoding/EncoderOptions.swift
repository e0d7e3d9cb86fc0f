import CLibAV

/// What each codec's encoder is told.
enum EncoderOptions {
  static func pixelFormat(of settings: VideoTrackSettings) -> AVPixelFormat {
    switch settings.codec {
    case .h264: AV_PIX_FMT_NV12
    case .hevc: settings.profile == .hevcMain10 ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
    case .proRes422: AV_PIX_FMT_YUV422P10LE
    case .jpeg: AV_PIX_FMT_YUVJ420P
    }
  }

  /// Why settings can't be; nil when they can.
  static func fault(of settings: VideoTrackSettings) -> String? {
    let (width, height) = (settings.width, settings.height)
    if width < 16 || height < 16 || width % 2 != 0 || height % 2 != 0 || max(width, height) > 16_384 {
      return "\(width) x \(height): sides must be even, from 16 to 16384"
    }
    if settings.timescale < 1 { return "time scale \(settings.timescale): at least 1" }
    if let rate = settings.bitRate, rate < 1 { return "bit rate \(rate): at least 1" }
    if !(0...1).contains(settings.quality) { return "quality \(settings.quality): from 0 to 1" }
    if let interval = settings.keyFrameInterval, interval < 0 {
      return "key frame interval \(interval): at least 0"
    }
    if !(1...64).contains(settings.threads) { return "\(settings.threads) threads: from 1 to 64" }
    if let profile = settings.profile, !profiles(of: settings.codec).contains(profile) {
      return "profile \(profile) is not one of \(settings.codec)"
    }
    if settings.profile == .baseline, settings.allowsFrameReordering {
      return "the baseline profile has no frame reordering"
    }
    return nil
  }

  private static func profiles(of codec: VideoCodec) -> [VideoTrackSettings.Profile] {
    switch codec {
    case .h264: [.baseline, .main, .high]
    case .hevc: [.hevcMain, .hevcMain10]
    case .proRes422: [.proResProxy, .proResLT, .proResStandard, .proResHQ]
    case .jpeg: []
    }
  }

  static func options(of settings: VideoTrackSettings) -> [(String, String)] {
    switch settings.codec {
    case .h264: h264(settings)
    case .hevc: hevc(settings)
    case .proRes422: [("profile", proResProfile(settings)), ("vendor", "apl0")]
    case .jpeg: [("huffman", "default")]
    }
  }

  /// 0...1 as x264's and x265's rate factor: 0.6 is 25, 1 is 15.
  private static func rateFactor(_ settings: VideoTrackSettings) -> String {
    String(Int((40 - settings.quality * 25).rounded()))
  }

  private static func h264(_ settings: VideoTrackSettings) -> [(String, String)] {
    var options = [("preset", settings.speed == .fastest ? "ultrafast" : "superfast"), ("forced-idr", "1")]
    // No picture waits in the encoder: neither for later ones nor in another thread.
    var own = ["sync-lookahead=0", "rc-lookahead=0", "sliced-threads=1", "mbtree=0", "scenecut=0"]
    if settings.allowsFrameReordering { own += ["b-adapt=0", "bframes=2"] }
    // x264 names the lowest profile that has all the tools in use; the fastest preset leaves these tools out.
    switch settings.profile {
    case .baseline: options.append(("profile", "baseline"))
    case .main:
      own.append("cabac=1")
      options.append(("profile", "main"))
    default:
      own += ["cabac=1", "8x8dct=1"]
      options.append(("profile", "high"))
    }
    options.append(("x264-params", own.joined(separator: ":")))
    if let level = settings.level { options.append(("level", "\(level / 10).\(level % 10)")) }
    if settings.bitRate == nil { options.append(("crf", rateFactor(settings))) }
    return options
  }

  private static func hevc(_ settings: VideoTrackSettings) -> [(String, String)] {
    var own = [
      "log-level=none", "info=0", "frame-threads=1", "scenecut=0", "rc-lookahead=0", "lookahead-slices=0",
      "pools=\(settings.threads == 1 ? "none" : String(settings.threads))",
    ]
    own.append(settings.allowsFrameReordering ? "bframes=2" : "bframes=0")
    if settings.allowsFrameReordering { own.append("b-adapt=0") }
    if let interval = settings.keyFrameInterval, interval > 0 {
      own += ["keyint=\(interval)", "min-keyint=1"]
    }
    var options = [
      ("preset", settings.speed == .fastest ? "ultrafast" : "superfast"), ("forced-idr", "1"),
      ("x265-params", own.joined(separator: ":")),
    ]
    if settings.profile == .hevcMain10 { options.append(("profile", "main10")) }
    if settings.bitRate == nil { options.append(("crf", rateFactor(settings))) }
    return options
  }

  private static func proResProfile(_ settings: VideoTrackSettings) -> String {
    switch settings.profile {
    case .proResProxy: "proxy"
    case .proResLT: "lt"
    case .proResHQ: "hq"
    default: "standard"
    }
  }
}

extension ColourTags {
  var numbers: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, space: AVColorSpace) {
    switch self {
    case .bt709: (AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_SPC_BT709)
    case .p3: (AVCOL_PRI_SMPTE432, AVCOL_TRC_BT709, AVCOL_SPC_BT709)
    case .bt601: (AVCOL_PRI_SMPTE170M, AVCOL_TRC_BT709, AVCOL_SPC_SMPTE170M)
    case .hlg: (AVCOL_PRI_BT2020, AVCOL_TRC_ARIB_STD_B67, AVCOL_SPC_BT2020_NCL)
    case .appleLog: (AVCOL_PRI_BT2020, AVCOL_TRC_UNSPECIFIED, AVCOL_SPC_BT2020_NCL)
    case .appleLog2: (AVCOL_PRI_UNSPECIFIED, AVCOL_TRC_UNSPECIFIED, AVCOL_SPC_BT2020_NCL)
    }
  }

  init?(primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, space: AVColorSpace) {
    let all: [ColourTags] = [.bt709, .p3, .bt601, .hlg]
    guard
      let found = all.first(where: {
        $0.numbers.primaries == primaries && $0.numbers.transfer == transfer && $0.numbers.space == space
      })
    else { return nil }
    self = found
  }
}
