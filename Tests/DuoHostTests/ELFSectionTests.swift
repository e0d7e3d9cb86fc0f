import Foundation
import Testing

@testable import DuoHost

/// A 64-bit file with the sections that are named, laid out as the linker does: header, contents, names, table.
private func elf(_ sections: [(name: String, contents: Data)]) -> Data {
  func bytes<T: FixedWidthInteger>(_ value: T) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
  var names = Data([0]), body = Data(), headers = Data(repeating: 0, count: 64)
  func header(_ name: Int, _ start: Int, _ length: Int) -> Data {
    bytes(UInt32(name)) + bytes(UInt32(1)) + Data(repeating: 0, count: 16) + bytes(UInt64(start))
      + bytes(UInt64(length)) + Data(repeating: 0, count: 24)
  }
  for section in sections + [(".shstrtab", Data())] {
    let isNames = section.name == ".shstrtab"
    let name = names.count
    names += Data(section.name.utf8) + [0]
    headers += header(name, 64 + body.count, isNames ? names.count : section.contents.count)
    body += isNames ? names : section.contents
  }
  let head =
    Data([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]) + Data(repeating: 0, count: 0x28 - 7)
    + bytes(UInt64(64 + body.count))
    + Data(repeating: 0, count: 0x3a - 0x30) + bytes(UInt16(64)) + bytes(UInt16(sections.count + 2))
    + bytes(UInt16(sections.count + 1))
  return head + body + headers
}

@Suite struct ELFSectionTests {
  private static let list = Data("<plist/>".utf8)
  private static let whole = elf([(".text", Data([1, 2, 3])), (".info_plist", list), (".empty", Data())])

  private func contents(_ data: Data, _ section: String = ".info_plist") -> Data? {
    ELFSection.contents(of: section, in: data)
  }

  @Test func aSectionIsFoundByItsName() throws {
    #expect(contents(Self.whole) == Self.list)
    #expect(contents(Self.whole, ".text") == Data([1, 2, 3]))
    #expect(contents(Self.whole, ".empty") == Data())
    #expect(contents(Self.whole, ".info") == nil)
    #expect(
      contents(Data("no ELF file, but long enough to be taken for a header of one, by size".utf8)) == nil)
    #expect(contents(Data()) == nil)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("elf-\(UUID().uuidString)")
    try Self.whole.write(to: file)
    defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }
    #expect(try ELFSection.contents(of: ".info_plist", in: file) == Self.list)
  }

  @Test func otherKindsOfFileHaveNone() {
    for (place, value) in [(0, 0), (4, 1), (5, 2)] {
      var other = Self.whole
      other[place] = UInt8(value)
      #expect(contents(other) == nil)
    }
  }

  /// A file that breaks off has no such section, unless only what comes after its header is lost.
  @Test func filesThatBreakOffAreRead() {
    // The table is last, and the list's header its third.
    let needed = Self.whole.count - 2 * 64
    let wrong = (0..<Self.whole.count).filter { length in
      let found = contents(Self.whole.prefix(length))
      return found != nil && (found != Self.list || length < needed)
    }
    #expect(wrong == [])
  }

  /// Every number of the headers, as large as it can be and nearly so.
  @Test func nonsenseIsNotFollowed() {
    let table = Self.whole.count - 5 * 64
    var wrong: [Int] = []
    for place in Array(0x28..<0x40) + Array(table..<Self.whole.count) {
      for value: [UInt8] in [
        [255], [255, 255], [UInt8](repeating: 255, count: 4), [UInt8](repeating: 255, count: 8),
        [255, 255, 255, 255, 255, 255, 255, 127], [0, 0, 0, 0, 0, 0, 0, 128],
      ] where place + value.count <= Self.whole.count {
        var changed = Self.whole
        changed.replaceSubrange(place..<(place + value.count), with: value)
        let found = contents(changed)
        if let found, found.count > changed.count { wrong.append(place) }
      }
    }
    #expect(wrong == [])
  }

  @Test func anUnreadableFileIsNamed() {
    let file = URL(fileURLWithPath: "/proc/self/no-such-file")
    #expect { try ELFSection.contents(of: "a", in: file) } throws: {
      "\($0)".hasPrefix("/proc/self/no-such-file: cannot be read: ")
    }
  }
}
