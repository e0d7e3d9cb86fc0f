import BarcodeReading
import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The part of a metadata output that frames reach, on whatever thread they come.
///
/// A picture is drawn and read on a queue of the feed, since the phone's clock must not wait for that.
final class MetadataFeed: FrameTaker {
  private struct State: Sendable {
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
    /// Counts who was named to get the data. What lies on the queue of one before reaches nobody.
    var turn = 0
    var types: [AVMetadataObject.ObjectType] = []
    var rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
    var pace = FramePace()
    /// A picture is being read, or the delegate has not returned.
    var isBusy = false
    /// The last that was told was not empty.
    var hasObjects = false
    var faces = FaceNumbers()
    /// What observers of the available types have been told.
    var toldAvailable = false
    var synchronizer: SynchronizerLink?

    mutating func beginTurn() {
      turn += 1
      isBusy = false
    }
  }

  private let state = Guarded(State())
  private let owner = Guarded(WeakReference<AVCaptureMetadataOutput>(nil))
  let reading = DispatchQueue(label: "diptych.metadata-output")

  /// Must be called once.
  func start(for output: AVCaptureMetadataOutput) { owner.withLock { $0 = WeakReference(output) } }

  func set(_ delegate: AnyObject?, queue: DispatchQueue?) {
    let reference = WeakReference<AnyObject>(delegate)
    state.withLock { state in
      state.delegate = reference
      state.queue = queue
      state.beginTurn()
    }
  }

  var synchronizer: SynchronizerLink? {
    get { state.withLock { $0.synchronizer } }
    set {
      state.withLock { state in
        state.synchronizer = newValue
        state.beginTurn()
      }
    }
  }

  var delegate: AnyObject? { state.withLock { $0.delegate }.object }
  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var types: [AVMetadataObject.ObjectType] {
    get { state.withLock { $0.types } }
    set { state.withLock { $0.types = newValue } }
  }

  var rectOfInterest: CGRect {
    get { state.withLock { $0.rectOfInterest } }
    set { state.withLock { $0.rectOfInterest = newValue } }
  }

  /// Tells observers of the output whether it can find anything now.
  func followConnections() {
    guard let output = owner.withLock({ $0 }).object else { return }
    let now = output.availableMetadataObjectTypes
    let changed = state.withLock { state in
      defer { state.toldAvailable = !now.isEmpty }
      return state.toldAvailable == now.isEmpty
    }
    let all = AVMetadataObject.ObjectType.found
    if changed { output.announce(\.availableMetadataObjectTypes, old: now.isEmpty ? all : [], new: now) }
  }

  func flows(through connection: AVCaptureConnection?) { state.withLock { $0.pace.reset() } }

  private struct Job: Sendable {
    var frame: SensorFrame
    var connection: Handover<AVCaptureConnection>
    var device: Handover<AVCaptureDevice>
    var types: Set<AVMetadataObject.ObjectType>
    var rectOfInterest: CGRect
    var turn: Int
    var synchronizer: SynchronizerLink?
  }

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    // Looked at with no lock held: this may be the delegate's last reference.
    let listens = delegate != nil
    let interval = device.phone.description.sensing.recognition.value
    let (job, synchronizer) = state.withLock { state -> (Job?, SynchronizerLink?) in
      let synchronizer = state.synchronizer
      guard listens || synchronizer != nil, !state.types.isEmpty || state.hasObjects, !state.isBusy,
        state.pace.takes(frame.time, interval: interval)
      else { return (nil, synchronizer) }
      state.isBusy = true
      let job = Job(
        frame: frame, connection: Handover(connection), device: Handover(device), types: Set(state.types),
        rectOfInterest: state.rectOfInterest, turn: state.turn, synchronizer: synchronizer)
      return (job, synchronizer)
    }
    guard let job else {
      synchronizer?.nothing(until: frame.time)
      return
    }
    reading.async { [self] in look(job) }
  }

  /// On the feed's own queue.
  private func look(_ job: Job) {
    let finds = Recognition.finds(in: job.frame, job.types, trace: job.device.object.phone.trace)
    let (objects, seat, isNews) = state.withLock { state in
      let all = finds.objects(
        time: CMTime(value: job.frame.time.nanoseconds, timescale: 1_000_000_000),
        deviceID: job.device.object.uniqueID, types: job.types, &state.faces)
      let area = job.rectOfInterest.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
      let objects = area.isNull ? [] : all.filter { Self.touches($0.bounds, area) }
      let isNews = !objects.isEmpty || state.hasObjects
      state.hasObjects = !objects.isEmpty
      return (objects, state.queue, isNews)
    }
    if let synchronizer = job.synchronizer {
      if isNews {
        synchronizer.take(
          AVCaptureSynchronizedMetadataObjectData(time: job.frame.time, objects), at: job.frame.time
        ) { [self] in finish(job) }
      } else {
        finish(job)
        synchronizer.nothing(until: job.frame.time)
      }
    } else if isNews, let seat {
      seat.async { [self] in tell(objects, job) }
    } else {
      finish(job)
    }
  }

  /// Bounds without a size touch what they lie in.
  private static func touches(_ bounds: CGRect, _ area: CGRect) -> Bool {
    bounds.maxX >= area.minX && bounds.minX <= area.maxX && bounds.maxY >= area.minY
      && bounds.minY <= area.maxY
  }

  /// On the delegate's queue.
  private func tell(_ objects: [AVMetadataObject], _ job: Job) {
    let delegate =
      state.withLock { $0.turn == job.turn ? $0.delegate.object : nil }
      as? any AVCaptureMetadataOutputObjectsDelegate
    if let delegate, let output = owner.withLock({ $0 }).object {
      delegate.metadataOutput(output, didOutput: objects, from: job.connection.object)
    }
    finish(job)
  }

  private func finish(_ job: Job) { state.withLock { if $0.turn == job.turn { $0.isBusy = false } } }
}

/// Numbers of faces and bodies: one as long as somebody is in the picture, a new one when they come back. A value.
struct FaceNumbers: Equatable, Sendable {
  private var numbers: [Figure: Int] = [:]
  private var last = 0

  /// - Returns: The numbers of those who are in the picture now.
  mutating func become(_ seen: Set<Figure>) -> [Figure: Int] {
    for figure in Figure.allCases {
      if !seen.contains(figure) {
        numbers[figure] = nil
      } else if numbers[figure] == nil {
        last += 1
        numbers[figure] = last
      }
    }
    return numbers
  }
}
