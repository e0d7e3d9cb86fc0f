import Dispatch
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

/// The person's permissions for one phone. The host sets what the app's Info.plist says and how the person
/// answers.
///
/// Starts undecided; asked, the person says yes after a moment. Safe on any thread.
package final class CaptureAuthorization: Sendable {
  private struct State: Sendable {
    var statuses: [AVMediaType: AVAuthorizationStatus] = [:]
    var usageTexts: [AVMediaType: String]?
    var answers: [AVMediaType: Bool] = [:]
    var answerDelay: PhoneDuration
    /// Handlers that wait for an answer; nil when no question is open.
    var waiting: [AVMediaType: [@Sendable (Bool) -> Void]] = [:]
    var observers: [@Sendable (AVMediaType, AVAuthorizationStatus) -> Void] = []
  }

  private let clock: any PhoneClock
  private let state: Mutex<State>

  /// - Parameter answerDelay: How long the person thinks.
  init(clock: any PhoneClock, answerDelay: PhoneDuration) {
    self.clock = clock
    state = Mutex(State(answerDelay: answerDelay))
  }

  // MARK: For the host

  /// Decides without a question.
  package func set(_ status: AVAuthorizationStatus, for mediaType: AVMediaType) {
    let observers = state.withLock { state in
      state.statuses[mediaType] = status
      return state.observers
    }
    for observer in observers { observer(mediaType, status) }
  }

  /// The texts of the app's Info.plist: `NSCameraUsageDescription` for `.video`,
  /// `NSMicrophoneUsageDescription` for `.audio`. Until this is called, the main bundle is asked.
  package func setUsageTexts(_ texts: [AVMediaType: String]) { state.withLock { $0.usageTexts = texts } }

  /// The texts of a property list.
  package static func usageTexts(_ info: [String: Any]) -> [AVMediaType: String] {
    var texts: [AVMediaType: String] = [:]
    texts[.video] = info["NSCameraUsageDescription"] as? String
    texts[.audio] = info["NSMicrophoneUsageDescription"] as? String
    return texts
  }

  /// What the person will say, and how long they take.
  package func setAnswer(_ answer: Bool, for mediaType: AVMediaType, after delay: PhoneDuration) {
    state.withLock { state in
      state.answers[mediaType] = answer
      state.answerDelay = delay
    }
  }

  /// Calls `observer` after every decision, on the thread that made it. Cannot be taken back: for parts that
  /// live as long as the phone.
  package func observe(_ observer: @escaping @Sendable (AVMediaType, AVAuthorizationStatus) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  // MARK: For the framework

  package func status(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    state.withLock { $0.statuses[mediaType] ?? .notDetermined }
  }

  /// Asks the person once; later calls answer with the stored choice. Does not block. [header]
  ///
  /// Without the usage text the app ends. [docs] Handlers run on a global queue, in the order of the calls.
  func request(_ mediaType: AVMediaType, _ handler: @escaping @Sendable (Bool) -> Void) {
    if state.withLock({ Self.choice($0, mediaType) }) == nil { requireUsageText(mediaType) }
    // Looked at again with the question: the person may have answered another one meanwhile.
    let delay = state.withLock { state -> PhoneDuration? in
      if let decided = Self.choice(state, mediaType) {
        answerQueue.async { handler(decided) }
        return nil
      }
      let isOpen = state.waiting[mediaType] != nil
      state.waiting[mediaType, default: []].append(handler)
      return isOpen ? nil : state.answerDelay
    }
    guard let delay else { return }
    clock.schedule(after: delay) { [weak self] in self?.personAnswers(mediaType) }
  }

  /// What was decided; nil for nothing.
  private static func choice(_ state: State, _ mediaType: AVMediaType) -> Bool? {
    switch state.statuses[mediaType] ?? .notDetermined {
    case .authorized: true
    case .denied, .restricted: false
    case .notDetermined: nil
    }
  }

  private let answerQueue = DispatchQueue(label: "AVCaptureDevice.authorization")

  private func personAnswers(_ mediaType: AVMediaType) {
    let (answer, handlers, observers) = state.withLock { state in
      let answer = state.answers[mediaType] ?? true
      state.statuses[mediaType] = answer ? .authorized : .denied
      return (answer, state.waiting.removeValue(forKey: mediaType) ?? [], state.observers)
    }
    for observer in observers { observer(mediaType, answer ? .authorized : .denied) }
    answerQueue.async { for handler in handlers { handler(answer) } }
  }

  private func requireUsageText(_ mediaType: AVMediaType) {
    let key = mediaType == .audio ? "NSMicrophoneUsageDescription" : "NSCameraUsageDescription"
    let text =
      state.withLock { state in
        state.usageTexts.map { $0[mediaType] ?? "" }
      } ?? Bundle.main.object(forInfoDictionaryKey: key) as? String
    if let text, !text.isEmpty { return }
    stop(
      "This app has crashed because it attempted to access privacy-sensitive data without a usage description. "
        + "The app's Info.plist must contain an \(key) key with a string value explaining to the user how the app "
        + "uses this data.")
  }
}
