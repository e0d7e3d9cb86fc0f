import Foundation
import PhoneHardware
import PhoneModel

/// One of the phone's displays. [docs]
@preconcurrency @MainActor
public final class UIScreen: NSObject {
  /// The outer display, always; also while the app is on the inner one (seen on Apple's simulator). [forum]
  public static var main: UIScreen { screen(.outer) }

  /// The phone's displays, the outer one first.
  public static var screens: [UIScreen] { CurrentPhone.phone.description.displays.map { screen($0.id) } }

  /// Which display this is.
  package let display: DisplayID
  private let described: DisplayDescription
  /// Turns of the interface from the display's native top; set by the scene on the display.
  var turn: QuarterTurns = 0

  private init(_ described: DisplayDescription) {
    display = described.id
    self.described = described
    super.init()
  }

  /// Points, in the present interface orientation of the display.
  public var bounds: CGRect {
    CGRect(origin: .zero, size: described.pointSize(turn))
  }

  /// Points, native top up.
  var nativePointSize: CGSize { described.pointSize(0) }

  /// Pixels, native top up.
  public var nativeBounds: CGRect {
    CGRect(
      x: 0, y: 0, width: described.nativeWidth.value * described.scale.value,
      height: described.nativeHeight.value * described.scale.value)
  }

  /// Pixels to a point.
  public var scale: CGFloat { described.scale.value }
  /// Equal to `scale`: a simulated phone draws no larger than its display. [inferred]
  public var nativeScale: CGFloat { scale }

  /// From the refresh interval of the phone's displays.
  public var maximumFramesPerSecond: Int {
    Int((1 / CurrentPhone.phone.description.timing.displayFrame.value.seconds).rounded())
  }

  /// From 0 to 1. Diptych's pictures do not show it.
  public var brightness: CGFloat = 0.5 {
    didSet {
      brightness = min(max(brightness, 0), 1)
      if brightness != oldValue {
        NotificationCenter.default.post(name: Self.brightnessDidChangeNotification, object: self)
      }
    }
  }

  private static var known: [DisplayID: UIScreen] = [:]
  private static var phone: ObjectIdentifier?

  /// The same object for one display of one phone, every time.
  package static func screen(_ id: DisplayID) -> UIScreen {
    let current = CurrentPhone.phone
    if phone != ObjectIdentifier(current) {
      phone = ObjectIdentifier(current)
      known = [:]
    }
    if let screen = known[id] { return screen }
    guard let described = current.description.display(id) else {
      fatalError("UIScreen: the phone '\(current.description.name)' has no display '\(id.rawValue)'.")
    }
    let screen = UIScreen(described)
    known[id] = screen
    return screen
  }
}

extension DisplayDescription {
  /// Size in points of an interface that is turned by quarter turns from native.
  func pointSize(_ turn: QuarterTurns) -> CGSize {
    let size = size(interfaceTurn: turn)
    return CGSize(width: size.width, height: size.height)
  }
}
