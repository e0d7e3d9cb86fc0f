/// Everything that can happen to a phone. Events are the only way to change its state.
public enum PhoneEvent: Hashable, Codable, Sendable {
  case hinge(to: Double, over: PhoneDuration)
  /// A named pose: hinge angle and attitude together, see `Pose`.
  case pose(String, over: PhoneDuration)
  /// Turned in the hand by clockwise quarter turns, as the viewer of the app's display sees it.
  case turn(QuarterTurns)
  /// The person moves the app to a display.
  case moveApp(DisplayID)
  case splitView(Bool)
  case background
  case foreground
  /// A call rings over the app, until it is ended or taken away.
  case call(Bool)
  /// A system overlay lies over the app: control centre, notification centre.
  case overlay(Bool)
  /// Another client takes or releases a camera.
  case otherClient(CameraID, takes: Bool)
  case thermal(ThermalLevel)
  case plug(CameraID, connected: Bool)
  case withdrawAccessory(Bool)
  /// The analyser of sensitive content stops the app's video, or lets it go on.
  case sensitiveContent(Bool)
  /// The service behind all capture fell over and was started again.
  case mediaServicesReset
  /// The person uses the Camera Control.
  case cameraControl(CameraControlGesture)
  case light(Double)
  case world(WorldDescription)
  /// These boards with codes, and no others, stand in the world.
  case posters([Poster])
  case audio(AudioEvent)
  /// The capture framework's own report; sent by `SimulatedPhone`, never by a scenario.
  case cameraStarted(CameraID, CaptureClient)
  case cameraStopped(CameraID)
  case capturing(Bool)
  /// The app settled on an interface orientation; sent by the host.
  case interfaceTurned(QuarterTurns)
  /// An accessory of the app's was put on the outer display, or taken away; sent by the app's host.
  case accessoryShown(Bool)
}
