import AVFoundation
import DuoTesting
import Foundation
import ImageIO
import Testing

/// A photo as apps ask for it nowadays: one object for each request, kept until its last callback, and an `await`.
private final class PhotoCapture: NSObject, AVCapturePhotoCaptureDelegate {
  struct Photo: Sendable {
    var data: Data
    var orientation: UInt32?
    var width, height: Int32
    var preview: Int32
  }

  private var photo: Photo?
  private let continuation: CheckedContinuation<Photo, any Error>

  init(_ continuation: CheckedContinuation<Photo, any Error>) { self.continuation = continuation }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    guard error == nil, let data = photo.fileDataRepresentation() else { return }
    let size = photo.resolvedSettings.photoDimensions
    self.photo = Photo(
      data: data, orientation: photo.metadata[String(kCGImagePropertyOrientation)] as? UInt32,
      width: size.width, height: size.height, preview: photo.resolvedSettings.previewDimensions.width)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    if let error { return continuation.resume(throwing: error) }
    guard let photo else { return continuation.resume(throwing: AVError(.unknown)) }
    continuation.resume(returning: photo)
  }
}

/// The app's camera, as an actor.
private actor CaptureService {
  private let session = AVCaptureSession()
  private let photoOutput = AVCapturePhotoOutput()
  private var inProgress: [Int64: PhotoCapture] = [:]

  func start(_ type: AVCaptureDevice.DeviceType, _ position: AVCaptureDevice.Position) throws {
    session.beginConfiguration()
    session.sessionPreset = .photo
    session.addInput(try AVCaptureDeviceInput(device: try camera(type, position)))
    guard session.canAddOutput(photoOutput) else { throw AVError(.unknown) }
    session.addOutput(photoOutput)
    photoOutput.maxPhotoQualityPrioritization = .quality
    if photoOutput.isCameraSensorOrientationCompensationSupported {
      photoOutput.isCameraSensorOrientationCompensationEnabled = false
    }
    session.commitConfiguration()
    session.startRunning()
  }

  func stop() { session.stopRunning() }

  func takePhoto(mirrored: Bool = false) async throws -> PhotoCapture.Photo {
    var settings = AVCapturePhotoSettings()
    if photoOutput.availablePhotoCodecTypes.contains(.hevc) {
      settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    }
    settings.photoQualityPrioritization = .speed
    settings.flashMode = photoOutput.supportedFlashModes.contains(.auto) ? .auto : .off
    if let connection = photoOutput.connection(with: .video) {
      if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = mirrored
    }
    let id = settings.uniqueID
    defer { inProgress[id] = nil }
    return try await withCheckedThrowingContinuation { continuation in
      let capture = PhotoCapture(continuation)
      inProgress[id] = capture
      photoOutput.capturePhoto(with: settings, delegate: capture)
    }
  }
}

private nonisolated(unsafe) var captures: [PhotoCapture] = []

@Suite struct PhotoTests {
  @Test func anActorTakesPhotosOneAfterTheOther() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let service = CaptureService()
        try await service.start(.builtInOuterUltraWideCamera, .front)
        let photo = try await service.takePhoto()
        // Apps prefer HEIC where there is HEIC.
        #expect(photo.data[4..<12].elementsEqual("ftypheic".utf8) && photo.orientation == 6)
        #expect(photo.width > 0 && photo.height > 0)
        let mirrored = try await service.takePhoto(mirrored: true)
        #expect(mirrored.orientation == 5)
        await service.stop()
        await #expect(throws: AVError.self) { _ = try await service.takePhoto() }
      }
    }
  }

  /// What sample code does with settings, output and photo.
  @Test func aCameraAppAsksForAllThereIs() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try camera(.builtInWideAngleCamera, .back)
        let session = try session(device)
        session.sessionPreset = .photo
        let output = AVCapturePhotoOutput()
        session.addOutput(output)
        output.maxPhotoQualityPrioritization = .quality
        if let most = device.activeFormat.supportedMaxPhotoDimensions.last {
          output.maxPhotoDimensions = most
        }
        if output.isLivePhotoCaptureSupported { output.isLivePhotoCaptureEnabled = true }
        output.isDepthDataDeliveryEnabled = output.isDepthDataDeliverySupported
        output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
        output.isFastCapturePrioritizationEnabled = output.isFastCapturePrioritizationSupported
        session.startRunning()
        var settings = AVCapturePhotoSettings()
        if output.availablePhotoCodecTypes.contains(.hevc) {
          settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        }
        if device.isFlashAvailable { settings.flashMode = .auto }
        if let type = settings.availablePreviewPhotoPixelFormatTypes.first {
          settings.previewPhotoFormat = [
            kCVPixelBufferPixelFormatTypeKey as String: type, kCVPixelBufferWidthKey as String: 320,
            kCVPixelBufferHeightKey as String: 320,
          ]
        }
        settings.isDepthDataDeliveryEnabled = output.isDepthDataDeliveryEnabled
        settings.photoQualityPrioritization = .balanced
        settings.metadata = [
          kCGImagePropertyTIFFDictionary as String: [kCGImagePropertyTIFFModel as String: "Ours"]
        ]
        let prepared = try await output.setPreparedPhotoSettingsArray([settings])
        let photo: PhotoCapture.Photo = try await withCheckedThrowingContinuation { continuation in
          let capture = PhotoCapture(continuation)
          captures.append(capture)
          output.capturePhoto(with: settings, delegate: capture)
        }
        #expect(prepared && photo.width > 0 && photo.preview == 320)
        let source = CGImageSourceCreateWithData(photo.data as NSData, nil)!
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        let tiff = properties?[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
        #expect(tiff?[kCGImagePropertyTIFFModel as String] as? String == "Ours")
        #expect(CGImageSourceGetType(source) == "public.heic" as CFString)
      }
    }
  }

  @Test func settingsAreGoodForOnePhoto() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let session = try session(try camera(.builtInWideAngleCamera, .back))
        let output = AVCapturePhotoOutput()
        session.addOutput(output)
        session.startRunning()
        let settings = AVCapturePhotoSettings()
        output.capturePhoto(with: settings, delegate: SilentDelegate())
        output.capturePhoto(with: AVCapturePhotoSettings(from: settings), delegate: SilentDelegate())
        output.capturePhoto(with: settings, delegate: SilentDelegate())
      }
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("capturePhotoWithSettings:delegate:] Settings may not be re-used"))
  }
}

private final class SilentDelegate: NSObject, AVCapturePhotoCaptureDelegate {
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {}
}
