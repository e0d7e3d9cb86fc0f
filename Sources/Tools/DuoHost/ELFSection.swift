import Foundation

/// Reads one section of a 64-bit little-endian ELF file.
enum ELFSection {
  /// The section's bytes; nil as below. Throws `BundleError` for a file that cannot be read.
  static func contents(of section: String, in file: URL) throws -> Data? {
    let data: Data
    do { data = try Data(contentsOf: file, options: .alwaysMapped) } catch {
      throw BundleError(file: file.path, what: "cannot be read: \(error.localizedDescription)")
    }
    return contents(of: section, in: data)
  }

  /// The section's bytes; nil when `data`, whose first index is 0, is no such ELF file or has no such section. Numbers that
  /// point out of the file are not followed.
  static func contents(of section: String, in data: Data) -> Data? {
    guard data.count > 64, data.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return nil }

    func number<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Int? {
      guard offset >= 0, offset <= data.count - MemoryLayout<T>.size else { return nil }
      return data.withUnsafeBytes {
        Int(exactly: T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)))
      }
    }

    guard let table = number(UInt64.self, at: 0x28), table <= data.count,
      let size = number(UInt16.self, at: 0x3a),
      let count = number(UInt16.self, at: 0x3c), let names = number(UInt16.self, at: 0x3e),
      let nameTable = number(UInt64.self, at: table + names * size + 0x18),
      nameTable <= data.count
    else { return nil }

    for index in 0..<count {
      let header = table + index * size
      guard let name = number(UInt32.self, at: header), let start = number(UInt64.self, at: header + 0x18),
        let length = number(UInt64.self, at: header + 0x20), start <= data.count,
        length <= data.count - start
      else { continue }
      let text = data.dropFirst(nameTable + name).prefix { $0 != 0 }
      if String(decoding: text, as: UTF8.self) == section { return Data(data[start..<(start + length)]) }
    }
    return nil
  }
}
