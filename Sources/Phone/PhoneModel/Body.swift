import Foundation

/// One half of the body as a frame: where it starts, which way it runs, which way its inside looks.
/// Body frame; the vectors are unit vectors.
public struct PanelFrame: Hashable, Sendable {
  /// From the hinge to the free edge (without a hinge: to the right as the screen is seen).
  public var towardsFree: Vector3
  /// To the end of the body that is up when it is held unturned.
  public var towardsTop: Vector3
  /// Outward normal of the face that carries the inner display.
  public var inside: Vector3

  /// Outward normal of a face.
  public func normal(_ face: PanelFace) -> Vector3 { face == .inside ? inside : -inside }

  /// The direction in which an edge lies.
  public func direction(_ edge: PanelEdge) -> Vector3 {
    switch edge {
    case .top: towardsTop
    case .bottom: -towardsTop
    case .free: towardsFree
    case .hinge: -towardsFree
    }
  }
}

/// A display's face: middle, outward normal and native axes. Body frame: millimetres and unit vectors.
public struct DisplayFrame: Hashable, Sendable {
  public var middle: Vector3
  public var normal: Vector3
  /// The way the native top lies, and the native right as the viewer sees it. On the folded inner display these
  /// are the directions on the half that `panel` of the description names.
  public var nativeTop, nativeRight: Vector3
}

/// A camera as a pinhole: where it is, where it looks, what is up and right in its picture at angle 0.
/// Body frame (millimetres), or world frame (metres) when it comes from `PlacedPhone`.
public struct CameraView: Hashable, Sendable {
  public var position: Vector3
  public var axis: Vector3
  public var nativeUp: Vector3

  public init(position: Vector3, axis: Vector3, nativeUp: Vector3) {
    self.position = position
    self.axis = axis
    self.nativeUp = nativeUp
  }

  /// Right in the native picture.
  public var nativeRight: Vector3 { axis.cross(nativeUp) }
}

/// The body at one hinge angle. Everything that is asked about mounts, normals and edges is computed here from
/// the description, so a changed mounting value changes every answer together.
///
/// Body frame: millimetres; x right, y up, z towards the holder of the open, unturned phone; hinge along y.
public struct Body: Sendable {
  public let description: PhoneDescription
  /// Degrees, 0 shut to 180 flat; 180 for a phone without a hinge.
  public let hinge: Double

  public init(_ description: PhoneDescription, hinge: Double) {
    self.description = description
    self.hinge = description.hinge == nil ? 180 : hinge
  }

  public func panel(_ id: PanelID) -> PanelFrame {
    switch id {
    case .rear:
      return PanelFrame(towardsFree: [1, 0, 0], towardsTop: [0, 1, 0], inside: [0, 0, 1])
    case .cover:
      let (sine, cosine) = Angle.sineAndCosine(hinge)
      return PanelFrame(
        towardsFree: [cosine, 0, sine], towardsTop: [0, 1, 0], inside: [sine, 0, -cosine])
    }
  }

  public var panels: [PanelID] { description.hinge == nil ? [.rear] : [.cover, .rear] }

  /// Where a panel begins and ends along `towardsFree`, millimetres.
  public var panelReach: ClosedRange<Double> {
    let width = description.panelWidth.value
    return description.hinge == nil ? -width / 2...width / 2 : 0...width
  }

  /// The corners of a panel's face: bottom and top at its beginning, top and bottom at its end.
  public func corners(of id: PanelID, face: PanelFace) -> [Vector3] {
    let frame = panel(id)
    let half = description.panelHeight.value / 2
    let reach = panelReach
    let places = [
      (reach.lowerBound, -half), (reach.lowerBound, half), (reach.upperBound, half),
      (reach.upperBound, -half),
    ]
    return places.map { point(on: frame, face: face, along: $0.0, above: $0.1) }
  }

  public func display(_ id: DisplayID) -> DisplayFrame? {
    description.display(id).map(frame(of:))
  }

  func frame(of display: DisplayDescription) -> DisplayFrame {
    let panel = panel(display.panel)
    let normal = normal(of: display)
    let own = panel.normal(display.face)
    let top = panel.direction(display.nativeTop.value)
    let middle = point(
      on: panel, face: display.face, along: display.fromHinge.value, above: display.aboveMiddle.value)
    return DisplayFrame(middle: middle, normal: normal, nativeTop: top, nativeRight: top.cross(own))
  }

  /// Outward normal. A display that lies across the hinge looks along the bisector of its halves.
  public func normal(of display: DisplayDescription) -> Vector3 {
    let own = panel(display.panel).normal(display.face)
    guard display.spansHinge else { return own }
    let other = panel(display.panel == .rear ? .cover : .rear)
    let sum = own + other.normal(display.face)
    if sum.length > 1e-9 { return sum.normalized }
    // Shut: the halves look at each other, and the bisector points along both to the free edges.
    return panel(display.panel).towardsFree
  }

  public func camera(_ id: CameraID) -> CameraView? {
    description.camera(id).map { view(of: $0.mount) }
  }

  public func view(of mount: CameraMount) -> CameraView {
    let frame = panel(mount.panel)
    return CameraView(
      position: point(
        on: frame, face: mount.face.value, along: mount.fromHinge.value, above: mount.aboveMiddle.value),
      axis: frame.normal(mount.face.value),
      nativeUp: frame.direction(mount.nativeUp.value))
  }

  /// A point on a panel's face, millimetres from the hinge and above the middle. The inside faces lie in the
  /// planes through the hinge; the outside is one panel thickness behind.
  func point(on frame: PanelFrame, face: PanelFace, along: Double, above: Double) -> Vector3 {
    let depth = face == .inside ? 0 : description.panelThickness.value
    let across: Vector3 = frame.towardsFree * along + frame.towardsTop * above
    return across - frame.inside * depth
  }
}

/// Degrees, exact at quarter turns, so that a phone that is exactly flat or shut has exact normals.
enum Angle {
  static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let whole = degrees.truncatingRemainder(dividingBy: 360)
    switch whole < 0 ? whole + 360 : whole {
    case 0: return (0, 1)
    case 90: return (1, 0)
    case 180: return (0, -1)
    case 270: return (-1, 0)
    case let angle: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
    }
  }
}
