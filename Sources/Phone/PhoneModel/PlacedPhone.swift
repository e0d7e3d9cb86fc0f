/// The body at one hinge angle, placed in the world. World frame: metres; x right, y up, z towards the holder.
public struct PlacedPhone: Sendable {
  public let body: Body
  public let placement: Placement

  public init(_ body: Body, at placement: Placement) {
    self.body = body
    self.placement = placement
  }

  /// The phone as it is at `time`.
  public init(_ state: PhoneState, at time: PhoneTime, in description: PhoneDescription) {
    self.init(Body(description, hinge: state.hinge.angle(at: time)), at: state.placement)
  }

  /// A body point in millimetres as a world point in metres.
  public func world(_ point: Vector3) -> Vector3 {
    placement.position + placement.attitude.apply(point / 1000)
  }

  /// A body direction as a world direction.
  public func direction(_ vector: Vector3) -> Vector3 { placement.attitude.apply(vector) }

  public func camera(_ id: CameraID) -> CameraView? {
    body.camera(id).map {
      CameraView(
        position: world($0.position), axis: direction($0.axis), nativeUp: direction($0.nativeUp))
    }
  }

  public func display(_ id: DisplayID) -> DisplayFrame? {
    body.display(id).map {
      DisplayFrame(
        middle: world($0.middle), normal: direction($0.normal), nativeTop: direction($0.nativeTop),
        nativeRight: direction($0.nativeRight))
    }
  }

  /// The corners of a panel's face, metres.
  public func corners(of panel: PanelID, face: PanelFace) -> [Vector3] {
    body.corners(of: panel, face: face).map(world)
  }

  /// Who looks at a display: the figure nearest to its normal, if within 75 degrees of it.
  public func viewer(of display: DisplayID) -> Figure? {
    guard let frame = self.display(display) else { return nil }
    let angles = Figure.allCases.map { figure in
      (figure, frame.normal.angle(to: placement.eyes(of: figure) - frame.middle))
    }
    return angles.filter { $0.1 <= 75 }.min { $0.1 < $1.1 }?.0
  }

  /// The angle in degrees between a camera's axis and the direction to somebody's eyes.
  public func angle(of camera: CameraID, to figure: Figure) -> Double? {
    self.camera(camera).map { $0.axis.angle(to: placement.eyes(of: figure) - $0.position) }
  }
}

/// The two people in the world.
public enum Figure: String, Hashable, Codable, Sendable, CaseIterable {
  /// Holds or uses the phone.
  case holder
  /// Stands on the far side.
  case subject
}

extension Placement {
  public func eyes(of figure: Figure) -> Vector3 { figure == .holder ? holderEyes : subjectEyes }
}
