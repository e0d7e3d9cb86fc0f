/// The kind of media that a port, a format or a device carries.
///
/// The raw value is the four-character code that Apple uses. [header]
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let video = AVMediaType(rawValue: "vide")
  public static let audio = AVMediaType(rawValue: "soun")
  public static let text = AVMediaType(rawValue: "text")
  public static let closedCaption = AVMediaType(rawValue: "clcp")
  public static let subtitle = AVMediaType(rawValue: "sbtl")
  public static let timecode = AVMediaType(rawValue: "tmcd")
  public static let metadata = AVMediaType(rawValue: "meta")
  public static let muxed = AVMediaType(rawValue: "muxx")
  public static let depthData = AVMediaType(rawValue: "dpth")
  /// Faces, bodies and codes found in the picture; the type of a camera's second port.
  public static let metadataObject = AVMediaType(rawValue: "mobj")

  /// The kind in the trace.
  var word: String {
    switch self {
    case .video: "video"
    case .audio: "audio"
    default: rawValue
    }
  }
}
