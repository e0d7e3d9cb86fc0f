import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The working part of a renderer of pictures: what is shown when, whether it can be, and who wants to hear when more can
/// come. Samples may come on any thread.
final class SampleRendering: Sendable {
  private struct State {
    var schedule = SampleSchedule<ShownSample>()
    var control: CMTimebase?
    var controlTicket: CMTimebase.Ticket?
    /// What the times mean without one of the app's.
    var ownTimebase: CMTimebase?
    var status = AVQueuedSampleBufferRenderingStatus.unknown
    var error: NSError?
    var requiresFlush = false
    var count = 0
    var isReadyForDisplay = false
    var request: Request?
    var wake: (any PhoneObservation)?
    var observation: (any PhoneObservation)?
    var toldOfMissingTime = false
  }

  private struct Request {
    var queue: DispatchQueue
    var block: @Sendable () -> Void
    var number: Int
    var isCalling = false
    /// Samples that came since the block was called.
    var given = 0
    /// The next call, where the block had nothing to give.
    var next: (any PhoneObservation)?
  }

  /// What others are told of.
  enum News {
    case status(old: AVQueuedSampleBufferRenderingStatus, new: AVQueuedSampleBufferRenderingStatus)
    case failedToDecode(NSError), requiresFlush, readyForDisplay
  }

  /// Few enough samples wait (assumed).
  static let most = 8
  /// After a block that gave nothing, it is called again then: a frame of a display (assumed).
  private static let pause = PhoneDuration(nanoseconds: 16_666_667)

  /// Nil in a process without a phone: pictures then change when somebody looks.
  let phone: (any PhoneHardware)?
  private let state = Guarded(State())
  private let listeners = Guarded<[@Sendable (News) -> Void]>([])
  /// Observers and completion handlers run here.
  let queue = DispatchQueue(label: "diptych.sample-rendering")

  init(phone: (any PhoneHardware)? = CurrentPhone.isRunning ? CurrentPhone.phone : nil) { self.phone = phone }

  deinit {
    let state = state.withLock { $0 }
    state.wake?.cancel()
    state.observation?.cancel()
    state.request?.next?.cancel()
  }

  func listen(_ listener: @escaping @Sendable (News) -> Void) { listeners.withLock { $0.append(listener) } }

  /// Waits until others have been told.
  func settle() { queue.sync {} }

  private func tell(_ news: [News]) {
    if news.isEmpty { return }
    let listeners = Handover((listeners.withLock { $0 }, news))
    queue.async { for one in listeners.object.1 { for listener in listeners.object.0 { listener(one) } } }
  }

