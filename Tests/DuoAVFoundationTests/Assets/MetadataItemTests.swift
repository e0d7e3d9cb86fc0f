import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

@Suite struct MetadataItemTests {
  private static func item(_ identifier: String?, _ value: String = "x") -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier.map { AVMetadataIdentifier($0) }
    item.value = NSString(string: value)
    return item
  }

  /// Common keys beside QuickTime's names of the same, as AVMetadataIdentifiers.h and AVMetadataFormat.h have them.
  private static let pairs: [(common: String, quickTime: String)] = [
    ("title", "com.apple.quicktime.title"), ("description", "com.apple.quicktime.description"),
    ("artist", "com.apple.quicktime.artist"), ("make", "com.apple.quicktime.make"),
    ("model", "com.apple.quicktime.model"), ("software", "com.apple.quicktime.software"),
    ("creationDate", "com.apple.quicktime.creationdate"),
    ("location", "com.apple.quicktime.location.ISO6709"),
  ]

  @Test func anEmptyItemHasNothing() {
    let item = AVMutableMetadataItem()
    #expect(item.identifier == nil && item.value == nil && item.extendedLanguageTag == nil)
    #expect(item.dataType == nil && item.time == .invalid && item.duration == .invalid)
    #expect(
      item.keySpace == nil && item.commonKey == nil && item.stringValue == nil && item.numberValue == nil)
    item.extendedLanguageTag = "de-AT"
    item.dataType = "com.apple.metadata.datatype.UTF-8"
    item.time = CMTime(value: 1, timescale: 2)
    item.duration = CMTime(value: 3, timescale: 4)
    #expect(item.extendedLanguageTag == "de-AT" && item.dataType == "com.apple.metadata.datatype.UTF-8")
    #expect(item.time.seconds == 0.5 && item.duration.seconds == 0.75)
  }

  @Test func identifiersAreKeySpaceAndKey() {
    let constants: [(AVMetadataIdentifier, String)] = [
      (.commonIdentifierTitle, "common/title"), (.commonIdentifierDescription, "common/description"),
      (.commonIdentifierArtist, "common/artist"), (.commonIdentifierMake, "common/make"),
      (.commonIdentifierModel, "common/model"), (.commonIdentifierSoftware, "common/software"),
      (.commonIdentifierCreationDate, "common/creationDate"), (.commonIdentifierLocation, "common/location"),
      (.quickTimeMetadataTitle, "mdta/com.apple.quicktime.title"),
      (.quickTimeMetadataDescription, "mdta/com.apple.quicktime.description"),
      (.quickTimeMetadataMake, "mdta/com.apple.quicktime.make"),
      (.quickTimeMetadataModel, "mdta/com.apple.quicktime.model"),
      (.quickTimeMetadataSoftware, "mdta/com.apple.quicktime.software"),
      (.quickTimeMetadataCreationDate, "mdta/com.apple.quicktime.creationdate"),
      (.quickTimeMetadataLocationISO6709, "mdta/com.apple.quicktime.location.ISO6709"),
    ]
    #expect(constants.filter { $0.rawValue != $1 }.map(\.1) == [])
    let keys: [AVMetadataKey] = [
      .commonKeyTitle, .commonKeyDescription, .commonKeyArtist, .commonKeyMake, .commonKeyModel,
      .commonKeySoftware, .commonKeyCreationDate, .commonKeyLocation,
    ]
    #expect(keys.map(\.rawValue) == Self.pairs.map(\.common))
    #expect(AVMetadataKeySpace.common.rawValue == "common")
    #expect(AVMetadataKeySpace.quickTimeMetadata.rawValue == "mdta")
  }

  @Test func keysMeanTheSameInBothSpaces() {
    var mismatches: [String] = []
    for (common, quickTime) in Self.pairs {
      let (own, other) = (Self.item("common/\(common)"), Self.item("mdta/\(quickTime)"))
      if own.keySpace != .common || other.keySpace != .quickTimeMetadata {
        mismatches.append("\(common): space")
      }
      if own.commonKey?.rawValue != common || other.commonKey?.rawValue != common {
        mismatches.append("\(common): key")
      }
    }
    #expect(mismatches == [])
    let rows: [(String?, String?, String?)] = [
      (nil, nil, nil), ("mdta/com.example.mood", "mdta", nil), ("title", "title", nil),
      ("udta/©nam", "udta", nil),
      ("common/mood", "common", "mood"),
    ]
    for (identifier, space, key) in rows {
      let item = Self.item(identifier)
      #expect(item.keySpace?.rawValue == space && item.commonKey?.rawValue == key, "\(identifier ?? "-")")
    }
  }

  /// An identifier finds its own items; a common one finds those of all key spaces that mean the same.
  @Test func itemsAreFoundByIdentifier() {
    let names =
      Self.pairs.flatMap { ["common/\($0.common)", "mdta/\($0.quickTime)"] } + ["mdta/com.example.mood"]
    let items = names.map { Self.item($0) as AVMetadataItem }
    var mismatches: [String] = []
    for (index, name) in names.enumerated() {
      let found = AVMetadataItem.metadataItems(
        from: items, filteredByIdentifier: AVMetadataIdentifier(name)
      ).compactMap { $0.identifier?.rawValue }
      let wanted = name.hasPrefix("common/") ? [name, names[index + 1]] : [name]
      if found != wanted { mismatches.append("\(name): \(found)") }
    }
    #expect(mismatches == [])
    let none = AVMetadataItem.metadataItems(from: [], filteredByIdentifier: .commonIdentifierMake)
    #expect(none.isEmpty)
  }

  @Test func valuesAreTextsAndNumbers() {
    let rows: [((any NSCopying & NSObjectProtocol)?, String?, NSNumber?)] = [
      (NSString(string: "words"), "words", nil), (NSString(string: "7.5"), "7.5", 7.5),
      (NSString(string: ""), "", nil), (NSNumber(value: 7), "7", 7), (NSNumber(value: -0.5), "-0.5", -0.5),
      (NSData(), nil, nil), (nil, nil, nil),
    ]
    var mismatches: [String] = []
    for (value, text, number) in rows {
      let item = AVMutableMetadataItem()
      item.value = value
      if item.stringValue != text || item.numberValue != number {
        mismatches.append("\(text ?? "-"): \(item.stringValue ?? "-") \(item.numberValue ?? -1)")
      }
    }
    #expect(mismatches == [])
  }

  /// What reaches a file, and what comes out of one.
  @Test func filesCarryQuickTimesKeys() {
    var mismatches: [String] = []
    for (common, quickTime) in Self.pairs {
      for identifier in ["common/\(common)", "mdta/\(quickTime)"] {
        let text = Self.item(identifier, "value").text
        if text?.key != quickTime || text?.value != "value" {
          mismatches.append("\(identifier): \(text?.key ?? "-")")
        }
      }
      let back = AVMetadataItem(MovieMetadata(key: quickTime, value: "v"))
      if back?.identifier?.rawValue != "mdta/\(quickTime)" || back?.stringValue != "v" {
        mismatches.append("\(quickTime): \(back?.identifier?.rawValue ?? "-")")
      }
      // MPEG-4 files have short names.
      let short = AVMetadataItem(MovieMetadata(key: common, value: "v"))
      if short?.identifier?.rawValue != "common/\(common)" { mismatches.append("\(common) from a file") }
    }
    // Neither without a value nor of an unknown space; headers of the file are none of the app's.
    for identifier in [nil, "mood", "common/mood", "udta/©nam"] where Self.item(identifier).text != nil {
      mismatches.append("\(identifier ?? "-") is written")
    }
    if AVMetadataItem(MovieMetadata(key: "major_brand", value: "qt  ")) != nil { mismatches.append("brand") }
    let bytes = Self.item("common/title")
    bytes.value = NSData()
    if bytes.text != nil { mismatches.append("bytes are written") }
    #expect(mismatches == [])
  }
}
