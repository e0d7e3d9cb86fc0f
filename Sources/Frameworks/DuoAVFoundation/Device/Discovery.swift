import PhoneModel

/// Which cameras a search finds, and in which order. Functions on values.
enum Discovery {
  /// A virtual camera is there while all of its cameras are (assumed).
  static func isAvailable(_ camera: CameraDescription, unplugged: Set<CameraID>) -> Bool {
    unplugged.isDisjoint(with: [camera.id] + camera.constituents)
  }

  /// First by the order of `types`, then by the raw value of the position [header], then by the description.
  /// A camera is listed once: under its own type when that is asked for [inferred], else under the first of
  /// its other names (assumed).
  /// - Parameters:
  ///   - types: Raw values of device types.
  ///   - position: `.unspecified` finds every position.
  static func search(
    _ cameras: [CameraDescription], types: [String], position: AVCaptureDevice.Position
  ) -> [CameraDescription] {
    let wanted = cameras.filter { position == .unspecified || rank($0.position) == position.rawValue }
    let found = wanted.enumerated().compactMap { place, camera -> (type: Int, position: Int, place: Int)? in
      let type =
        types.firstIndex(of: camera.deviceType)
        ?? types.firstIndex(where: camera.alsoFoundAs.value.contains)
      return type.map { ($0, rank(camera.position), place) }
    }
    return found.sorted { ($0.type, $0.position, $0.place) < ($1.type, $1.position, $1.place) }
      .map { wanted[$0.place] }
  }

  /// The raw value of `AVCaptureDevice.Position`.
  private static func rank(_ position: CameraDescription.Position) -> Int {
    switch position {
    case .unspecified: 0
    case .back: 1
    case .front: 2
    }
  }
}
