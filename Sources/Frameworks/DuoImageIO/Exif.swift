/// What a camera writes into a photo's file beside the pixels. Nil: not known, not written.
package struct ExifFields: Hashable, Sendable {
  package var orientation = CGImagePropertyOrientation.up
  /// Stored pixels, before `orientation` is applied.
  package var width, height: Int
  /// When the shutter opened.
  package var dateTaken: Date?
  /// Zone in which `dateTaken` is written.
  package var timeZone = TimeZone.current
  package var make, model, software, lensMake, lensModel: String?
  /// Seconds.
  package var exposureTime: Double?
  package var iso: Int?
  /// The lens's aperture as an f-number.
  package var fNumber: Double?
  /// Exposure compensation, stops.
  package var exposureBias: Double?
  package var flashFired: Bool?
  /// Of the lens, millimetres: what it is, and what would show as much on 35 mm film.
  package var focalLength, focalLengthOn35mmFilm: Double?

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The block of a file that holds Exif, through libexif.
enum ExifBlock {
  /// The file with these properties as its first block; the JFIF block that the encoder wrote goes, as a file has either.
  /// - Parameter thumbnail: A JPEG.
  static func insert(
    _ metadata: ImageMetadata, thumbnail: Data?, intoJPEG file: Data
  ) throws(PictureFileError) -> Data {
    let block = try bytes(of: metadata, thumbnail: thumbnail)
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

  /// The block alone.
  static func bytes(of metadata: ImageMetadata, thumbnail: Data?) throws(PictureFileError) -> Data {
    guard let writer = ExifWriter() else { throw PictureFileError(place: "Exif", reason: "out of memory") }
    writer.write(metadata)
    if let thumbnail { writer.write(thumbnail: thumbnail) }
    guard let block = writer.block() else {
      throw PictureFileError(place: "Exif", reason: "the block cannot be made")
    }
    return block
  }
}
