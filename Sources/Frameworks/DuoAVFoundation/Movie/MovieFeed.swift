import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel

/// One call of `startRecording`, while it is the present one.
struct Recording: Sendable {
  var url: URL
  var job: MovieJob
  var times: RecordingTimes
  var limits: RecordingLimits
  var teller: RecordingTeller
  /// Through which pictures and sound come; nil: none.
  var video, sound: Handover<AVCaptureConnection>?
  /// What the camera delivered when it began.
  var source: RecordingSource?
  /// The session's preset then.
  var preset: String?
  /// Samples in a second of the sound.
  var soundRate: Double = 0
  /// Nil when nobody watches.
  var diary: MovieDiary?

  var phone: any PhoneHardware { teller.phone }
}

/// The format of the pictures of a recording, which must not change.
struct RecordingSource: Sendable {
  var device: Handover<AVCaptureDevice>
  var format: Handover<AVCaptureDevice.Format>
  var size: VideoBufferSettings.Size
  var colours: AVCaptureColorSpace

  init(_ device: AVCaptureDevice) {
    self.device = Handover(device)
    format = Handover(device.activeFormat)
    size = VideoBufferSettings.Size(device.streamConfiguration)
    colours = device.activeColorSpace
  }
}

/// The part of a file output that pictures and sound reach, on whatever thread they come. Without a recording it looks
/// at none.
///
/// What belongs into the file is decided when it comes; drawn, encoded and written is it on the output's queue. That
/// queue is short: who brings more waits, and with them the phone's time.
final class MovieFeed: FrameTaker, SoundTaker {
  struct State: Sendable {
    var recording: Recording?
    var limits = Limits()
    /// Through which pictures and sound come now.
    var video, sound: Handover<AVCaptureConnection>?
  }

  /// As the app set them, for the next recording.
  struct Limits: Sendable {
    var duration = CMTime.invalid
    var bytes: Int64 = 0
    var freeSpace: Int64 = 0

    var forRecording: RecordingLimits {
      let nanoseconds = duration.isNumeric ? Int64(nanosecondsOf: duration.seconds) : nil
      return RecordingLimits(nanoseconds: nanoseconds, bytes: bytes, freeSpace: freeSpace)
    }
  }

  let state = Guarded(State())
  private let queue = DispatchQueue(label: "diptych.movie-output")
  private let room = QueueRoom(8)
  private let teller = DispatchQueue(label: "diptych.movie-output.delegate")

  // MARK: From the app

  /// Makes it the present recording. One before it ends.
  /// - Parameter failure: Why nothing will come; nil when something will, as far as the session knows.
  func begin(_ recording: Recording, failure: RecordingEnd?) {
    state.withLock { state in
      if state.recording != nil { close(.stopped, &state) }
      state.recording = recording
      if let failure { close(failure, &state) }
    }
  }

  func end(_ reason: RecordingEnd) { state.withLock { close(reason, &$0) } }

  func pause() {
    state.withLock { state in
      guard var recording = state.recording, recording.times.pause() else { return }
      state.recording = recording
      let told = recording.teller
      queue.async { [self] in teller.async { told.paused() } }
    }
  }

  func resume() {
    state.withLock { state in
      guard var recording = state.recording, recording.times.resume() else { return }
      state.recording = recording
      let told = recording.teller
      queue.async { [self] in teller.async { told.resumed() } }
    }
  }

  func settle() {
    queue.sync {}
    teller.sync {}
  }

  /// Puts the end of the present recording on the queue.
  private func close(_ reason: RecordingEnd, _ state: inout State) {
    guard let recording = state.recording else { return }
    state.recording = nil
    let end =
      recording.limits.nanoseconds.map { min($0, recording.times.duration) } ?? recording.times.duration
    queue.async { [self] in finish(recording, reason, at: end) }
  }

  /// The same for a job that found a limit itself, if it is still the present one.
  private func end(_ job: MovieJob, _ reason: RecordingEnd) {
    state.withLock { if $0.recording?.job === job { close(reason, &$0) } }
  }

