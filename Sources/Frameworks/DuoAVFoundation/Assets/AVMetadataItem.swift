import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// Names a kind of metadata: key space, slash, key. Raw values are Apple's. [header]
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
  public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
  public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
  public static let commonIdentifierMake = AVMetadataIdentifier("common/make")
  public static let commonIdentifierModel = AVMetadataIdentifier("common/model")
  public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
  public static let commonIdentifierLocation = AVMetadataIdentifier("common/location")
  public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
  public static let quickTimeMetadataDescription = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.description")
  public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
  public static let quickTimeMetadataModel = AVMetadataIdentifier("mdta/com.apple.quicktime.model")
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
  public static let quickTimeMetadataCreationDate =
    AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
  public static let quickTimeMetadataLocationISO6709 =
    AVMetadataIdentifier("mdta/com.apple.quicktime.location.ISO6709")
}

/// Whose keys are meant. Raw values are Apple's. [header]
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let common = AVMetadataKeySpace(rawValue: "common")
  public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
}

/// A key of the common key space. Raw values are Apple's. [header]
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
  public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
  public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
  public static let commonKeyMake = AVMetadataKey(rawValue: "make")
  public static let commonKeyModel = AVMetadataKey(rawValue: "model")
  public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
  public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
  public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
}

/// A piece of metadata of a movie. Immutable. Only texts and numbers reach files, as texts.
///
/// `@unchecked` because only the mutable subclass writes, which is not to be shared.
open class AVMetadataItem: NSObject, @unchecked Sendable {
  struct Content {
    var identifier: AVMetadataIdentifier?
    var value: (any NSCopying & NSObjectProtocol)?
    var extendedLanguageTag: String?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var dataType: String?
  }

  var content: Content

  override init() {
    content = Content()
    super.init()
  }

  init(_ content: Content) {
    self.content = content
    super.init()
  }

  /// Key space and key in one.
  public var identifier: AVMetadataIdentifier? { content.identifier }
  public var value: (any NSCopying & NSObjectProtocol)? { content.value }
  /// A language, BCP 47.
  public var extendedLanguageTag: String? { content.extendedLanguageTag }
  public var time: CMTime { content.time }
  public var duration: CMTime { content.duration }
  /// A uniform type identifier of the value.
  public var dataType: String? { content.dataType }

  /// The value as a text; nil for other values than texts and numbers.
  public var stringValue: String? {
    switch content.value {
    case let text as NSString: text._bridgeToSwift()
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }

  /// The value as a number; a text that reads as one counts.
  public var numberValue: NSNumber? {
    content.value as? NSNumber ?? stringValue.flatMap(Double.init).map { NSNumber(value: $0) }
  }

  /// The part of the identifier before the slash.
  public var keySpace: AVMetadataKeySpace? {
    identifier.flatMap { $0.rawValue.split(separator: "/").first }.map {
      AVMetadataKeySpace(rawValue: String($0))
    }
  }

  /// The key in the common key space that means the same; nil when none does.
  public var commonKey: AVMetadataKey? {
    guard let identifier else { return nil }
    let words = identifier.rawValue.split(separator: "/", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    if words[0] == "common" { return AVMetadataKey(rawValue: words[1]) }
    return Self.commonKeys.first { $0.value == words[1] }.map { AVMetadataKey(rawValue: $0.key) }
  }

  /// Common keys and QuickTime's for the same.
  private static let commonKeys = [
    "title": "com.apple.quicktime.title", "description": "com.apple.quicktime.description",
    "artist": "com.apple.quicktime.artist", "make": "com.apple.quicktime.make",
    "model": "com.apple.quicktime.model", "software": "com.apple.quicktime.software",
    "creationDate": "com.apple.quicktime.creationdate", "location": "com.apple.quicktime.location.ISO6709",
  ]

  /// Those with the identifier.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    metadataItems.filter { item in
      item.identifier == identifier
        || item.commonKey.map { identifier.rawValue == "common/\($0.rawValue)" } == true
    }
  }

  /// As a QuickTime file carries it; nil for what is not a text of a known key space.
  var text: MovieMetadata? {
    guard let words = identifier?.rawValue.split(separator: "/", maxSplits: 1).map(String.init),
      words.count == 2,
      let value = stringValue
    else { return nil }
    switch words[0] {
    case "mdta": return MovieMetadata(key: words[1], value: value)
    case "common": return Self.commonKeys[words[1]].map { MovieMetadata(key: $0, value: value) }
    default: return nil
    }
  }

  /// What a file carries; nil for what the file's own headers say.
  convenience init?(_ text: MovieMetadata) {
    let key: String
    if text.key.hasPrefix("com.apple.quicktime.") {
      key = "mdta/" + text.key
    } else if Self.commonKeys[text.key] != nil {
      key = "common/" + text.key
    } else {
      return nil
    }
    self.init(Content(identifier: AVMetadataIdentifier(key), value: NSString(string: text.value)))
  }
}

/// A piece of metadata that is being made.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  public override init() { super.init() }

  public override var identifier: AVMetadataIdentifier? {
    get { content.identifier }
    set { content.identifier = newValue }
  }

  public override var value: (any NSCopying & NSObjectProtocol)? {
    get { content.value }
    set { content.value = newValue }
  }

  public override var extendedLanguageTag: String? {
    get { content.extendedLanguageTag }
    set { content.extendedLanguageTag = newValue }
  }

  public override var time: CMTime {
    get { content.time }
    set { content.time = newValue }
  }

  public override var duration: CMTime {
    get { content.duration }
    set { content.duration = newValue }
  }

  public override var dataType: String? {
    get { content.dataType }
    set { content.dataType = newValue }
  }
}
