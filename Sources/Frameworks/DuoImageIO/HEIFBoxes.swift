/// Reads how a HEIF file has its main picture turned. Viewers follow this and not Exif. [ISO/IEC 23008-12]
///
/// The picture's properties are `irot`, quarter turns counterclockwise, and `imir`, a flip; they apply in the order in which the
/// picture lists them.
struct HEIFBoxes {
  var bytes: [UInt8]

  static func orientation(of file: Data) -> CGImagePropertyOrientation {
    HEIFBoxes(bytes: [UInt8](file.prefix(1 << 20))).orientation ?? .up
  }

  struct Box {
    var kind: String
    var body: Range<Int>
  }

  func number(_ at: Int, _ count: Int, _ end: Int) -> Int? {
    guard at >= 0, count <= 4, at + count <= min(end, bytes.count) else { return nil }
    return bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  func boxes(_ range: Range<Int>) -> [Box] {
    var found: [Box] = []
    var at = range.lowerBound
    while let size = number(at, 4, range.upperBound), number(at + 4, 4, range.upperBound) != nil {
      let kind = String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self)
      // Large boxes hold pixels, which come last.
      let end = size == 0 ? range.upperBound : at + size
      guard size == 0 || size >= 8, end <= range.upperBound || kind == "mdat" else { break }
      found.append(Box(kind: kind, body: (at + 8)..<min(end, range.upperBound)))
      at = end
    }
    return found
  }

  func box(_ kind: String, in range: Range<Int>) -> Range<Int>? {
    boxes(range).first { $0.kind == kind }?.body
  }

  private var orientation: CGImagePropertyOrientation? {
    guard let meta = box("meta", in: 0..<bytes.count), meta.count >= 4 else { return nil }
    // Version and flags come first.
    let inside = (meta.lowerBound + 4)..<meta.upperBound
    guard let primary = box("pitm", in: inside),
      let version = number(primary.lowerBound, 1, primary.upperBound),
      let item = number(primary.lowerBound + 4, version == 0 ? 2 : 4, primary.upperBound),
      let properties = box("iprp", in: inside), let list = box("ipco", in: properties),
      let links = box("ipma", in: properties)
    else { return nil }
    let all = boxes(list)
    var seen = Turn()
    for index in self.links(links, of: item) where index >= 1 && index <= all.count {
      let property = all[index - 1]
      guard let value = number(property.body.lowerBound, 1, property.body.upperBound) else { continue }
      switch property.kind {
      case "irot": seen.turnCounterclockwise(value & 3)
      case "imir": seen.flip(leftRight: value & 1 == 1)
      default: break
      }
    }
    return seen.orientation
  }

  /// The numbers of a picture's properties, from 1.
  private func links(_ box: Range<Int>, of item: Int) -> [Int] {
    guard let version = number(box.lowerBound, 1, box.upperBound),
      let flags = number(box.lowerBound + 1, 3, box.upperBound),
      let count = number(box.lowerBound + 4, 4, box.upperBound)
    else { return [] }
    var at = box.lowerBound + 8
    let (idSize, linkSize) = (version < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
    for _ in 0..<min(count, 10_000) {
      guard let id = number(at, idSize, box.upperBound), let links = number(at + idSize, 1, box.upperBound)
      else { return [] }
      at += idSize + 1
      if id == item {
        return (0..<links).compactMap {
          number(at + $0 * linkSize, linkSize, box.upperBound).map { $0 & (linkSize == 2 ? 0x7fff : 0x7f) }
        }
      }
      at += links * linkSize
    }
    return []
  }

  /// Clockwise quarter turns, then perhaps a left-right flip.
  private struct Turn {
    var turns = 0
    var isFlipped = false

    mutating func turnCounterclockwise(_ count: Int) {
      turns = (turns + (isFlipped ? count : 4 - count)) & 3
    }

    mutating func flip(leftRight: Bool) {
      // Upside down is left-right and half a turn.
      if !leftRight { turns = (turns + 2) & 3 }
      isFlipped.toggle()
    }

    var orientation: CGImagePropertyOrientation {
      switch (turns, isFlipped) {
      case (0, false): .up
      case (0, true): .upMirrored
      case (1, false): .right
      case (1, true): .leftMirrored
      case (2, false): .down
      case (2, true): .downMirrored
      case (3, false): .left
      default: .rightMirrored
      }
    }
  }
}
