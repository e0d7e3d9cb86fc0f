// Keys of a picture's Exif, TIFF and GPS properties: one for each entry that is read and written, and those that follow
// from the picture. [header]; texts [docs] [forum]

// MARK: TIFF

public var kCGImagePropertyTIFFDocumentName: CFString { "DocumentName" }
public var kCGImagePropertyTIFFImageDescription: CFString { "ImageDescription" }
public var kCGImagePropertyTIFFMake: CFString { "Make" }
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// Pixels in a unit.
public var kCGImagePropertyTIFFXResolution: CFString { "XResolution" }
/// Pixels in a unit.
public var kCGImagePropertyTIFFYResolution: CFString { "YResolution" }
/// 2 inches, 3 centimetres.
public var kCGImagePropertyTIFFResolutionUnit: CFString { "ResolutionUnit" }
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
/// `yyyy:MM:dd HH:mm:ss`.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
public var kCGImagePropertyTIFFArtist: CFString { "Artist" }
public var kCGImagePropertyTIFFHostComputer: CFString { "HostComputer" }
public var kCGImagePropertyTIFFCopyright: CFString { "Copyright" }
/// As `kCGImagePropertyOrientation`.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
public var kCGImagePropertyTIFFCompression: CFString { "Compression" }
public var kCGImagePropertyTIFFPhotometricInterpretation: CFString { "PhotometricInterpretation" }

// MARK: Exif

/// Seconds.
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
public var kCGImagePropertyExifExposureProgram: CFString { "ExposureProgram" }
/// A list of one number.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
public var kCGImagePropertyExifSpectralSensitivity: CFString { "SpectralSensitivity" }
public var kCGImagePropertyExifSensitivityType: CFString { "SensitivityType" }
public var kCGImagePropertyExifStandardOutputSensitivity: CFString { "StandardOutputSensitivity" }
public var kCGImagePropertyExifRecommendedExposureIndex: CFString { "RecommendedExposureIndex" }
public var kCGImagePropertyExifISOSpeed: CFString { "ISOSpeed" }
/// A list of digits: 2.3.2 is `[2, 3, 2]`.
public var kCGImagePropertyExifExifVersion: CFString { "ExifVersion" }
public var kCGImagePropertyExifCompressedBitsPerPixel: CFString { "CompressedBitsPerPixel" }
/// `yyyy:MM:dd HH:mm:ss`.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// `yyyy:MM:dd HH:mm:ss`.
public var kCGImagePropertyExifDateTimeDigitized: CFString { "DateTimeDigitized" }
/// `+hh:mm`.
public var kCGImagePropertyExifOffsetTime: CFString { "OffsetTime" }
/// `+hh:mm`.
public var kCGImagePropertyExifOffsetTimeOriginal: CFString { "OffsetTimeOriginal" }
/// `+hh:mm`.
public var kCGImagePropertyExifOffsetTimeDigitized: CFString { "OffsetTimeDigitized" }
/// Stops: log2 of one over the seconds.
public var kCGImagePropertyExifShutterSpeedValue: CFString { "ShutterSpeedValue" }
/// Stops: twice the log2 of the f-number.
public var kCGImagePropertyExifApertureValue: CFString { "ApertureValue" }
/// Stops.
public var kCGImagePropertyExifBrightnessValue: CFString { "BrightnessValue" }
/// Stops.
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
/// Stops, as `kCGImagePropertyExifApertureValue`.
public var kCGImagePropertyExifMaxApertureValue: CFString { "MaxApertureValue" }
/// Metres.
public var kCGImagePropertyExifSubjectDistance: CFString { "SubjectDistance" }
public var kCGImagePropertyExifMeteringMode: CFString { "MeteringMode" }
public var kCGImagePropertyExifLightSource: CFString { "LightSource" }
/// 9 fired, 16 did not.
public var kCGImagePropertyExifFlash: CFString { "Flash" }
/// Millimetres.
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
/// Pixels: a point; a circle with its diameter; or the middle of a rectangle with width and height.
public var kCGImagePropertyExifSubjectArea: CFString { "SubjectArea" }
/// Text.
public var kCGImagePropertyExifUserComment: CFString { "UserComment" }
/// Fractions of a second, as text.
public var kCGImagePropertyExifSubsecTime: CFString { "SubsecTime" }
/// Thousandths of a second, as text.
public var kCGImagePropertyExifSubsecTimeOriginal: CFString { "SubsecTimeOriginal" }
/// Thousandths of a second, as text.
public var kCGImagePropertyExifSubsecTimeDigitized: CFString { "SubsecTimeDigitized" }
/// A list of digits.
public var kCGImagePropertyExifFlashPixVersion: CFString { "FlashPixVersion" }
/// 1 for sRGB, 65535 for others.
public var kCGImagePropertyExifColorSpace: CFString { "ColorSpace" }
/// Pixels as stored.
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
/// Pixels as stored.
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
public var kCGImagePropertyExifRelatedSoundFile: CFString { "RelatedSoundFile" }
/// Beam candle power seconds.
public var kCGImagePropertyExifFlashEnergy: CFString { "FlashEnergy" }
/// Pixels in a unit.
public var kCGImagePropertyExifFocalPlaneXResolution: CFString { "FocalPlaneXResolution" }
/// Pixels in a unit.
public var kCGImagePropertyExifFocalPlaneYResolution: CFString { "FocalPlaneYResolution" }
/// 2 inches, 3 centimetres.
public var kCGImagePropertyExifFocalPlaneResolutionUnit: CFString { "FocalPlaneResolutionUnit" }
/// Pixels: a point.
public var kCGImagePropertyExifSubjectLocation: CFString { "SubjectLocation" }
public var kCGImagePropertyExifExposureIndex: CFString { "ExposureIndex" }
public var kCGImagePropertyExifFileSource: CFString { "FileSource" }
public var kCGImagePropertyExifSensingMethod: CFString { "SensingMethod" }
public var kCGImagePropertyExifSceneType: CFString { "SceneType" }
public var kCGImagePropertyExifCustomRendered: CFString { "CustomRendered" }
public var kCGImagePropertyExifExposureMode: CFString { "ExposureMode" }
public var kCGImagePropertyExifWhiteBalance: CFString { "WhiteBalance" }
public var kCGImagePropertyExifDigitalZoomRatio: CFString { "DigitalZoomRatio" }
/// Millimetres on 35 mm film with the same view.
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
public var kCGImagePropertyExifSceneCaptureType: CFString { "SceneCaptureType" }
public var kCGImagePropertyExifGainControl: CFString { "GainControl" }
public var kCGImagePropertyExifContrast: CFString { "Contrast" }
public var kCGImagePropertyExifSaturation: CFString { "Saturation" }
public var kCGImagePropertyExifSharpness: CFString { "Sharpness" }
public var kCGImagePropertyExifSubjectDistRange: CFString { "SubjectDistRange" }
public var kCGImagePropertyExifImageUniqueID: CFString { "ImageUniqueID" }
public var kCGImagePropertyExifCameraOwnerName: CFString { "CameraOwnerName" }
public var kCGImagePropertyExifBodySerialNumber: CFString { "BodySerialNumber" }
/// Shortest and longest focal length in millimetres, f-number at each.
public var kCGImagePropertyExifLensSpecification: CFString { "LensSpecification" }
public var kCGImagePropertyExifLensMake: CFString { "LensMake" }
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
public var kCGImagePropertyExifLensSerialNumber: CFString { "LensSerialNumber" }
public var kCGImagePropertyExifGamma: CFString { "Gamma" }
public var kCGImagePropertyExifComponentsConfiguration: CFString { "ComponentsConfiguration" }
public var kCGImagePropertyExifMakerNote: CFString { "MakerNote" }
public var kCGImagePropertyExifCFAPattern: CFString { "CFAPattern" }

