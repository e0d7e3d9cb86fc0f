import CExif
import CHeif
import CTurboJPEG
import CYUV
import Foundation
import Scenarios

/// A photo's file as any viewer program shows it: decoded and turned as its Exif says. Shares no code with what wrote it.
struct PhotoPicture {
  /// Pixels of the file as stored.
  var storedWidth, storedHeight: Int
  /// Exif's number; 1 where the file has none that Exif defines.
  var orientation: Int
  /// As shown, no longer than `longestSide`.
  var shown: PixelPicture
  /// Pixels as shown, before it was made smaller.
  var width: Int { orientation >= 5 ? storedHeight : storedWidth }
  var height: Int { orientation >= 5 ? storedWidth : storedHeight }

  /// Enough to read marks; more only takes time.
  static let longestSide = 1920

  /// Why a file cannot be shown.
  struct Problem: Error, Hashable { var what: String }

  init(_ file: Data) throws(Problem) {
    if Self.isHEIC(file) {
      self = try Self.heic(file)
      return
    }
    let stored = try Self.decode(file)
    orientation = Self.orientation(file)
    (storedWidth, storedHeight) = (stored.width, stored.height)
    shown = stored.smaller(side: Self.longestSide).shown(orientation)
  }

  /// A copy that is at most so long.
  func picture(side: Int) -> PixelPicture { shown.smaller(side: side) }

  private init(shown: PixelPicture, orientation: Int) {
    self.orientation = orientation
    let swaps = orientation >= 5
    storedWidth = swaps ? shown.height : shown.width
    storedHeight = swaps ? shown.width : shown.height
    self.shown = shown.smaller(side: Self.longestSide)
  }

  private static func isHEIC(_ file: Data) -> Bool {
    file.count > 12 && file.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8)
  }

  /// Viewers turn a HEIC as the file's own boxes say, and not as its Exif does; both must say the same, so that a photo whose boxes
  /// are wrong is shown wrong, and one whose Exif is wrong claims something else than was asked.
  private static func heic(_ file: Data) throws(Problem) -> PhotoPicture {
    guard let context = heif_context_alloc() else { throw Problem(what: "there is no HEIC decoder") }
    defer { heif_context_free(context) }
    func check(_ error: heif_error) throws(Problem) {
      if error.code != heif_error_Ok { throw Problem(what: String(cString: error.message)) }
    }
    try check(file.withUnsafeBytes { heif_context_read_from_memory(context, $0.baseAddress, $0.count, nil) })
    var handle: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &handle))
    defer { heif_image_handle_release(handle) }
    let pixelCount = Int(heif_image_handle_get_width(handle)) * Int(heif_image_handle_get_height(handle))
    guard pixelCount > 0, pixelCount <= ObservationReader.largestRecord / 4 else {
      throw Problem(what: "\(pixelCount) pixels are too many, or none")
    }
    var image: OpaquePointer?
    try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil))
    defer { heif_image_release(image) }
    var row: Int32 = 0
    guard let from = heif_image_get_plane_readonly(image, heif_channel_interleaved, &row) else {
      throw Problem(what: "there are no pixels")
    }
    let width = Int(heif_image_get_primary_width(image)), height = Int(heif_image_get_primary_height(image))
    var pixels = Data(count: width * height * 4)
    pixels.withUnsafeMutableBytes {
      duo_bgra_from_rgba(
        from, Int(row), $0.bindMemory(to: UInt8.self).baseAddress, width * 4, width, height, 1)
    }
    var id: heif_item_id = 0
    var exif = [UInt8]()
    if heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 {
      exif = [UInt8](repeating: 0, count: heif_image_handle_get_metadata_size(handle, id))
      try check(heif_image_handle_get_metadata(handle, id, &exif))
    }
    // Four bytes say how much lies before the block's header.
    let skipped = exif.count > 4 ? exif.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4 : exif.count
    return PhotoPicture(
      shown: PixelPicture(width: width, height: height, layout: .bgra, bytes: pixels),
      orientation: orientation(Data("Exif\0\0".utf8) + exif.dropFirst(skipped)))
  }

  private static func decode(_ file: Data) throws(Problem) -> PixelPicture {
    guard let decoder = tjInitDecompress() else { throw Problem(what: "there is no JPEG decoder") }
    defer { tjDestroy(decoder) }
    let bytes = [UInt8](file)
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    func problem() -> Problem { Problem(what: String(cString: tjGetErrorStr2(decoder))) }
    guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0
    else { throw problem() }
    guard width > 0, height > 0, Int(width) * Int(height) <= ObservationReader.largestRecord / 4 else {
      throw Problem(what: "\(width) x \(height) pixels are too many")
    }
    var pixels = Data(count: Int(width) * Int(height) * 4)
    let result = pixels.withUnsafeMutableBytes {
      tjDecompress2(
        decoder, bytes, UInt(bytes.count), $0.bindMemory(to: UInt8.self).baseAddress, width, width * 4,
        height,
        Int32(TJPF_BGRA.rawValue), Int32(TJFLAG_STOPONWARNING))
    }
    guard result == 0 else { throw problem() }
    return PixelPicture(width: Int(width), height: Int(height), layout: .bgra, bytes: pixels)
  }

  private static func orientation(_ file: Data) -> Int {
    let exif = file.withUnsafeBytes {
      exif_data_new_from_data($0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
    }
    guard let exif else { return 1 }
    defer { exif_data_unref(exif) }
    guard let entry = exif_content_get_entry(exif.pointee.ifd.0, EXIF_TAG_ORIENTATION),
      entry.pointee.size >= 2
    else { return 1 }
    let value = Int(exif_get_short(entry.pointee.data, exif_data_get_byte_order(exif)))
    return (1...8).contains(value) ? value : 1
  }
}

extension PixelPicture {
  /// Turned and flipped as Exif defines the number.
  func shown(_ orientation: Int) -> PixelPicture {
    switch orientation {
    case 2: flipped
    case 3: turned(2)
    case 4: turned(2).flipped
    case 5: turned(1).flipped
    case 6: turned(1)
    case 7: turned(3).flipped
    case 8: turned(3)
    default: self
    }
  }

  /// Flipped left-right; BGRA only.
  var flipped: PixelPicture {
    var pixels = Data(count: bytes.count)
    pixels.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        _ = ARGBMirror(
          source.bindMemory(to: UInt8.self).baseAddress, Int32(width * 4),
          target.bindMemory(to: UInt8.self).baseAddress, Int32(width * 4), Int32(width), Int32(height))
      }
    }
    return PixelPicture(width: width, height: height, layout: layout, bytes: pixels)
  }

  /// A copy that is at most so long; BGRA only.
  func smaller(side: Int) -> PixelPicture {
    let long = max(width, height)
    guard long > side else { return self }
    let (newWidth, newHeight) = (max(1, width * side / long), max(1, height * side / long))
    var pixels = Data(count: newWidth * newHeight * 4)
    pixels.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        _ = ARGBScale(
          source.bindMemory(to: UInt8.self).baseAddress, Int32(width * 4), Int32(width), Int32(height),
          target.bindMemory(to: UInt8.self).baseAddress, Int32(newWidth * 4), Int32(newWidth),
          Int32(newHeight), kFilterBox)
      }
    }
    return PixelPicture(width: newWidth, height: newHeight, layout: .bgra, bytes: pixels)
  }
}
