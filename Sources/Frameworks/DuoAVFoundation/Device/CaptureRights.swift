import Foundation
import Synchronization

/// What the app's property list lets it do with cameras. Safe on any thread.
package final class CaptureRights: Sendable {
  private struct Rights: Sendable {
    var isVoip: Bool
    var isEntitled: Bool

    init(_ info: [String: Any]) {
      isVoip = (info["UIBackgroundModes"] as? [String])?.contains("voip") == true
      isEntitled = info["com.apple.developer.avfoundation.multitasking-camera-access"] as? Bool == true
    }
  }

  private let rights = Mutex<Rights?>(nil)

  package init() {}

  /// The app's `Info.plist`. To be called before a session is made; until then the main bundle is asked.
  ///
  /// Entitlements belong to an app's signature, which there is none of here: they are looked for in the same list.
  package func set(info: [String: Any]) {
    let read = Rights(info)
    rights.withLock { $0 = read }
  }

  private var current: Rights {
    if let known = rights.withLock({ $0 }) { return known }
    let read = Rights(Bundle.main.infoDictionary ?? [:])
    return rights.withLock { rights in
      if let rights { return rights }
      rights = read
      return read
    }
  }

  var hasMultitaskingCameraAccess: Bool {
    let current = current
    return current.isVoip || current.isEntitled
  }

  /// Whether sessions ask for it without being told.
  var wantsMultitaskingCameraAccess: Bool { current.isEntitled }
}
