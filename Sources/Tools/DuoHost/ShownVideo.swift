import DuoAVFoundation
import PhoneHardware
import PhoneModel

/// Which pixels a preview shows, before they are placed: equal for equal ones.
struct ShownVideo: Hashable {
  private var camera: CameraID
  private var sequence: Int
  private var time: PhoneTime
  private var window: FrameWindow
  private var width, height: Double

  init(_ shown: ShownPreview) {
    camera = shown.frame.camera
    sequence = shown.frame.sequence
    time = shown.frame.time
    window = shown.window
    width = shown.visible.width
    height = shown.visible.height
  }
}
