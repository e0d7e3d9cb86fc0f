import DuoCoreMedia
import MediaCoding
import PhoneModel

// What a colour space is to those who draw, to buffers and to movies.
extension AVCaptureColorSpace {
  var pictureColours: PictureColours { bufferColours.pictureColours }

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
  var pictureColours: PictureColours {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    case .hlg: .hlg
    case .appleLog: .appleLog
    case .appleLog2: .appleLog2
    }
  }

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
  var pictureColours: PictureColours { bufferColours.pictureColours }

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
    self =
      switch PictureLayout(format) {
      case .bgra: .bgra
      case .biplanar420(let fullRange): .biplanar420(fullRange: fullRange)
      case .biplanarTen(let fullRange, let halvesRows):
        .biplanarTen(fullRange: fullRange, halvesRows: halvesRows)
      case nil: .biplanar420(fullRange: false)
      }
  }
}
