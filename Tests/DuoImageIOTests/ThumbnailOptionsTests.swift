import DuoCoreGraphics
import DuoImageIO
import Foundation
import Testing

/// `CGImageSourceCreateThumbnailAtIndex` for every set of its options and every kind of file.
@Suite struct ThumbnailOptionsTests {
  private static func colours(_ image: CGImage) -> String {
    image.withPixels { corners(Array($0), image.width, image.height, channels: 4, isBGR: true) }
  }

  /// Files of 320 x 240 whose own small picture, if any, is 80 x 60.
  private static func file(_ kind: String, own: Bool, _ orientation: CGImagePropertyOrientation) throws
    -> Data
  {
    let picture = cornered(width: 320, height: 240)
    var metadata = ImageMetadata()
    metadata.orientation = orientation
    switch kind {
    case "jpeg":
      return try PictureFile.jpeg(
        of: picture, quality: 0.8, metadata: metadata, thumbnail: own ? cornered(width: 80, height: 60) : nil)
    case "heic":
      return try PictureFile.heic(of: picture, quality: 0.8, metadata: metadata, thumbnail: own ? 80 : nil)
    default: return try PictureFile.png(of: picture)
    }
  }

  /// Width, height and corners; nil for none. What Apple says of each option, in plain words.
  private static func wanted(
    own: Bool, turned: CGImagePropertyOrientation, always: Bool, ifAbsent: Bool, transform: Bool, most: Int?
  ) -> String? {
    var size: (Int, Int)
    if always {
      size = (320, 240)
    } else if own {
      size = (80, 60)
    } else if ifAbsent {
      size = (320, 240)
    } else {
      return nil
    }
    if let most, most > 0, most < size.0 { size = (most, most * 3 / 4) }
    guard transform else { return "\(size.0) x \(size.1) rgbw" }
    if turned.rawValue >= 5 { size = (size.1, size.0) }
    return "\(size.0) x \(size.1) \(seen("rgbw", turned))"
  }

  @Test func everySetOfOptions() throws {
    var wrong: [String] = []
    let kinds: [(String, Bool, CGImagePropertyOrientation)] = [
      ("jpeg", false, .right), ("jpeg", true, .left), ("heic", false, .down), ("heic", true, .rightMirrored),
      ("png", false, .up),
    ]
    for (kind, own, orientation) in kinds {
      let data = try Self.file(kind, own: own, orientation)
      let source = try #require(CGImageSourceCreateWithData(data as NSData, nil))
      for bits in 0..<8 {
        let (always, ifAbsent, transform) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
        for most in [nil, 0, 16, 40, 160, 1_000] {
          var options: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways as String: always,
            kCGImageSourceCreateThumbnailFromImageIfAbsent as String: ifAbsent,
            kCGImageSourceCreateThumbnailWithTransform as String: transform,
            kCGImageSourceShouldCache as String: bits & 1 == 0,
            kCGImageSourceShouldCacheImmediately as String: false,
          ]
          if let most { options[kCGImageSourceThumbnailMaxPixelSize as String] = most }
          let made = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
          let found = made.map { "\($0.width) x \($0.height) \(Self.colours($0))" }
          let wanted = Self.wanted(
            own: own, turned: orientation, always: always, ifAbsent: ifAbsent, transform: transform,
            most: most)
          if found != wanted {
            wrong.append("\(kind) \(own) \(options): \(found ?? "none"), not \(wanted ?? "none")")
          }
        }
      }
      if CGImageSourceCreateThumbnailAtIndex(source, 1, nil) != nil { wrong.append("\(kind): a second") }
    }
    #expect(wrong == [])
  }

  /// A damaged file has a type and no picture; the reason is on standard error, where this process ends well.
  @Test func damagedFilesHaveNone() async throws {
    for kind in ["jpeg", "heic", "png"] {
      let whole = try Self.file(kind, own: false, .up)
      let source = try #require(CGImageSourceCreateWithData(whole.prefix(whole.count / 2) as NSData, nil))
      #expect(CGImageSourceGetType(source) == "public.\(kind)" as CFString, "\(kind)")
      #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil, "\(kind)")
      let options = [kCGImageSourceCreateThumbnailFromImageAlways as String: true]
      #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) == nil, "\(kind)")
    }
    let told = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let file = try PictureFile.png(of: cornered())
      let source = CGImageSourceCreateWithData(file.prefix(file.count / 2) as NSData, nil)
      _ = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    }
    let text = String(decoding: told?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("CGImageSourceCreateImageAtIndex: PNG pixels: "))
  }

  /// PNG's chunks have checksums, so no damage to pixels goes unseen; a JPEG that breaks off anywhere is none.
  @Test func damageToPixelsIsSeen() throws {
    let png = [UInt8](try PictureFile.png(of: cornered()))
    // Length, name, body, checksum; the signature is 8 bytes.
    var (at, body) = (8, 0..<0)
    while at + 8 <= png.count {
      let length = png[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      if png[(at + 4)..<(at + 8)].elementsEqual("IDAT".utf8) { body = (at + 8)..<(at + 8 + length) }
      at += 12 + length
    }
    try #require(!body.isEmpty)
    var wrong: [String] = []
    for place in body {
      var other = png
      other[place] ^= 0x10
      if (try? PictureFile.decode(Data(other))) != nil { wrong.append("PNG byte \(place)") }
      if (try? PictureFile.decode(Data(png[..<place]))) != nil { wrong.append("PNG cut at \(place)") }
    }
    let jpeg = try PictureFile.jpeg(of: cornered(), quality: 0.5, exif: ExifFields(width: 64, height: 48))
    for count in 0..<(jpeg.count - 2) where (try? PictureFile.decode(jpeg.prefix(count))) != nil {
      wrong.append("JPEG cut at \(count)")
    }
    #expect(wrong == [])
  }
}