  // MARK: Pictures

  func take(_ frame: SensorFrame, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    guard state.withLock({ $0.recording?.video?.object === connection }) else { return }
    room.enter()
    let isTaken = state.withLock { state -> Bool in
      guard var recording = state.recording, recording.video?.object === connection else { return false }
      if let reason = Self.change(in: recording, frame, device) {
        close(reason, &state)
        return false
      }
      let length = frame.configuration.frameDuration.nanoseconds
      let isFirst = !recording.times.hasBegun
      guard let time = recording.times.picture(at: frame.time.nanoseconds, lasting: length) else {
        return false
      }
      state.recording = recording
      recording.diary?.picture(frame)
      let (begins, limits) = (isFirst ? frame.time : nil, recording.limits)
      queue.async { [self, recording] in
        defer { room.leave() }
        write(recording, begins: begins) { job throws(MovieError) in
          try job.picture(frame.imager, at: time, lasting: length)
        }
      }
      if limits.isReached(length: time + length) { close(.maximumDuration, &state) }
      return true
    }
    if !isTaken { room.leave() }
  }

  /// A recording ends with the first picture of another format.
  private static func change(
    in recording: Recording, _ frame: SensorFrame, _ device: AVCaptureDevice
  ) -> RecordingEnd? {
    guard let source = recording.source else { return nil }
    let isSame =
      source.device.object === device && source.format.object === device.activeFormat
      && VideoBufferSettings.Size(device.streamConfiguration) == source.size
      && VideoBufferSettings.Size(frame.configuration) == source.size
      && device.activeColorSpace == source.colours
    if isSame { return nil }
    let preset = recording.video?.object.session?.appliedPreset
    let isByApp = preset == AVCaptureSession.Preset.inputPriority.rawValue || preset == recording.preset
    return .broken(isByApp ? .mediaChanged : .sessionConfigurationChanged)
  }

  func flows(through connection: AVCaptureConnection?) {
    state.withLock { state in
      state.video = connection.map { Handover($0) }
      guard let video = state.recording?.video, video.object !== connection else { return }
      close(.broken(Self.reason(video.object)), &state)
    }
  }

  /// Why nothing comes any more. (assumed: nobody says which error a recording gets)
  private static func reason(_ connection: AVCaptureConnection) -> AVError.Code {
    if let device = connection.device, !device.isConnected { return .deviceWasDisconnected }
    return connection.session?.reasonForNoPhoto ?? .sessionConfigurationChanged
  }

  // MARK: Sound

  func take(_ sound: SoundBuffer, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    guard state.withLock({ $0.recording?.sound?.object === connection }) else { return }
    room.enter()
    let isTaken = state.withLock { state -> Bool in
      guard var recording = state.recording, recording.sound?.object === connection else { return false }
      let isFirst = !recording.times.hasBegun
      let part = recording.times.sound(
        from: sound.time.nanoseconds, count: sound.samples.count, rate: sound.rate)
      guard let part else { return false }
      state.recording = recording
      let begins = isFirst ? sound.time : nil
      queue.async { [self, recording] in
        defer { room.leave() }
        write(recording, begins: begins) { job throws(MovieError) in
          try job.sound(sound.samples[part.samples], rate: sound.rate, at: part.time)
        }
      }
      if !recording.times.hasPictures, recording.limits.isReached(length: recording.times.duration) {
        close(.maximumDuration, &state)
      }
      return true
    }
    if !isTaken { room.leave() }
  }

  func soundFlows(through connection: AVCaptureConnection?) {
    state.withLock { state in
      state.sound = connection.map { Handover($0) }
      guard let sound = state.recording?.sound, sound.object !== connection else { return }
      close(.broken(Self.reason(sound.object)), &state)
    }
  }

  // MARK: On the queue

