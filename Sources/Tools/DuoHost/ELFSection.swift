import Foundation

/// Reads one section of a 64-bit ELF file.
enum ELFSection {
  /// The section's bytes; nil when the file is no 64-bit ELF file or has no such section.
  static func contents(of section: String, in file: URL) throws -> Data? {
    let data = try Data(contentsOf: file, options: .alwaysMapped)
    guard data.count > 64, data.prefix(5).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2]) else { return nil }

    func number<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Int? {
      guard offset >= 0, offset + MemoryLayout<T>.size <= data.count else { return nil }
      return data.withUnsafeBytes {
        Int(truncatingIfNeeded: $0.loadUnaligned(fromByteOffset: offset, as: T.self))
      }
    }

    guard let table = number(UInt64.self, at: 0x28), let size = number(UInt16.self, at: 0x3a),
      let count = number(UInt16.self, at: 0x3c), let names = number(UInt16.self, at: 0x3e),
      let nameTable = number(UInt64.self, at: table + names * size + 0x18)
    else { return nil }

    for index in 0..<count {
      let header = table + index * size
      guard let name = number(UInt32.self, at: header), let start = number(UInt64.self, at: header + 0x18),
        let length = number(UInt64.self, at: header + 0x20), start >= 0, length >= 0,
        start + length <= data.count
      else { continue }
      let text = data.dropFirst(nameTable + name).prefix { $0 != 0 }
      if String(decoding: text, as: UTF8.self) == section { return Data(data[start..<(start + length)]) }
    }
    return nil
  }
}
