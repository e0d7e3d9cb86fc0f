// Keys of a picture's properties. [header]; texts [docs] [forum]

/// A `CGImagePropertyOrientation`'s raw value.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// Pixels as stored.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// Pixels as stored.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }

public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }

/// `yyyy:MM:dd HH:mm:ss`.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// Thousandths of a second, as text.
public var kCGImagePropertyExifSubsecTimeOriginal: CFString { "SubsecTimeOriginal" }
/// Seconds.
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
/// A list of one number.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
/// Stops.
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
/// 9 fired, 16 did not.
public var kCGImagePropertyExifFlash: CFString { "Flash" }
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
public var kCGImagePropertyTIFFMake: CFString { "Make" }
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// `yyyy:MM:dd HH:mm:ss`.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
/// As `kCGImagePropertyOrientation`.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }

extension ExifFields {
  /// The fields in the manner of ImageIO.
  package var metadata: ImageMetadata {
    var all = ImageMetadata()
    all.top["PixelWidth"] = .integer(width)
    all.top["PixelHeight"] = .integer(height)
    all.orientation = orientation
    func exif(_ key: String, _ value: MetadataValue?) { if let value { all["{Exif}", key] = value } }
    func tiff(_ key: String, _ text: String?) { if let text { all["{TIFF}", key] = .text(text) } }
    exif("PixelXDimension", .integer(width))
    exif("PixelYDimension", .integer(height))
    exif("ExposureTime", exposureTime.flatMap { $0 > 0 ? .number($0) : nil })
    exif("FNumber", fNumber.map { .number($0) })
    exif("ExposureBiasValue", exposureBias.map { .number($0) })
    exif("ISOSpeedRatings", iso.map { .list([.integer($0)]) })
    // Bit 0: fired; 8: by hand; 16: turned off by hand.
    exif("Flash", flashFired.map { .integer($0 ? 9 : 16) })
    exif("FocalLength", focalLength.map { .number($0) })
    exif("FocalLenIn35mmFilm", focalLengthOn35mmFilm.map { .integer(Int($0.rounded())) })
    exif("LensMake", lensMake.map { .text($0) })
    exif("LensModel", lensModel.map { .text($0) })
    tiff("Make", make)
    tiff("Model", model)
    tiff("Software", software)
    if let dateTaken {
      let texts = ExifDate(dateTaken, timeZone)
      for key in ["DateTimeOriginal", "DateTimeDigitized"] { exif(key, .text(texts.time)) }
      for key in ["SubsecTimeOriginal", "SubsecTimeDigitized"] { exif(key, .text(texts.thousandths)) }
      for key in ["OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized"] {
        exif(key, .text(texts.offset))
      }
      tiff("DateTime", texts.time)
    }
    return all
  }

  package var properties: [String: Any] { metadata.properties }
}
