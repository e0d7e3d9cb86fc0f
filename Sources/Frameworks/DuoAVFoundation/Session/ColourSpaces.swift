import DuoCoreMedia
import MediaCoding
import PhoneModel

// What a colour space is to those who draw, to buffers and to movies.
extension AVCaptureColorSpace {
  var pictureColours: PictureColours {
    switch self {
    case .sRGB: .sRGB
    case .P3_D65: .displayP3
    case .HLG_BT2020: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }

  var bufferColours: VideoColours {
    switch self {
    case .sRGB: .sRGB
    case .P3_D65: .displayP3
    case .HLG_BT2020: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }

  var tags: ColourTags { bufferColours.tags }

  /// Of no photo. [header]
  var isLog: Bool { self == .appleLog || self == .appleLog2 }
}

extension VideoColours {
  var tags: ColourTags {
    switch self {
    case .sRGB: .bt709
    case .displayP3: .p3
    case .hlg: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }
}

extension ColourTags {
  var wantsTenBits: Bool { self == .hlg || self == .appleLog || self == .appleLog2 }

  /// Of pictures that are drawn for a movie with these tags.
  var pictureColours: PictureColours {
    switch self {
    case .bt709, .bt601: .sRGB
    case .p3: .displayP3
    case .hlg: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }

  /// Of buffers that are read from one.
  var bufferColours: VideoColours {
    switch self {
    case .bt709, .bt601: .sRGB
    case .p3: .displayP3
    case .hlg: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }
}

extension PixelLayout {
  /// Of a video data output's pixel formats.
  init(bufferFormat format: OSType) {
    switch format {
    case kCVPixelFormatType_32BGRA: self = .bgra
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .biplanar420(fullRange: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange:
      self = .biplanarTen(fullRange: false, halvesRows: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      self = .biplanarTen(fullRange: true, halvesRows: true)
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange:
      self = .biplanarTen(fullRange: false, halvesRows: false)
    case kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
      self = .biplanarTen(fullRange: true, halvesRows: false)
    default: self = .biplanar420(fullRange: false)
    }
  }
}
