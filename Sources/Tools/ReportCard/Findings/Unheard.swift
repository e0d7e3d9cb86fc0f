import Scenarios

/// What a scenario or the app asked for and did not come where it was wanted: a photo, a touch, a picture of the world.
enum Unheard {
  static func finding(_ event: AppEventRecord) -> Finding? {
    switch event.kind {
    case .photoUndelivered:
      Finding(
        .photo, .fail,
        "A photo never reached the app: its \(event.detail ?? "delegate") was gone before the photo was finished.",
        expected: "a delegate and an output that the app keeps until didFinishCaptureFor")
    case .photoFailed:
      Finding(.photo, .note, "The app got no photo but an error: \(event.detail ?? "it is not known").")
    case .movieUndelivered:
      Finding(
        .movie, .note,
        "The app was not told that \(event.detail ?? "a movie") was finished: the recording's delegate was gone.",
        expected: "a delegate that the app keeps until didFinishRecordingTo")
    case .touchAstray: Finding(.app, .note, event.detail ?? "A touch went astray.")
    case .worldFault: Finding(16, .note, "The world is broken: \(event.detail ?? "no more is known").")
    default: nil
    }
  }
}
