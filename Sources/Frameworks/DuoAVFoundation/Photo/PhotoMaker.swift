import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import PhoneHardware
import PhoneModel

/// One exposure for a photo, and what the camera was set to. Nothing is drawn yet.
struct PhotoExposure: Sendable {
  var frame: SensorFrame
  /// Of the phone at the exposure.
  var state: PhoneState
  var exif: ExifFields
  /// Pixels as stored.
  var size: VideoBufferSettings.Size
  var orientation: PhotoOrientation
  /// 0...1.
  var compressionQuality: Double
}

/// A finished photo.
struct MadePhoto: Sendable {
  var time: PhoneTime
  var file: Data
  var exif: ExifFields
}

extension PhotoExposure {
  /// As libraries usually have it; Apple's default is not published.
  static let usualQuality = 0.9

  /// Draws the pixels and writes the file.
  func make() throws(PictureFileError) -> MadePhoto {
    let (size, window) = (size, FrameWindow(rotation: orientation.stored))
    let bitmap = Bitmap(width: size.width, height: size.height, isOpaque: true) { pixels in
      frame.imager.draw(
        window,
        into: PixelTarget(
          layout: .bgra, width: size.width, height: size.height,
          planes: [PixelTarget.Plane(base: UnsafeMutableRawPointer(pixels), bytesPerRow: size.width * 4)]))
    }
    let file = try PictureFile.jpeg(of: bitmap, quality: compressionQuality, exif: exif)
    return MadePhoto(time: frame.time, file: file, exif: exif)
  }
}

extension ExifFields {
  /// What a device writes into a photo that it takes now.
  init(
    _ device: AVCaptureDevice, size: VideoBufferSettings.Size, orientation: PhotoOrientation,
    isFlashEnabled: Bool
  ) {
    self.init(width: size.width, height: size.height)
    self.orientation = orientation.tag
    // The calendar's clock, which is the phone's while its time is stepped.
    dateTaken = Date()
    make = device.manufacturer == "Apple Inc." ? "Apple" : device.manufacturer
    model = device.phone.description.displayName
    lensModel = "\(device.phone.description.displayName) \(device.localizedName.lowercased())"
    exposureTime = device.exposureDuration.seconds
    iso = Int(device.iso.rounded())
    fNumber = Double(device.lensAperture)
    exposureBias = Double(device.exposureTargetBias)
    if device.hasFlash { flashFired = isFlashEnabled }
  }
}
