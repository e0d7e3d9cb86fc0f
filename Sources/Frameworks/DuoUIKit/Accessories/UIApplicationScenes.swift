import Foundation
import PhoneHardware
import PhoneModel

extension UIApplication {
  /// The app's scenes that a display shows, from back to front: those that are connected there and not in the background;
  /// an accessory's in front.
  package func scenes(on display: DisplayID) -> [UIWindowScene] {
    let here = connectedScenes.compactMap { $0 as? UIWindowScene }.filter {
      $0.geometry.display == display && $0.activationState != .background && $0.activationState != .unattached
    }
    return here.sorted { a, b in
      if a.isAccessory != b.isAccessory { return b.isAccessory }
      return a.session.persistentIdentifier < b.session.persistentIdentifier
    }
  }

  /// Brings what lies round the app's scene to what the phone's state says.
  func followSurroundings(_ state: PhoneState, at time: PhoneTime) {
    SceneAccessories.shared.follow(state, at: time)
    RegionQueries.shared.follow()
    HingeWatch.shared.follow()
  }

  /// What else than its own scenes' places the app follows when the phone changes.
  package nonisolated static func concernsSurroundings(_ change: PhoneChange) -> Bool {
    let (before, after) = (change.before, change.after)
    return before.isCapturing != after.isCapturing || before.isAccessoryShown != after.isAccessoryShown
      || before.isAccessoryWithdrawn != after.isAccessoryWithdrawn || before.streaming != after.streaming
  }
}

extension UIView {
  /// A view came, went, or took another place among its siblings.
  func treeChanged() {
    SceneAccessories.shared.viewsChanged()
    HingeWatch.shared.viewsChanged()
  }
}

extension UIWindowScene {
  /// Content for whoever is in front of the camera.
  package var isAccessory: Bool { session.role == .windowCameraCaptureAccessory }
}
