/// Which of ImageIO's keys stand where in an Exif block. Numbers and forms are those of the Exif standard.
enum ExifTable {
  enum Directory: Sendable { case tiff, exif, gps }

  enum Form: Sendable {
    case text, short, shorts, long, rational, rationals, signedRational
    /// One byte.
    case byte
    /// A list of bytes.
    case bytes
    /// Text of a set length without an end, such as a version.
    case digits
    /// One byte that is no number of its own, such as a kind of scene.
    case code
    /// Bytes with the name of their alphabet before them.
    case comment
    /// Degrees, or hours, as three fractions.
    case degrees, hours
  }

  struct Entry: Sendable {
    var key: String
    var tag: UInt32
    var form: Form
    init(_ key: String, _ tag: UInt32, _ form: Form) { (self.key, self.tag, self.form) = (key, tag, form) }
  }

  static let names: [(directory: Directory, group: String)] = [
    (.tiff, "{TIFF}"), (.exif, "{Exif}"), (.gps, "{GPS}"),
  ]

  /// Groups that ImageIO knows. Those that have no entries here are kept, and not written into files.
  static let groups: Set<String> = [
    "{TIFF}", "{Exif}", "{GPS}", "{ExifAux}", "{JFIF}", "{PNG}", "{IPTC}", "{MakerApple}", "{8BIM}", "{Raw}",
    "{DNG}", "{HEICS}", "{HEIF}",
  ]

  static let topKeys: Set<String> = [
    "Orientation", "PixelWidth", "PixelHeight", "DPIWidth", "DPIHeight", "Depth", "ColorModel", "ProfileName",
    "HasAlpha", "IsFloat", "IsIndexed", "FileSize", "PrimaryImage",
  ]

  static func isKnown(_ key: String, in group: String) -> Bool {
    guard let directory = names.first(where: { $0.group == group })?.directory else { return true }
    return entries(directory).contains { $0.key == key } || unwritten.contains(key)
  }

  /// Keys of ImageIO that stand for themselves here: what they say follows from the picture.
  private static let unwritten: Set<String> = [
    "Orientation", "MakerNote", "CFAPattern", "ComponentsConfiguration", "Compression",
    "PhotometricInterpretation",
  ]

  static func entries(_ directory: Directory) -> [Entry] {
    switch directory {
    case .tiff: tiff
    case .exif: exif
    case .gps: gps
    }
  }

  private static let tiff: [Entry] = [
    Entry("DocumentName", 0x010d, .text), Entry("ImageDescription", 0x010e, .text),
    Entry("Make", 0x010f, .text), Entry("Model", 0x0110, .text), Entry("XResolution", 0x011a, .rational),
    Entry("YResolution", 0x011b, .rational), Entry("ResolutionUnit", 0x0128, .short),
    Entry("Software", 0x0131, .text), Entry("DateTime", 0x0132, .text), Entry("Artist", 0x013b, .text),
    Entry("HostComputer", 0x013c, .text), Entry("Copyright", 0x8298, .text),
  ]

