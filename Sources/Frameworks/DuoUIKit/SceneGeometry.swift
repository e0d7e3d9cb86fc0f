import Foundation
import PhoneModel

/// Where a scene lies: decided by the host, told to the app with UIKit's callbacks.
package struct SceneGeometry: Hashable, Sendable {
  package var display: DisplayID
  /// Clockwise quarter turns of the display's interface from its native top.
  package var interfaceTurn: QuarterTurns
  /// In points of the display's interface. Smaller than the display beside another app, or for an app that is
  /// letterboxed.
  package var frame: CGRect
  /// What the app is told. A letterboxed app is told an orientation that it supports.
  package var orientation: UIInterfaceOrientation

  package init(
    display: DisplayID, interfaceTurn: QuarterTurns, frame: CGRect, orientation: UIInterfaceOrientation
  ) {
    self.display = display
    self.interfaceTurn = interfaceTurn
    self.frame = frame
    self.orientation = orientation
  }
}
