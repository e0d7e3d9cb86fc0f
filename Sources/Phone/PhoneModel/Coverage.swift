extension PlacedPhone {
  /// A lens with something this near before it sees nothing, metres.
  public var coveredWithin: Double { body.description.policy.coveredWithin.value / 1000 }

  /// Whether the other panel is shut over a camera, or a table lies against it. What runs then is black.
  public func isCovered(_ camera: CameraID) -> Bool {
    guard let described = body.description.camera(camera), let view = self.camera(camera) else {
      return false
    }
    return isOnTable(view) || isShut(described.mount)
  }

  private func isOnTable(_ view: CameraView) -> Bool {
    guard let table = placement.tableHeight, view.axis.y < -0.5 else { return false }
    return (view.position.y - table) / -view.axis.y < coveredWithin
  }

  /// The ray along the axis meets the other panel's inside within its reach.
  private func isShut(_ mount: CameraMount) -> Bool {
    guard mount.face.value == .inside, body.panels.count > 1 else { return false }
    let other = body.panel(mount.panel == .rear ? .cover : .rear)
    let view = body.view(of: mount)
    let approach = view.axis.dot(other.inside)
    if approach > -1e-9 { return false }
    let distance = view.position.dot(other.inside) / -approach
    let meets: Vector3 = view.position + view.axis * distance
    return distance > -1e-9 && distance < coveredWithin * 1000
      && body.panelReach.contains(meets.dot(other.towardsFree))
      && abs(meets.dot(other.towardsTop)) <= body.description.panelHeight.value / 2
  }
}
