import CExif

/// Builds one Exif block.
struct ExifWriter: ~Copyable {
  private let data: UnsafeMutablePointer<ExifData>
  private let memory: OpaquePointer

  /// Nil without memory.
  init?() {
    guard let memory = exif_mem_new_default() else { return nil }
    guard let data = exif_data_new_mem(memory) else {
      exif_mem_unref(memory)
      return nil
    }
    self.memory = memory
    self.data = data
    exif_data_set_byte_order(data, EXIF_BYTE_ORDER_MOTOROLA)
    exif_data_set_data_type(data, EXIF_DATA_TYPE_COMPRESSED)
  }

  deinit {
    exif_data_unref(data)
    exif_mem_unref(memory)
  }

  /// Values of another kind than their entry takes are left out.
  func write(_ metadata: ImageMetadata) {
    number(0x0112, .tiff, EXIF_FORMAT_SHORT, [Double(metadata.orientation.rawValue)])
    for (directory, group) in ExifTable.names {
      guard let values = metadata.groups[group] else { continue }
      for entry in ExifTable.entries(directory) {
        if let value = values[entry.key] { write(value, entry, directory) }
      }
    }
    if metadata["{Exif}", "ExifVersion"] == nil { undefined(0x9000, .exif, Array("0232".utf8)) }
    // sRGB.
    if metadata["{Exif}", "ColorSpace"] == nil { number(0xa001, .exif, EXIF_FORMAT_SHORT, [1]) }
    if let place = metadata.groups["{GPS}"], place["GPSVersion"]?.reals.count != 4 {
      number(0, .gps, EXIF_FORMAT_BYTE, [2, 3, 0, 0])
    }
  }

  /// A small picture for lists of files; a whole JPEG without Exif of its own.
  func write(thumbnail: Data) {
    guard let store = exif_mem_alloc(memory, UInt32(thumbnail.count)) else { return }
    let bytes = store.assumingMemoryBound(to: UInt8.self)
    thumbnail.copyBytes(to: bytes, count: thumbnail.count)
    data.pointee.data = bytes
    data.pointee.size = UInt32(thumbnail.count)
  }

  private func write(_ value: MetadataValue, _ entry: ExifTable.Entry, _ directory: ExifTable.Directory) {
    let (tag, reals) = (entry.tag, value.reals)
    switch entry.form {
    case .text: if case .text(let text) = value { self.text(tag, directory, text) }
    case .short: if let first = reals.first { number(tag, directory, EXIF_FORMAT_SHORT, [first]) }
    case .shorts: if !reals.isEmpty { number(tag, directory, EXIF_FORMAT_SHORT, reals) }
    case .long: if let first = reals.first { number(tag, directory, EXIF_FORMAT_LONG, [first]) }
    case .byte: if let first = reals.first { number(tag, directory, EXIF_FORMAT_BYTE, [first]) }
    case .bytes: if !reals.isEmpty { number(tag, directory, EXIF_FORMAT_BYTE, reals) }
    case .rational: if let first = reals.first { number(tag, directory, EXIF_FORMAT_RATIONAL, [first]) }
    case .rationals: if !reals.isEmpty { number(tag, directory, EXIF_FORMAT_RATIONAL, reals) }
    case .signedRational:
      if let first = reals.first { number(tag, directory, EXIF_FORMAT_SRATIONAL, [first]) }
    case .digits:
      var digits = reals.map { UInt8(clamping: Int(min(max($0, 0), 9)) + 48) }
      // 2.3.2 is "0232".
      if digits.count < 4 { digits.insert(48, at: 0) }
      if digits.count >= 2 { undefined(tag, directory, Array((digits + [48, 48]).prefix(4))) }
    case .code: if let first = reals.first { undefined(tag, directory, [UInt8(clamping: Int(first))]) }
    case .comment:
      if case .text(let text) = value {
        let name = text.utf8.allSatisfy { $0 < 128 } ? "ASCII\0\0\0" : "UNICODE\0"
        let body =
          name.hasPrefix("A") ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        undefined(tag, directory, Array(name.utf8) + body)
      }
    case .degrees:
      if let first = reals.first, abs(first) <= 360 {
        let degrees = abs(first).rounded(.down)
        let minutes = ((abs(first) - degrees) * 60).rounded(.down)
        let seconds = ((abs(first) - degrees) * 60 - minutes) * 60
        number(tag, directory, EXIF_FORMAT_RATIONAL, [degrees, minutes, max(0, seconds)])
      }
    case .hours:
      guard case .text(let text) = value else { return }
      let parts = text.split(separator: ":").compactMap { Double($0) }
      if parts.count == 3 { number(tag, directory, EXIF_FORMAT_RATIONAL, parts) }
    }
  }

