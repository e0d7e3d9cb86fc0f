import DuoFoundation
import Foundation

/// One value of a picture's properties.
package enum MetadataValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case number(Double)
  case list([MetadataValue])

  /// Nil for what ImageIO's properties do not hold.
  package init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let values as [Any]:
      let all = values.compactMap(MetadataValue.init)
      guard all.count == values.count else { return nil }
      self = .list(all)
    case let number as NSNumber:
      let value = number.doubleValue
      self = value == value.rounded() && abs(value) < 1e15 ? .integer(number.intValue) : .number(value)
    case let number as any BinaryInteger: self = .integer(Int(clamping: number))
    case let number as any BinaryFloatingPoint: self = .number(Double(number))
    default: return nil
    }
  }

  package var any: Any {
    switch self {
    case .text(let text): text
    case .integer(let number): NSNumber(value: number)
    case .number(let number): NSNumber(value: number)
    case .list(let values): values.map(\.any)
    }
  }

  /// Nil for texts and lists.
  package var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text, .list: nil
    }
  }
}

/// A picture's properties in the manner of ImageIO, as a value: the whole picture's, and groups such as `{Exif}`.
package struct ImageMetadata: Hashable, Sendable {
  package var top: [String: MetadataValue] = [:]
  package var groups: [String: [String: MetadataValue]] = [:]

  package init() {}

  /// Why properties are none of ImageIO's.
  package struct UnknownKey: Error, Hashable, Sendable {
    package var key: String
  }

  /// From ImageIO's dictionary.
  package init(_ properties: [String: Any]) throws(UnknownKey) {
    for (key, value) in properties {
      if let group = value as? [String: Any] {
        guard ExifTable.groups.contains(key) else { throw UnknownKey(key: key) }
        var values: [String: MetadataValue] = [:]
        for (inner, value) in group {
          guard ExifTable.isKnown(inner, in: key), let value = MetadataValue(value) else {
            throw UnknownKey(key: "\(key).\(inner)")
          }
          values[inner] = value
        }
        groups[key] = values
      } else {
        guard ExifTable.topKeys.contains(key), let value = MetadataValue(value) else {
          throw UnknownKey(key: key)
        }
        top[key] = value
      }
    }
  }

  /// From ImageIO's dictionary; what it does not know is left out.
  init(knownOf properties: [String: Any]) {
    for (key, value) in properties {
      if let group = value as? [String: Any] {
        guard ExifTable.groups.contains(key) else { continue }
        for (inner, value) in group where ExifTable.isKnown(inner, in: key) {
          if let value = MetadataValue(value) { self[key, inner] = value }
        }
      } else if ExifTable.topKeys.contains(key), let value = MetadataValue(value) {
        top[key] = value
      }
    }
  }

  package var properties: [String: Any] {
    var all: [String: Any] = top.mapValues(\.any)
    for (group, values) in groups { all[group] = values.mapValues(\.any) }
    return all
  }

  /// These, with another's values before them; groups are joined.
  package func merging(_ other: ImageMetadata) -> ImageMetadata {
    var all = self
    all.top.merge(other.top) { $1 }
    for (group, values) in other.groups { all.groups[group, default: [:]].merge(values) { $1 } }
    if let orientation = other.top["Orientation"], all.groups["{TIFF}"] != nil {
      all.groups["{TIFF}"]?["Orientation"] = orientation
    }
    return all
  }

  package subscript(group: String, key: String) -> MetadataValue? {
    get { groups[group]?[key] }
    set { groups[group, default: [:]][key] = newValue }
  }

  /// How a viewer turns the pixels; `.up` where nothing is said, or what Exif does not define.
  package var orientation: CGImagePropertyOrientation {
    get {
      guard let number = top["Orientation"]?.real, (1...8).contains(number) else { return .up }
      return CGImagePropertyOrientation(rawValue: UInt32(number)) ?? .up
    }
    set {
      top["Orientation"] = .integer(Int(newValue.rawValue))
      self["{TIFF}", "Orientation"] = .integer(Int(newValue.rawValue))
    }
  }
}