// MARK: Place

/// A list of four numbers.
public var kCGImagePropertyGPSVersion: CFString { "GPSVersion" }
/// `N` or `S`.
public var kCGImagePropertyGPSLatitudeRef: CFString { "LatitudeRef" }
/// Degrees, not negative; the reference says which half.
public var kCGImagePropertyGPSLatitude: CFString { "Latitude" }
/// `E` or `W`.
public var kCGImagePropertyGPSLongitudeRef: CFString { "LongitudeRef" }
/// Degrees, not negative; the reference says which half.
public var kCGImagePropertyGPSLongitude: CFString { "Longitude" }
/// 0 above the sea, 1 below.
public var kCGImagePropertyGPSAltitudeRef: CFString { "AltitudeRef" }
/// Metres, not negative.
public var kCGImagePropertyGPSAltitude: CFString { "Altitude" }
/// `HH:mm:ss` of UTC.
public var kCGImagePropertyGPSTimeStamp: CFString { "TimeStamp" }
public var kCGImagePropertyGPSSatellites: CFString { "Satellites" }
/// `A` measuring, `V` not.
public var kCGImagePropertyGPSStatus: CFString { "Status" }
/// `2` or `3` dimensions.
public var kCGImagePropertyGPSMeasureMode: CFString { "MeasureMode" }
public var kCGImagePropertyGPSDOP: CFString { "DOP" }
/// `K` km/h, `M` miles per hour, `N` knots.
public var kCGImagePropertyGPSSpeedRef: CFString { "SpeedRef" }
public var kCGImagePropertyGPSSpeed: CFString { "Speed" }
/// `T` true north, `M` magnetic.
public var kCGImagePropertyGPSTrackRef: CFString { "TrackRef" }
/// Degrees.
public var kCGImagePropertyGPSTrack: CFString { "Track" }
/// `T` true north, `M` magnetic.
public var kCGImagePropertyGPSImgDirectionRef: CFString { "ImgDirectionRef" }
/// Degrees.
public var kCGImagePropertyGPSImgDirection: CFString { "ImgDirection" }
public var kCGImagePropertyGPSMapDatum: CFString { "MapDatum" }
/// `N` or `S`.
public var kCGImagePropertyGPSDestLatitudeRef: CFString { "DestLatitudeRef" }
/// Degrees, not negative.
public var kCGImagePropertyGPSDestLatitude: CFString { "DestLatitude" }
/// `E` or `W`.
public var kCGImagePropertyGPSDestLongitudeRef: CFString { "DestLongitudeRef" }
/// Degrees, not negative.
public var kCGImagePropertyGPSDestLongitude: CFString { "DestLongitude" }
/// `T` true north, `M` magnetic.
public var kCGImagePropertyGPSDestBearingRef: CFString { "DestBearingRef" }
/// Degrees.
public var kCGImagePropertyGPSDestBearing: CFString { "DestBearing" }
/// `K` kilometres, `M` miles, `N` nautical miles.
public var kCGImagePropertyGPSDestDistanceRef: CFString { "DestDistanceRef" }
public var kCGImagePropertyGPSDestDistance: CFString { "DestDistance" }
/// `yyyy:MM:dd` of UTC.
public var kCGImagePropertyGPSDateStamp: CFString { "DateStamp" }
/// Metres.
public var kCGImagePropertyGPSHPositioningError: CFString { "HPositioningError" }
