import CHeif

/// TIFF: red, green and blue without compression, in one strip, with the properties that an Exif block holds. [TIFF 6.0]
enum TIFFFile {
  static func encode(
    _ bitmap: Bitmap, metadata: ImageMetadata?, profile: PictureProfile
  ) throws(PictureFileError) -> Data {
    // Behind its mark an Exif block is a TIFF file without a picture, high bytes first. Its values stay where they are; a new list of
    // entries at the end names them and the picture.
    var file = Data([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0])
    if let metadata { file = Data(try ExifBlock.bytes(of: metadata, thumbnail: nil).dropFirst(6)) }
    var entries = try Self.entries(of: file)
    func place(_ bytes: Data) -> Int {
      if file.count % 2 == 1 { file.append(0) }
      defer { file.append(bytes) }
      return file.count
    }
    let bits = place(Data([0, 8, 0, 8, 0, 8]))
    var pixels = Data(count: bitmap.width * bitmap.height * 3)
    pixels.withUnsafeMutableBytes { to in
      bitmap.bytes.withUnsafeBytes { from in
        duo_rgb_from_bgra(
          from.bindMemory(to: UInt8.self).baseAddress, bitmap.bytesPerRow,
          to.bindMemory(to: UInt8.self).baseAddress, bitmap.width, bitmap.height)
      }
    }
    let strip = place(pixels)
    func add(_ tag: Int, _ kind: Int, _ count: Int, _ value: Int) {
      // Short values lie in the first half of their place.
      let bytes = kind == 3 && count == 1 ? number(value, 2) + [0, 0] : number(value, 4)
      entries[tag] = number(tag, 2) + number(kind, 2) + number(count, 4) + bytes
    }
    let (short, long) = (3, 4)
    add(256, long, 1, bitmap.width)
    add(257, long, 1, bitmap.height)
    add(258, short, 3, bits)
    add(259, short, 1, 1)
    add(262, short, 1, 2)
    add(273, long, 1, strip)
    add(277, short, 1, 3)
    add(278, long, 1, bitmap.height)
    add(279, long, 1, pixels.count)
    add(284, short, 1, 1)
    if profile == .displayP3 { add(34675, 7, ICCProfile.displayP3.count, place(Data(ICCProfile.displayP3))) }
    let list =
      number(entries.count, 2) + entries.sorted { $0.key < $1.key }.flatMap(\.value) + [0, 0, 0, 0]
    let start = place(Data(list))
    guard file.count <= Int(UInt32.max) else {
      throw PictureFileError(place: "TIFF", reason: "it is larger than 4 GB")
    }
    file.replaceSubrange(4..<8, with: number(start, 4))
    return file
  }

  /// The entries of a file's first list, by their tags.
  private static func entries(of file: Data) throws(PictureFileError) -> [Int: [UInt8]] {
    let bytes = [UInt8](file)
    func read(_ at: Int, _ count: Int) -> Int { bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 10, bytes.starts(with: [0x4d, 0x4d, 0, 42]) else {
      throw PictureFileError(place: "TIFF", reason: "the block of properties cannot be made")
    }
    let start = read(4, 4)
    guard start + 2 <= bytes.count else { return [:] }
    let count = read(start, 2)
    guard start + 2 + count * 12 <= bytes.count else { return [:] }
    return (0..<count).reduce(into: [:]) { entries, index in
      let at = start + 2 + index * 12
      entries[read(at, 2)] = Array(bytes[at..<(at + 12)])
    }
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
  }
}
