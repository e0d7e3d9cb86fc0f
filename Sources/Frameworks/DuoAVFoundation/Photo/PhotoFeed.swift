import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel

/// One call of `capturePhoto`. Immutable.
struct PhotoRequest: Sendable {
  let id: PhotoLine.ID
  let connection: Handover<AVCaptureConnection>
  let device: Handover<AVCaptureDevice>
  let delegate: WeakReference<AnyObject>
  let settings: AVCaptureResolvedPhotoSettings
  let orientation: PhotoOrientation
  let angle: QuarterTurns
  let isMirrored: Bool
  /// The camera's picture for which the photo's size was found.
  let picture: VideoBufferSettings.Size
  /// The file's, as stored.
  let size: VideoBufferSettings.Size
  let compressionQuality: Double
  /// From exposure to the finished photo.
  let processing: PhoneDuration
  /// When the app asked.
  let time: PhoneTime
  /// Tells sessions apart in the trace.
  let session: Int
}

/// The part of a photo output that frames reach, on whatever thread they come. Without a request it looks at none.
final class PhotoFeed: FrameTaker {
  struct State: Sendable {
    var line = PhotoLine()
    var requests: [PhotoLine.ID: PhotoRequest] = [:]
    var usedIDs: Set<Int64> = []
    /// Through which frames come, or will.
    var current: Handover<AVCaptureConnection>?
    /// The output's settings.
    var maxQuality = AVCapturePhotoOutput.QualityPrioritization.balanced
    var maxDimensions: VideoBufferSettings.Size?
    var wantsCompensation = true
  }

  let state = Guarded(State())
  /// Pixels are made here and delegates called, in order.
  let queue = DispatchQueue(label: "diptych.photo-output")
  private let owner = Guarded(WeakReference<AVCapturePhotoOutput>(nil))

  /// Must be called once.
  func start(for output: AVCapturePhotoOutput) { owner.withLock { $0 = WeakReference(output) } }

  // MARK: Requests

  /// - Parameter failure: Why no frame will come; nil when one will, as far as the session knows.
  func add(_ request: PhotoRequest, failure: AVError.Code?) {
    apply { state in
      state.requests[request.id] = request
      state.usedIDs.insert(request.id)
      let effects = state.line.add(request.id)
      let flows = state.current?.object === request.connection.object
      if failure == nil, flows { return effects }
      return effects + state.line.fail(code: (failure ?? .sessionConfigurationChanged).rawValue)
    }
  }

  /// Makes a change and puts what follows from it on the queue, in the order of the changes.
  private func apply(_ change: (inout State) -> [PhotoLine.Effect]) {
    state.withLock { state in
      for effect in change(&state) {
        switch effect {
        case .begin(let id): if let request = state.requests[id] { queue.async { [self] in begin(request) } }
        case .fail(let id, let code):
          if let request = state.requests.removeValue(forKey: id) {
            queue.async { [self] in fail(request, AVError.Code(rawValue: code) ?? .unknown) }
          }
        case .expose: break
        }
      }
    }
  }

