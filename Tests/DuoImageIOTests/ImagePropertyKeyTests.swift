import Foundation
import Testing

@testable import DuoImageIO

/// Apple's constants for the keys of properties stand for the texts of the table, all of them.
@Suite struct ImagePropertyKeyTests {
  private static var tiff: [(CFString, String)] {
    [
      (kCGImagePropertyTIFFDocumentName, "DocumentName"),
      (kCGImagePropertyTIFFImageDescription, "ImageDescription"),
      (kCGImagePropertyTIFFMake, "Make"),
      (kCGImagePropertyTIFFModel, "Model"),
      (kCGImagePropertyTIFFXResolution, "XResolution"),
      (kCGImagePropertyTIFFYResolution, "YResolution"),
      (kCGImagePropertyTIFFResolutionUnit, "ResolutionUnit"),
      (kCGImagePropertyTIFFSoftware, "Software"),
      (kCGImagePropertyTIFFDateTime, "DateTime"),
      (kCGImagePropertyTIFFArtist, "Artist"),
      (kCGImagePropertyTIFFHostComputer, "HostComputer"),
      (kCGImagePropertyTIFFCopyright, "Copyright"),
      (kCGImagePropertyTIFFOrientation, "Orientation"),
      (kCGImagePropertyTIFFCompression, "Compression"),
      (kCGImagePropertyTIFFPhotometricInterpretation, "PhotometricInterpretation"),
    ]
  }

  private static var exif: [(CFString, String)] {
    [
      (kCGImagePropertyExifExposureTime, "ExposureTime"),
      (kCGImagePropertyExifFNumber, "FNumber"),
      (kCGImagePropertyExifExposureProgram, "ExposureProgram"),
      (kCGImagePropertyExifISOSpeedRatings, "ISOSpeedRatings"),
      (kCGImagePropertyExifSpectralSensitivity, "SpectralSensitivity"),
      (kCGImagePropertyExifSensitivityType, "SensitivityType"),
      (kCGImagePropertyExifStandardOutputSensitivity, "StandardOutputSensitivity"),
      (kCGImagePropertyExifRecommendedExposureIndex, "RecommendedExposureIndex"),
      (kCGImagePropertyExifISOSpeed, "ISOSpeed"),
      (kCGImagePropertyExifExifVersion, "ExifVersion"),
      (kCGImagePropertyExifCompressedBitsPerPixel, "CompressedBitsPerPixel"),
      (kCGImagePropertyExifDateTimeOriginal, "DateTimeOriginal"),
      (kCGImagePropertyExifDateTimeDigitized, "DateTimeDigitized"),
      (kCGImagePropertyExifOffsetTime, "OffsetTime"),
      (kCGImagePropertyExifOffsetTimeOriginal, "OffsetTimeOriginal"),
      (kCGImagePropertyExifOffsetTimeDigitized, "OffsetTimeDigitized"),
      (kCGImagePropertyExifShutterSpeedValue, "ShutterSpeedValue"),
      (kCGImagePropertyExifApertureValue, "ApertureValue"),
      (kCGImagePropertyExifBrightnessValue, "BrightnessValue"),
      (kCGImagePropertyExifExposureBiasValue, "ExposureBiasValue"),
      (kCGImagePropertyExifMaxApertureValue, "MaxApertureValue"),
      (kCGImagePropertyExifSubjectDistance, "SubjectDistance"),
      (kCGImagePropertyExifMeteringMode, "MeteringMode"),
      (kCGImagePropertyExifLightSource, "LightSource"),
      (kCGImagePropertyExifFlash, "Flash"),
      (kCGImagePropertyExifFocalLength, "FocalLength"),
      (kCGImagePropertyExifSubjectArea, "SubjectArea"),
      (kCGImagePropertyExifUserComment, "UserComment"),
      (kCGImagePropertyExifSubsecTime, "SubsecTime"),
      (kCGImagePropertyExifSubsecTimeOriginal, "SubsecTimeOriginal"),
      (kCGImagePropertyExifSubsecTimeDigitized, "SubsecTimeDigitized"),
      (kCGImagePropertyExifFlashPixVersion, "FlashPixVersion"),
      (kCGImagePropertyExifColorSpace, "ColorSpace"),
      (kCGImagePropertyExifPixelXDimension, "PixelXDimension"),
      (kCGImagePropertyExifPixelYDimension, "PixelYDimension"),
      (kCGImagePropertyExifRelatedSoundFile, "RelatedSoundFile"),
      (kCGImagePropertyExifFlashEnergy, "FlashEnergy"),
      (kCGImagePropertyExifFocalPlaneXResolution, "FocalPlaneXResolution"),
      (kCGImagePropertyExifFocalPlaneYResolution, "FocalPlaneYResolution"),
      (kCGImagePropertyExifFocalPlaneResolutionUnit, "FocalPlaneResolutionUnit"),
      (kCGImagePropertyExifSubjectLocation, "SubjectLocation"),
      (kCGImagePropertyExifExposureIndex, "ExposureIndex"),
      (kCGImagePropertyExifFileSource, "FileSource"),
      (kCGImagePropertyExifSensingMethod, "SensingMethod"),
      (kCGImagePropertyExifSceneType, "SceneType"),
      (kCGImagePropertyExifCustomRendered, "CustomRendered"),
      (kCGImagePropertyExifExposureMode, "ExposureMode"),
      (kCGImagePropertyExifWhiteBalance, "WhiteBalance"),
      (kCGImagePropertyExifDigitalZoomRatio, "DigitalZoomRatio"),
      (kCGImagePropertyExifFocalLenIn35mmFilm, "FocalLenIn35mmFilm"),
      (kCGImagePropertyExifSceneCaptureType, "SceneCaptureType"),
      (kCGImagePropertyExifGainControl, "GainControl"),
      (kCGImagePropertyExifContrast, "Contrast"),
      (kCGImagePropertyExifSaturation, "Saturation"),
      (kCGImagePropertyExifSharpness, "Sharpness"),
      (kCGImagePropertyExifSubjectDistRange, "SubjectDistRange"),
      (kCGImagePropertyExifImageUniqueID, "ImageUniqueID"),
      (kCGImagePropertyExifCameraOwnerName, "CameraOwnerName"),
      (kCGImagePropertyExifBodySerialNumber, "BodySerialNumber"),
      (kCGImagePropertyExifLensSpecification, "LensSpecification"),
      (kCGImagePropertyExifLensMake, "LensMake"),
      (kCGImagePropertyExifLensModel, "LensModel"),
      (kCGImagePropertyExifLensSerialNumber, "LensSerialNumber"),
      (kCGImagePropertyExifGamma, "Gamma"),
      (kCGImagePropertyExifComponentsConfiguration, "ComponentsConfiguration"),
      (kCGImagePropertyExifMakerNote, "MakerNote"),
      (kCGImagePropertyExifCFAPattern, "CFAPattern"),
    ]
  }

