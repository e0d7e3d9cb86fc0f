import Foundation
import PhoneModel

/// A space of points on a display: a view's, a scene's, a screen's. [docs]
@preconcurrency @MainActor
public protocol UICoordinateSpace: AnyObject {
  var bounds: CGRect { get }
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

/// A space that knows where it lies on a display.
///
/// Points meet in the display's fixed space: native top up, in points. Spaces on two displays have nothing in common; points
/// are then taken over as if the displays lay on each other. [assumed]
@MainActor
protocol PlacedSpace: UICoordinateSpace {
  func toFixed(_ point: CGPoint) -> CGPoint
  func fromFixed(_ point: CGPoint) -> CGPoint
}

extension PlacedSpace {
  public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? any PlacedSpace)?.fromFixed(toFixed(point))
      ?? coordinateSpace.convert(point, from: self)
  }
  public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? any PlacedSpace).map { fromFixed($0.toFixed(point)) }
      ?? coordinateSpace.convert(point, to: self)
  }
  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    CGRect(around: corners(rect).map { convert($0, to: coordinateSpace) })
  }
  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    CGRect(around: corners(rect).map { convert($0, from: coordinateSpace) })
  }

  fileprivate func corners(_ rect: CGRect) -> [CGPoint] {
    [rect.minX, rect.maxX].flatMap { x in [rect.minY, rect.maxY].map { CGPoint(x: x, y: $0) } }
  }
}

extension CGRect {
  /// The smallest rectangle with all the points.
  fileprivate init(around points: [CGPoint]) {
    let (x, y) = (points.map(\.x), points.map(\.y))
    let origin = CGPoint(x: x.min() ?? 0, y: y.min() ?? 0)
    self.init(
      origin: origin, size: CGSize(width: (x.max() ?? 0) - origin.x, height: (y.max() ?? 0) - origin.y))
  }
}

/// Between a display's fixed space and an interface that is turned clockwise from it by quarter turns.
struct InterfacePlane: Hashable, Sendable {
  /// Points, native top up.
  var native: CGSize
  var turn: QuarterTurns

  func toInterface(_ p: CGPoint) -> CGPoint {
    switch turn.count {
    case 0: p
    case 1: CGPoint(x: p.y, y: native.width - p.x)
    case 2: CGPoint(x: native.width - p.x, y: native.height - p.y)
    default: CGPoint(x: native.height - p.y, y: p.x)
    }
  }

  func toNative(_ p: CGPoint) -> CGPoint {
    switch turn.count {
    case 0: p
    case 1: CGPoint(x: native.width - p.y, y: p.x)
    case 2: CGPoint(x: native.width - p.x, y: native.height - p.y)
    default: CGPoint(x: p.y, y: native.height - p.x)
    }
  }
}

/// The bounds of a scene as they were at one moment, and where they lay.
@MainActor
final class SceneCoordinateSpace: PlacedSpace {
  let bounds: CGRect
  private let origin: CGPoint
  private let plane: InterfacePlane

  init(_ geometry: SceneGeometry) {
    bounds = CGRect(origin: .zero, size: geometry.frame.size)
    origin = geometry.frame.origin
    plane = InterfacePlane(
      native: UIScreen.screen(geometry.display).nativePointSize, turn: geometry.interfaceTurn)
  }

  func toFixed(_ point: CGPoint) -> CGPoint {
    plane.toNative(CGPoint(x: point.x + origin.x, y: point.y + origin.y))
  }

  func fromFixed(_ point: CGPoint) -> CGPoint {
    let inside = plane.toInterface(point)
    return CGPoint(x: inside.x - origin.x, y: inside.y - origin.y)
  }
}

/// A screen as its interface lies now, or with its native top up for ever.
@MainActor
final class ScreenCoordinateSpace: PlacedSpace {
  private unowned let screen: UIScreen
  private let isFixed: Bool

  init(_ screen: UIScreen, isFixed: Bool) {
    self.screen = screen
    self.isFixed = isFixed
  }

  private var plane: InterfacePlane {
    InterfacePlane(native: screen.nativePointSize, turn: isFixed ? 0 : screen.turn)
  }
  var bounds: CGRect {
    isFixed ? CGRect(origin: .zero, size: screen.nativePointSize) : screen.bounds
  }
  func toFixed(_ point: CGPoint) -> CGPoint { plane.toNative(point) }
  func fromFixed(_ point: CGPoint) -> CGPoint { plane.toInterface(point) }
}

extension UIScreen {
  /// Points, as the interface lies now.
  public var coordinateSpace: any UICoordinateSpace { ScreenCoordinateSpace(self, isFixed: false) }
  /// Points, native top up, however the interface lies. [docs]
  public var fixedCoordinateSpace: any UICoordinateSpace { ScreenCoordinateSpace(self, isFixed: true) }

  /// Traits of an interface that fills the display.
  public var traitCollection: UITraitCollection {
    UITraitCollection(size: bounds.size, displayScale: scale)
  }

  public nonisolated static let brightnessDidChangeNotification = Notification.Name(
    "UIScreenBrightnessDidChangeNotification")
}

extension UIView: PlacedSpace {
  private var scenePlace: SceneCoordinateSpace? { window?.windowScene?.place }

  /// The space as a view of the same tree: then nothing outside the tree has a say.
  private func relative(_ space: any UICoordinateSpace) -> UIView? {
    guard let view = space as? UIView, view.window === window else { return nil }
    return window != nil || view.rootView === rootView ? view : nil
  }

  public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    if let view = relative(coordinateSpace) { return layer.convert(point, to: view.layer) }
    return (coordinateSpace as? any PlacedSpace)?.fromFixed(toFixed(point))
      ?? coordinateSpace.convert(point, from: self)
  }

  public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    if let view = relative(coordinateSpace) { return layer.convert(point, from: view.layer) }
    return (coordinateSpace as? any PlacedSpace).map { fromFixed($0.toFixed(point)) }
      ?? coordinateSpace.convert(point, to: self)
  }

  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    if let view = relative(coordinateSpace) { return layer.convert(rect, to: view.layer) }
    return CGRect(around: corners(rect).map { convert($0, to: coordinateSpace) })
  }

  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    if let view = relative(coordinateSpace) { return layer.convert(rect, from: view.layer) }
    return CGRect(around: corners(rect).map { convert($0, from: coordinateSpace) })
  }

  func toFixed(_ point: CGPoint) -> CGPoint {
    let inWindow = convert(point, to: nil as UIView?)
    guard let window, let place = scenePlace else { return inWindow }
    return place.toFixed(offset(inWindow, by: window, 1))
  }

  func fromFixed(_ point: CGPoint) -> CGPoint {
    guard let window, let place = scenePlace else { return convert(point, from: nil as UIView?) }
    return convert(offset(place.fromFixed(point), by: window, -1), from: nil as UIView?)
  }

  /// Between a window's space and its scene's.
  private func offset(_ point: CGPoint, by window: UIWindow, _ sign: CGFloat) -> CGPoint {
    CGPoint(
      x: point.x + sign * (window.frame.minX - window.bounds.minX),
      y: point.y + sign * (window.frame.minY - window.bounds.minY))
  }
}
