import CHeif

/// HEIC through libheif: the main picture in HEVC, perhaps a small one, Exif, and how viewers turn it.
enum HEICFile {
  /// Whether libheif has an encoder; distributions can leave it out.
  static var canEncode: Bool { heif_have_encoder_for_format(heif_compression_HEVC) != 0 }

  /// A file that libheif may be able to read: `ftyp` with a HEIF brand.
  static func isHEIF(_ data: Data) -> Bool {
    guard data.count >= 12 else { return false }
    let head = [UInt8](data.prefix(12))
    guard head[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let brand = String(decoding: head[8..<12], as: UTF8.self)
    return ["heic", "heix", "heim", "heis", "mif1", "msf1", "hevc"].contains(brand)
  }

  // MARK: Reading

  /// Pixels as stored.
  static func decode(_ data: Data) throws(PictureFileError) -> Bitmap {
    let file = try OpenFile(data)
    let seen = file.size
    try PictureFile.check(seen.width, seen.height, "HEIC header")
    let options = heif_decoding_options_alloc()
    defer { heif_decoding_options_free(options) }
    options?.pointee.ignore_transformations = 1
    if (options?.pointee.version ?? 0) >= 3 { options?.pointee.strict_decoding = 1 }
    var image: OpaquePointer?
    try check(
      heif_decode_image(
        file.handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options), "HEIC pixels")
    defer { heif_image_release(image) }
    var row: Int32 = 0
    let width = Int(heif_image_get_primary_width(image)), height = Int(heif_image_get_primary_height(image))
    try PictureFile.check(width, height, "HEIC pixels")
    guard let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &row) else {
      throw PictureFileError(place: "HEIC pixels", reason: "there are none")
    }
    let isOpaque = heif_image_handle_has_alpha_channel(file.handle) == 0
    return Bitmap(width: width, height: height, isOpaque: isOpaque) { target in
      duo_bgra_from_rgba(pixels, Int(row), target, width * 4, width, height, isOpaque ? 1 : 0)
      if profile(of: file.handle) == .displayP3 { duo_srgb_from_p3(target, width * 4, width, height) }
    }
  }

  private static func profile(of picture: OpaquePointer?) -> PictureProfile? {
    let count = heif_image_handle_get_raw_color_profile_size(picture)
    guard count > 0, count < 1 << 20 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    guard heif_image_handle_get_raw_color_profile(picture, &bytes).code == heif_error_Ok else { return nil }
    return ICCProfile.known(bytes)
  }

  /// The Exif block, from its mark on; nil without one.
  static func exif(_ data: Data) throws(PictureFileError) -> Data? {
    let file = try OpenFile(data)
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_metadata_block_IDs(file.handle, "Exif", &id, 1) == 1 else {
      return nil
    }
    let count = heif_image_handle_get_metadata_size(file.handle, id)
    // Four bytes say how far away the block's TIFF header is.
    guard count > 4 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    try check(heif_image_handle_get_metadata(file.handle, id, &bytes), "HEIC Exif")
    let skipped = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4
    guard skipped < count else { return nil }
    return Data("Exif\0\0".utf8) + bytes[skipped...]
  }

  /// As stored.
  static func size(_ data: Data) throws(PictureFileError) -> (width: Int, height: Int) {
    let seen = try OpenFile(data).size
    try PictureFile.check(seen.width, seen.height, "HEIC header")
    return HEIFBoxes.orientation(of: data).rawValue >= 5 ? (seen.height, seen.width) : seen
  }

  /// The small picture that the file has beside its main one; nil without one. As stored.
  static func thumbnail(_ data: Data) throws(PictureFileError) -> Bitmap? {
    let file = try OpenFile(data)
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_thumbnail_IDs(file.handle, &id, 1) == 1 else { return nil }
    var small: OpaquePointer?
    try check(heif_image_handle_get_thumbnail(file.handle, id, &small), "HEIC thumbnail")
    defer { heif_image_handle_release(small) }
    let options = heif_decoding_options_alloc()
    defer { heif_decoding_options_free(options) }
    options?.pointee.ignore_transformations = 1
    var image: OpaquePointer?
    try check(
      heif_decode_image(small, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options),
      "HEIC thumbnail")
    defer { heif_image_release(image) }
    var row: Int32 = 0
    guard let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &row) else {
      return nil
    }
    let width = Int(heif_image_get_primary_width(image)), height = Int(heif_image_get_primary_height(image))
    try PictureFile.check(width, height, "HEIC thumbnail")
    return Bitmap(width: width, height: height, isOpaque: true) { target in
      duo_bgra_from_rgba(pixels, Int(row), target, width * 4, width, height, 1)
    }
  }

  /// A file in memory with its main picture. The bytes live as long as this.
  private final class OpenFile {
    private let context: OpaquePointer
    private(set) var handle: OpaquePointer?
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) throws(PictureFileError) {
      guard let context = heif_context_alloc() else {
        throw PictureFileError(place: "HEIC decoder", reason: "out of memory")
      }
      self.context = context
      bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 1)
      data.copyBytes(to: bytes)
      try HEICFile.check(
        heif_context_read_from_memory_without_copy(context, bytes.baseAddress, data.count, nil), "HEIC header"
      )
      try HEICFile.check(heif_context_get_primary_image_handle(context, &handle), "HEIC header")
    }

    deinit {
      if let handle { heif_image_handle_release(handle) }
      heif_context_free(context)
      bytes.deallocate()
    }

    /// As a viewer shows it.
    var size: (width: Int, height: Int) {
      (Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)))
    }
  }

  static func check(_ error: heif_error, _ place: String) throws(PictureFileError) {
    guard error.code != heif_error_Ok else { return }
    throw PictureFileError(place: place, reason: PictureFile.oneLine(String(cString: error.message)))
  }
}
