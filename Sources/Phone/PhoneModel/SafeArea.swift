/// Distances inwards from the edges of an interface, points.
public struct EdgeDistances: Hashable, Sendable {
  public var top, left, bottom, right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// What an app's content keeps clear of: bars, and the hardware at a display's native top.
public enum SafeArea {
  /// Of a whole display whose interface is turned by clockwise quarter turns from native.
  ///
  /// Hardware is what the description says, and the cut-outs of cameras that always cover the display, margins included:
  /// as far from the native top as the farthest reaches, in whole points. Upright, the top is the status bar's or the
  /// hardware's, whichever reaches farther. Turned by a quarter, both sides keep the hardware's distance, as on phones
  /// with a sensor housing. A camera under the display takes nothing: it is a reserved region while it runs.
  public static func distances(
    on display: DisplayDescription, interfaceTurn: QuarterTurns, in description: PhoneDescription
  ) -> EdgeDistances {
    let hardware = hardware(on: display, in: description)
    let size = display.size(interfaceTurn: interfaceTurn)
    let isWide = size.width > size.height
    let bars = display.bars
    let statusBar = isWide && !bars.statusBarWhenWide.value ? 0 : bars.statusBar.value
    let home = isWide ? bars.homeIndicatorWhenWide.value : bars.homeIndicator.value
    switch interfaceTurn.count {
    case 0: return EdgeDistances(top: max(statusBar, hardware), bottom: home)
    case 2: return EdgeDistances(top: statusBar, bottom: max(home, hardware))
    default: return EdgeDistances(top: statusBar, left: hardware, bottom: home, right: hardware)
    }
  }

  private static func hardware(
    on display: DisplayDescription, in description: PhoneDescription
  ) -> Double {
    let body = Body(description, hinge: 180)
    let cutOuts = description.cameras.compactMap { camera -> Double? in
      guard let occlusion = camera.occlusion, !occlusion.onlyWhileRunning.value, camera.constituents.isEmpty,
        description.ownDisplay(of: camera.id) == display.id
      else { return nil }
      let place = display.nativePoint(body.view(of: camera.mount).position, body.frame(of: display))
      return (place.y + occlusion.size.value / 2).rounded(.up)
    }
    return max(display.bars.housing.value, cutOuts.max() ?? 0)
  }
}
