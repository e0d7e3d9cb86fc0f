import Foundation
import PhoneModel
import Scenarios
import SimulatedPhone

/// What the system and the hardware put on a display beside the app's windows. A value, in points of the interface.
///
/// It is drawn over the picture that people look at, after everything that is read and measured: no part of it counts as
/// covering a preview. A camera's cut-out does cover what lies under it, which is what reserved regions are about.
struct ScreenChrome: Hashable {
  /// A camera in or under the display.
  struct Lens: Hashable {
    var x, y, radius: Double
    /// Black, as a hole always is and a camera under the display is while it runs; else a faint disc.
    var isOpen: Bool
  }

  enum Surroundings: Hashable {
    /// The scenes fill the display.
    case none
    /// Round an app that is smaller than the display.
    case letterbox
    /// The app beside it in Split View.
    case otherApp(CGRect)
    /// No scene of the app is here.
    case home
  }

  /// What the system lays over an app that stays in front, inactive.
  enum Overlay: Hashable {
    /// A call that rings, in a banner at the top.
    case call
    /// Control or notification centre: a panel over everything.
    case panel
  }

  var width, height: Double
  /// What the scenes leave free is the system's.
  var scenes: [CGRect]
  var surroundings: Surroundings
  /// Nil: hidden, by the app or because the interface is wide.
  var statusBarHeight: Double?
  /// What a wallpaper shows in large letters, and the status bar in small ones.
  var time: String
  var isCameraInUse: Bool
  /// Height of the home indicator's strip.
  var homeIndicatorHeight: Double
  var lenses: [Lens]
  /// The strip of the fold, while the phone is partly open.
  var fold: CGRect?
  /// 0 flat, 1 folded by a right angle or more.
  var foldDepth: Double
  var cornerRadius: Double
  /// Nil where none is, as on every display but the app's. The panel lies over the call.
  var overlay: Overlay?

  /// - Parameters:
  ///   - scenes: the frames of the app's scenes on the display.
  ///   - hidesStatusBar: the frontmost scene's view controllers want it hidden.
  init(
    _ display: DisplayDescription, interfaceTurn: QuarterTurns, _ state: PhoneState, at time: PhoneTime,
    in description: PhoneDescription, scenes: [CGRect], hidesStatusBar: Bool = false
  ) {
    let size = display.size(interfaceTurn: interfaceTurn)
    width = size.width
    height = size.height
    self.scenes = scenes
    let isWide = width > height
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    if scenes.isEmpty {
      surroundings = .home
    } else if state.app.isInSplitView, display.id == state.app.display, let own = scenes.first {
      surroundings = .otherApp(Self.rest(of: whole, without: own))
    } else {
      surroundings = scenes.contains { $0.contains(whole) } ? .none : .letterbox
    }
    let isShown = !hidesStatusBar && (!isWide || display.bars.statusBarWhenWide.value)
    let insets = SafeArea.distances(on: display, interfaceTurn: interfaceTurn, in: description)
    statusBarHeight = isShown || scenes.isEmpty ? max(insets.top, display.bars.statusBar.value) : nil
    homeIndicatorHeight =
      isWide ? display.bars.homeIndicatorWhenWide.value : display.bars.homeIndicator.value
    self.time = Self.clock(time)
    isCameraInUse = state.streaming.values.contains(.app)
    let regions = ReservedRegions.all(
      on: display.id, interfaceTurn: interfaceTurn, state, at: time, in: description)
    lenses = regions.filter { $0.kind == .occlusion }.map { region in
      Lens(
        x: region.frame.middle.x, y: region.frame.middle.y,
        radius: max(1, region.frame.width / 2 - region.margin), isOpen: region.isActive)
    }
    fold = regions.first { $0.kind == .division && $0.isActive }.map {
      CGRect(x: $0.frame.x, y: $0.frame.y, width: $0.frame.width, height: $0.frame.height)
    }
    foldDepth = min(1, max(0, (180 - state.hinge.angle(at: time)) / 90))
    cornerRadius = display.cornerRadius.value
    if display.id == state.app.display {
      overlay = state.isOverlayShown ? .panel : state.isInCall ? .call : nil
    }
  }

  /// The larger strip of a display that a scene leaves free.
  static func rest(of whole: CGRect, without own: CGRect) -> CGRect {
    let strips = [
      CGRect(x: own.maxX, y: 0, width: whole.maxX - own.maxX, height: whole.height),
      CGRect(x: 0, y: 0, width: own.minX, height: whole.height),
      CGRect(x: 0, y: own.maxY, width: whole.width, height: whole.maxY - own.maxY),
      CGRect(x: 0, y: 0, width: whole.width, height: own.minY),
    ]
    return strips.max { $0.width * $0.height < $1.width * $1.height } ?? .zero
  }

  /// The phone's clock, hours and minutes.
  static func clock(_ time: PhoneTime) -> String {
    let start = Int(VirtualClock.calendarAtZero.timeIntervalSince1970)
    let minutes = (start + Int(time.seconds.rounded(.down))) / 60 % (24 * 60)
    let rest = minutes % 60
    return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Where the status bar's left and right ends are: no text lies under a camera.
  var statusBarEnds: (left: Double, right: Double) {
    let bar = CGRect(x: 0, y: 0, width: width, height: statusBarHeight ?? 0)
    let margin = max(16, cornerRadius * 0.6)
    var ends = (left: margin, right: width - margin)
    for lens in lenses where lens.isOpen && lens.y - lens.radius < bar.maxY {
      // Either end is no wider than this.
      if lens.x - lens.radius < ends.left + 60 { ends.left = max(ends.left, lens.x + lens.radius + 8) }
      if lens.x + lens.radius > ends.right - 60 { ends.right = min(ends.right, lens.x - lens.radius - 8) }
    }
    return ends
  }
}
