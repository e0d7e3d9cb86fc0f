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
  package var properties: [String: Any] {
    var exif: [String: Any] = [
      kCGImagePropertyExifPixelXDimension as String: NSNumber(value: width),
      kCGImagePropertyExifPixelYDimension as String: NSNumber(value: height),
    ]
    var tiff: [String: Any] = [
      kCGImagePropertyTIFFOrientation as String: NSNumber(value: orientation.rawValue)
    ]
    func put(_ key: CFString, _ number: Double?) {
      if let number { exif[key as String] = NSNumber(value: number) }
    }
    put(kCGImagePropertyExifExposureTime, exposureTime)
    put(kCGImagePropertyExifFNumber, fNumber)
    put(kCGImagePropertyExifExposureBiasValue, exposureBias)
    if let iso { exif[kCGImagePropertyExifISOSpeedRatings as String] = [NSNumber(value: iso)] }
    if let flashFired { exif[kCGImagePropertyExifFlash as String] = NSNumber(value: flashFired ? 9 : 16) }
    if let lensModel { exif[kCGImagePropertyExifLensModel as String] = lensModel }
    if let make { tiff[kCGImagePropertyTIFFMake as String] = make }
    if let model { tiff[kCGImagePropertyTIFFModel as String] = model }
    if let dateTaken {
      let texts = ExifDate(dateTaken, timeZone)
      exif[kCGImagePropertyExifDateTimeOriginal as String] = texts.time
      exif[kCGImagePropertyExifSubsecTimeOriginal as String] = texts.thousandths
      tiff[kCGImagePropertyTIFFDateTime as String] = texts.time
    }
    return [
      kCGImagePropertyOrientation as String: NSNumber(value: orientation.rawValue),
      kCGImagePropertyPixelWidth as String: NSNumber(value: width),
      kCGImagePropertyPixelHeight as String: NSNumber(value: height),
      kCGImagePropertyExifDictionary as String: exif, kCGImagePropertyTIFFDictionary as String: tiff,
    ]
  }
}
