import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel

/// The part of a photo output that frames reach, on whatever thread they come. Without a request it draws none.
final class PhotoFeed: FrameTaker {
  struct State: Sendable {
    var line = PhotoLine()
    var requests: [PhotoLine.ID: PhotoRequest] = [:]
    /// What is exposed for the open request.
    var plates: [PhotoPlate] = []
    var usedIDs: Set<Int64> = []
    /// Through which frames come, or will.
    var current: Handover<AVCaptureConnection>?
    /// The last frame: for a photo without shutter lag.
    var last: (frame: SensorFrame, connection: Handover<AVCaptureConnection>)?
    var switches = PhotoSwitches()
    /// As observers know them.
    var announced = PhotoAnnouncement()
    var coordinators: [WeakReference<AVCapturePhotoOutputReadinessCoordinator>] = []
    var preparation = PhotoPreparation()
    /// Raw value of the flash mode of what is watched for; nil: nothing is.
    var watchedFlash: Int?
    var observation: (any PhoneObservation)?
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
    let frame = apply { state -> (SensorFrame?, [PhotoLine.Effect]) in
      state.requests[request.id] = request
      state.usedIDs.insert(request.id)
      let effects = state.line.add(request.id)
      let flows = state.current?.object === request.connection.object
      if failure == nil, flows {
        let last = state.last.flatMap { $0.connection.object === request.connection.object ? $0.frame : nil }
        return (request.usesZeroShutterLag && state.line.open == request.id ? last : nil, effects)
      }
      return (nil, effects + state.line.fail(code: (failure ?? .sessionConfigurationChanged).rawValue))
    }
    if let frame { expose(frame, request) }
    owner.withLock { $0.object }?.noteReadiness()
  }

  /// Makes a change and puts what follows from it on the queue, in the order of the changes.
  @discardableResult
  private func apply<Result>(_ change: (inout State) -> (Result, [PhotoLine.Effect])) -> Result {
    state.withLock { state in
      let (result, effects) = change(&state)
      for effect in effects {
        switch effect {
        case .begin(let id): if let request = state.requests[id] { queue.async { [self] in begin(request) } }
        case .fail(let id, let code):
          if let request = state.requests.removeValue(forKey: id) {
            queue.async { [self] in fail(request, AVError.Code(rawValue: code) ?? .unknown) }
          }
        case .finish(let id):
          if let request = state.requests.removeValue(forKey: id) {
            queue.async { [self] in deliver(request) }
          }
        case .expose(let id):
          if let request = state.requests[id] {
            let plates = state.plates
            state.plates = []
            queue.async { [self] in make(request, plates) }
          }
        }
      }
      return result
    }
  }

