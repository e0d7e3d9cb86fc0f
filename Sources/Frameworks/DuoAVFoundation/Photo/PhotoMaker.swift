import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import PhoneHardware
import PhoneModel

/// One exposure for a photo, and what the camera was set to. Nothing is drawn yet.
struct PhotoPlate: Sendable {
  enum Kind: Equatable, Sendable {
    case jpeg, heic
    case pixels(OSType)
  }

  var imager: any FrameImager
  var time: PhoneTime
  /// The physical camera.
  var camera: CameraID
  /// Of the phone at the exposure.
  var state: PhoneState
  var metadata: ImageMetadata
  var kind: Kind
  /// What the numbers of the file or of the pixels mean.
  var profile = PictureProfile.sRGB
  /// Pixels as stored.
  var size: VideoBufferSettings.Size
  /// Clockwise turn of the stored pixels against the sensor's native picture.
  var turn: QuarterTurns
  /// 0...1.
  var compressionQuality: Double
  var preview: Small?
  /// Pixels, as stored.
  var thumbnail: VideoBufferSettings.Size?

  var depth: Depth?

  /// The depth of the moment, not drawn yet.
  struct Depth: Sendable {
    var frame: SensorFrame
    var spec: DepthSpec
    /// Of the sensor, millimetres.
    var pixelSize: Double
  }

  struct Small: Equatable, Sendable {
    var format: OSType
    var size: VideoBufferSettings.Size
  }
}

/// A finished photo.
struct MadePhoto: Sendable {
  var plate: PhotoPlate
  /// Nil for what is no file.
  var file: Data?
}

extension PhotoPlate {
  /// As libraries usually have it; Apple's default is not published.
  static func usualQuality(_ kind: Kind) -> Double { kind == .heic ? 0.7 : 0.9 }

  func make() throws(PictureFileError) -> MadePhoto {
    // A TIFF is made when somebody asks for it.
    if case .pixels = kind { return MadePhoto(plate: self, file: nil) }
    return MadePhoto(plate: self, file: try file(metadata))
  }

  /// Draws the pixels and writes the file. The same every time.
  func file(_ metadata: ImageMetadata?) throws(PictureFileError) -> Data? {
    switch kind {
    case .pixels:
      return try PictureFile.tiff(of: bitmap(size, coloured), metadata: metadata, profile: profile)
    case .jpeg:
      return try PictureFile.jpeg(
        of: bitmap(size, coloured), quality: compressionQuality, metadata: metadata,
        thumbnail: thumbnail.map { bitmap($0, coloured) }, profile: profile)
    case .heic:
      return try PictureFile.heic(
        width: size.width, height: size.height, quality: compressionQuality, metadata: metadata,
        thumbnail: thumbnail.map { max($0.width, $0.height) }, profile: profile
      ) { target in
        // Straight into the encoder's memory.
        coloured.draw(
          FrameWindow(rotation: turn),
          into: PixelTarget(
            layout: .biplanar420(fullRange: true), width: target.width, height: target.height,
            planes: [
              PixelTarget.Plane(base: UnsafeMutableRawPointer(target.luma), bytesPerRow: target.lumaRow),
              PixelTarget.Plane(base: UnsafeMutableRawPointer(target.chroma), bytesPerRow: target.chromaRow),
            ]))
      }
    }
  }

  /// Draws in the colours of the profile.
  private var coloured: any FrameImager { profile == .displayP3 ? imager.coloured(.displayP3) : imager }

  /// In sRGB.
  func bitmap(_ size: VideoBufferSettings.Size) -> Bitmap { bitmap(size, imager) }

  private func bitmap(_ size: VideoBufferSettings.Size, _ imager: any FrameImager) -> Bitmap {
    Bitmap(width: size.width, height: size.height, isOpaque: true) { pixels in
      imager.draw(
        FrameWindow(rotation: turn),
        into: PixelTarget(
          layout: .bgra, width: size.width, height: size.height,
          planes: [PixelTarget.Plane(base: UnsafeMutableRawPointer(pixels), bytesPerRow: size.width * 4)]))
    }
  }

  /// Drawn when somebody looks.
  func pixelBuffer(_ format: OSType, _ size: VideoBufferSettings.Size) -> CVPixelBuffer {
    let layout: PixelLayout =
      switch format {
      case kCVPixelFormatType_32BGRA: .bgra
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .biplanar420(fullRange: true)
      default: .biplanar420(fullRange: false)
      }
    let (imager, turn) = (coloured, turn)
    let buffer = CVPixelBuffer(width: size.width, height: size.height, format: format) { planes in
      imager.draw(
        FrameWindow(rotation: turn),
        into: PixelTarget(
          layout: layout, width: size.width, height: size.height,
          planes: planes.map { PixelTarget.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) }))
    }
    buffer.attachCameraColours(profile == .displayP3 ? .displayP3 : .sRGB)
    return buffer
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
    lensMake = make
    model = device.phone.description.displayName
    lensModel = "\(device.phone.description.displayName) \(device.localizedName.lowercased())"
    exposureTime = device.exposureDuration.seconds
    iso = Int(device.iso.rounded())
    fNumber = Double(device.lensAperture)
    exposureBias = Double(device.exposureTargetBias)
    let stream = device.streamConfiguration
    // What shows as much across 36 mm.
    focalLengthOn35mmFilm = 18 / tan(stream.fieldOfView / 2 * .pi / 180) * stream.zoom
    if device.hasFlash { flashFired = isFlashEnabled }
  }

  /// As one photo of a bracket was exposed.
  mutating func expose(_ exposure: PhotoWish.Exposure?) {
    switch exposure {
    case .bias(let bias?):
      let stops = bias - (exposureBias ?? 0)
      exposureBias = bias
      // Time makes the difference, as far as cameras let it.
      exposureTime = exposureTime.map { $0 * exp2(stops) }
    case .manual(let duration, let iso):
      if duration > 0 { exposureTime = duration }
      if iso > 0 { self.iso = Int(iso.rounded()) }
    case .bias(nil), nil: break
    }
  }
}
