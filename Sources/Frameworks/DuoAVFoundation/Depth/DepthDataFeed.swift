import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The part of a depth data output that frames reach, on whatever thread they come.
final class DepthDataFeed: FrameTaker {
  struct State: Sendable {
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
    /// Counts who was named to get the data. What lies on the queue of one before reaches nobody.
    var turn = 0
    var gate = FrameGate()
    var isFiltered = true
    var pace = FramePace()
    var pools: [CVPixelBufferPool] = []
    /// The frame before, for smoothing over time.
    var before: SensorFrame?
    var synchronizer: SynchronizerLink?

    mutating func beginTurn() {
      turn += 1
      gate.restart()
    }
  }

  let state = Guarded(State())
  private let owner = Guarded(WeakReference<AVCaptureDepthDataOutput>(nil))

  /// Must be called once.
  func start(for output: AVCaptureDepthDataOutput) { owner.withLock { $0 = WeakReference(output) } }

  func flows(through connection: AVCaptureConnection?) {
    state.withLock { state in
      state.pace.reset()
      state.before = nil
    }
  }

  private struct Job: Sendable {
    var frame: SensorFrame
    var spec: DepthSpec
    var data: Handover<AVDepthData>
    var drop: FrameGate.Drop?
    var connection: Handover<AVCaptureConnection>
    var queue: DispatchQueue?
    var turn: Int
    var synchronizer: SynchronizerLink?
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
    // Looked at with no lock held: this may be the delegate's last reference.
    let hasDelegate = state.withLock { $0.delegate }.object != nil
    let synchronizer = state.withLock { $0.synchronizer }
    guard hasDelegate || synchronizer != nil else { return }
    guard let job = job(frame, connection, device, isLost: isLost) else {
      synchronizer?.nothing(until: frame.time)
      return
    }
    if let synchronizer = job.synchronizer {
      let data = AVCaptureSynchronizedDepthData(
        time: frame.time, job.data.object, dropped: job.drop.map(AVCaptureOutput.DataDroppedReason.init))
      synchronizer.take(data, at: frame.time) { [self] in finish(job) }
    } else {
      job.queue?.async { [self] in run(job) }
    }
  }

  private func job(
    _ frame: SensorFrame, _ connection: AVCaptureConnection, _ device: AVCaptureDevice, isLost: Bool
  ) -> Job? {
    let current = device.current
    guard let format = device.depthFormat(current)?.formatDescription,
      let interval = device.rules.depthInterval(current)
    else { return nil }
    let settings = connection.current
    let sensing = device.phone.description.sensing
    return state.withLock { state in
      guard state.queue != nil || state.synchronizer != nil,
        state.pace.takes(frame.time, interval: interval)
      else { return nil }
      let spec = DepthSpec(
        picture: frame.configuration,
        size: (Int(format.dimensions.width), Int(format.dimensions.height)),
        format: format.mediaSubType.rawValue,
        move: GridMove(turns: settings.rotation, isMirrored: settings.isMirrored),
        isFiltered: state.isFiltered, range: sensing.depthRange.value)
      let pool = Self.pool(for: spec, &state)
      let verdict =
        isLost
        ? .drop(.discontinuity)
        : state.gate.frame(
          buffersInUse: state.pools.reduce(0) { $0 + $1.buffersInUse }, of: sensing.depthBuffers.value)
      let size = sensing.pixelSize.value
      let (data, drop): (AVDepthData, FrameGate.Drop?) =
        switch verdict {
        case .deliver:
          (AVDepthData(of: frame, before: state.before, spec, pixelSize: size, pool: pool), nil)
        case .drop(let reason): (AVDepthData(dropped: frame, spec, pixelSize: size), reason)
        }
      state.before = frame
      return Job(
        frame: frame, spec: spec, data: Handover(data), drop: drop, connection: Handover(connection),
        queue: state.queue, turn: state.turn, synchronizer: state.synchronizer)
    }
  }

  /// Maps of the old kind count as long as they live.
  private static func pool(for spec: DepthSpec, _ state: inout State) -> CVPixelBufferPool {
    let last = state.pools.last
    state.pools.removeAll { $0 !== last && $0.buffersInUse == 0 }
    if let pool = last, pool.width == spec.width, pool.height == spec.height,
      pool.format == spec.format
    {
      return pool
    }
    let pool = CVPixelBufferPool(width: spec.width, height: spec.height, format: spec.format)
    state.pools.append(pool)
    return pool
  }

  /// On the delegate's queue.
  private func run(_ job: Job) {
    let delegate =
      state.withLock { $0.turn == job.turn ? $0.delegate.object : nil }
      as? any AVCaptureDepthDataOutputDelegate
    if let delegate, let output = owner.withLock({ $0 }).object {
      let time = CMTime(value: job.frame.time.nanoseconds, timescale: 1_000_000_000)
      if let drop = job.drop {
        delegate.depthDataOutput(
          output, didDrop: job.data.object, timestamp: time, connection: job.connection.object,
          reason: AVCaptureOutput.DataDroppedReason(drop))
      } else {
        delegate.depthDataOutput(
          output, didOutput: job.data.object, timestamp: time, connection: job.connection.object)
      }
    }
    finish(job)
  }

  private func finish(_ job: Job) {
    if job.drop == nil { state.withLock { if $0.turn == job.turn { $0.gate.callbackReturned() } } }
  }
}

extension AVCaptureOutput.DataDroppedReason {
  init(_ drop: FrameGate.Drop) {
    switch drop {
    case .late: self = .lateData
    case .outOfBuffers: self = .outOfBuffers
    case .discontinuity: self = .discontinuity
    }
  }
}
