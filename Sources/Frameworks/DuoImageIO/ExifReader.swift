import CExif

/// Reads an Exif block into properties in the manner of ImageIO.
enum ExifReader {
  /// - Parameter data: A whole JPEG, or a block that begins with `Exif`. Without Exif: nothing.
  static func read(_ data: Data) -> (metadata: ImageMetadata, thumbnail: Data?) {
    var metadata = ImageMetadata()
    guard let exif = exif_data_new() else { return (metadata, nil) }
    defer { exif_data_unref(exif) }
    // What the file says: nothing that the standard asks for is made up, nothing that libexif does not know is left out.
    exif_data_unset_option(exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_unset_option(exif, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    data.withUnsafeBytes { bytes in
      exif_data_load_data(exif, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(clamping: bytes.count))
    }
    let order = exif_data_get_byte_order(exif)
    for (directory, group) in ExifTable.names {
      let content =
        switch directory {
        case .tiff: exif.pointee.ifd.0
        case .exif: exif.pointee.ifd.2
        case .gps: exif.pointee.ifd.3
        }
      guard let content else { continue }
      for entry in ExifTable.entries(directory) {
        guard let found = exif_content_get_entry(content, ExifTag(rawValue: entry.tag)),
          let value = value(found, entry.form, order)
        else { continue }
        metadata[group, entry.key] = value
      }
    }
    if let orientation = orientation(exif, order) { metadata.orientation = orientation }
    let size = Int(exif.pointee.size)
    guard let bytes = exif.pointee.data, size > 0 else { return (metadata, nil) }
    return (metadata, Data(bytes: bytes, count: size))
  }

  /// Nil where there is none, or a value outside 1...8, as viewers do.
  private static func orientation(
    _ exif: UnsafeMutablePointer<ExifData>, _ order: ExifByteOrder
  ) -> CGImagePropertyOrientation? {
    guard let content = exif.pointee.ifd.0,
      let entry = exif_content_get_entry(content, EXIF_TAG_ORIENTATION),
      entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.size >= 2
    else { return nil }
    return CGImagePropertyOrientation(rawValue: UInt32(exif_get_short(entry.pointee.data, order)))
  }

  private static func value(
    _ entry: UnsafeMutablePointer<ExifEntry>, _ form: ExifTable.Form, _ order: ExifByteOrder
  ) -> MetadataValue? {
    guard let bytes = entry.pointee.data else { return nil }
    let raw = Array(UnsafeBufferPointer(start: bytes, count: Int(entry.pointee.size)))
    switch form {
    case .text:
      guard entry.pointee.format == EXIF_FORMAT_ASCII else { return nil }
      return .text(String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self))
    case .digits: return .list(raw.map { .integer(Int($0) - 48) }.version)
    case .code: return raw.first.map { .integer(Int($0)) }
    case .comment:
      guard raw.count > 8 else { return nil }
      let body = raw.dropFirst(8)
      if raw.starts(with: Array("UNICODE".utf8)) {
        let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map { at -> UInt16 in
          let (first, second) = (UInt16(body[at]), UInt16(body[at + 1]))
          return order == EXIF_BYTE_ORDER_MOTOROLA ? first << 8 | second : second << 8 | first
        }
        return .text(String(decoding: units, as: UTF16.self))
      }
      return .text(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
    default: break
    }
    let numbers = numbers(entry, raw.count, order)
    switch form {
    case .shorts, .rationals, .bytes: return numbers.isEmpty ? nil : .list(numbers)
    case .degrees:
      let parts = numbers.compactMap(\.real)
      guard parts.count == 3 else { return nil }
      return .number(parts[0] + parts[1] / 60 + parts[2] / 3600)
    case .hours:
      let parts = numbers.compactMap(\.real)
      guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 100 }) else { return nil }
      return .text(parts.map { ($0 < 10 ? "0" : "") + String(Int($0)) }.joined(separator: ":"))
    default: return numbers.first
    }
  }

  private static func numbers(
    _ entry: UnsafeMutablePointer<ExifEntry>, _ count: Int, _ order: ExifByteOrder
  ) -> [MetadataValue] {
    let format = entry.pointee.format
    let size = Int(exif_format_get_size(format))
    guard size > 0, let bytes = entry.pointee.data else { return [] }
    // No picture has more; a damaged file may say so.
    return (0..<min(count / size, 64)).compactMap { index in
      let place = bytes + index * size
      switch format {
      case EXIF_FORMAT_BYTE: return .integer(Int(place.pointee))
      case EXIF_FORMAT_SHORT: return .integer(Int(exif_get_short(place, order)))
      case EXIF_FORMAT_LONG: return .integer(Int(exif_get_long(place, order)))
      case EXIF_FORMAT_RATIONAL:
        let fraction = exif_get_rational(place, order)
        return MetadataValue(fraction: Double(fraction.numerator), Double(fraction.denominator))
      case EXIF_FORMAT_SRATIONAL:
        let fraction = exif_get_srational(place, order)
        return MetadataValue(fraction: Double(fraction.numerator), Double(fraction.denominator))
      default: return nil
      }
    }
  }
}

extension MetadataValue {
  fileprivate init?(fraction numerator: Double, _ denominator: Double) {
    guard denominator != 0 else { return nil }
    let value = numerator / denominator
    self = value == value.rounded() ? .integer(Int(value)) : .number(value)
  }
}

extension [MetadataValue] {
  /// "0232" is 2.3.2 to ImageIO, "0100" is 1.0.
  fileprivate var version: [MetadataValue] {
    var parts = self
    if parts.count == 4, parts.first == .integer(0) { parts.removeFirst() }
    while parts.count > 2, parts.last == .integer(0) { parts.removeLast() }
    return parts
  }
}