  private func write(
    _ recording: Recording, begins: PhoneTime?, _ body: (MovieJob) throws(MovieError) -> Void
  ) {
    let job = recording.job
    guard !job.isOver else { return }
    do throws(MovieError) {
      if let begins {
        if FileManager.default.fileExists(atPath: job.plan.path) {
          return fail(recording, .broken(.fileAlreadyExists), nil)
        }
        try job.begin()
        let told = recording.teller
        told.trace(begins: begins, job)
        teller.async { told.started(at: begins) }
      }
      guard job.hasBegun else { return }
      try body(job)
      if let limit = Self.limit(of: recording) { end(job, limit) }
    } catch {
      fail(recording, Self.reason(error), error)
    }
  }

  private static func limit(of recording: Recording) -> RecordingEnd? {
    let (job, limits) = (recording.job, recording.limits)
    if limits.isReached(bytes: job.bytes, largestSample: job.largestSample, samples: job.samples) {
      return .maximumFileSize
    }
    return hasTooLittleSpace(limits, at: job.plan.path) ? .diskFull : nil
  }

  static func hasTooLittleSpace(_ limits: RecordingLimits, at path: String) -> Bool {
    guard limits.freeSpace > 0 else { return false }
    var disk = statvfs()
    let folder = (path as NSString).deletingLastPathComponent
    guard statvfs(folder.isEmpty ? "." : folder, &disk) == 0 else { return false }
    return Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) < limits.freeSpace
  }

  private static func reason(_ error: MovieError) -> RecordingEnd {
    switch error.kind {
    case .diskFull: .diskFull
    case .codecMissing: .broken(.encoderNotFound)
    case .badPath, .noSuchFile: .noFile
    default: .broken(.unknown)
    }
  }

  /// The file cannot go on: what can be played of it stays, else nothing.
  private func fail(_ recording: Recording, _ reason: RecordingEnd, _ error: MovieError?) {
    guard !recording.job.isOver else { return }
    let isUsable = recording.job.abandon()
    state.withLock { if $0.recording?.job === recording.job { $0.recording = nil } }
    tellEnd(recording, reason, isUsable: isUsable, duration: recording.times.duration, error)
  }

  private func finish(_ recording: Recording, _ reason: RecordingEnd, at end: Int64) {
    let job = recording.job
    guard !job.isOver else { return }
    // Somebody may have taken the file away meanwhile.
    func isThere() -> Bool { FileManager.default.fileExists(atPath: job.plan.path) }
    do throws(MovieError) {
      let summary = try job.finish(at: end)
      tellEnd(recording, reason, isUsable: summary != nil && isThere(), duration: end, nil)
    } catch {
      let wasThere = isThere()
      let isUsable = job.abandon() && wasThere
      tellEnd(
        recording, wasThere ? Self.reason(error) : reason, isUsable: isUsable, duration: end, error)
    }
  }

  private func tellEnd(
    _ recording: Recording, _ reason: RecordingEnd, isUsable: Bool, duration: Int64, _ cause: MovieError?
  ) {
    let (told, job) = (recording.teller, recording.job)
    let error = reason.error(
      isUsable: isUsable, hasBegun: recording.times.hasBegun,
      duration: CMTime(value: duration, timescale: 1_000_000_000), bytes: job.bytes, cause: cause)
    told.trace(ends: reason, isUsable: isUsable, duration: duration, job)
    recording.diary?.ended(reason.word, isUsable: isUsable)
    teller.async { told.finished(error) }
  }
}

/// Lets only so many be on their way at once; who comes too early waits.
///
/// `@unchecked` because the count is touched only under the condition's lock.
final class QueueRoom: @unchecked Sendable {
  private let condition = NSCondition()
  private let most: Int
  private var inside = 0

  init(_ most: Int) { self.most = most }

  func enter() {
    condition.lock()
    while inside >= most { condition.wait() }
    inside += 1
    condition.unlock()
  }

  func leave() {
    condition.lock()
    inside -= 1
    condition.signal()
    condition.unlock()
  }
}
