import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// What photos are made into, on the simulated phone itself.
@Suite struct PhotoFileTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let session: AVCaptureSession
  let output = AVCapturePhotoOutput()
  let device: AVCaptureDevice

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, world: .room)
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    device = system.device(.rearDualWide)!
    session = AVCaptureSession(on: phone)
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: device))
    session.addOutput(output)
    session.startRunning()
    run(milliseconds: 500)
  }

  func run(milliseconds: Int) {
    for _ in 0..<(milliseconds / 5) {
      clock.advance(by: .milliseconds(5))
      session.engine.queue.sync {}
      output.settle()
    }
  }

  func photos(_ settings: AVCapturePhotoSettings) -> [AVCapturePhoto] {
    let delegate = PhotoNotes()
    output.capturePhoto(with: settings, delegate: delegate)
    run(milliseconds: 500)
    return delegate.photos.withLock { $0 }
  }

  /// Mean of a photo's bytes, 0...255.
  private func brightness(_ photo: AVCapturePhoto) throws -> Double {
    let bitmap = try PictureFile.decode(try #require(photo.fileDataRepresentation())).bitmap
    let samples = stride(from: 0, to: bitmap.bytes.count, by: 101).filter { $0 % 4 != 3 }.map {
      Double(bitmap.bytes[$0])
    }
    return samples.reduce(0, +) / Double(samples.count)
  }

  @Test func heicHasThePixelsOfJPEG() throws {
    let jpeg = try #require(photos(AVCapturePhotoSettings()).first)
    let heic = try #require(
      photos(AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])).first)
    let (a, b) = (
      try PictureFile.decode(jpeg.fileDataRepresentation()!),
      try PictureFile.decode(heic.fileDataRepresentation()!)
    )
    #expect(a.width == b.width && a.orientation == b.orientation && a.orientation == .right)
    let differences = stride(from: 0, to: a.bitmap.bytes.count, by: 53).map {
      abs(Int(a.bitmap.bytes[$0]) - Int(b.bitmap.bytes[$0]))
    }
    #expect(differences.reduce(0, +) < differences.count * 6)
    // No place, and what the camera knows.
    let metadata = try PictureFile.metadata(of: heic.fileDataRepresentation()!)
    #expect(metadata.groups["{GPS}"] == nil && metadata["{TIFF}", "Model"] == .text("iPhone Duo"))
    #expect(metadata["{Exif}", "FocalLenIn35mmFilm"] != nil && metadata["{Exif}", "DateTimeOriginal"] != nil)
    #expect(heic.metadata["Orientation"] as? Int == 6 && heic.pixelBuffer == nil)
  }

  @Test func pixelsHaveATIFFWhenSomebodyAsks() throws {
    #expect(output.supportedPhotoPixelFormatTypes(for: .tif) == output.availablePhotoPixelFormatTypes)
    #expect(
      output.supportedPhotoPixelFormatTypes(for: .jpg) == []
        && output.supportedPhotoCodecTypes(for: .tif) == [])
    for format in [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange] {
      let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
      #expect(settings.processedFileType == nil)
      let photo = try #require(photos(settings).first)
      let buffer = try #require(photo.pixelBuffer)
      #expect(CVPixelBufferGetPixelFormatType(buffer) == format && CVPixelBufferGetWidth(buffer) == 640)
      #expect(!buffer.hasPixels)
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).tif")
      let data = try #require(photo.fileDataRepresentation())
      try data.write(to: file)
      let said = String(
        decoding: try Probe.run(
          "exiftool",
          ["-s3", "-n", "-FileType", "-IFD0:ImageWidth", "-IFD0:Orientation", "-Model", file.path]),
        as: UTF8.self)
      try FileManager.default.removeItem(at: file)
      #expect(said == "TIFF\n640\n6\niPhone Duo\n" && !buffer.hasPixels)
      #expect(photo.cgImageRepresentation()?.width == 640 && !buffer.hasPixels)
      #expect(buffer.withPixels { $0.count } == (format == kCVPixelFormatType_32BGRA ? 1 : 2))
    }
  }

  @Test func smallPicturesComeAsAsked() throws {
    for codec in [AVVideoCodecType.jpeg, .hevc] {
      let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: codec])
      settings.previewPhotoFormat = [
        kCVPixelBufferPixelFormatTypeKey as String: settings.availablePreviewPhotoPixelFormatTypes[0],
        kCVPixelBufferWidthKey as String: 160, kCVPixelBufferHeightKey as String: 160,
      ]
      settings.embeddedThumbnailPhotoFormat = [
        AVVideoCodecKey: settings.availableEmbeddedThumbnailPhotoCodecTypes[0], AVVideoWidthKey: 80,
        AVVideoHeightKey: 60,
      ]
      let photo = try #require(photos(settings).first)
      let preview = try #require(photo.previewPixelBuffer)
      #expect(CVPixelBufferGetWidth(preview) == 160 && CVPixelBufferGetHeight(preview) == 120)
      #expect(
        photo.previewCGImageRepresentation()?.height == 120
          && photo.resolvedSettings.previewDimensions.width == 160)
      let small = try #require(try PictureFile.thumbnail(of: photo.fileDataRepresentation()!))
      #expect(
        small.width == 80 && small.height == 60
          && photo.resolvedSettings.embeddedThumbnailDimensions.height == 60)
      #expect(photo.embeddedThumbnailPhotoFormat?[AVVideoWidthKey] as? Int == 80)
    }
  }

  private final class Stripper: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
    let metadata: [String: Any]?
    init(_ metadata: [String: Any]?) { self.metadata = metadata }
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { metadata }
  }
  private final class Keeper: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {}

  @Test func ownPropertiesWinAndCustomizersReplaceThem() throws {
    let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    settings.metadata = [
      kCGImagePropertyTIFFDictionary as String: ["Software": "MyCam 3", "Model": "A phone"],
      kCGImagePropertyExifDictionary as String: ["UserComment": "Grüße"],
      "{GPS}": ["Latitude": 52.5, "LatitudeRef": "N", "Longitude": 13.25, "LongitudeRef": "E"],
      kCGImagePropertyOrientation as String: 3,
    ]
    let photo = try #require(photos(settings).first)
    let file = try #require(photo.fileDataRepresentation())
    let read = try PictureFile.metadata(of: file)
    #expect(read["{TIFF}", "Software"] == .text("MyCam 3") && read["{TIFF}", "Model"] == .text("A phone"))
    #expect(read["{TIFF}", "Make"] == .text("Apple") && read["{Exif}", "UserComment"] == .text("Grüße"))
    #expect(abs((read["{GPS}", "Latitude"]?.real ?? 0) - 52.5) < 1e-4 && read.orientation == .right)
    #expect(photo.fileDataRepresentation(with: Keeper()) == file)
    let bare = try PictureFile.metadata(of: try #require(photo.fileDataRepresentation(with: Stripper(nil))))
    #expect(
      bare["{TIFF}", "Make"] == nil && bare["{Exif}", "ISOSpeedRatings"] == nil && bare.orientation == .up)
    let other = photo.fileDataRepresentation(with: Stripper(["{TIFF}": ["Artist": "B"], "Orientation": 8]))
    let replaced = try PictureFile.metadata(of: try #require(other))
    #expect(replaced["{TIFF}", "Artist"] == .text("B") && replaced.orientation == .left)
  }

  /// Brackets are exposed differently, constituents see more or less, the flash lights the room.
  @Test func thePictureShowsHowItWasTaken() throws {
    let bracket = photos(
      AVCapturePhotoBracketSettings(
        rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [.biased(-2), .biased(0), .biased(2)])
    )
    let light = try bracket.map(brightness)
    #expect(light.count == 3 && light[0] < light[1] * 0.7 && light[2] > light[1] * 1.2)

    output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
    let each = AVCapturePhotoSettings()
    each.virtualDeviceConstituentPhotoDeliveryEnabledDevices = device.constituentDevices
    let parts = photos(each)
    let files = parts.compactMap { $0.fileDataRepresentation() }
    #expect(files.count == 2 && files[0] != files[1])
    #expect(try PictureFile.decode(files[0]).width == PictureFile.decode(files[1]).width)

    phone.send(.light(0.02))
    run(milliseconds: 100)
    let dark = try brightness(try #require(photos(AVCapturePhotoSettings()).first))
    let flash = AVCapturePhotoSettings()
    flash.flashMode = .on
    let lit = try brightness(try #require(photos(flash).first))
    #expect(lit > dark * 1.02, "\(dark) \(lit)")
  }
}
