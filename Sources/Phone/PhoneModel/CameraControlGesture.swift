/// What a finger does on the Camera Control, a key that some phones have beside the glass.
public enum CameraControlGesture: Hashable, Codable, Sendable {
  /// A light press: the app's controls come up, or the one that is up is closed again.
  case lightPress
  /// Two light presses: the next of the app's controls comes up.
  case doubleLightPress
  /// The finger slides by a part of the control's whole range, -1...1.
  case slide(Double)

  /// One word.
  public var name: String {
    switch self {
    case .lightPress: "lightPress"
    case .doubleLightPress: "doubleLightPress"
    case .slide: "slide"
    }
  }
}
