import CHeif
import DuoFoundation

/// Where a picture that becomes a HEIC is drawn: Y, and interleaved Cb and Cr of half its size, ITU-R 709, full range.
package struct BiplanarPixels {
  package var width, height: Int
  package var luma: UnsafeMutablePointer<UInt8>
  package var lumaRow: Int
  package var chroma: UnsafeMutablePointer<UInt8>
  package var chromaRow: Int
}

/// Writes one HEIC.
final class HEICWriter {
  private let context: OpaquePointer
  private var encoder: OpaquePointer?

  /// - Parameter quality: 0...1.
  init(quality: Double) throws(PictureFileError) {
    guard let context = heif_context_alloc() else {
      throw PictureFileError(place: "HEIC encoder", reason: "out of memory")
    }
    self.context = context
    try HEICFile.check(
      heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder), "HEIC encoder")
    let percent = Int32(saturating: (min(max(quality, 0), 1) * 100).rounded())
    try HEICFile.check(heif_encoder_set_lossy_quality(encoder, percent), "HEIC encoder")
    // Encoders other than x265 have other knobs; this one only saves time.
    _ = heif_encoder_set_parameter_string(encoder, "preset", "ultrafast")
  }

  deinit {
    if let encoder { heif_encoder_release(encoder) }
    heif_context_free(context)
  }

  /// - Parameters:
  ///   - thumbnail: Longer side of a small picture beside it, pixels; nil: none.
  ///   - fill: Writes every pixel.
  func write(
    width: Int, height: Int, metadata: ImageMetadata?, thumbnail: Int?, profile: PictureProfile,
    fill: (BiplanarPixels) -> Void
  ) throws(PictureFileError) -> Data {
    let image = try Image(width, height, heif_colorspace_YCbCr, heif_chroma_420, profile)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let luma = try image.plane(heif_channel_Y, width, height)
    let cb = try image.plane(heif_channel_Cb, halfWidth, halfHeight)
    let cr = try image.plane(heif_channel_Cr, halfWidth, halfHeight)
    let chroma = UnsafeMutablePointer<UInt8>.allocate(capacity: halfWidth * 2 * halfHeight)
    defer { chroma.deallocate() }
    fill(
      BiplanarPixels(
        width: width, height: height, luma: luma.base, lumaRow: luma.row, chroma: chroma,
        chromaRow: halfWidth * 2))
    duo_split_chroma(chroma, halfWidth * 2, cb.base, cb.row, cr.base, cr.row, halfWidth, halfHeight)
    return try write(image, metadata, thumbnail)
  }

  func write(_ bitmap: Bitmap, metadata: ImageMetadata?, thumbnail: Int?) throws(PictureFileError) -> Data {
    let image = try Image(bitmap.width, bitmap.height, heif_colorspace_RGB, heif_chroma_interleaved_RGBA)
    let plane = try image.plane(heif_channel_interleaved, bitmap.width, bitmap.height, depth: 32)
    bitmap.bytes.withUnsafeBytes {
      duo_rgba_from_bgra(
        $0.bindMemory(to: UInt8.self).baseAddress, bitmap.bytesPerRow, plane.base, plane.row, bitmap.width,
        bitmap.height, bitmap.isOpaque ? 1 : 0)
    }
    return try write(image, metadata, thumbnail, hasAlpha: !bitmap.isOpaque)
  }

  private func write(
    _ image: Image, _ metadata: ImageMetadata?, _ thumbnail: Int?, hasAlpha: Bool = false
  ) throws(PictureFileError) -> Data {
    let options = heif_encoding_options_alloc()
    defer { heif_encoding_options_free(options) }
    options?.pointee.save_alpha_channel = hasAlpha ? 1 : 0
    let orientation = metadata?.orientation ?? .up
    options?.pointee.image_orientation = heif_orientation(rawValue: orientation.rawValue)
    var handle: OpaquePointer?
    try HEICFile.check(
      heif_context_encode_image(context, image.pointer, encoder, options, &handle), "HEIC pixels")
    defer { heif_image_handle_release(handle) }
    if let thumbnail {
      var small: OpaquePointer?
      try HEICFile.check(
        heif_context_encode_thumbnail(
          context, image.pointer, handle, encoder, options, Int32(clamping: thumbnail), &small),
        "HEIC thumbnail")
      if let small { heif_image_handle_release(small) }
    }
    if let metadata {
      let block = try ExifBlock.bytes(of: metadata, thumbnail: nil)
      try HEICFile.check(
        block.withUnsafeBytes {
          heif_context_add_exif_metadata(context, handle, $0.baseAddress, Int32(clamping: $0.count))
        }, "HEIC Exif")
    }
    return try file()
  }

  private final class Sink {
    var data = Data()
  }

  private func file() throws(PictureFileError) -> Data {
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, bytes, count, sink in
      let sink = Unmanaged<Sink>.fromOpaque(sink!).takeUnretainedValue()
      if let bytes { sink.data.append(bytes.assumingMemoryBound(to: UInt8.self), count: count) }
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    let sink = Sink()
    try HEICFile.check(
      heif_context_write(context, &writer, Unmanaged.passUnretained(sink).toOpaque()), "HEIC file")
    return HEIFBoxes.withTurnsLast(sink.data)
  }

  /// Pixels as libheif has them.
  private final class Image {
    let pointer: OpaquePointer

    init(
      _ width: Int, _ height: Int, _ space: heif_colorspace, _ chroma: heif_chroma,
      _ profile: PictureProfile = .sRGB
    ) throws(PictureFileError) {
      var image: OpaquePointer?
      try HEICFile.check(
        heif_image_create(Int32(width), Int32(height), space, chroma, &image), "HEIC pixels")
      pointer = image!
      // sRGB's curve, the matrix of ITU-R 709, full range.
      let colours = heif_nclx_color_profile_alloc()
      defer { heif_nclx_color_profile_free(colours) }
      colours?.pointee.color_primaries =
        profile == .displayP3 ? heif_color_primaries_SMPTE_EG_432_1 : heif_color_primaries_ITU_R_BT_709_5
      colours?.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
      colours?.pointee.matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_709_5
      colours?.pointee.full_range_flag = 1
      try HEICFile.check(heif_image_set_nclx_color_profile(pointer, colours), "HEIC colours")
      if profile == .displayP3 {
        let bytes = ICCProfile.displayP3
        try HEICFile.check(
          heif_image_set_raw_color_profile(pointer, "prof", bytes, bytes.count), "HEIC colours")
      }
    }

    deinit { heif_image_release(pointer) }

    func plane(
      _ channel: heif_channel, _ width: Int, _ height: Int, depth: Int32 = 8
    ) throws(PictureFileError) -> (base: UnsafeMutablePointer<UInt8>, row: Int) {
      try HEICFile.check(
        heif_image_add_plane(pointer, channel, Int32(width), Int32(height), depth == 32 ? 8 : depth),
        "HEIC pixels")
      var row: Int32 = 0
      guard let base = heif_image_get_plane(pointer, channel, &row) else {
        throw PictureFileError(place: "HEIC pixels", reason: "out of memory")
      }
      return (base, Int(row))
    }
  }
}
