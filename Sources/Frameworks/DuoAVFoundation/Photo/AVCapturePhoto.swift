import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import DuoImageIO

/// A photo that was taken. Made by the output. Immutable.
open class AVCapturePhoto: NSObject {
  /// When it was exposed, on the session's clock; `.invalid` with an error. [header]
  public let timestamp: CMTime
  /// Always false: a phone of Diptych takes no RAW photos.
  public let isRawPhoto: Bool
  /// Counts the photos of a request from 1. [header]
  public let photoCount: Int
  /// What the request came to; its `uniqueID` is the request's. [header]
  public let resolvedSettings: AVCaptureResolvedPhotoSettings
  /// The type of the device that the app used.
  public let sourceDeviceType: AVCaptureDevice.DeviceType?
  /// Nil: a photo with a codec has its pixels in its file. [header]
  public var pixelBuffer: CVPixelBuffer? { nil }
  private let file: Data?
  private let exif: ExifFields?

  init(
    _ made: MadePhoto?, settings: AVCaptureResolvedPhotoSettings, deviceType: AVCaptureDevice.DeviceType
  ) {
    timestamp = made.map { CMTime($0.time) } ?? .invalid
    isRawPhoto = false
    photoCount = 1
    resolvedSettings = settings
    sourceDeviceType = deviceType
    file = made?.file
    exif = made?.exif
  }

  /// The JPEG, with its Exif; nil after an error. [header]
  open func fileDataRepresentation() -> Data? { file }

  /// The stored pixels, a new image each time; the Exif orientation is not applied. Nil after an error. [header]
  open func cgImageRepresentation() -> CGImage? {
    guard let file else { return nil }
    let bitmap: Bitmap
    do { bitmap = try PictureFile.decode(file).bitmap } catch {
      // A file that was written here and cannot be read: memory is the only cause.
      FileHandle.standardError.write(Data("AVCapturePhoto: \(error)\n".utf8))
      return nil
    }
    return CGImage(width: bitmap.width, height: bitmap.height, isOpaque: true) { memory, bytesPerRow in
      bitmap.bytes.withUnsafeBytes { from in
        for y in 0..<bitmap.height {
          memory.advanced(by: y * bytesPerRow).copyMemory(
            from: from.baseAddress! + y * bitmap.bytesPerRow, byteCount: bitmap.width * 4)
        }
      }
    }
  }

  /// In the manner of ImageIO; `kCGImagePropertyOrientation` carries the connection's angle and mirroring. [header]
  /// Empty after an error.
  open var metadata: [String: Any] { exif?.properties ?? [:] }
}
