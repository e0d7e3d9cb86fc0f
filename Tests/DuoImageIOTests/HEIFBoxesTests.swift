import DuoFoundation
import Foundation
import Testing

@testable import DuoImageIO

/// How a picture is turned, from boxes that are made here byte by byte. [ISO/IEC 23008-12]
@Suite struct HEIFBoxesTests {
  private enum Property: Hashable {
    /// Quarter turns counterclockwise.
    case rotation(Int)
    /// 0: top and bottom change places; 1: left and right.
    case mirror(Int)
    case other
  }

  private struct Form {
    var itemVersion = 0
    var linkVersion = 0
    var wideLinks = false
    var mainItem = 1
    /// Items with links of their own before the main one.
    var otherItems = 0
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * (count - 1 - $0)) & 255) }
  }

  private static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    bytes(body.count + 8, 4) + Array(kind.utf8) + body
  }

  private static func full(_ kind: String, version: Int = 0, flags: Int = 0, _ body: [UInt8]) -> [UInt8] {
    box(kind, [UInt8(version)] + bytes(flags, 3) + body)
  }

  private static func file(_ properties: [Property], _ form: Form = Form()) -> Data {
    let list = properties.map { property -> [UInt8] in
      switch property {
      case .rotation(let turns): box("irot", [UInt8(turns)])
      case .mirror(let mode): box("imir", [UInt8(mode)])
      case .other: full("ispe", bytes(64, 4) + bytes(48, 4))
      }
    }
    func link(_ index: Int) -> [UInt8] {
      // The highest bit says that a reader must know the property; it is no part of the number.
      form.wideLinks ? bytes(index | 0x8000, 2) : [UInt8(index | 0x80)]
    }
    func entry(_ item: Int, _ indices: [Int]) -> [UInt8] {
      bytes(item, form.linkVersion == 0 ? 2 : 4) + [UInt8(indices.count)] + indices.flatMap(link)
    }
    var links = bytes(form.otherItems + 1, 4)
    for other in 0..<form.otherItems { links += entry(form.mainItem + 10 + other, [1]) }
    links += entry(form.mainItem, Array(1...max(properties.count, 1)).filter { $0 <= properties.count })
    let meta =
      full("hdlr", bytes(0, 20))
      + full("pitm", version: form.itemVersion, bytes(form.mainItem, form.itemVersion == 0 ? 2 : 4))
      + box(
        "iprp",
        box("ipco", list.flatMap { $0 })
          + full("ipma", version: form.linkVersion, flags: form.wideLinks ? 1 : 0, links))
    return Data(box("ftyp", Array("heic".utf8) + bytes(0, 4)) + full("meta", meta) + box("mdat", [1, 2, 3]))
  }

  /// Where the four corners are seen when each property does what the standard says, one after another.
  private static func shown(_ properties: [Property]) -> String {
    var corners = Array("rgbw")
    for property in properties {
      switch property {
      case .rotation(let turns):
        // Top right goes to top left, bottom right to top right.
        for _ in 0..<turns { corners = [corners[1], corners[3], corners[0], corners[2]] }
      case .mirror(0): corners = [corners[2], corners[3], corners[0], corners[1]]
      case .mirror: corners = [corners[1], corners[0], corners[3], corners[2]]
      case .other: break
      }
    }
    return String(corners)
  }

  private static let all: [Property] =
    (0..<4).map { .rotation($0) } + [.mirror(0), .mirror(1), .other]

  /// Every list of up to three properties.
  private static var lists: [[Property]] {
    var lists: [[Property]] = [[]]
    var newest: [[Property]] = [[]]
    for _ in 0..<3 {
      newest = newest.flatMap { list in all.map { list + [$0] } }
      lists += newest
    }
    return lists
  }

  @Test func propertiesApplyInTheirOrder() {
    #expect(Self.lists.count == 400)
    var wrong: [String] = []
    for list in Self.lists {
      let orientation = HEIFBoxes.orientation(of: Self.file(list))
      if seen("rgbw", orientation) != Self.shown(list) {
        wrong.append("\(list): \(orientation), which shows \(seen("rgbw", orientation))")
      }
    }
    #expect(wrong == [])
  }

  /// The boxes have several forms; all say the same.
  @Test func allFormsOfTheBoxesAreRead() {
    let list: [Property] = [.other, .rotation(3), .mirror(1)]
    var wrong: [String] = []
    for itemVersion in [0, 1] {
      for linkVersion in [0, 1] {
        for wideLinks in [false, true] {
          for (mainItem, otherItems) in [(1, 0), (7, 3), (300, 1)] {
            let form = Form(
              itemVersion: itemVersion, linkVersion: linkVersion, wideLinks: wideLinks, mainItem: mainItem,
              otherItems: otherItems)
            let orientation = HEIFBoxes.orientation(of: Self.file(list, form))
            if seen("rgbw", orientation) != Self.shown(list) { wrong.append("\(form): \(orientation)") }
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// A file that says nothing, or breaks off, or lies about its lengths, is up or as it says; never a crash.
  @Test func damagedBoxesAreUp() {
    let whole = Self.file([.rotation(1)])
    #expect(HEIFBoxes.orientation(of: whole) == .left)
    let end = whole.count - 11
    var wrong: [String] = []
    for count in 0..<end where HEIFBoxes.orientation(of: whole.prefix(count)) != .up {
      wrong.append("cut at \(count)")
    }
    // The pixels come after everything that counts.
    for count in end...whole.count where HEIFBoxes.orientation(of: whole.prefix(count)) != .left {
      wrong.append("cut at \(count)")
    }
    #expect(wrong == [])
    #expect(HEIFBoxes.orientation(of: Data()) == .up && HEIFBoxes.orientation(of: Data("heic".utf8)) == .up)
    // Links to properties that are not there.
    let none = Self.box("ipco", [])
    let links = Self.full("ipma", Self.bytes(1, 4) + Self.bytes(1, 2) + [3, 0, 1, 9])
    let meta = Self.full("pitm", Self.bytes(1, 2)) + Self.box("iprp", none + links)
    #expect(HEIFBoxes.orientation(of: Data(Self.full("meta", meta))) == .up)
    var seed = UInt64(17)
    var (turned, up) = (0, 0)
    for _ in 0..<3_000 {
      var other = [UInt8](whole)
      for _ in 0..<2 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        other[Int(seed >> 33) % other.count] = UInt8(seed >> 25 & 255)
      }
      if HEIFBoxes.orientation(of: Data(other)) == .up { up += 1 } else { turned += 1 }
    }
    #expect(up + turned == 3_000 && up > 300 && turned > 300)
  }
}
