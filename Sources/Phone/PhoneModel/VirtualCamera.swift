/// Which physical camera a virtual one streams from.
public enum VirtualCamera {
  /// The constituent that delivers now; the camera itself when it is physical.
  ///
  /// The virtual front camera follows the display that the app is on, and takes the camera that sits at that
  /// display. A zoom camera takes the last constituent whose switch-over factor the zoom has reached.
  public static func activeConstituent(
    of camera: CameraID, zoom: Double = 1, _ state: PhoneState, in description: PhoneDescription
  ) -> CameraID {
    guard let described = description.camera(camera), let first = described.constituents.first else {
      return camera
    }
    switch described.switching {
    case .followsZoom:
      let reached = described.switchOverZoomFactors.value.filter { zoom >= $0 }.count
      return described.constituents[min(reached, described.constituents.count - 1)]
    case .followsDisplay, nil:
      return described.constituents.first {
        description.ownDisplay(of: $0) == state.app.display
      } ?? first
    }
  }

  /// The camera whose mount counts for angles.
  static func mounting(_ camera: CameraID, _ state: PhoneState, in description: PhoneDescription) -> CameraID
  {
    activeConstituent(of: camera, state, in: description)
  }
}

extension PhoneDescription {
  /// The display that a camera sits at, on the same face; nil for a camera without one.
  public func ownDisplay(of camera: CameraID) -> DisplayID? {
    guard let mount = self.camera(camera)?.mount else { return nil }
    return displays.first {
      $0.face == mount.face.value && ($0.panel == mount.panel || $0.spansHinge)
    }?.id
  }

  /// The physical cameras that a camera uses: its constituents, or itself.
  public func physicalCameras(of camera: CameraID) -> [CameraID] {
    guard let described = self.camera(camera) else { return [] }
    return described.constituents.isEmpty ? [camera] : described.constituents
  }
}