  private static var gps: [(CFString, String)] {
    [
      (kCGImagePropertyGPSVersion, "GPSVersion"),
      (kCGImagePropertyGPSLatitudeRef, "LatitudeRef"),
      (kCGImagePropertyGPSLatitude, "Latitude"),
      (kCGImagePropertyGPSLongitudeRef, "LongitudeRef"),
      (kCGImagePropertyGPSLongitude, "Longitude"),
      (kCGImagePropertyGPSAltitudeRef, "AltitudeRef"),
      (kCGImagePropertyGPSAltitude, "Altitude"),
      (kCGImagePropertyGPSTimeStamp, "TimeStamp"),
      (kCGImagePropertyGPSSatellites, "Satellites"),
      (kCGImagePropertyGPSStatus, "Status"),
      (kCGImagePropertyGPSMeasureMode, "MeasureMode"),
      (kCGImagePropertyGPSDOP, "DOP"),
      (kCGImagePropertyGPSSpeedRef, "SpeedRef"),
      (kCGImagePropertyGPSSpeed, "Speed"),
      (kCGImagePropertyGPSTrackRef, "TrackRef"),
      (kCGImagePropertyGPSTrack, "Track"),
      (kCGImagePropertyGPSImgDirectionRef, "ImgDirectionRef"),
      (kCGImagePropertyGPSImgDirection, "ImgDirection"),
      (kCGImagePropertyGPSMapDatum, "MapDatum"),
      (kCGImagePropertyGPSDestLatitudeRef, "DestLatitudeRef"),
      (kCGImagePropertyGPSDestLatitude, "DestLatitude"),
      (kCGImagePropertyGPSDestLongitudeRef, "DestLongitudeRef"),
      (kCGImagePropertyGPSDestLongitude, "DestLongitude"),
      (kCGImagePropertyGPSDestBearingRef, "DestBearingRef"),
      (kCGImagePropertyGPSDestBearing, "DestBearing"),
      (kCGImagePropertyGPSDestDistanceRef, "DestDistanceRef"),
      (kCGImagePropertyGPSDestDistance, "DestDistance"),
      (kCGImagePropertyGPSDateStamp, "DateStamp"),
      (kCGImagePropertyGPSHPositioningError, "HPositioningError"),
    ]
  }

