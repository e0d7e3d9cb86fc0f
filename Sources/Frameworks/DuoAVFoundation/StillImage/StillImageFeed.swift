import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel

/// The part of a still image output that frames reach. Without a request it looks at none.
final class StillImageFeed: FrameTaker {
  struct Request: Sendable {
    let connection: Handover<AVCaptureConnection>
    let device: Handover<AVCaptureDevice>
    /// When the app asked.
    let time: PhoneTime
    /// From exposure to the finished picture.
    let processing: PhoneDuration
    let orientation: PhotoOrientation
    let settings: StillImageSettings
    let handler: @Sendable (CMSampleBuffer?, (any Error)?) -> Void
  }

  private struct State {
    /// Of those that wait for a frame.
    var waiting: [Request] = []
    /// Asked for and not answered.
    var open = 0
    var current: Handover<AVCaptureConnection>?
  }

  private let state = Guarded(State())
  private let owner = Guarded(WeakReference<AVCaptureStillImageOutput>(nil))
  /// Pictures are made and handlers called here, in order.
  let queue = DispatchQueue(label: "diptych.still-image-output")

  /// Must be called once.
  func start(for output: AVCaptureStillImageOutput) { owner.withLock { $0 = WeakReference(output) } }

  var isBusy: Bool { state.withLock { $0.open > 0 } }

  /// - Parameter failure: Why no frame will come; nil when one will, as far as the session knows.
  func add(_ request: Request, failure: AVError.Code?) {
    count(1)
    let failure = state.withLock { state -> AVError.Code? in
      if failure == nil, state.current?.object !== request.connection.object {
        return .sessionConfigurationChanged
      }
      if failure == nil { state.waiting.append(request) }
      return failure
    }
    if let failure { answer(request, .failure(AVError(failure))) }
  }

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    let exposed = state.withLock { state -> [Request] in
      let exposed = state.waiting.filter { $0.connection.object === connection && frame.time >= $0.time }
      state.waiting.removeAll { $0.connection.object === connection && frame.time >= $0.time }
      return exposed
    }
    for request in exposed {
      let picture = StillPicture(frame, of: device, request)
      device.phone.clock.schedule(at: frame.time + request.processing) { [self] in
        queue.async { [self] in answer(request, Result { try picture.buffer() }) }
      }
    }
  }

  func flows(through connection: AVCaptureConnection?) {
    let lost = state.withLock { state -> [Request] in
      state.current = connection.map { Handover($0) }
      let lost = state.waiting.filter { $0.connection.object !== connection }
      state.waiting.removeAll { $0.connection.object !== connection }
      return lost
    }
    for request in lost {
      let code = request.connection.object.session?.reasonForNoPhoto ?? .sessionConfigurationChanged
      answer(request, .failure(AVError(code)))
    }
  }

  private func answer(_ request: Request, _ result: Result<CMSampleBuffer, any Error>) {
    let result = Handover(result)
    queue.async { [self] in
      count(-1)
      switch result.object {
      case .success(let buffer): request.handler(buffer, nil)
      case .failure(let error): request.handler(nil, error)
      }
    }
  }

  private func count(_ change: Int) {
    let (was, open) = state.withLock { state in
      defer { state.open += change }
      return (state.open, state.open + change)
    }
    guard (was > 0) != (open > 0), let output = owner.withLock({ $0.object }) else { return }
    output.announce(\.isCapturingStillImage, old: was > 0, new: open > 0)
  }
}

/// One exposure, not drawn yet.
private struct StillPicture: Sendable {
  let frame: SensorFrame
  private let imager: any FrameImager
  let exif: ExifFields
  let settings: StillImageSettings
  let size: VideoBufferSettings.Size

  init(_ frame: SensorFrame, of device: AVCaptureDevice, _ request: StillImageFeed.Request) {
    self.frame = frame
    settings = request.settings
    size = VideoBufferSettings.Size(frame.configuration)
    // Here the device's mode counts, unlike with photo outputs.
    let fires = device.fires(device.flashMode)
    imager =
      fires
      ? frame.imager.exposed(PhotoExposure(flash: device.camera.traits.flashLight.value)) : frame.imager
    exif = ExifFields(device, size: size, orientation: request.orientation, isFlashEnabled: fires)
  }

  func buffer() throws -> CMSampleBuffer {
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: CMTime(frame.time), decodeTimeStamp: .invalid)
    let buffer: CMSampleBuffer
    switch settings.form {
    case .pixels(let format): buffer = pixels(format, timing)
    case .jpeg(let quality): buffer = try jpeg(quality, timing)
    }
    for (key, value) in exif.properties {
      CMSetAttachment(
        buffer, key: key as CFString, value: value as AnyObject,
        attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
    return buffer
  }

  private func pixels(_ format: OSType, _ timing: CMSampleTimingInfo) -> CMSampleBuffer {
    let (size, imager) = (size, imager)
    let layout: PixelLayout =
      switch format {
      case kCVPixelFormatType_32BGRA: .bgra
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .biplanar420(fullRange: true)
      default: .biplanar420(fullRange: false)
      }
    let image = CVPixelBuffer(width: size.width, height: size.height, format: format) { planes in
      imager.draw(
        FrameWindow(rotation: 0),
        into: PixelTarget(
          layout: layout, width: size.width, height: size.height,
          planes: planes.map { PixelTarget.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) }))
    }
    image.attachCameraColours()
    return CMSampleBuffer(frame: image, format: CMFormatDescription(describing: image), timing: timing)
  }

  private func jpeg(_ quality: Double, _ timing: CMSampleTimingInfo) throws -> CMSampleBuffer {
    let bitmap = Bitmap(width: size.width, height: size.height, isOpaque: true) { pixels in
      imager.draw(
        FrameWindow(rotation: 0),
        into: PixelTarget(
          layout: .bgra, width: size.width, height: size.height,
          planes: [PixelTarget.Plane(base: UnsafeMutableRawPointer(pixels), bytesPerRow: size.width * 4)]))
    }
    let file = try PictureFile.jpeg(of: bitmap, quality: quality, exif: exif)
    let format = CMFormatDescription(
      video: CMFormatDescription.MediaSubType.jpeg.rawValue, width: size.width, height: size.height)
    return CMSampleBuffer(file: file, format: format, timing: timing)
  }
}
