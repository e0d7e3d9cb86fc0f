import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import PhoneModel

/// A photo that was taken. Made by the output. Immutable.
open class AVCapturePhoto: NSObject {
  /// When it was exposed, on the session's clock; `.invalid` with an error. [header] With zero shutter lag it may be before
  /// the call. [header]
  public let timestamp: CMTime
  /// Always false: there is no RAW.
  public let isRawPhoto: Bool
  /// Counts the photos of a request from 1. [header]
  public let photoCount: Int
  /// As the delegate's other callbacks have it: one object for the whole request. [header]
  public let resolvedSettings: AVCaptureResolvedPhotoSettings
  /// The type of the device that the app used; of the constituent, when each gave a photo. [header]
  public let sourceDeviceType: AVCaptureDevice.DeviceType?
  /// The pixels of an uncompressed photo; nil for one with a codec, whose pixels are in its file. [header]
  public let pixelBuffer: CVPixelBuffer?
  /// The smaller picture; nil when none was asked for. [header] Turned as the photo's pixels are.
  public let previewPixelBuffer: CVPixelBuffer?
  /// How far away things were; nil when it was not asked for. Turned as the photo's pixels are. [header] The map is drawn when
  /// somebody looks.
  public let depthData: AVDepthData?
  /// Always nil: no camera here delivers mattes.
  public var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }
  /// Always nil: no camera here delivers mattes.
  open func semanticSegmentationMatte(
    for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
  )
    -> AVSemanticSegmentationMatte?
  { nil }
  /// Always nil: photos deliver no calibration of their own; depth data has one.
  public var cameraCalibrationData: AVCameraCalibrationData? { nil }
  /// Always false: no camera here takes photos of constant colour, nor the photo that would stand in for one.
  public var isConstantColorFallbackPhoto: Bool { false }
  /// Always nil: no camera here takes photos of constant colour.
  public var constantColorConfidenceMap: CVPixelBuffer? { nil }
  /// Always 0: no camera here takes photos of constant colour.
  public var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }
  /// Always `.unsupported`: no lens here moves against the hand.
  public var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }
  /// As it was asked for; nil without one. [header]
  public let embeddedThumbnailPhotoFormat: [String: Any]?
  /// What this photo of a bracket was asked to be; nil outside a bracket. [header]
  public let bracketSettings: AVCaptureBracketedStillImageSettings?
  /// Counts the photos of a bracket from 1; 0 outside one. [header]
  public let sequenceCount: Int
  private let made: MadePhoto?

  init(
    _ made: MadePhoto?, number: Int, settings: AVCaptureResolvedPhotoSettings,
    deviceType: AVCaptureDevice.DeviceType, thumbnail: [String: Any]? = nil,
    bracket: AVCaptureBracketedStillImageSettings? = nil
  ) {
    let plate = made?.plate
    timestamp = plate.map { CMTime($0.time) } ?? .invalid
    isRawPhoto = false
    photoCount = number
    resolvedSettings = settings
    sourceDeviceType = deviceType
    if let plate, case .pixels(let format) = plate.kind {
      pixelBuffer = plate.pixelBuffer(format, plate.size)
    } else {
      pixelBuffer = nil
    }
    previewPixelBuffer = plate?.preview.flatMap { plate?.pixelBuffer($0.format, $0.size) }
    depthData = plate?.depth.map { AVDepthData(of: $0.frame, before: nil, $0.spec, pixelSize: $0.pixelSize) }
    embeddedThumbnailPhotoFormat = thumbnail
    bracketSettings = bracket
    sequenceCount = bracket == nil ? 0 : number
    self.made = made
  }

  /// The file, JPEG or HEIC, with what the camera and the settings say of the picture; a TIFF for an uncompressed photo; nil after
  /// an error. [header]
  open func fileDataRepresentation() -> Data? {
    guard let made, made.file == nil else { return made?.file }
    do throws(PictureFileError) { return try made.plate.file(made.plate.metadata) } catch {
      return report(error)
    }
  }

  /// The file with parts exchanged; nil after an error. [header]
  open func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer)
    -> Data?
  {
    guard let made else { return nil }
    var metadata: ImageMetadata?
    if let properties = customizer.replacementMetadata(for: self) {
      do throws(ImageMetadata.UnknownKey) { metadata = try ImageMetadata(properties) } catch {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhoto fileDataRepresentationWithCustomizer:] \(error.key) is not a key or value of "
            + "ImageIO's properties")
      }
    }
    do throws(PictureFileError) { return try made.plate.file(metadata) } catch { return report(error) }
  }

  /// The stored pixels, a new image each time; the Exif orientation is not applied. Nil after an error. [header]
  open func cgImageRepresentation() -> CGImage? {
    guard let made else { return nil }
    guard let file = made.file else { return image(made.plate.bitmap(made.plate.size)) }
    do throws(PictureFileError) { return image(try PictureFile.decode(file).bitmap) } catch {
      return report(error)
    }
  }

  /// The smaller picture, a new image each time; nil when none was asked for. [header]
  open func previewCGImageRepresentation() -> CGImage? {
    made.flatMap { made in made.plate.preview.flatMap { image(made.plate.bitmap($0.size)) } }
  }

  /// In the manner of ImageIO; `kCGImagePropertyOrientation` carries the connection's angle and mirroring. [header]
  /// The settings' own values win. Empty after an error.
  open var metadata: [String: Any] { made?.plate.metadata.properties ?? [:] }

  /// What was written here and cannot be written or read again: memory is the only cause.
  private func report<Result>(_ error: PictureFileError) -> Result? {
    FileHandle.standardError.write(Data("AVCapturePhoto: \(error)\n".utf8))
    return nil
  }

  private func image(_ bitmap: Bitmap) -> CGImage? {
    CGImage(width: bitmap.width, height: bitmap.height, isOpaque: true) { memory, bytesPerRow in
      PixelTally.noteMoved(bitmap.width * bitmap.height * 4)
      bitmap.bytes.withUnsafeBytes { from in
        for y in 0..<bitmap.height {
          memory.advanced(by: y * bytesPerRow).copyMemory(
            from: from.baseAddress! + y * bitmap.bytesPerRow, byteCount: bitmap.width * 4)
        }
      }
    }
  }
}

/// A photo whose making is put off: what there is at once. Its file goes to the photo library as a proxy. [header]
public class AVCaptureDeferredPhotoProxy: AVCapturePhoto {}

/// Exchanges parts of a photo's file. Every method may be left out. [header]
public protocol AVCapturePhotoFileDataRepresentationCustomizer: NSObjectProtocol {
  /// The properties to write; nil: none. Left out: the photo's own. [header]
  func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?
}

extension AVCapturePhotoFileDataRepresentationCustomizer {
  public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }
}
