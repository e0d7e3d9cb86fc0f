import Foundation

public enum CGPathFillRule: Int, Sendable {
  case winding = 0
  case evenOdd = 1
}

public enum CGPathElementType: Int32, Sendable {
  case moveToPoint = 0
  case addLineToPoint = 1
  case addQuadCurveToPoint = 2
  case addCurveToPoint = 3
  case closeSubpath = 4
}

/// One step of a path. `points` has one, two or three points, and none for `closeSubpath`.
public struct CGPathElement {
  public var type: CGPathElementType
  public var points: UnsafeMutablePointer<CGPoint>
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// Lines and curves. [docs]
public class CGPath: Hashable {
  package fileprivate(set) var outline: PathOutline

  package init(_ outline: PathOutline) { self.outline = outline }

  public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var path = PathOutline()
    path.rect(rect)
    outline = path.applying(transform?.pointee ?? .identity)
  }

  public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var path = PathOutline()
    path.ellipse(in: rect)
    outline = path.applying(transform?.pointee ?? .identity)
  }

  /// Stops the process, as Apple's does, when two corners do not fit beside each other.
  public init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
      transform: transform?.pointee ?? .identity)
    outline = path.outline
  }

  public var isEmpty: Bool { outline.elements.isEmpty }

  /// The null rectangle when nothing was drawn; else round all points, control points included. [docs]
  public var boundingBox: CGRect { outline.controlBox ?? .null }

  /// Round the lines and curves themselves. [docs]
  public var boundingBoxOfPath: CGRect { outline.tightBox ?? .null }

  public var currentPoint: CGPoint { outline.current ?? .zero }

  /// Whether `point` lies inside, with the path mapped by `transform` first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    outline.applying(transform).contains(point, rule)
  }

  /// Whether the path is one upright rectangle, which is written to `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let box = outline.controlBox else { return false }
    var corners: [CGPoint] = []
    for element in outline.elements {
      switch element {
      case .move(let p) where corners.isEmpty: corners = [p]
      case .line(let p) where !corners.isEmpty: corners.append(p)
      case .close: break
      default: return false
      }
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4 else { return false }
    for index in 0..<4 {
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      guard (a.x == b.x && b.y == c.y) || (a.y == b.y && b.x == c.x) else { return false }
    }
    rect?.pointee = box
    return true
  }

  public func copy() -> CGPath? { CGPath(outline) }
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline.applying(transform?.pointee ?? .identity))
  }
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline) }
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(outline.applying(transform?.pointee ?? .identity))
  }

  /// Calls `block` for each step in order.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in outline.elements {
      var points = element.points
      if points.isEmpty { points = [.zero] }
      let type: CGPathElementType =
        switch element {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .curve: .addCurveToPoint
        case .close: .closeSubpath
        }
      points.withUnsafeMutableBufferPointer { buffer in
        var value = CGPathElement(type: type, points: buffer.baseAddress!)
        block(&value)
      }
    }
  }

  public static func == (a: CGPath, b: CGPath) -> Bool { a.outline.elements == b.outline.elements }
  public func hash(into hasher: inout Hasher) { hasher.combine(outline.elements) }
}

/// A path that can still grow.
public class CGMutablePath: CGPath {
  public init() { super.init(PathOutline()) }

  package override init(_ outline: PathOutline) { super.init(outline) }

  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.move(to: point.applying(transform))
  }

  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    guard isBegun("CGPathAddLineToPoint") else { return }
    outline.line(to: point.applying(transform))
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    guard isBegun("CGPathAddQuadCurveToPoint") else { return }
    outline.quad(control: control.applying(transform), to: end.applying(transform))
  }

  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    guard isBegun("CGPathAddCurveToPoint") else { return }
    outline.curve(control1.applying(transform), control2.applying(transform), to: end.applying(transform))
  }

  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    append(transform) { $0.rect(rect) }
  }

  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    append(transform) { $0.ellipse(in: rect) }
  }

  /// Stops the process, as Apple's does, when two corners do not fit beside each other.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    for (name, side, corner, length) in [
      ("width", "Width", cornerWidth, rect.width), ("height", "Height", cornerHeight, rect.height),
    ] where corner < 0 || 2 * corner > length {
      stop(
        "Assertion failed: (corner_\(name) >= 0 && 2 * corner_\(name) <= CGRectGet\(side)(rect)), "
          + "function CGPathAddRoundedRect")
    }
    let size = CGSize(width: cornerWidth, height: cornerHeight)
    append(transform) { $0.roundedRect(rect, radii: [size, size, size, size]) }
  }

  /// `clockwise` as seen where y points up. [docs]
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    join(transform) {
      $0.arc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }
  }

  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    join(transform) { $0.arc(center: center, radius: radius, start: startAngle, sweep: delta) }
  }

  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    join(transform) { $0.arc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }

  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    outline.append(path.outline.applying(transform))
  }

  public func closeSubpath() { outline.close() }

  private func append(_ transform: CGAffineTransform, _ build: (inout PathOutline) -> Void) {
    var shape = PathOutline()
    build(&shape)
    outline.append(shape.applying(transform))
  }

  /// Goes on from the current point, which lies in the mapped space.
  private func join(_ transform: CGAffineTransform, _ build: (inout PathOutline) -> Void) {
    outline.extend(transform, build)
  }

  /// Apple logs and leaves the path as it is when there is no current point.
  private func isBegun(_ function: String) -> Bool {
    if outline.current != nil { return true }
    FileHandle.standardError.write(Data("\(function): no current point.\n".utf8))
    return false
  }
}
