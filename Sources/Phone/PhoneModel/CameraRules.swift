/// Who may use which camera.
enum CameraRules {
  enum Grip { case takes, releases }

  /// Another client takes or releases a camera, and with a virtual one its constituents.
  static func other(
    _ state: PhoneState, _ grip: Grip, _ camera: CameraID, in description: PhoneDescription
  ) -> Transition {
    let physical = description.physicalCameras(of: camera)
    if physical.isEmpty { return unknown(state, camera, in: description) }
    if grip == .takes, !state.isConnected(camera, in: description) {
      return PhoneRules.ignored(state, "\(camera) is unplugged")
    }
    var next = Transition(state)
    for id in physical {
      switch grip {
      case .takes:
        next.state.takenByOthers.insert(id)
        if state.streaming[id] == .app { next.effects.append(.cameraLost(id, .taken)) }
        next.state.streaming[id] = .other
      case .releases:
        guard next.state.takenByOthers.remove(id) != nil else { continue }
        if next.state.streaming[id] == .other { next.state.streaming[id] = nil }
        next.effects.append(.cameraReturned(id))
      }
    }
    return next
  }

  static func plug(
    _ state: PhoneState, _ camera: CameraID, isConnected: Bool, in description: PhoneDescription
  ) -> Transition {
    guard description.camera(camera) != nil else { return unknown(state, camera, in: description) }
    var next = Transition(state)
    if isConnected {
      if next.state.unplugged.remove(camera) != nil { next.effects.append(.cameraReturned(camera)) }
      return next
    }
    if !next.state.unplugged.insert(camera).inserted { return next }
    for id in description.physicalCameras(of: camera) where description.camera(camera)!.constituents.isEmpty {
      if state.streaming[id] == .app { next.effects.append(.cameraLost(id, .unplugged)) }
      next.state.streaming[id] = nil
      next.state.takenByOthers.remove(id)
    }
    if !description.camera(camera)!.constituents.isEmpty {
      next.effects.append(.cameraLost(camera, .unplugged))
    }
    return next
  }

  static func started(
    _ state: PhoneState, _ camera: CameraID, _ client: CaptureClient, in description: PhoneDescription
  ) -> Transition {
    guard description.camera(camera) != nil else { return unknown(state, camera, in: description) }
    return PhoneRules.changed(state) { $0.streaming[camera] = client }
  }

  private static func unknown(
    _ state: PhoneState, _ camera: CameraID, in description: PhoneDescription
  ) -> Transition {
    PhoneRules.ignored(state, "\(description.name) has no camera \(camera)")
  }
}

extension PhoneState {
  /// Whether a camera is there at all: not unplugged itself, and no constituent of it is.
  public func isConnected(_ camera: CameraID, in description: PhoneDescription) -> Bool {
    let parts = description.physicalCameras(of: camera)
    return !parts.isEmpty && !unplugged.contains(camera) && !parts.contains { unplugged.contains($0) }
  }
}
