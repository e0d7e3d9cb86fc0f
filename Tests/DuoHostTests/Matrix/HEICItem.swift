import Foundation

/// What lies in a HEIC, read from its boxes alone (ISO/IEC 14496-12, 14496-15, 23008-12), so that another decoder can be given
/// the bare HEVC pictures.
struct HEICItem {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// What a viewer does with the decoded picture, in this order: words of `read-pictures`.
  var turns: [String] = []
  /// Of the decoded picture, as the file says.
  var width = 0, height = 0
  /// Parameter sets and picture with start codes: what a decoder of bare HEVC reads.
  var stream = Data()
  /// Kinds of all items of the file: `hvc1`, `Exif`.
  var kinds: [String] = []

  /// The file's main picture.
  init(_ file: Data) throws {
    let bytes = [UInt8](file)
    let top = try Box.all(bytes, 0..<bytes.count)
    let meta = try Self.only("meta", top)
    let inside = try Box.all(bytes, (meta.body.lowerBound + 4)..<meta.body.upperBound)
    var reader = Reader(bytes, try Self.only("pitm", inside).body)
    let item = reader.number(reader.number(4) >> 24 == 0 ? 2 : 4)
    let types = try Self.types(bytes, Self.only("iinf", inside))
    kinds = types.sorted { $0.key < $1.key }.map(\.value)
    guard types[item] == "hvc1" else { throw Fault(description: "main picture is \(types[item] ?? "gone")") }
    let properties = try Box.all(bytes, Self.only("iprp", inside).body)
    let list = try Box.all(bytes, Self.only("ipco", properties).body)
    var lengthSize = 4
    for index in try Self.links(bytes, Self.only("ipma", properties), of: item) {
      guard list.indices.contains(index - 1) else { throw Fault(description: "no property \(index)") }
      var property = Reader(bytes, list[index - 1].body)
      switch list[index - 1].kind {
      case "ispe":
        _ = property.number(4)
        (width, height) = (property.number(4), property.number(4))
      // Counterclockwise.
      case "irot": turns += Array(repeating: "ccw", count: property.number(1) & 3)
      // 0: top and bottom change places, 1: left and right.
      case "imir": turns.append(property.number(1) & 1 == 0 ? "top-bottom" : "left-right")
      case "hvcC": lengthSize = parameterSets(&property)
      default: break
      }
    }
    var picture = Reader(bytes, try Self.place(bytes, Self.only("iloc", inside), of: item))
    while !picture.isAtEnd { append(picture.take(picture.number(lengthSize))) }
    guard width > 0, height > 0, !stream.isEmpty else { throw Fault(description: "no size or no pixels") }
  }

  private mutating func append(_ unit: ArraySlice<UInt8>) { stream += [0, 0, 0, 1] + unit }

  /// Bytes before each unit of the picture.
  private mutating func parameterSets(_ reader: inout Reader) -> Int {
    _ = reader.take(21)
    let lengthSize = reader.number(1) & 3 + 1
    for _ in 0..<reader.number(1) {
      _ = reader.number(1)
      for _ in 0..<reader.number(2) { append(reader.take(reader.number(2))) }
    }
    return lengthSize
  }

  // MARK: Boxes

  private static func only(_ kind: String, _ boxes: [Box]) throws -> Box {
    let found = boxes.filter { $0.kind == kind }
    guard found.count == 1 else { throw Fault(description: "\(found.count) boxes \(kind)") }
    return found[0]
  }

  private static func types(_ bytes: [UInt8], _ box: Box) throws -> [Int: String] {
    var reader = Reader(bytes, box.body)
    let count = reader.number(4) >> 24 == 0 ? 2 : 4
    var types: [Int: String] = [:]
    for entry in try Box.all(bytes, (box.body.lowerBound + 4 + count)..<box.body.upperBound) {
      var reader = Reader(bytes, entry.body)
      let version = reader.number(4) >> 24
      guard version >= 2 else { throw Fault(description: "infe of version \(version)") }
      let id = reader.number(version == 2 ? 2 : 4)
      _ = reader.number(2)
      types[id] = String(decoding: reader.take(4), as: UTF8.self)
    }
    return types
  }

  private static func links(_ bytes: [UInt8], _ box: Box, of item: Int) throws -> [Int] {
    var reader = Reader(bytes, box.body)
    let head = reader.number(4)
    for _ in 0..<reader.number(4) {
      let id = reader.number(head >> 24 == 0 ? 2 : 4)
      let links = (0..<reader.number(1)).map { _ in
        head & 1 == 1 ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f
      }
      if id == item { return links }
    }
    throw Fault(description: "no properties of item \(item)")
  }

  private static func place(_ bytes: [UInt8], _ box: Box, of item: Int) throws -> Range<Int> {
    var reader = Reader(bytes, box.body)
    let version = reader.number(4) >> 24
    let sizes = reader.number(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    for _ in 0..<reader.number(version < 2 ? 2 : 4) {
      let id = reader.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : reader.number(2) & 15
      _ = reader.number(2)
      let base = reader.number(baseSize)
      let extents = (0..<reader.number(2)).map { _ in
        _ = reader.number(indexSize)
        let start = base + reader.number(offsetSize)
        return start..<(start + reader.number(lengthSize))
      }
      guard id == item else { continue }
      guard method == 0, extents.count == 1, extents[0].upperBound <= bytes.count else {
        throw Fault(description: "item \(item) lies in \(extents) by method \(method)")
      }
      return extents[0]
    }
    throw Fault(description: "no place of item \(item)")
  }

  private struct Box {
    var kind: String
    var body: Range<Int>

    static func all(_ bytes: [UInt8], _ range: Range<Int>) throws -> [Box] {
      var reader = Reader(bytes, range)
      var found: [Box] = []
      while !reader.isAtEnd {
        let start = reader.at
        let size = reader.number(4)
        let kind = String(decoding: reader.take(4), as: UTF8.self)
        guard size >= 8, start + size <= range.upperBound else {
          throw Fault(description: "box \(kind) of \(size) bytes at \(start)")
        }
        found.append(Box(kind: kind, body: (start + 8)..<(start + size)))
        reader.at = start + size
      }
      return found
    }
  }

  /// Numbers, the highest byte first. Reading past the end ends the test.
  private struct Reader {
    var bytes: [UInt8]
    var at: Int
    var end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      (self.bytes, at, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { at >= end }

    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
      precondition(at + count <= end, "\(count) bytes at \(at) of \(end)")
      defer { at += count }
      return bytes[at..<(at + count)]
    }

    mutating func number(_ count: Int) -> Int { take(count).reduce(0) { $0 << 8 | Int($1) } }
  }
}
