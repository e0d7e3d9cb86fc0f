import CExif

/// What a camera writes into a photo's file beside the pixels. Nil: not known, not written.
package struct ExifFields: Hashable, Sendable {
  package var orientation = CGImagePropertyOrientation.up
  /// Stored pixels, before `orientation` is applied.
  package var width, height: Int
  /// When the shutter opened.
  package var dateTaken: Date?
  /// Zone in which `dateTaken` is written.
  package var timeZone = TimeZone.current
  package var make, model, software, lensModel: String?
  /// Seconds.
  package var exposureTime: Double?
  package var iso: Int?
  /// The lens's aperture as an f-number.
  package var fNumber: Double?
  /// Exposure compensation, stops.
  package var exposureBias: Double?
  package var flashFired: Bool?

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The block of a JPEG that holds Exif, through libexif.
enum ExifBlock {
  /// `.up` where there is none, or a value outside 1...8, as viewers do.
  static func orientation(ofJPEG data: Data) -> CGImagePropertyOrientation {
    let exif = data.withUnsafeBytes { bytes in
      exif_data_new_from_data(bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
    }
    guard let exif else { return .up }
    defer { exif_data_unref(exif) }
    guard let content = exif.pointee.ifd.0,
      let entry = exif_content_get_entry(content, EXIF_TAG_ORIENTATION),
      entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.size >= 2
    else { return .up }
    let value = exif_get_short(entry.pointee.data, exif_data_get_byte_order(exif))
    return CGImagePropertyOrientation(rawValue: UInt32(value)) ?? .up
  }

  /// The file with these fields as its first block; the JFIF block that the encoder wrote goes, as a file has either.
  static func insert(_ fields: ExifFields, intoJPEG file: Data) throws(PictureFileError) -> Data {
    let block = try bytes(of: fields)
    guard block.count + 2 <= 0xffff else {
      throw PictureFileError(place: "Exif", reason: "\(block.count) bytes are more than a JPEG takes")
    }
    var rest = file.dropFirst(2)
    if rest.starts(with: [0xff, 0xe0]) {
      let at = rest.startIndex
      rest = rest.dropFirst(2 + Int(rest[at + 2]) << 8 + Int(rest[at + 3]))
    }
    var result = Data(capacity: file.count + block.count + 8)
    let length = UInt16(block.count + 2)
    result.append(contentsOf: [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)])
    result.append(block)
    result.append(rest)
    return result
  }

  private static func bytes(of fields: ExifFields) throws(PictureFileError) -> Data {
    guard let writer = ExifWriter() else { throw PictureFileError(place: "Exif", reason: "out of memory") }
    writer.write(fields)
    guard let block = writer.block() else {
      throw PictureFileError(place: "Exif", reason: "the block cannot be made")
    }
    return block
  }
}
