import DuoCoreGraphics
import DuoImageIO
import Foundation
import Testing

@Suite struct CGImageDestinationTests {
  private static func image(width: Int = 64, height: Int = 48) throws -> CGImage {
    try #require(
      CGImage(
        width: width, height: height, isOpaque: true, bgra: cornered(width: width, height: height).bytes))
  }

  private static func write(
    _ type: String, _ properties: [String: Any]?, _ image: CGImage
  ) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    CGImageDestinationAddImage(destination, image, properties.map { $0 as CFDictionary })
    try #require(CGImageDestinationFinalize(destination))
    return data as Data
  }

  @Test func qualityCountsForWhatLoses() throws {
    let key = kCGImageDestinationLossyCompressionQuality as String
    let image = try Self.image(width: 200, height: 150)
    for type in ["public.jpeg", "public.heic"] {
      let sizes = try [0.1, 0.5, 0.9].map { try Self.write(type, [key: $0], image).count }
      #expect(sizes == sizes.sorted() && sizes[0] < sizes[2], "\(type): \(sizes)")
    }
    // What loses nothing has no quality.
    #expect(try Self.write("public.png", [key: 0.1], image) == Self.write("public.png", nil, image))
    // It is no property of the picture.
    let read = try PictureFile.metadata(of: Self.write("public.jpeg", [key: 0.5], image))
    #expect(read.top.keys.sorted() == ["Orientation", "PixelHeight", "PixelWidth"])
  }

  @Test func theLastPictureCounts() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try Self.image(width: 10, height: 8), nil)
    CGImageDestinationAddImage(destination, try Self.image(width: 12, height: 6), nil)
    #expect(data.length == 0 && CGImageDestinationFinalize(destination))
    let back = try PictureFile.decode(data as Data)
    #expect(back.bitmap == cornered(width: 12, height: 6))
  }

  @Test func filesAreReplacedAsAWhole() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var wrong: [String] = []
    for type in ["public.jpeg", "public.heic", "public.png"] {
      let url = folder.appendingPathComponent("picture")
      try Data(repeating: 7, count: 100_000).write(to: url)
      let destination = try #require(
        CGImageDestinationCreateWithURL(url as NSURL, type as CFString, 1, nil))
      // Nothing was added: what was there stays.
      if CGImageDestinationFinalize(destination) { wrong.append("\(type): finished without a picture") }
      if try Data(contentsOf: url) != Data(repeating: 7, count: 100_000) { wrong.append("\(type): gone") }
      CGImageDestinationAddImage(destination, try Self.image(), nil)
      if try Data(contentsOf: url).count != 100_000 { wrong.append("\(type): written too early") }
      if !CGImageDestinationFinalize(destination) { wrong.append("\(type): not written") }
      let source = try #require(CGImageSourceCreateWithURL(url as NSURL, nil))
      let read = CGImageSourceCreateImageAtIndex(source, 0, nil)
      if read?.width != 64 || CGImageSourceGetType(source) != type as CFString {
        wrong.append("\(type): other")
      }
      if try FileManager.default.contentsOfDirectory(atPath: folder.path) != ["picture"] {
        wrong.append("\(type): more files")
      }
    }
    #expect(wrong == [])
  }

  /// Properties of the source stay, those that are given win, in every direction.
  @Test func copiesKeepWhatIsNotGiven() throws {
    let properties: [String: Any] = [
      kCGImagePropertyOrientation as String: 3,
      kCGImagePropertyTIFFDictionary as String: [
        kCGImagePropertyTIFFMake as String: "Apple", kCGImagePropertyTIFFModel as String: "old",
      ],
      kCGImagePropertyExifDictionary as String: [
        kCGImagePropertyExifLensModel as String: "lens", kCGImagePropertyExifFNumber as String: 1.5,
        kCGImagePropertyExifFlash as String: 16,
      ],
    ]
    let changes: [String: Any] = [
      kCGImagePropertyTIFFDictionary as String: [kCGImagePropertyTIFFModel as String: "new"],
      kCGImagePropertyExifDictionary as String: [kCGImagePropertyExifFlash as String: 9],
    ]
    var wrong: [String] = []
    for from in ["public.jpeg", "public.heic"] {
      let first = try Self.write(from, properties, Self.image())
      let source = try #require(CGImageSourceCreateWithData(first as NSData, nil))
      for to in ["public.jpeg", "public.heic"] {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, to as CFString, 1, nil))
        // There is no second picture.
        CGImageDestinationAddImageFromSource(destination, source, 1, nil)
        if CGImageDestinationFinalize(destination) { wrong.append("\(from) \(to): a second picture") }
        CGImageDestinationAddImageFromSource(destination, source, 0, changes as CFDictionary)
        if !CGImageDestinationFinalize(destination) { wrong.append("\(from) \(to): not written") }
        let read = try PictureFile.metadata(of: data as Data)
        let found = [
          read["{TIFF}", "Make"], read["{TIFF}", "Model"], read["{Exif}", "LensModel"],
          read["{Exif}", "FNumber"], read["{Exif}", "Flash"], read.top["Orientation"],
        ]
        let wanted: [MetadataValue?] = [
          .text("Apple"), .text("new"), .text("lens"), .number(1.5), .integer(9), .integer(3),
        ]
        if found != wanted { wrong.append("\(from) \(to): \(found)") }
      }
    }
    #expect(wrong == [])
  }

  /// Values as apps give them, whatever their type.
  @Test func valuesOfAllTypes() {
    let rows: [(Any, MetadataValue?)] = [
      ("text", .text("text")), (NSString(string: "text"), .text("text")), ("", .text("")),
      (5, .integer(5)), (Int8(-5), .integer(-5)), (UInt16(5), .integer(5)),
      (Int64(-70_000), .integer(-70_000)),
      (5.0, .integer(5)), (5.5, .number(5.5)), (Float(0.25), .number(0.25)), (CGFloat(-0.5), .number(-0.5)),
      (NSNumber(value: 7), .integer(7)), (NSNumber(value: 7.5), .number(7.5)),
      (true, .integer(1)), (false, .integer(0)), (NSNumber(value: true), .integer(1)),
      ([1, 2.5] as [Any], .list([.integer(1), .number(2.5)])), ([Int](), .list([])),
      (["a", "b"], .list([.text("a"), .text("b")])), ([1, Date()] as [Any], nil), (Date(), nil),
      (Data(), nil),
    ]
    var wrong: [String] = []
    for (value, wanted) in rows where MetadataValue(value) != wanted {
      wrong.append("\(type(of: value)) \(value): \(MetadataValue(value).map { "\($0)" } ?? "nil")")
    }
    #expect(wrong == [])
    #expect(MetadataValue.text("5").real == nil && MetadataValue.list([.integer(5)]).real == nil)
    #expect(MetadataValue.integer(5).real == 5 && MetadataValue.number(0.5).real == 0.5)
  }
}
