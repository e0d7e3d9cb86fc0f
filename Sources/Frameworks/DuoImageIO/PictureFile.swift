import CPNG
import CTurboJPEG

/// Picture files in memory: JPEG, HEIC and PNG.
package enum PictureFile {
  /// The largest picture that is read or written: pixels, and pixels along one side.
  static let mostPixels = 100_000_000
  static let longestSide = 32_000

  package enum Kind: Hashable, Sendable { case jpeg, heic, png }

  /// From its first bytes; nil for none of these.
  package static func kind(of data: Data) -> Kind? {
    if data.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if data.starts(with: PNGFile.signature) { return .png }
    return HEICFile.isHEIF(data) ? .heic : nil
  }

  /// Reads a JPEG, a HEIC or a PNG. A file that breaks off is an error. Colours are sRGB's, converted where a file has Display P3.
  /// Pixels are not turned; `orientation` says how they
  /// would have to be, and is `.up` where the file does not say or says something that Exif does not define.
  package static func decode(_ data: Data) throws(PictureFileError) -> DecodedPicture {
    let bitmap =
      switch try knownKind(data) {
      case .jpeg: try JPEGFile.decode(data)
      case .heic: try HEICFile.decode(data)
      case .png: try PNGFile.decode(data)
      }
    return DecodedPicture(bitmap: bitmap, orientation: orientation(of: data))
  }

  /// Whether HEIC can be written here.
  package static var canWriteHEIC: Bool { HEICFile.canEncode }

  /// What the file says of its picture. Pixels are not looked at.
  package static func metadata(of data: Data) throws(PictureFileError) -> ImageMetadata {
    var metadata: ImageMetadata
    let size: (width: Int, height: Int)
    switch try knownKind(data) {
    case .jpeg:
      metadata = ExifReader.read(data).metadata
      size = try JPEGFile.size(data)
    case .heic:
      metadata = try HEICFile.exif(data).map { ExifReader.read($0).metadata } ?? ImageMetadata()
      // Its own word counts, not Exif's.
      metadata.orientation = HEIFBoxes.orientation(of: data)
      size = try HEICFile.size(data)
    case .png:
      metadata = ImageMetadata()
      size = try PNGFile.size(data)
    }
    metadata.top["PixelWidth"] = .integer(size.width)
    metadata.top["PixelHeight"] = .integer(size.height)
    return metadata
  }

  /// The small picture that a JPEG or HEIC carries beside its own; nil without one.
  package static func thumbnail(of data: Data) throws(PictureFileError) -> Bitmap? {
    switch try knownKind(data) {
    case .jpeg:
      guard let small = ExifReader.read(data).thumbnail else { return nil }
      return try JPEGFile.decode(small)
    case .heic: return try HEICFile.thumbnail(data)
    case .png: return nil
    }
  }

  private static func knownKind(_ data: Data) throws(PictureFileError) -> Kind {
    if data.isEmpty { throw PictureFileError(place: "file", reason: "it is empty") }
    guard let kind = kind(of: data) else {
      throw PictureFileError(place: "first bytes", reason: "neither a JPEG nor a HEIC nor a PNG picture")
    }
    return kind
  }

  private static func orientation(of data: Data) -> CGImagePropertyOrientation {
    switch kind(of: data) {
    case .jpeg: ExifReader.read(data).metadata.orientation
    case .heic: HEIFBoxes.orientation(of: data)
    case .png, nil: .up
    }
  }

  /// A JPEG of the picture. Transparent parts come out on black, as premultiplied colours are.
  /// - Parameters:
  ///   - quality: 0...1.
  ///   - metadata: Written into the file; nil: none.
  ///   - thumbnail: A small picture for lists, written into the metadata.
  ///   - profile: What the bitmap's numbers mean.
  package static func jpeg(
    of bitmap: Bitmap, quality: Double, metadata: ImageMetadata?, thumbnail: Bitmap? = nil,
    profile: PictureProfile = .sRGB
  ) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    let file = ICCProfile.insert(profile, intoJPEG: try JPEGFile.encode(bitmap, quality: quality))
    guard metadata != nil || thumbnail != nil else { return file }
    let small = try thumbnail.map { picture throws(PictureFileError) in
      ICCProfile.insert(profile, intoJPEG: try JPEGFile.encode(picture, quality: 0.7))
    }
    return try ExifBlock.insert(metadata ?? ImageMetadata(), thumbnail: small, intoJPEG: file)
  }

  package static func jpeg(
    of bitmap: Bitmap, quality: Double, exif: ExifFields? = nil
  ) throws(PictureFileError) -> Data {
    try jpeg(of: bitmap, quality: quality, metadata: exif?.metadata)
  }

  /// A HEIC of the picture; with an alpha channel when it is not opaque.
  /// - Parameters:
  ///   - quality: 0...1.
  ///   - metadata: Written into the file; its orientation is also written as HEIF has it.
  ///   - thumbnail: Longer side of a small picture, pixels; nil: none.
  package static func heic(
    of bitmap: Bitmap, quality: Double, metadata: ImageMetadata?, thumbnail: Int? = nil
  ) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    return try HEICWriter(quality: quality).write(bitmap, metadata: metadata, thumbnail: thumbnail)
  }

  /// A HEIC whose pixels `fill` writes where the encoder takes them, with the colours of `profile`.
  package static func heic(
    width: Int, height: Int, quality: Double, metadata: ImageMetadata?, thumbnail: Int? = nil,
    profile: PictureProfile = .sRGB, fill: (BiplanarPixels) -> Void
  ) throws(PictureFileError) -> Data {
    try check(width, height, "picture")
    return try HEICWriter(quality: quality).write(
      width: width, height: height, metadata: metadata, thumbnail: thumbnail, profile: profile, fill: fill)
  }

  /// A TIFF of the picture, without compression. Transparent parts come out on black.
  package static func tiff(
    of bitmap: Bitmap, metadata: ImageMetadata?, profile: PictureProfile = .sRGB
  ) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    return try TIFFFile.encode(bitmap, metadata: metadata, profile: profile)
  }

  /// A PNG of the picture; without an alpha channel when it is opaque.
  package static func png(of bitmap: Bitmap) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    return try PNGFile.encode(bitmap)
  }

  static func check(_ width: Int, _ height: Int, _ place: String) throws(PictureFileError) {
    guard width > 0, height > 0 else { throw PictureFileError(place: place, reason: "it has no size") }
    guard max(width, height) <= longestSide, width * height <= mostPixels else {
      throw PictureFileError(
        place: place,
        reason: "\(width) x \(height) is too large; at most \(longestSide) along a side and "
          + "\(mostPixels / 1_000_000) million pixels")
    }
  }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
