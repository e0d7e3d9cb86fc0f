// Keys of a picture's properties. [header]; texts [docs] [forum]

/// A `CGImagePropertyOrientation`'s raw value.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// Pixels as stored.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// Pixels as stored.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }

public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }

public var kCGImagePropertyGPSDictionary: CFString { "{GPS}" }
/// Kept, and not written into files, as the groups below are.
public var kCGImagePropertyExifAuxDictionary: CFString { "{ExifAux}" }
public var kCGImagePropertyMakerAppleDictionary: CFString { "{MakerApple}" }
public var kCGImagePropertyJFIFDictionary: CFString { "{JFIF}" }
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" }
public var kCGImagePropertyIPTCDictionary: CFString { "{IPTC}" }
public var kCGImageProperty8BIMDictionary: CFString { "{8BIM}" }
public var kCGImagePropertyDNGDictionary: CFString { "{DNG}" }
public var kCGImagePropertyRawDictionary: CFString { "{Raw}" }
public var kCGImagePropertyHEICSDictionary: CFString { "{HEICS}" }
public var kCGImagePropertyHEIFDictionary: CFString { "{HEIF}" }

/// Pixels in an inch.
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
/// Pixels in an inch.
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
/// Bits of a component.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// One of the models below.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
public var kCGImagePropertyColorModelGray: CFString { "Gray" }
public var kCGImagePropertyColorModelCMYK: CFString { "CMYK" }
public var kCGImagePropertyColorModelLab: CFString { "Lab" }
/// The name of the colour profile.
public var kCGImagePropertyProfileName: CFString { "ProfileName" }
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
public var kCGImagePropertyIsFloat: CFString { "IsFloat" }
public var kCGImagePropertyIsIndexed: CFString { "IsIndexed" }
/// Bytes.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// Which of a file's pictures is the main one.
public var kCGImagePropertyPrimaryImage: CFString { "PrimaryImage" }

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