  private static let exif: [Entry] = [
    Entry("ExposureTime", 0x829a, .rational), Entry("FNumber", 0x829d, .rational),
    Entry("ExposureProgram", 0x8822, .short), Entry("ISOSpeedRatings", 0x8827, .shorts),
    Entry("SpectralSensitivity", 0x8824, .text),
    Entry("SensitivityType", 0x8830, .short), Entry("StandardOutputSensitivity", 0x8831, .long),
    Entry("RecommendedExposureIndex", 0x8832, .long), Entry("ISOSpeed", 0x8833, .long),
    Entry("ExifVersion", 0x9000, .digits), Entry("CompressedBitsPerPixel", 0x9102, .rational),
    Entry("DateTimeOriginal", 0x9003, .text), Entry("DateTimeDigitized", 0x9004, .text),
    Entry("OffsetTime", 0x9010, .text), Entry("OffsetTimeOriginal", 0x9011, .text),
    Entry("OffsetTimeDigitized", 0x9012, .text), Entry("ShutterSpeedValue", 0x9201, .signedRational),
    Entry("ApertureValue", 0x9202, .rational), Entry("BrightnessValue", 0x9203, .signedRational),
    Entry("ExposureBiasValue", 0x9204, .signedRational), Entry("MaxApertureValue", 0x9205, .rational),
    Entry("SubjectDistance", 0x9206, .rational), Entry("MeteringMode", 0x9207, .short),
    Entry("LightSource", 0x9208, .short), Entry("Flash", 0x9209, .short),
    Entry("FocalLength", 0x920a, .rational), Entry("SubjectArea", 0x9214, .shorts),
    Entry("UserComment", 0x9286, .comment), Entry("SubsecTime", 0x9290, .text),
    Entry("SubsecTimeOriginal", 0x9291, .text), Entry("SubsecTimeDigitized", 0x9292, .text),
    Entry("FlashPixVersion", 0xa000, .digits), Entry("ColorSpace", 0xa001, .short),
    Entry("PixelXDimension", 0xa002, .long), Entry("PixelYDimension", 0xa003, .long),
    Entry("RelatedSoundFile", 0xa004, .text), Entry("FlashEnergy", 0xa20b, .rational),
    Entry("FocalPlaneXResolution", 0xa20e, .rational), Entry("FocalPlaneYResolution", 0xa20f, .rational),
    Entry("FocalPlaneResolutionUnit", 0xa210, .short), Entry("SubjectLocation", 0xa214, .shorts),
    Entry("ExposureIndex", 0xa215, .rational), Entry("FileSource", 0xa300, .code),
    Entry("SensingMethod", 0xa217, .short), Entry("SceneType", 0xa301, .code),
    Entry("CustomRendered", 0xa401, .short), Entry("ExposureMode", 0xa402, .short),
    Entry("WhiteBalance", 0xa403, .short), Entry("DigitalZoomRatio", 0xa404, .rational),
    Entry("FocalLenIn35mmFilm", 0xa405, .short), Entry("SceneCaptureType", 0xa406, .short),
    Entry("GainControl", 0xa407, .short), Entry("Contrast", 0xa408, .short),
    Entry("Saturation", 0xa409, .short),
    Entry("Sharpness", 0xa40a, .short),
    Entry("SubjectDistRange", 0xa40c, .short), Entry("ImageUniqueID", 0xa420, .text),
    Entry("CameraOwnerName", 0xa430, .text), Entry("BodySerialNumber", 0xa431, .text),
    Entry("LensSpecification", 0xa432, .rationals), Entry("LensMake", 0xa433, .text),
    Entry("LensModel", 0xa434, .text), Entry("LensSerialNumber", 0xa435, .text),
    Entry("Gamma", 0xa500, .rational),
  ]

  private static let gps: [Entry] = [
    Entry("GPSVersion", 0, .bytes), Entry("LatitudeRef", 1, .text), Entry("Latitude", 2, .degrees),
    Entry("LongitudeRef", 3, .text),
    Entry("Longitude", 4, .degrees), Entry("AltitudeRef", 5, .byte), Entry("Altitude", 6, .rational),
    Entry("TimeStamp", 7, .hours), Entry("Satellites", 8, .text), Entry("Status", 9, .text),
    Entry("MeasureMode", 10, .text), Entry("DOP", 11, .rational), Entry("SpeedRef", 12, .text),
    Entry("Speed", 13, .rational), Entry("TrackRef", 14, .text), Entry("Track", 15, .rational),
    Entry("ImgDirectionRef", 16, .text), Entry("ImgDirection", 17, .rational), Entry("MapDatum", 18, .text),
    Entry("DestLatitudeRef", 19, .text), Entry("DestLatitude", 20, .degrees),
    Entry("DestLongitudeRef", 21, .text), Entry("DestLongitude", 22, .degrees),
    Entry("DestBearingRef", 23, .text), Entry("DestBearing", 24, .rational),
    Entry("DestDistanceRef", 25, .text), Entry("DestDistance", 26, .rational), Entry("DateStamp", 29, .text),
    Entry("HPositioningError", 31, .rational),
  ]
}