  // MARK: Frames

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    let open = state.withLock { state in state.line.open.flatMap { state.requests[$0] } }
    guard let request = open, request.connection.object === connection, frame.time >= request.time else {
      return
    }
    let now = VideoBufferSettings.Size(device.streamConfiguration)
    guard now == request.picture else { return end(.sessionConfigurationChanged) }
    // A last frame of the size before.
    guard VideoBufferSettings.Size(frame.configuration) == request.picture else { return }
    let exposure = PhotoExposure(
      frame: frame, state: device.phone.state,
      exif: ExifFields(
        device, size: request.size, orientation: request.orientation,
        isFlashEnabled: request.settings.isFlashEnabled),
      size: request.size, orientation: request.orientation, compressionQuality: request.compressionQuality)
    let isMine = state.withLock { state in
      guard state.line.open == request.id else { return false }
      _ = state.line.frameCame()
      queue.async { [self] in expose(request, exposure) }
      return true
    }
    guard isMine else { return }
    device.phone.clock.schedule(at: frame.time + request.processing) { [self] in
      queue.async { [self] in deliver(request) }
    }
  }

  func flows(through connection: AVCaptureConnection?) {
    let lost = state.withLock { state in
      state.current = connection.map { Handover($0) }
      return state.line.unexposed.compactMap { state.requests[$0] }.first {
        $0.connection.object !== connection
      }
    }
    if let lost { end(Self.reason(lost)) }
  }

  /// No frame will come for any request.
  private func end(_ reason: AVError.Code) { apply { $0.line.fail(code: reason.rawValue) } }

  /// Why frames do not come any more. (assumed: nobody says which error a request gets)
  private static func reason(_ request: PhotoRequest) -> AVError.Code {
    if !request.device.object.isConnected { return .deviceWasDisconnected }
    guard let session = request.connection.object.session else { return .sessionConfigurationChanged }
    return session.reasonForNoPhoto ?? .sessionConfigurationChanged
  }

  // MARK: On the queue

  private func tell(
    _ request: PhotoRequest, _ call: (any AVCapturePhotoCaptureDelegate, AVCapturePhotoOutput) -> Void
  ) {
    guard let delegate = request.delegate.object as? any AVCapturePhotoCaptureDelegate,
      let output = owner.withLock({ $0.object })
    else { return }
    call(delegate, output)
  }

  private func begin(_ request: PhotoRequest) {
    tell(request) { $0.photoOutput($1, willBeginCaptureFor: request.settings) }
  }

  private func shutter(_ request: PhotoRequest) {
    tell(request) { $0.photoOutput($1, willCapturePhotoFor: request.settings) }
    tell(request) { $0.photoOutput($1, didCapturePhotoFor: request.settings) }
  }

  /// Who of those that a photo needs to reach the app is gone; nil when nobody is.
  private func missing(_ request: PhotoRequest) -> String? {
    if request.delegate.object == nil { return "delegate" }
    return owner.withLock { $0.object } == nil ? "output" : nil
  }

  private func finish(_ request: PhotoRequest, _ made: MadePhoto?, _ error: (any Error)?) {
    if let missing = missing(request) {
      request.device.object.phone.trace.record(
        "photo-undelivered",
        [
          "session": .integer(request.session), "request": .integer(Int(request.id)),
          "missing": .text(missing),
        ])
    }
    let photo = AVCapturePhoto(
      made, settings: request.settings, deviceType: request.device.object.deviceType)
    tell(request) { $0.photoOutput($1, didFinishProcessingPhoto: photo, error: error) }
    tell(request) { $0.photoOutput($1, didFinishCaptureFor: request.settings, error: error) }
  }

  private func fail(_ request: PhotoRequest, _ code: AVError.Code) {
    traceFailure(request, code)
    shutter(request)
    finish(request, nil, AVError(code))
  }

  private func traceFailure(_ request: PhotoRequest, _ code: AVError.Code) {
    request.device.object.phone.trace.record(
      "photo-failed",
      [
        "session": .integer(request.session), "request": .integer(Int(request.id)),
        "code": .integer(code.rawValue),
      ])
  }

  /// What was made of a request that has still to be delivered; touched on the queue only.
  private let made = Guarded<[PhotoLine.ID: Result<MadePhoto, PictureFileError>]>([:])

  private func expose(_ request: PhotoRequest, _ exposure: PhotoExposure) {
    shutter(request)
    let result = Result { () throws(PictureFileError) in try exposure.make() }
    made.withLock { $0[request.id] = result }
    guard case .success(let photo) = result else { return traceFailure(request, .unknown) }
    let (frame, device) = (exposure.frame, request.device.object)
    device.phone.trace.record(
      "photo-taken",
      [
        "session": .integer(request.session), "request": .integer(Int(request.id)),
        "device": .text(device.camera.id.rawValue), "camera": .text(frame.camera.rawValue),
        "time": .integer(Int(frame.time.nanoseconds)), "width": .integer(request.size.width),
        "height": .integer(request.size.height),
        "orientation": .integer(Int(exposure.exif.orientation.rawValue)),
        "mirrored": .bool(request.isMirrored), "bytes": .integer(photo.file.count),
      ])
    PhotoWatch.tell(
      FinishedPhoto(
        file: photo.file, time: frame.time, state: exposure.state, camera: frame.camera,
        deviceUniqueID: device.uniqueID, angle: request.angle, isMirrored: request.isMirrored,
        orientation: exposure.exif.orientation, width: request.size.width, height: request.size.height),
      of: device.phone)
  }

  private func deliver(_ request: PhotoRequest) {
    guard let result = made.withLock({ $0.removeValue(forKey: request.id) }) else { return }
    switch result {
    case .success(let photo): finish(request, photo, nil)
    case .failure(let error):
      finish(request, nil, AVError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
    }
    apply { state in
      state.requests[request.id] = nil
      return state.line.finished(request.id)
    }
  }
}

extension VideoBufferSettings.Size {
  init(_ stream: StreamConfiguration) { self.init(width: stream.width, height: stream.height) }
}

extension SessionEngine {
  /// Why this session delivers no picture now; nil when it runs. (assumed)
  var reasonForNoPhoto: AVError.Code? {
    state.withLock { state in
      if state.activity.isInterrupted { return .sessionWasInterrupted }
      return state.activity.isRunning ? nil : .sessionNotRunning
    }
  }
}
