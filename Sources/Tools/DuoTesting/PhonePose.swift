import PhoneModel

/// A way to hold or stand a phone, by name. Codable, so that an exit test can capture it: `[pose]`. `Specs/phone.md` says where each one puts the phone and who looks at it.
public struct PhonePose: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// Shut, the outer display before the person.
  public static let closed: PhonePose = "closed"
  public static let openLandscape: PhonePose = "open-landscape"
  public static let openPortrait: PhonePose = "open-portrait"
  /// Open and turned about the vertical: the rear cameras and the outer display towards the person. The app stays where
  /// it is until `.moveApp(.outer)`.
  public static let flipped: PhonePose = "flipped"
  /// Half open, held like a book.
  public static let book: PhonePose = "book"
  public static let tabletopRearFlat: PhonePose = "tabletop-rear-flat"
  public static let tabletopCoverFlat: PhonePose = "tabletop-cover-flat"
  public static let tent: PhonePose = "tent"
  public static let faceUp: PhonePose = "face-up"
  public static let faceDown: PhonePose = "face-down"
  public static let upsideDown: PhonePose = "upside-down"

  /// The poses that a phone can take.
  public static func all(of phone: PhoneDescription) -> [PhonePose] {
    Pose.names(for: phone).map(PhonePose.init(rawValue:))
  }
}
