/// A movie that the cameras look at. What is seen at phone time t depends on t and the file alone: phone time 0 is the
/// movie's beginning, also for a movie that replaces another world later. [assumed]
public struct MovieWorld: Hashable, Codable, Sendable {
  public enum Shape: String, Hashable, Codable, Sendable, CaseIterable {
    /// Fills whatever camera looks at it, upright for the world.
    case flat
    /// Equirectangular, as a 360-degree picture is.
    case panorama
  }

  public enum Playing: String, Hashable, Codable, Sendable, CaseIterable {
    /// From the beginning again after the end.
    case loop
    /// Backwards after the end, forwards again after the beginning.
    case pingPong
  }

  public var path: String
  /// Nil: 360 degrees when the pictures are twice as wide as high, else flat.
  public var shape: Shape?
  public var playing: Playing

  public init(path: String, shape: Shape? = nil, playing: Playing = .loop) {
    self.path = path
    self.shape = shape
    self.playing = playing
  }

  /// The movie's time, nanoseconds from its beginning, that is seen at a phone time; and whether it plays forwards then.
  /// `length`: of the movie, more than 0.
  public func moment(at time: PhoneTime, length: Int64) -> (time: Int64, isForward: Bool) {
    func remainder(_ length: Int64) -> Int64 {
      let rest = time.nanoseconds % length
      return rest < 0 ? rest + length : rest
    }
    switch playing {
    case .loop: return (remainder(length), true)
    case .pingPong:
      let rest = remainder(2 * length)
      return rest < length ? (rest, true) : (2 * length - rest, false)
    }
  }
}
