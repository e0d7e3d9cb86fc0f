/// What a phone finds out about a scene beside its picture: distances, faces, codes.
public struct SensingDescription: Hashable, Codable, Sendable {
  /// Farthest distance that a depth map measures, metres; what is farther has no depth.
  public var depthRange: Sourced<Double>
  /// Depth maps in a second at most.
  public var depthRate: Sourced<Double>
  /// Depth maps of one output that exist at a time; while the app keeps them all, depth is dropped.
  public var depthBuffers: Sourced<Int>
  /// Side of a pixel of the sensor, millimetres.
  public var pixelSize: Sourced<Double>
  /// Phone time between two looks for codes and faces.
  public var recognition: Sourced<PhoneDuration>

  public static let usual = SensingDescription(
    depthRange: Sourced(5, .assumed), depthRate: Sourced(30, .assumed, "what other iPhones reach"),
    depthBuffers: Sourced(8, .assumed), pixelSize: Sourced(0.001, .assumed, "1 micrometre"),
    recognition: Sourced(.milliseconds(100), .assumed))
}