  // MARK: Frames

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    let open = state.withLock { state in
      state.last = (frame, Handover(connection))
      return state.line.open.flatMap { state.requests[$0] }
    }
    guard let request = open, request.connection.object === connection, frame.time >= request.time else {
      return
    }
    let now = VideoBufferSettings.Size(device.streamConfiguration)
    guard now == request.picture, device.activeColorSpace == request.colours else {
      return end(.sessionConfigurationChanged)
    }
    expose(frame, request)
  }

  /// A frame for the open request: one of a bracket, or all that a request needs.
  private func expose(_ frame: SensorFrame, _ request: PhotoRequest) {
    // A last frame of the size before.
    guard VideoBufferSettings.Size(frame.configuration) == request.picture else { return }
    let taken = apply { state -> ((isFirst: Bool, isLast: Bool)?, [PhotoLine.Effect]) in
      guard state.line.open == request.id else { return (nil, []) }
      let isFirst = state.plates.isEmpty
      let count = state.plates.count
      // A bracket takes a frame for each photo.
      state.plates +=
        request.wish.bracket.isEmpty
        ? request.shots.map { request.plate(of: frame, $0) }
        : [request.plate(of: frame, request.shots[count])]
      guard state.plates.count >= request.shots.count else { return ((isFirst, false), []) }
      if isFirst { queue.async { [self] in willCapture(request) } }
      return ((isFirst, true), state.line.frameCame())
    }
    guard let taken else { return }
    if taken.isFirst, !taken.isLast { queue.async { [self] in willCapture(request) } }
    guard taken.isLast else { return }
    request.device.object.phone.clock.schedule(at: frame.time + request.processing) { [self] in
      queue.async { [self] in
        apply { ((), $0.line.processed(request.id)) }
        noteReadiness()
      }
    }
    noteReadiness()
  }

  func flows(through connection: AVCaptureConnection?) {
    let lost = state.withLock { state in
      state.current = connection.map { Handover($0) }
      if state.last?.connection.object !== connection { state.last = nil }
      return state.line.unexposed.compactMap { state.requests[$0] }.first {
        $0.connection.object !== connection
      }
    }
    if let lost { end(Self.reason(lost)) }
  }

  /// No frame will come for any request.
  private func end(_ reason: AVError.Code) {
    apply { state in
      state.plates = []
      return ((), state.line.fail(code: reason.rawValue))
    }
    noteReadiness()
  }

  /// Observers may call this object again, so they are told from its queue.
  func noteReadiness() {
    queue.async { [self] in owner.withLock { $0.object }?.noteReadiness() }
  }

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

  /// Whose shutter has been told; touched on the queue only.
  private let shutters = Guarded<Set<PhotoLine.ID>>([])

  /// Once, however the request ends.
  private func willCapture(_ request: PhotoRequest) {
    guard shutters.withLock({ $0.insert(request.id).inserted }) else { return }
    tell(request) { $0.photoOutput($1, willCapturePhotoFor: request.settings) }
  }

  private func didCapture(_ request: PhotoRequest) {
    tell(request) { $0.photoOutput($1, didCapturePhotoFor: request.settings) }
  }

  /// Who of those that a photo needs to reach the app is gone; nil when nobody is.
  private func missing(_ request: PhotoRequest) -> String? {
    if request.delegate.object == nil { return "delegate" }
    return owner.withLock { $0.object } == nil ? "output" : nil
  }

  /// Every expected photo, each with the error if there is one.
  private func finish(_ request: PhotoRequest, _ made: [MadePhoto], _ error: (any Error)?) {
    shutters.withLock { _ = $0.remove(request.id) }
    if let missing = missing(request) {
      request.device.object.phone.trace.record(
        "photo-undelivered",
        [
          "session": .integer(request.session), "request": .integer(Int(request.id)),
          "missing": .text(missing),
        ])
    }
    for number in request.shots.indices {
      let photo = made.indices.contains(number) ? made[number] : nil
      let result = request.photo(number, photo)
      guard request.isDeferred else {
        tell(request) { $0.photoOutput($1, didFinishProcessingPhoto: result, error: error) }
        continue
      }
      let proxy = error == nil ? result as? AVCaptureDeferredPhotoProxy : nil
      tell(request) { $0.photoOutput($1, didFinishCapturingDeferredPhotoProxy: proxy, error: error) }
    }
    tell(request) { $0.photoOutput($1, didFinishCaptureFor: request.settings, error: error) }
  }

  private func fail(_ request: PhotoRequest, _ code: AVError.Code) {
    traceFailure(request, code)
    willCapture(request)
    didCapture(request)
    finish(request, [], AVError(code))
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
  private let made = Guarded<[PhotoLine.ID: Result<[MadePhoto], PhotoFault>]>([:])

  private func make(_ request: PhotoRequest, _ plates: [PhotoPlate]) {
    didCapture(request)
    let result = Result { () throws(PhotoFault) in
      if request.wish.mixesOldAndNewQuality { throw PhotoFault.mixedQuality }
      return try plates.map { plate throws(PhotoFault) in
        do throws(PictureFileError) { return try plate.make() } catch { throw PhotoFault.file(error) }
      }
    }
    made.withLock { $0[request.id] = result }
    guard case .success(let photos) = result else { return traceFailure(request, .unknown) }
    for photo in photos { note(photo, request) }
  }

  private func note(_ photo: MadePhoto, _ request: PhotoRequest) {
    let (plate, device) = (photo.plate, request.device.object)
    let turned = plate.turn == 0 ? 0 : plate.size.width * plate.size.height
    device.phone.trace.record(
      "photo-taken",
      [
        "session": .integer(request.session), "request": .integer(Int(request.id)),
        "device": .text(device.camera.id.rawValue), "camera": .text(plate.camera.rawValue),
        "time": .integer(Int(plate.time.nanoseconds)), "width": .integer(plate.size.width),
        "height": .integer(plate.size.height),
        "orientation": .integer(Int(plate.metadata.orientation.rawValue)),
        "mirrored": .bool(request.isMirrored), "bytes": .integer(photo.file?.count ?? 0),
        "turned": .integer(turned),
      ])
    guard let file = photo.file else { return }
    PhotoWatch.tell(
      FinishedPhoto(
        file: file, time: plate.time, state: plate.state, camera: plate.camera,
        deviceUniqueID: device.uniqueID, angle: request.angle, isMirrored: request.isMirrored,
        orientation: plate.metadata.orientation, width: plate.size.width, height: plate.size.height),
      of: device.phone)
  }

  private func deliver(_ request: PhotoRequest) {
    guard let result = made.withLock({ $0.removeValue(forKey: request.id) }) else { return }
    switch result {
    case .success(let photos): finish(request, photos, nil)
    case .failure(let fault):
      finish(request, [], AVError(.unknown, userInfo: [NSUnderlyingErrorKey: fault.underlying]))
    }
  }
}

/// Why an exposed photo cannot be delivered.
enum PhotoFault: Error, Hashable, Sendable {
  case file(PictureFileError)
  /// The old stabilisation flag beside a quality priority.
  case mixedQuality

