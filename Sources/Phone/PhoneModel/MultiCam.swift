/// Which cameras of a phone may run together for one app.
public enum MultiCam {
  /// Every set of two or more cameras that may run together: no physical camera is in two of them, and there are no more
  /// physical cameras than `policy.multiCamLimit` (assumed). Small sets first, each in the description's order of cameras.
  public static func sets(in description: PhoneDescription) -> [[CameraID]] {
    var sets: [[CameraID]] = []
    var growing: [[CameraID]] = [[]]
    for camera in description.cameras.map(\.id) {
      growing += growing.map { $0 + [camera] }.filter { isPossible($0, in: description) }
    }
    sets = growing.filter { $0.count > 1 }
    return sets.enumerated().sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
      .map(\.element)
  }

  /// Whether these cameras may run together. One alone always may.
  public static func allows(_ cameras: [CameraID], in description: PhoneDescription) -> Bool {
    cameras.count < 2 || isPossible(cameras, in: description)
  }

  private static func isPossible(_ cameras: [CameraID], in description: PhoneDescription) -> Bool {
    let physical = cameras.flatMap { description.physicalCameras(of: $0) }
    return Set(physical).count == physical.count && physical.count <= description.policy.multiCamLimit.value
  }
}
