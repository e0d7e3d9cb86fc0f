import PhoneModel
import Scenarios

/// Which frame a preview showed at one moment, as the trace has it.
struct FrameMark: Hashable, Sendable {
  var camera: CameraID
  var time: PhoneTime
  /// How long a frame lasts.
  var period: PhoneDuration

  init(camera: CameraID, time: PhoneTime, period: PhoneDuration) {
    self.camera = camera
    self.time = time
    self.period = period
  }

  /// Nil while the preview shows nothing.
  init?(_ trace: PreviewTrace) {
    guard let camera = trace.frameCamera, let time = trace.frameTime, let frame = trace.frame else {
      return nil
    }
    self.init(camera: camera, time: time, period: frame.frameDuration)
  }

  /// Two frames of one camera at one rate are a frame's duration apart at least.
  func isOfOneStream(with other: FrameMark) -> Bool { camera == other.camera && period == other.period }
}

extension CameraFormat {
  /// Sizes of the frames that it delivers: its own, and cut to each of its aspect ratios.
  var sizes: [(Int, Int)] {
    [(width, height)] + aspectRatios.compactMap(size(aspectRatio:)).map { ($0.width, $0.height) }
  }
}
