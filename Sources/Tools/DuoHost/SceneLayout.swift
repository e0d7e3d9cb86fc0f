import DuoUIKit
import Foundation
import PhoneModel

/// Where the app's scene lies, from the phone's state and what the app supports. Pure.
enum SceneLayout {
  /// - Parameters:
  ///   - supported: what app and root view controller both allow.
  ///   - current: the interface's present orientation on the same display; nil after a move.
  static func geometry(
    _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription,
    supported: UIInterfaceOrientationMask, current: InterfaceOrientation?
  ) -> SceneGeometry {
    let display = state.app.display
    let placed = PlacedPhone(state, at: time, in: description)
    guard let described = description.display(display) else {
      fatalError("the app is on the display \(display.rawValue), which \(description.name) has not")
    }
    let allowed = Set(
      InterfaceOrientation.allCases.filter {
        UIInterfaceOrientation(rawValue: $0.rawValue).map {
          supported.contains(UIInterfaceOrientationMask($0))
        } ?? false
      })
    let orientation =
      InterfaceRotation.orientation(on: display, placed, supported: allowed, current: current) ?? .portrait
    let size = described.size(interfaceTurn: orientation.interfaceTurn)
    let isHalved = state.app.isInSplitView && display == .inner
    let width = isHalved && size.width > size.height ? size.width / 2 : size.width
    let height = isHalved && size.width <= size.height ? size.height / 2 : size.height
    return SceneGeometry(
      display: display, interfaceTurn: orientation.interfaceTurn,
      frame: CGRect(x: 0, y: 0, width: width, height: height),
      orientation: UIInterfaceOrientation(rawValue: orientation.rawValue) ?? .portrait)
  }
}
