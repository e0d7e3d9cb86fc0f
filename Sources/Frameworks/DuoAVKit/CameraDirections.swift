import PhoneModel

/// The content of a direction map, as a value.
struct CameraDirections: Hashable, Sendable {
  var forward: [CameraID] = []
  var backward: [CameraID] = []

  var isEmpty: Bool { forward.isEmpty && backward.isEmpty }

  /// The cameras of `deviceTypes` (raw values), as a view on `display` has them.
  ///
  /// A camera is listed once, in the order of the types. The virtual front camera is left out: it has no
  /// direction of its own. [docs] So are cameras that are unplugged, and everything that is not built in.
  init(deviceTypes: [String], display: DisplayID, state: PhoneState, description: PhoneDescription) {
    var seen: Set<CameraID> = []
    for type in deviceTypes {
      for camera in description.cameras
      where camera.deviceType == type || camera.alsoFoundAs.value.contains(type) {
        guard camera.switching != .followsDisplay, !state.unplugged.contains(camera.id),
          seen.insert(camera.id).inserted
        else { continue }
        switch Facing.direction(of: camera.id, for: display, state, in: description) {
        case .forward: forward.append(camera.id)
        case .backward: backward.append(camera.id)
        case .neither: break
        }
      }
    }
  }

  init() {}
}