  /// The block with its mark `Exif`; nil when libexif fails.
  func block() -> Data? {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, UInt32) = (nil, 0)
    exif_data_save_data(data, &bytes, &count)
    guard let bytes else { return nil }
    defer { free(bytes) }
    return Data(bytes: bytes, count: Int(count))
  }

  // MARK: Entries

  private func number(
    _ tag: UInt32, _ directory: ExifTable.Directory, _ format: ExifFormat, _ values: [Double]
  ) {
    let size = Int(exif_format_get_size(format))
    entry(tag, directory, format, components: values.count, bytes: values.count * size) { target in
      for (index, value) in values.enumerated() {
        let place = target + index * size
        switch format {
        case EXIF_FORMAT_BYTE: place.pointee = UInt8(clamping: Int(value.clamped))
        case EXIF_FORMAT_SHORT: exif_set_short(place, order, UInt16(clamping: Int(value.clamped)))
        case EXIF_FORMAT_LONG: exif_set_long(place, order, UInt32(clamping: Int(value.clamped)))
        case EXIF_FORMAT_RATIONAL:
          let (numerator, denominator) = Self.fraction(max(0, value), most: Double(UInt32.max))
          exif_set_rational(
            place, order, ExifRational(numerator: UInt32(numerator), denominator: UInt32(denominator)))
        default:
          let (numerator, denominator) = Self.fraction(abs(value), most: Double(Int32.max))
          exif_set_srational(
            place, order,
            ExifSRational(
              numerator: value < 0 ? -Int32(numerator) : Int32(numerator), denominator: Int32(denominator)))
        }
      }
    }
  }

  /// Small ones as one over something, as exposure times are written; others in hundredths, or as fine as fits.
  private static func fraction(_ value: Double, most: Double) -> (Double, Double) {
    guard value.isFinite else { return (0, 1) }
    if value == value.rounded(), value <= most { return (value, 1) }
    if value < 1 {
      // 1/8000 s over a million would be more than a fraction holds.
      let numerator = [1_000_000.0, 10_000, 100, 1].first { ($0 / value).rounded() <= most }
      return numerator.map { ($0, ($0 / value).rounded()) } ?? (0, 1)
    }
    let scale = [10_000.0, 100, 1].first { (value * $0).rounded() <= most } ?? 1
    return (min(most, (value * scale).rounded()), scale)
  }

  private func text(_ tag: UInt32, _ directory: ExifTable.Directory, _ value: String) {
    let bytes = Array(value.utf8) + [0]
    entry(tag, directory, EXIF_FORMAT_ASCII, components: bytes.count, bytes: bytes.count) {
      $0.update(from: bytes, count: bytes.count)
    }
  }

  private func undefined(_ tag: UInt32, _ directory: ExifTable.Directory, _ bytes: [UInt8]) {
    entry(tag, directory, EXIF_FORMAT_UNDEFINED, components: bytes.count, bytes: bytes.count) {
      $0.update(from: bytes, count: bytes.count)
    }
  }

  private var order: ExifByteOrder { EXIF_BYTE_ORDER_MOTOROLA }

  /// Out of memory an entry is left out, and so would the block be.
  private func entry(
    _ tag: UInt32, _ directory: ExifTable.Directory, _ format: ExifFormat, components: Int, bytes: Int,
    _ fill: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    guard let entry = exif_entry_new_mem(memory) else { return }
    defer { exif_entry_unref(entry) }
    guard let store = exif_mem_alloc(memory, UInt32(max(bytes, 1))) else { return }
    let target = store.assumingMemoryBound(to: UInt8.self)
    fill(target)
    entry.pointee.data = target
    entry.pointee.size = UInt32(bytes)
    entry.pointee.tag = ExifTag(rawValue: tag)
    entry.pointee.components = UInt(components)
    entry.pointee.format = format
    guard let content = content(directory) else { return }
    exif_content_add_entry(content, entry)
  }

  private func content(_ directory: ExifTable.Directory) -> UnsafeMutablePointer<ExifContent>? {
    switch directory {
    case .tiff: data.pointee.ifd.0
    case .exif: data.pointee.ifd.2
    case .gps: data.pointee.ifd.3
    }
  }
}

extension Double {
  /// What an `Int` can hold.
  fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, -1e15), 1e15) : 0 }
}

extension MetadataValue {
  /// A number, or the numbers of a list.
  var reals: [Double] {
    if case .list(let values) = self { return values.compactMap(\.real) }
    return real.map { [$0] } ?? []
  }
}