  /// Changes the state. Pictures that go are let go with no lock held, since an app may hear of it.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    var before = SampleSchedule<ShownSample>()
    let result = state.withLock { state in
      before = state.schedule
      return body(&state)
    }
    withExtendedLifetime(before) {}
    return result
  }

  // MARK: Time

  private var hostTime: CMTime {
    phone.map { CMTime(value: $0.clock.now.nanoseconds, timescale: 1_000_000_000) }
      ?? CMClock.hostTimeClock.time
  }

  /// Without one the samples' times are those of the host clock. [header]
  var controlTimebase: CMTimebase? {
    get { state.withLock { $0.control } }
    set {
      let ticket = newValue?.observe { [weak self] in self?.advance() }
      state.withLock { ($0.control, $0.controlTicket) = (newValue, ticket) }
      advance()
    }
  }

  var timebase: CMTimebase {
    state.withLock { state in
      if let timebase = state.control ?? state.ownTimebase { return timebase }
      let made = CMTimebase(source: CMClock.hostTimeClock)
      // A clock's time is a number, so that this cannot fail.
      let now = CMClock.hostTimeClock.time
      do { try made.setRate(1, anchorTime: now, immediateSourceTime: now) } catch { fatalError("\(error)") }
      state.ownTimebase = made
      return made
    }
  }

  /// Shows what is due, and wakes up when the next picture is.
  private func advance() {
    let now = hostTime
    let news = change { state -> [News] in
      state.schedule.advance(to: state.control?.time ?? now)
      state.wake?.cancel()
      state.wake = nil
      if let phone, let next = state.schedule.nextTime,
        let time = state.control.map({ $0.clockTime(at: next) }) ?? next, time.isNumeric
      {
        let there = PhoneTime(nanoseconds: time.convertScale(1_000_000_000, method: .roundAwayFromZero).value)
        state.wake = phone.clock.schedule(at: max(there, phone.clock.now + PhoneDuration(nanoseconds: 1))) {
          [weak self] in self?.advance()
        }
      }
      guard state.schedule.shown != nil, !state.isReadyForDisplay else { return [] }
      state.isReadyForDisplay = true
      return [.readyForDisplay]
    }
    tell(news)
    readinessChanged()
  }

  // MARK: Samples

  var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.status } }
  var error: NSError? { state.withLock { $0.error } }
  var requiresFlush: Bool { state.withLock { $0.requiresFlush } }
  var isReadyForDisplay: Bool { state.withLock { $0.isReadyForDisplay } }

  /// What is shown now.
  var shown: ShownSample? {
    let now = hostTime
    return change { state in
      state.schedule.advance(to: state.control?.time ?? now)
      return state.schedule.shown
    }
  }

  /// - Parameter call: As the app wrote it.
  func enqueue(_ sample: CMSampleBuffer, _ call: String) {
    watchPhone()
    let time = sample.outputPresentationTimeStamp
    let attachments = sample.sampleAttachments.first
    let isNow = attachments?[.displayImmediately] as? Bool == true
    let isHidden = attachments?[.doNotDisplay] as? Bool == true
    let isEnd =
      CMGetAttachment(
        sample, key: kCMSampleBufferAttachmentKey_EmptyMedia, attachmentModeOut: nil) as? Bool == true
    var news: [News] = []
    let fault = Self.fault(of: sample)
    let isBehind = phone?.state.app.activity == .background
    let isTimeless = change { state in
      state.request?.given += 1
      guard state.status != .failed else { return false }
      if let fault {
        news = Self.fail(&state, fault) + [.failedToDecode(fault)]
        return false
      }
      if isBehind {
        news = Self.interrupt(&state)
        return false
      }
      if state.status == .unknown {
        state.status = .rendering
        news = [.status(old: .unknown, new: .rendering)]
      }
      guard let buffer = sample.imageBuffer.map({ Handover($0) }), !isHidden else {
        if isEnd, time.isNumeric { state.schedule.add(nil, at: time) }
        return false
      }
      state.count += 1
      let shown = ShownSample(buffer: buffer, number: state.count)
      if isNow {
        state.schedule.showNow(shown)
      } else if time.isNumeric {
        state.schedule.add(shown, at: time)
      } else {
        defer { state.toldOfMissingTime = true }
        return !state.toldOfMissingTime
      }
      return false
    }
    if isTimeless { noteMissingTime(call) }
    tell(news)
    advance()
  }

  /// Why a sample cannot be shown; nil for one that can, and for one without media.
  private static func fault(of sample: CMSampleBuffer) -> NSError? {
    if let buffer = sample.imageBuffer {
      if BufferImager.draws(buffer.format) { return nil }
      return AVError(
        .decodeFailed,
        userInfo: [NSLocalizedDescriptionKey: "Pixels of format \(buffer.format) cannot be displayed"]
      )._nsError
    }
    if sample.isValid, sample.dataBuffer == nil { return nil }
    let type = sample.formatDescription?.mediaType
    return AVError(
      .decodeFailed,
      userInfo: [
        NSLocalizedDescriptionKey: !sample.isValid
          ? "The sample buffer is invalid"
          : type == .video ? "Compressed video is not decoded here" : "The sample buffer is no video"
      ]
    )._nsError
  }

  private static func fail(_ state: inout State, _ error: NSError) -> [News] {
    guard state.status != .failed else { return [] }
    defer { (state.status, state.error) = (.failed, error) }
    return [.status(old: state.status, new: .failed)]
  }

  private func noteMissingTime(_ call: String) {
    phone?.trace.record(
      "violation",
      [
        "call": .text(call),
        "detail": .text(
          "\(call) got a sample without a presentation time that is not to be displayed immediately: it is never shown"
        ),
      ])
  }

  /// Forgets what waits, and what went wrong.
  func flush(removesPicture: Bool) {
    let news = change { state -> [News] in
      state.schedule.flush(removesPicture: removesPicture)
      var news: [News] = []
      if state.requiresFlush { news.append(.requiresFlush) }
      if state.status != .unknown { news.append(.status(old: state.status, new: .unknown)) }
      if removesPicture, state.isReadyForDisplay {
        state.isReadyForDisplay = false
        news.append(.readyForDisplay)
      }
      (state.status, state.error, state.requiresFlush) = (.unknown, nil, false)
      return news
    }
    tell(news)
    advance()
  }

  // MARK: Background

  /// An app in the background may not use the system's decoders: what was enqueued is lost until the next flush. [header]
  private func watchPhone() {
    guard let phone, state.withLock({ $0.observation == nil }) else { return }
    let made = phone.observe { [weak self] change in
      guard change.before.app.activity != .background, change.after.app.activity == .background else {
        return
      }
      self?.enterBackground()
    }
    let isNew = state.withLock { state in
      guard state.observation == nil else { return false }
      state.observation = made
      return true
    }
    if !isNew { made.cancel() }
  }

  private func enterBackground() {
    tell(state.withLock { $0.status == .rendering ? Self.interrupt(&$0) : [] })
  }

  private static func interrupt(_ state: inout State) -> [News] {
    state.requiresFlush = true
    let error = AVError(.operationInterrupted, userInfo: [NSLocalizedDescriptionKey: "Operation Interrupted"])
    return fail(&state, error._nsError) + [.requiresFlush]
  }

  // MARK: Readiness

  var isReady: Bool { state.withLock { $0.status != .failed && $0.schedule.count < Self.most } }

  /// As much waits as can (assumed).
  var hasSufficientData: Bool { state.withLock { $0.schedule.count >= Self.most } }

  func request(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    let old = state.withLock { state in
      defer {
        state.request = Request(queue: queue, block: block, number: (state.request?.number ?? 0) + 1)
      }
      return state.request?.next
    }
    old?.cancel()
    readinessChanged()
  }

  func stopRequesting() {
    let old = state.withLock { state in
      defer { state.request = nil }
      return state.request?.next
    }
    old?.cancel()
  }

  /// Calls the app's block if more can come, once at a time.
  private func readinessChanged() {
    let request = state.withLock { state -> Request? in
      guard var request = state.request, !request.isCalling, request.next == nil, state.status != .failed,
        state.schedule.count < Self.most
      else { return nil }
      request.isCalling = true
      request.given = 0
      state.request = request
      return request
    }
    guard let request else { return }
    request.queue.async { [weak self] in
      guard let self, isCurrent(request) else { return }
      request.block()
      blockReturned(request)
    }
  }

  private func isCurrent(_ request: Request) -> Bool {
    state.withLock { $0.request?.number == request.number && $0.request?.isCalling == true }
  }

  private func blockReturned(_ request: Request) {
    let gaveNothing = state.withLock { state -> Bool? in
      guard state.request?.number == request.number else { return nil }
      state.request?.isCalling = false
      return state.request?.given == 0
    }
    guard let gaveNothing else { return }
    guard gaveNothing, let phone else { return readinessChanged() }
    let next = phone.clock.schedule(after: Self.pause) { [weak self] in
      self?.state.withLock { if $0.request?.number == request.number { $0.request?.next = nil } }
      self?.readinessChanged()
    }
    let isStopped = state.withLock { state in
      guard state.request?.number == request.number else { return true }
      state.request?.next = next
      return false
    }
    if isStopped { next.cancel() }
  }
}