  private static var top: [(CFString, String)] {
    [
      (kCGImagePropertyOrientation, "Orientation"), (kCGImagePropertyPixelWidth, "PixelWidth"),
      (kCGImagePropertyPixelHeight, "PixelHeight"), (kCGImagePropertyDPIWidth, "DPIWidth"),
      (kCGImagePropertyDPIHeight, "DPIHeight"), (kCGImagePropertyDepth, "Depth"),
      (kCGImagePropertyColorModel, "ColorModel"), (kCGImagePropertyProfileName, "ProfileName"),
      (kCGImagePropertyHasAlpha, "HasAlpha"), (kCGImagePropertyIsFloat, "IsFloat"),
      (kCGImagePropertyIsIndexed, "IsIndexed"), (kCGImagePropertyFileSize, "FileSize"),
      (kCGImagePropertyPrimaryImage, "PrimaryImage"),
    ]
  }

  private static var groups: [(CFString, String)] {
    [
      (kCGImagePropertyTIFFDictionary, "{TIFF}"), (kCGImagePropertyExifDictionary, "{Exif}"),
      (kCGImagePropertyGPSDictionary, "{GPS}"), (kCGImagePropertyExifAuxDictionary, "{ExifAux}"),
      (kCGImagePropertyMakerAppleDictionary, "{MakerApple}"), (kCGImagePropertyJFIFDictionary, "{JFIF}"),
      (kCGImagePropertyPNGDictionary, "{PNG}"), (kCGImagePropertyIPTCDictionary, "{IPTC}"),
      (kCGImageProperty8BIMDictionary, "{8BIM}"), (kCGImagePropertyDNGDictionary, "{DNG}"),
      (kCGImagePropertyRawDictionary, "{Raw}"), (kCGImagePropertyHEICSDictionary, "{HEICS}"),
      (kCGImagePropertyHEIFDictionary, "{HEIF}"),
    ]
  }

  @Test func constantsAreTheTablesTexts() {
    let all = Self.tiff + Self.exif + Self.gps + Self.top + Self.groups
    #expect(all.filter { $0.0 as String != $0.1 }.map(\.1) == [])
    #expect(Set(Self.top.map(\.1)) == ExifTable.topKeys && Set(Self.groups.map(\.1)) == ExifTable.groups)
    var missing: [String] = []
    for (rows, directory) in [(Self.tiff, ExifTable.Directory.tiff), (Self.exif, .exif), (Self.gps, .gps)] {
      let named = Set(rows.map(\.1))
      missing += ExifTable.entries(directory).map(\.key).filter { !named.contains($0) }
    }
    #expect(missing == [])
    let unknown = [(Self.tiff, "{TIFF}"), (Self.exif, "{Exif}"), (Self.gps, "{GPS}")].flatMap { rows, group in
      rows.map(\.1).filter { !ExifTable.isKnown($0, in: group) }
    }
    #expect(unknown == [])
  }

  /// As an app writes where a picture was taken, and reads it back.
  @Test func aPlaceGoesThroughAFile() throws {
    let place: [CFString: Any] = [
      kCGImagePropertyGPSLatitude: 52.5, kCGImagePropertyGPSLatitudeRef: "N",
      kCGImagePropertyGPSLongitude: 13.25, kCGImagePropertyGPSLongitudeRef: "E",
      kCGImagePropertyGPSAltitude: 34, kCGImagePropertyGPSAltitudeRef: 0,
      kCGImagePropertyGPSVersion: [2, 2, 0, 0], kCGImagePropertyGPSDestDistance: 2.5,
    ]
    let properties: [CFString: Any] = [
      kCGImagePropertyGPSDictionary: place,
      kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "by hand"] as [CFString: Any],
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "A. B."] as [CFString: Any],
      kCGImagePropertyMakerAppleDictionary: ["25": 2] as [String: Any],
    ]
    let file = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(file, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(
      destination, try #require(CGImage(cornered())), properties as NSDictionary)
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
    let seen = try #require(read[kCGImagePropertyGPSDictionary as String] as? [String: Any])
    #expect(seen[kCGImagePropertyGPSLatitude as String] as? Double == 52.5)
    #expect(seen[kCGImagePropertyGPSLongitudeRef as String] as? String == "E")
    #expect(seen[kCGImagePropertyGPSVersion as String] as? [Int] == [2, 2, 0, 0])
    #expect(seen[kCGImagePropertyGPSDestDistance as String] as? Double == 2.5)
    let exif = try #require(read[kCGImagePropertyExifDictionary as String] as? [String: Any])
    #expect(exif[kCGImagePropertyExifUserComment as String] as? String == "by hand")
    let tiff = try #require(read[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
    #expect(tiff[kCGImagePropertyTIFFArtist as String] as? String == "A. B.")
  }
}
