/// What the numbers of a picture's colours mean. Both have the white D65 and sRGB's curve.
package enum PictureProfile: Hashable, Sendable {
  /// Files say nothing, which means this.
  case sRGB
  /// Wider primaries; files carry a profile.
  case displayP3
}

/// Profiles as files carry them. [ICC.1:2010]
enum ICCProfile {
  /// Columns of red, green and blue in XYZ under D50, from the primaries of SMPTE EG 432-1 by the Bradford transform.
  static let displayP3Columns = [
    [0.515_12, 0.241_20, -0.001_05], [0.291_98, 0.692_25, 0.041_89], [0.157_10, 0.066_57, 0.784_07],
  ]

  static let displayP3 = make("Display P3", displayP3Columns)

  /// The profile that the bytes are; nil for one that is not known.
  static func known(_ profile: some Collection<UInt8>) -> PictureProfile? {
    let bytes = Array(profile)
    guard let red = xyz("rXYZ", bytes), let green = xyz("gXYZ", bytes), let blue = xyz("bXYZ", bytes) else {
      return nil
    }
    let columns = red + green + blue
    func isNear(_ others: [Double]) -> Bool { zip(columns, others).allSatisfy { abs($0 - $1) < 2e-3 } }
    if isNear(displayP3Columns.flatMap { $0 }) { return .displayP3 }
    return isNear([0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141]) ? .sRGB : nil
  }

  /// A JPEG with the profile behind its application segments 0 and 1. It fits into one segment.
  static func insert(_ profile: PictureProfile, intoJPEG file: Data) -> Data {
    guard profile == .displayP3 else { return file }
    let bytes = [UInt8](file)
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff, bytes[at + 1] == 0xe0 || bytes[at + 1] == 0xe1 {
      at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
    }
    let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + displayP3
    let length = UInt16(body.count + 2)
    return Data(
      bytes[..<at] + [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 255)] + body + bytes[at...])
  }

  /// Of a JPEG; nil without one.
  static func profile(ofJPEG file: Data) -> PictureProfile? {
    let bytes = [UInt8](file.prefix(1 << 20))
    let mark = Array("ICC_PROFILE\0".utf8)
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff, bytes[at + 1] != 0xda {
      let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
      guard end > at + 3, end <= bytes.count else { return nil }
      if bytes[at + 1] == 0xe2, bytes[(at + 4)..<end].starts(with: mark), end - at > 18 {
        return known(bytes[(at + 18)..<end])
      }
      at = end
    }
    return nil
  }

  // MARK: Bytes

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
  }

  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { number(Int(($0 * 65536).rounded()), 4) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { number(Int($0), 2) }
    return Array("mluc".utf8) + number(0, 4) + number(1, 4) + number(12, 4) + Array("enUS".utf8)
      + number(units.count, 4) + number(28, 4) + units
  }

  private static func make(_ name: String, _ columns: [[Double]]) -> [UInt8] {
    let white = [0.9642, 1, 0.8249]
    func place(_ values: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0, 4) + fixed(values) }
    // sRGB's curve: a power of 2.4 with a straight foot.
    let curve =
      Array("para".utf8) + number(0, 4) + number(3, 2) + number(0, 2)
      + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
    // From D65 to D50.
    let adaptation = [
      1.047_88, 0.022_92, -0.050_20, 0.029_59, 0.990_48, -0.017_06, -0.009_23, 0.015_08, 0.751_68,
    ]
    let parts: [(names: [String], bytes: [UInt8])] = [
      (["desc"], text(name)), (["cprt"], text("Public domain")), (["wtpt"], place(white)),
      (["chad"], Array("sf32".utf8) + number(0, 4) + fixed(adaptation)), (["rXYZ"], place(columns[0])),
      (["gXYZ"], place(columns[1])), (["bXYZ"], place(columns[2])), (["rTRC", "gTRC", "bTRC"], curve),
    ]
    let count = parts.reduce(0) { $0 + $1.names.count }
    var table = number(count, 4)
    var body: [UInt8] = []
    for part in parts {
      for tag in part.names {
        table += Array(tag.utf8) + number(132 + count * 12 + body.count, 4) + number(part.bytes.count, 4)
      }
      body += part.bytes + Array(repeating: 0, count: (4 - part.bytes.count % 4) % 4)
    }
    let size = 128 + table.count + body.count
    let date = [2026, 1, 1, 0, 0, 0].flatMap { number($0, 2) }
    let head =
      number(size, 4) + number(0, 4) + number(0x0400_0000, 4) + Array("mntrRGB XYZ ".utf8) + date
      + Array("acsp".utf8) + number(0, 28) + fixed(white)
    return head + Array(repeating: 0, count: 128 - head.count) + table + body
  }

  private static func xyz(_ tag: String, _ bytes: [UInt8]) -> [Double]? {
    func number(_ at: Int) -> Int? {
      at >= 0 && at + 4 <= bytes.count ? bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } : nil
    }
    guard let count = number(128) else { return nil }
    for entry in 0..<min(count, 100) {
      let at = 132 + entry * 12
      guard let offset = number(at + 4) else { return nil }
      guard bytes[at..<(at + 4)].elementsEqual(tag.utf8) else { continue }
      let values = (0..<3).compactMap { number(offset + 8 + $0 * 4) }
      return values.count == 3 ? values.map { Double(Int32(truncatingIfNeeded: $0)) / 65536 } : nil
    }
    return nil
  }
}
