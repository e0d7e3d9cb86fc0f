import Foundation

extension UIWindow {
  /// How far in front a window lies. [docs]
  public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let normal = Level(0)
    public static let statusBar = Level(1000)
    public static let alert = Level(2000)

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    public static func + (level: Level, step: CGFloat) -> Level { Level(level.rawValue + step) }
    public static func - (level: Level, step: CGFloat) -> Level { Level(level.rawValue - step) }
  }
}

extension UIWindowScene {
  /// Puts a window in front of those of its level, behind those of higher ones.
  func insert(_ window: UIWindow) {
    windows.removeAll { $0 === window }
    let place = windows.firstIndex { $0.windowLevel > window.windowLevel } ?? windows.endIndex
    windows.insert(window, at: place)
  }

  /// Whether the scene has its display for itself: not in Split View, nor beside the app's other window. [docs]
  public var isFullScreen: Bool {
    geometry.frame.size == screen.bounds.size
  }

  /// Nil: a phone's scenes are not resized by people. [docs]
  public var sizeRestrictions: UISceneSizeRestrictions? { nil }

  public var statusBarManager: UIStatusBarManager? { UIStatusBarManager(self) }

  /// Asked for the bars of the system: the frontmost full screen, or a presentation that takes the bar; or the child it
  /// names. [docs]
  private func barController(
    _ child: (UIViewController) -> UIViewController?, from top: UIViewController?
  ) -> UIViewController? {
    var controller = top
    while let next = controller.flatMap(child) { controller = next }
    return controller
  }

  /// What the app wants of the bars that the system draws on the scene's display.
  package var prefersStatusBarHidden: Bool {
    barController(\.childForStatusBarHidden, from: rootController?.statusBarController)?
      .prefersStatusBarHidden ?? false
  }
  package var preferredStatusBarStyle: UIStatusBarStyle {
    barController(\.childForStatusBarStyle, from: rootController?.statusBarController)?
      .preferredStatusBarStyle ?? .default
  }
  package var prefersHomeIndicatorAutoHidden: Bool {
    barController(\.childForHomeIndicatorAutoHidden, from: rootController?.orientationController)?
      .prefersHomeIndicatorAutoHidden ?? false
  }
}

/// How small and large people may make a scene: on other devices than phones only. [docs]
@preconcurrency @MainActor
public final class UISceneSizeRestrictions: NSObject {
  public var minimumSize = CGSize.zero
  public var maximumSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
}

/// The status bar of a scene as it was when it was asked for. [docs]
@preconcurrency @MainActor
public final class UIStatusBarManager: NSObject {
  public let isStatusBarHidden: Bool
  public let statusBarStyle: UIStatusBarStyle
  /// In the scene's space; empty while the bar is hidden.
  public let statusBarFrame: CGRect

  init(_ scene: UIWindowScene) {
    isStatusBarHidden = scene.prefersStatusBarHidden
    statusBarStyle = scene.preferredStatusBarStyle
    let height = scene.keyWindow?.safeAreaInsets.top ?? 0
    let size = CGSize(width: scene.geometry.frame.width, height: height)
    statusBarFrame = isStatusBarHidden ? .zero : CGRect(origin: .zero, size: size)
    super.init()
  }
}
