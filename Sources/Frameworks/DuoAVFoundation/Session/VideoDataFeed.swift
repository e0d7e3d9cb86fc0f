import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The part of a video data output that frames reach, on whatever thread they come.
final class VideoDataFeed: FrameTaker {
  struct State: Sendable {
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
    /// Counts who was named to get the data. What lies on the queue of one before reaches nobody.
    var turn = 0
    var gate: FrameGate
    var settings = VideoBufferSettings()
    /// True: preview-sized buffers under the preset photo, whatever was asked for.
    var choosesSizeAutomatically = true
    var wantsPreviewSize = false
    /// The one in use last, and before it those whose buffers somebody still holds.
    var pools: [CVPixelBufferPool] = []
    var description: CMFormatDescription?
    /// The colours that `description` names.
    var described = AVCaptureColorSpace.sRGB
    var drops = DropRow()
    var synchronizer: SynchronizerLink?

    mutating func beginTurn() {
      turn += 1
      gate.restart()
    }
  }

  let state: Guarded<State>
  private let owner = Guarded(WeakReference<AVCaptureVideoDataOutput>(nil))

  init() { state = Guarded(State(gate: FrameGate())) }

  /// Must be called once.
  func start(for output: AVCaptureVideoDataOutput) { owner.withLock { $0 = WeakReference(output) } }

  func flows(through connection: AVCaptureConnection?) {}

  /// Whether buffers are made for a preview, under the preset of the session that the output is in.
  static func isPreviewSized(_ state: State, preset: String?) -> Bool {
    state.choosesSizeAutomatically
      ? preset == AVCaptureSession.Preset.photo.rawValue : state.wantsPreviewSize
  }

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    pass(frame, connection, device, isLost: false)
  }

  func lose(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    pass(frame, connection, device, isLost: true)
  }

  private func pass(
    _ frame: SensorFrame, _ connection: AVCaptureConnection, _ device: AVCaptureDevice, isLost: Bool
  ) {
    let settings = connection.current
    let native = device.activeFormat.formatDescription.mediaSubType.rawValue
    let session = connection.session
    let preset = session?.appliedPreset
    let policy = device.phone.description.policy
    let colours = device.activeColorSpace
    // A picture that was cut against the hand has no pinhole that is known.
    let isUnstabilized = settings.deliversIntrinsics && connection.activeVideoStabilizationMode == .off
    // Looked at with no lock held: this may be the delegate's last reference.
    let listens = state.withLock { $0.delegate }.object != nil
    guard listens || state.withLock({ $0.synchronizer }) != nil else { return }
    let origin = FrameOrigin(
      frame: frame, rotation: settings.rotation, isMirrored: settings.isMirrored,
      deviceUniqueID: device.uniqueID,
      output: owner.withLock { $0 })
    let job = state.withLock { state -> Job? in
      guard state.queue != nil || state.synchronizer != nil else { return nil }
      let spec = Spec(
        frame, settings, state.settings, native: native,
        previewShortSide: Self.isPreviewSized(state, preset: preset) ? policy.previewShortSide.value : nil,
        colours: colours)
      let (pool, description) = Self.kit(for: spec, &state)
      let verdict =
        isLost
        ? .drop(.discontinuity)
        : state.gate.frame(
          buffersInUse: state.pools.reduce(0) { $0 + $1.buffersInUse }, of: policy.videoBuffers.value)
      let buffer = verdict == .deliver ? Handover(spec.buffer(of: frame, from: pool)) : nil
      buffer?.object.origin.withLock { $0 = origin }
      return Job(
        queue: state.queue, turn: state.turn, synchronizer: state.synchronizer, verdict: verdict,
        buffer: buffer,
        description: description, time: frame.time, connection: Handover(connection),
        intrinsics: settings.deliversIntrinsics && isUnstabilized
          ? spec.intrinsics(of: frame.configuration) : nil,
        // What is lost with the camera's mode is told by whoever changed it.
        news: isLost ? nil : state.drops.take(verdict))
    }
    guard let job else { return }
    if let news = job.news, let session { session.trace(news) }
    if let synchronizer = job.synchronizer {
      let data = AVCaptureSynchronizedSampleBufferData(
        time: job.time, job.sample, dropped: job.drop.map(AVCaptureOutput.DataDroppedReason.init))
      synchronizer.take(data, at: job.time) { [self] in finish(job) }
    } else {
      job.queue?.async { [self] in run(job) }
    }
  }

  private struct Job: Sendable {
    var queue: DispatchQueue?
    var turn: Int
    var synchronizer: SynchronizerLink?
    var verdict: FrameGate.Verdict
    var buffer: Handover<CVPixelBuffer>?
    var description: CMFormatDescription
    var time: PhoneTime
    var connection: Handover<AVCaptureConnection>
    var intrinsics: matrix_float3x3?
    var news: DropRow.News?

    var drop: FrameGate.Drop? { if case .drop(let reason) = verdict { reason } else { nil } }

    /// The frame, or what is left of a dropped one.
    var sample: CMSampleBuffer {
      let timing = CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: CMTime(value: time.nanoseconds, timescale: 1_000_000_000),
        decodeTimeStamp: .invalid)
      guard let drop else {
        let sample = CMSampleBuffer(frame: buffer!.object, format: description, timing: timing)
        if let intrinsics {
          CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix,
            value: withUnsafeBytes(of: intrinsics) { Data($0) } as NSData,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        return sample
      }
      let sample = CMSampleBuffer(droppedFrame: description, timing: timing)
      func attach(_ key: CFString, _ value: CFString) {
        CMSetAttachment(
          sample, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
      }
      let key = kCMSampleBufferAttachmentKey_DroppedFrameReason
      switch drop {
      case .late: attach(key, kCMSampleBufferDroppedFrameReason_FrameWasLate)
      case .outOfBuffers: attach(key, kCMSampleBufferDroppedFrameReason_OutOfBuffers)
      case .discontinuity:
        attach(key, kCMSampleBufferDroppedFrameReason_Discontinuity)
        attach(
          kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo,
          kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch)
      }
      return sample
    }
  }

  /// On the delegate's queue.
  private func run(_ job: Job) {
    let delegate =
      state.withLock { $0.turn == job.turn ? $0.delegate.object : nil }
      as? any AVCaptureVideoDataOutputSampleBufferDelegate
    if let delegate, let output = owner.withLock({ $0.object }) {
      if job.drop == nil {
        delegate.captureOutput(output, didOutput: job.sample, from: job.connection.object)
      } else {
        delegate.captureOutput(output, didDrop: job.sample, from: job.connection.object)
      }
    }
    finish(job)
  }

  private func finish(_ job: Job) {
    if job.drop == nil { state.withLock { if $0.turn == job.turn { $0.gate.callbackReturned() } } }
  }

  /// The pool and the format description for buffers of this kind; new ones when the kind changed. Buffers of the old
  /// kind count as long as they live: the memory of a camera is one, whatever its buffers are like.
  private static func kit(
    for spec: Spec, _ state: inout State
  ) -> (CVPixelBufferPool, CMFormatDescription) {
    func fits(_ pool: CVPixelBufferPool) -> Bool {
      pool.width == spec.size.width && pool.height == spec.size.height && pool.format == spec.format
    }
    if let pool = state.pools.last, fits(pool), let description = state.description,
      state.described == spec.colours
    {
      state.pools.removeAll { $0 !== pool && $0.buffersInUse == 0 }
      return (pool, description)
    }
    state.pools.removeAll { $0.buffersInUse == 0 }
    let pool: CVPixelBufferPool
    if let place = state.pools.firstIndex(where: fits) {
      pool = state.pools.remove(at: place)
    } else {
      pool = CVPixelBufferPool(width: spec.size.width, height: spec.size.height, format: spec.format)
    }
    let description = CMFormatDescription(
      cameraPictures: spec.format, width: spec.size.width, height: spec.size.height,
      colours: spec.colours.bufferColours)
    state.described = spec.colours
    state.pools.append(pool)
    state.description = description
    return (pool, description)
  }
}

