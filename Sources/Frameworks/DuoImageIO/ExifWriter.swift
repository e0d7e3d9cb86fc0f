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

  func write(_ fields: ExifFields) {
    short(EXIF_TAG_ORIENTATION, EXIF_IFD_0, UInt16(fields.orientation.rawValue))
    for (tag, text) in [
      (EXIF_TAG_MAKE, fields.make), (EXIF_TAG_MODEL, fields.model), (EXIF_TAG_SOFTWARE, fields.software),
    ] {
      if let text { self.text(tag, EXIF_IFD_0, text) }
    }
    undefined(EXIF_TAG_EXIF_VERSION, "0232")
    long(EXIF_TAG_PIXEL_X_DIMENSION, UInt32(fields.width))
    long(EXIF_TAG_PIXEL_Y_DIMENSION, UInt32(fields.height))
    // sRGB.
    short(EXIF_TAG_COLOR_SPACE, EXIF_IFD_EXIF, 1)
    if let date = fields.dateTaken { write(date, fields.timeZone) }
    if let time = fields.exposureTime, time > 0 {
      rational(
        EXIF_TAG_EXPOSURE_TIME, numerator: 1_000_000, denominator: UInt32((1_000_000 / time).rounded()))
    }
    if let number = fields.fNumber {
      rational(EXIF_TAG_FNUMBER, numerator: UInt32((number * 100).rounded()), denominator: 100)
    }
    if let iso = fields.iso { short(EXIF_TAG_ISO_SPEED_RATINGS, EXIF_IFD_EXIF, UInt16(clamping: iso)) }
    if let bias = fields.exposureBias { signedRational(EXIF_TAG_EXPOSURE_BIAS_VALUE, bias) }
    // Bit 0: fired; 16: turned off by hand.
    if let fired = fields.flashFired { short(EXIF_TAG_FLASH, EXIF_IFD_EXIF, fired ? 9 : 16) }
    if let lens = fields.lensModel { text(EXIF_TAG_LENS_MODEL, EXIF_IFD_EXIF, lens) }
  }

  private func write(_ date: Date, _ zone: TimeZone) {
    let texts = ExifDate(date, zone)
    text(EXIF_TAG_DATE_TIME, EXIF_IFD_0, texts.time)
    text(EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_IFD_EXIF, texts.time)
    text(EXIF_TAG_DATE_TIME_DIGITIZED, EXIF_IFD_EXIF, texts.time)
    text(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, EXIF_IFD_EXIF, texts.thousandths)
    text(EXIF_TAG_OFFSET_TIME_ORIGINAL, EXIF_IFD_EXIF, texts.offset)
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

  private func short(_ tag: ExifTag, _ ifd: ExifIfd, _ value: UInt16) {
    entry(tag, ifd, EXIF_FORMAT_SHORT, components: 1, bytes: 2) { exif_set_short($0, order, value) }
  }

  private func long(_ tag: ExifTag, _ value: UInt32) {
    entry(tag, EXIF_IFD_EXIF, EXIF_FORMAT_LONG, components: 1, bytes: 4) { exif_set_long($0, order, value) }
  }

  private func rational(_ tag: ExifTag, numerator: UInt32, denominator: UInt32) {
    entry(tag, EXIF_IFD_EXIF, EXIF_FORMAT_RATIONAL, components: 1, bytes: 8) {
      exif_set_rational($0, order, ExifRational(numerator: numerator, denominator: denominator))
    }
  }

  private func signedRational(_ tag: ExifTag, _ value: Double) {
    entry(tag, EXIF_IFD_EXIF, EXIF_FORMAT_SRATIONAL, components: 1, bytes: 8) {
      exif_set_srational(
        $0, order, ExifSRational(numerator: Int32((value * 100).rounded()), denominator: 100))
    }
  }

  private func text(_ tag: ExifTag, _ ifd: ExifIfd, _ value: String) {
    let bytes = Array(value.utf8) + [0]
    entry(tag, ifd, EXIF_FORMAT_ASCII, components: bytes.count, bytes: bytes.count) {
      $0.update(from: bytes, count: bytes.count)
    }
  }

  private func undefined(_ tag: ExifTag, _ value: String) {
    let bytes = Array(value.utf8)
    entry(tag, EXIF_IFD_EXIF, EXIF_FORMAT_UNDEFINED, components: bytes.count, bytes: bytes.count) {
      $0.update(from: bytes, count: bytes.count)
    }
  }

  private var order: ExifByteOrder { EXIF_BYTE_ORDER_MOTOROLA }

  /// Out of memory an entry is left out, and so would the block be.
  private func entry(
    _ tag: ExifTag, _ ifd: ExifIfd, _ format: ExifFormat, components: Int, bytes: Int,
    _ fill: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    guard let entry = exif_entry_new_mem(memory) else { return }
    defer { exif_entry_unref(entry) }
    guard let store = exif_mem_alloc(memory, UInt32(bytes)) else { return }
    let target = store.assumingMemoryBound(to: UInt8.self)
    fill(target)
    entry.pointee.data = target
    entry.pointee.size = UInt32(bytes)
    entry.pointee.tag = tag
    entry.pointee.components = UInt(components)
    entry.pointee.format = format
    guard let content = content(ifd) else { return }
    exif_content_add_entry(content, entry)
  }

  private func content(_ ifd: ExifIfd) -> UnsafeMutablePointer<ExifContent>? {
    ifd == EXIF_IFD_0 ? data.pointee.ifd.0 : data.pointee.ifd.2
  }
}