  /// What apps find under the error. The number is the one of crash reports. [forum]
  var underlying: any Error {
    switch self {
    case .file(let error): error
    case .mixedQuality: NSError(domain: NSOSStatusErrorDomain, code: -17281)
    }
  }
}

extension PhotoRequest {
  /// One photo of a frame, not drawn yet.
  func plate(of frame: SensorFrame, _ shot: Shot) -> PhotoPlate {
    let device = device.object
    let size = proxySize ?? size
    var exif = ExifFields(
      device, size: size, orientation: orientation, isFlashEnabled: settings.isFlashEnabled)
    exif.expose(shot.exposure)
    var metadata = exif.metadata.merging(wish.metadata)
    // What turns the pixels is not the app's to say. (assumed)
    metadata.orientation = orientation.tag
    let profile: PictureProfile = colours == .P3_D65 ? .displayP3 : .sRGB
    // Exif has no number for it.
    if profile == .displayP3 { metadata.groups["{Exif}", default: [:]]["ColorSpace"] = .integer(65535) }
    let kind: PhotoPlate.Kind =
      switch wish.format {
      case .pixels(let format): .pixels(format)
      default: wish.codec == PhotoFiles.hevc ? .heic : .jpeg
      }
    return PhotoPlate(
      imager: exposed(frame, shot), time: frame.time,
      camera: shot.constituent.flatMap { device.view(ofConstituent: $0)?.camera } ?? frame.camera,
      // A phone that is folded meanwhile is another one when the frame comes.
      state: frame.imager.phoneState ?? device.phone.state,
      metadata: metadata, kind: kind, profile: profile, size: size, turn: orientation.stored,
      compressionQuality: wish.compressionQuality ?? PhotoPlate.usualQuality(kind),
      preview: previewSize.map { PhotoPlate.Small(format: wish.preview?.format ?? 0, size: $0) },
      thumbnail: thumbnailSize, depth: wish.depth ? depth(of: frame, device) : nil)
  }

  /// As the pixels lie; nil where the camera has no depth any more.
  private func depth(of frame: SensorFrame, _ device: AVCaptureDevice) -> PhotoPlate.Depth? {
    guard let format = device.activeDepthDataFormat?.formatDescription else { return nil }
    let sensing = device.phone.description.sensing
    let spec = DepthSpec(
      picture: frame.configuration, size: (Int(format.dimensions.width), Int(format.dimensions.height)),
      format: format.mediaSubType.rawValue, move: GridMove(turns: orientation.stored, isMirrored: false),
      isFiltered: wish.isDepthFiltered, range: sensing.depthRange.value)
    return PhotoPlate.Depth(frame: frame, spec: spec, pixelSize: sensing.pixelSize.value)
  }

  /// The frame as this photo shows it: brighter or darker, lit by the flash, or through another constituent.
  private func exposed(_ frame: SensorFrame, _ shot: Shot) -> any FrameImager {
    let device = device.object
    var imager = frame.imager
    if let index = shot.constituent, let view = device.view(ofConstituent: index) {
      imager = imager.through(view.camera, fieldOfView: view.fieldOfView, zoom: view.zoom)
    }
    var exposure = PhotoExposure()
    switch shot.exposure {
    case .bias(let bias?): exposure.bias = bias - Double(device.exposureTargetBias)
    case .manual(let duration, let iso):
      let now = (duration: device.exposureDuration.seconds, iso: Double(device.iso))
      let (wanted, sensitivity) = (duration > 0 ? duration : now.duration, iso > 0 ? iso : now.iso)
      exposure.bias = log2(wanted * sensitivity / (now.duration * now.iso))
    case .bias(nil), nil: break
    }
    if settings.isFlashEnabled { exposure.flash = device.camera.traits.flashLight.value }
    return exposure == PhotoExposure() ? imager : imager.exposed(exposure)
  }

  func photo(_ number: Int, _ made: MadePhoto?) -> AVCapturePhoto {
    let whole = device.object
    let device = shots[number].constituent.map { whole.constituentDevices[$0] } ?? whole
    var thumbnail: [String: Any]?
    if let thumbnailSize, let codec = wish.thumbnail?.codec {
      thumbnail = [
        AVVideoCodecKey: AVVideoCodecType(rawValue: codec), AVVideoWidthKey: thumbnailSize.width,
        AVVideoHeightKey: thumbnailSize.height,
      ]
    }
    let asked = bracket.object.indices.contains(number) ? bracket.object[number] : nil
    if isDeferred {
      return AVCaptureDeferredPhotoProxy(
        made, number: number + 1, settings: settings, deviceType: device.deviceType, thumbnail: thumbnail)
    }
    return AVCapturePhoto(
      made, number: number + 1, settings: settings, deviceType: device.deviceType, thumbnail: thumbnail,
      bracket: asked)
  }
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
