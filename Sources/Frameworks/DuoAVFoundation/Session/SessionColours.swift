import DuoFoundation

// Who chooses the colours of a session's cameras.
extension AVCaptureSession {
  /// True at first: with every change of its configuration the session sets the `activeColorSpace` of its cameras, to a wide one
  /// where a photo output is in the session and the format has it, else to the format's narrowest. So also under
  /// `.inputPriority`, and after the app chose a format. An app that sets a colour space itself turns this off before. [header]
  /// Starting changes nothing (assumed).
  public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
    get { engine.state.withLock { $0.choosesColours } }
    set {
      CaptureCall.note("AVCaptureSession.automaticallyConfiguresCaptureDeviceForWideColor")
      engine.state.withLock { $0.choosesColours = newValue }
      engine.chooseColours()
    }
  }
}

extension SessionEngine {
  /// Sets the colours of the cameras, unless the app does; inside a block its end does.
  func chooseColours() {
    let (devices, hasPhotos) = state.withLock { state -> ([AVCaptureDevice], Bool) in
      guard state.choosesColours, !state.graph.isConfiguring else { return ([], false) }
      let topology = state.graph.applied
      return (
        topology.inputs.compactMap { (state.inputs[$0.id] as? AVCaptureDeviceInput)?.device },
        topology.sinks.contains { $0.className == "AVCapturePhotoOutput" }
      )
    }
    for device in devices where device.hasMediaType(.video) {
      device.update { $0.colorSpace = device.rules.automaticColorSpace($0, hasPhotos: hasPhotos) }
    }
  }
}

extension DeviceRules {
  /// What a session chooses; nil for the format's narrowest.
  func automaticColorSpace(_ state: DeviceState, hasPhotos: Bool) -> AVCaptureColorSpace? {
    guard hasPhotos, camera.formats.indices.contains(state.format) else { return nil }
    return format(state).colorSpaces.contains(.P3_D65) ? .P3_D65 : nil
  }
}
