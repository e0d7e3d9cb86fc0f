import Foundation
import PhoneHardware

/// What Apple's runtime says of an app that is not set up as it should be: one line on standard error in its words, and a
/// record in the trace, so that the report names it.
@MainActor
enum LaunchRules {
  static func noteMissingManifest() {
    let line =
      "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."
    logToStandardError(line)
    note(
      "the app's Info.plist has no UIApplicationSceneManifest: iOS 26 logs \"\(line)\", and apps that are built with later "
        + "SDKs are stopped", rule: "missing-scene-manifest")
  }

  static func noteMissingClass(_ className: String, configuration: String?) {
    let line =
      "Info.plist configuration \"\(configuration ?? "(no name)")\" for UIWindowSceneSessionRoleApplication contained "
      + "UISceneDelegateClassName key, but could not load class with name \"\(className)\"."
    logToStandardError(line)
    note(line + " The scene has no delegate and stays empty.", rule: "missing-scene-delegate")
  }

  /// A class that is there, and that no scene can have as its delegate. The words are Diptych's.
  static func noteNoDelegate(_ type: AnyClass) {
    let line =
      "The scene delegate class \"\(type)\" is no subclass of NSObject that conforms to UISceneDelegate."
    logToStandardError(line)
    note(line + " The scene has no delegate and stays empty.", rule: "missing-scene-delegate")
  }

  static func noteMissingConfiguration() {
    // What UIKit logs for a manifest without an entry for ordinary windows. [forum]
    logToStandardError(
      "Info.plist contained no UIScene configuration dictionary (looking for configuration named \"(no name)\")"
    )
  }

  /// `rule` is a word of VER-42, for what the report has a verdict of its own on.
  static func note(_ detail: String, rule: String? = nil, call: String = "UIApplication") {
    guard CurrentPhone.isRunning else { return }
    guard let rule else {
      CurrentPhone.phone.trace.record("violation", ["call": .text(call), "detail": .text(detail)])
      return
    }
    CurrentPhone.phone.trace.record(
      "violation", ["call": .text(call), "rule": .text(rule), "detail": .text(detail)])
  }
}

extension UIWindowScene {
  /// Why there is nothing to see of a scene in the foreground; nil when there is something.
  package var blankReason: String? { blank?.reason }

  /// The reason, and its word of VER-42.
  fileprivate var blank: (rule: String, reason: String)? {
    guard [.foregroundActive, .foregroundInactive].contains(activationState) else { return nil }
    let shown = windows.filter { !$0.isHidden }
    guard let front = shown.last(where: \.isKeyWindow) ?? shown.last else {
      return (
        "no-visible-window",
        windows.isEmpty
          ? "the scene has no window" : "no window of the scene is visible: nobody called makeKeyAndVisible()"
      )
    }
    if front.frame.isEmpty { return ("zero-size-window", "the scene's key window has no area") }
    if front.rootViewController == nil, (front.layer.sublayers ?? []).isEmpty {
      return ("empty-window", "the scene's window has no root view controller")
    }
    return nil
  }
}

extension UIApplication {
  /// Puts a violation into the trace for each scene in the foreground that shows nothing, once for as long as it does.
  /// For the host, at a settled moment.
  package func noteBlankScenes() {
    for case let scene as UIWindowScene in connectedScenes {
      let id = ObjectIdentifier(scene)
      guard let blank = scene.blank else {
        blankScenes.remove(id)
        continue
      }
      guard blankScenes.insert(id).inserted else { continue }
      LaunchRules.note("the screen is empty: \(blank.reason)", rule: blank.rule)
    }
  }
}
