/// Where a camera's lens is in the world and how it is turned. World frame, metres; the three directions are
/// unit vectors, each at a right angle to the others.
public struct CameraPose: Hashable, Codable, Sendable {
  /// The lens.
  public var position: Vector3
  /// Along the picture's rows, left to right, with the sensor's native top up.
  public var right: Vector3
  /// Towards the picture's native top.
  public var up: Vector3
  /// The optical axis, out of the lens.
  public var forward: Vector3

  /// A camera that looks along `forward` with `up` at the top of its native picture.
  public init(position: Vector3, forward: Vector3, up: Vector3) {
    self.position = position
    self.forward = forward.normalized
    right = forward.cross(up).normalized
    self.up = right.cross(self.forward)
  }

  /// The camera of a placed phone.
  public init(_ view: CameraView) {
    self.init(position: view.position, forward: view.axis, up: view.nativeUp)
  }
}