/// What the buffers of one frame are like.
private struct Spec: Sendable {
  var size: VideoBufferSettings.Size
  var format: OSType
  var window: FrameWindow
  var colours: AVCaptureColorSpace

  /// - Parameter previewShortSide: The shorter side of preview-sized buffers; nil for buffers of full size.
  init(
    _ frame: SensorFrame, _ connection: ConnectionState, _ wish: VideoBufferSettings, native: OSType,
    previewShortSide: Int?, colours: AVCaptureColorSpace
  ) {
    self.colours = colours
    var picture = VideoBufferSettings.Size(
      width: frame.configuration.width, height: frame.configuration.height)
    if let previewShortSide { picture = picture.preview(shortSide: previewShortSide) }
    size = wish.size ?? picture.turned(connection.rotation)
    format = VideoBufferSettings.delivered(wish.pixelFormat, from: native)
    window = FrameWindow(rotation: connection.rotation, isMirrored: connection.isMirrored)
  }

  /// The pinhole behind the buffer's pixels.
  func intrinsics(of picture: StreamConfiguration) -> matrix_float3x3 {
    CameraIntrinsics(picture).matrix(
      width: size.width, height: size.height, of: picture,
      GridMove(turns: window.rotation, isMirrored: window.isMirrored))
  }

  /// A buffer whose pixels are drawn when the app looks at them.
  func buffer(of frame: SensorFrame, from pool: CVPixelBufferPool) -> CVPixelBuffer {
    let imager = colours == .sRGB ? frame.imager : frame.imager.coloured(colours.pictureColours)
    let (layout, window, size) = (PixelLayout(bufferFormat: format), window, size)
    let buffer = CVPixelBuffer(width: size.width, height: size.height, format: format, pool: pool) { planes in
      imager.draw(
        window,
        into: PixelTarget(
          layout: layout, width: size.width, height: size.height,
          planes: planes.map { PixelTarget.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) }))
    }
    buffer.attachCameraColours(colours.bufferColours)
    return buffer
  }
}
