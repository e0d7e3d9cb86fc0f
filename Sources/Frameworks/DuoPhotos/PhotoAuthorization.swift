import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// The person's word on their photos, for one process. The host sets how they answer. Safe on any thread.
///
/// Starts undecided; asked, the person says yes after a moment.
package final class PhotoAuthorization: Sendable {
  package static let shared = PhotoAuthorization()

  private struct State: Sendable {
    var statuses: [PHAccessLevel: PHAuthorizationStatus] = [:]
    var answer = PHAuthorizationStatus.authorized
    var usageTexts: [PHAccessLevel: String]?
    var waiting: [PHAccessLevel: [@Sendable (PHAuthorizationStatus) -> Void]] = [:]
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  let queue = DispatchQueue(label: "PHPhotoLibrary.authorization")

  // MARK: For the host

  package func set(_ status: PHAuthorizationStatus, for level: PHAccessLevel) {
    let observers = state.withLock { state in
      state.statuses[level] = status
      return state.observers
    }
    if CurrentPhone.isRunning {
      CurrentPhone.phone.trace.record(
        "permission",
        ["media": level == .addOnly ? "photo-library-add" : "photo-library", "status": .text("\(status)")])
    }
    for observer in observers { observer() }
  }

  /// Decides about reading and adding alike. Nobody can pick some photos of a library that may only be added to.
  package func setBoth(_ status: PHAuthorizationStatus) {
    set(status, for: .readWrite)
    set(status == .limited ? .authorized : status, for: .addOnly)
  }

  /// What the person will say.
  package func setAnswer(_ answer: PHAuthorizationStatus) { state.withLock { $0.answer = answer } }

  /// The texts of the app's Info.plist. Until this is called, the main bundle is asked.
  package func setUsageTexts(_ texts: [PHAccessLevel: String]) { state.withLock { $0.usageTexts = texts } }

  /// The texts in an Info.plist.
  package static func usageTexts(_ info: [String: Any]) -> [PHAccessLevel: String] {
    var texts: [PHAccessLevel: String] = [:]
    for (level, key) in keys { texts[level] = info[key] as? String }
    return texts
  }

  /// Calls `observer` after every decision, on the thread that made it.
  package func observe(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  // MARK: For the framework

  private static let keys: [PHAccessLevel: String] = [
    .addOnly: "NSPhotoLibraryAddUsageDescription", .readWrite: "NSPhotoLibraryUsageDescription",
  ]

  /// Who may read may add. [docs]
  func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
    state.withLock { state in
      if let own = state.statuses[level] { return own }
      let whole = state.statuses[.readWrite] ?? .notDetermined
      return level == .addOnly && whole.isGranted ? .authorized : .notDetermined
    }
  }

  /// Asks the person once; later calls answer with the stored choice. Without the usage text the app ends. [docs]
  func request(_ level: PHAccessLevel, _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
    let decided = status(for: level)
    if decided != .notDetermined { return queue.async { handler(decided) } }
    requireUsageText(level)
    let isFirst = state.withLock { state in
      defer { state.waiting[level, default: []].append(handler) }
      return state.waiting[level] == nil
    }
    guard isFirst else { return }
    let delay = CurrentPhone.phone.description.timing.permissionAnswer.value
    CurrentPhone.phone.clock.schedule(after: delay) { self.personAnswers(level) }
  }

  private func personAnswers(_ level: PHAccessLevel) {
    let (answer, handlers) = state.withLock { state in
      // Nobody can pick some photos of a library that may only be added to.
      let answer = level == .addOnly && state.answer == .limited ? .authorized : state.answer
      return (answer, state.waiting.removeValue(forKey: level) ?? [])
    }
    set(answer, for: level)
    queue.async { for handler in handlers { handler(answer) } }
  }

  private func requireUsageText(_ level: PHAccessLevel) {
    let key = Self.keys[level]!
    let known = state.withLock { $0.usageTexts }
    let text = known.map { $0[level] ?? "" } ?? Bundle.main.object(forInfoDictionaryKey: key) as? String
    if let text, !text.isEmpty { return }
    stop(
      "This app has crashed because it attempted to access privacy-sensitive data without a usage description. "
        + "The app's Info.plist must contain an \(key) key with a string value explaining to the user how the app "
        + "uses this data.")
  }
}
