import DuoCoreGraphics
import DuoImageIO
import Foundation
import Testing

@Suite struct CGImageSourceTests {
  private static func image() throws -> CGImage {
    let picture = cornered()
    return try #require(CGImage(width: 64, height: 48, isOpaque: true, bgra: picture.bytes))
  }

  private static func colours(_ image: CGImage) -> String {
    image.withPixels { corners(Array($0), image.width, image.height, channels: 4, isBGR: true) }
  }

  @Test func whatIsWrittenIsReadBack() throws {
    for type in ["public.jpeg", "public.heic", "public.png"] {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
      let properties: [String: Any] = [
        kCGImagePropertyOrientation as String: 6, kCGImageDestinationLossyCompressionQuality as String: 0.95,
        kCGImagePropertyExifDictionary as String: ["UserComment": "seen", "Mood": "left out"],
      ]
      CGImageDestinationAddImage(destination, try Self.image(), properties as CFDictionary)
      #expect(CGImageDestinationFinalize(destination), "\(type)")
      let source = try #require(CGImageSourceCreateWithData(data, nil))
      #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) == type as CFString)
      let read = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      #expect(read.width == 64 && Self.colours(read) == "rgbw", "\(type)")
      let all = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
      #expect(all["PixelWidth"] as? Int == 64 && all["PixelHeight"] as? Int == 48, "\(type)")
      if type == "public.png" { continue }
      #expect(all["Orientation"] as? Int == 6, "\(type)")
      #expect((all["{Exif}"] as? [String: Any])?["UserComment"] as? String == "seen", "\(type)")
      // Another file of it: its properties, and one that is new.
      let copy = NSMutableData()
      let second = try #require(CGImageDestinationCreateWithData(copy, "public.jpeg", 1, nil))
      CGImageDestinationAddImageFromSource(
        second, source, 0, ["Orientation": 8] as [String: Any] as CFDictionary)
      #expect(CGImageDestinationFinalize(second))
      let again = try PictureFile.metadata(of: copy as Data)
      #expect(again.orientation == .left && again["{Exif}", "UserComment"] == .text("seen"), "\(type)")
    }
  }

  /// Every orientation against where Exif's text says the corners are seen.
  @Test func thumbnailsAreTurnedOnRequest() throws {
    var wrong: [String] = []
    for orientation in CGImagePropertyOrientation.allCases {
      var metadata = ImageMetadata()
      metadata.orientation = orientation
      let file = try PictureFile.jpeg(of: cornered(), quality: 0.95, metadata: metadata)
      let source = try #require(CGImageSourceCreateWithData(file as NSData, nil))
      let options: [String: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways as String: true,
        kCGImageSourceThumbnailMaxPixelSize as String: 32,
        kCGImageSourceCreateThumbnailWithTransform as String: true,
      ]
      let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
      let size = orientation.rawValue >= 5 ? [24, 32] : [32, 24]
      if [small.width, small.height] != size || Self.colours(small) != seen("rgbw", orientation) {
        wrong.append("\(orientation): \(small.width) \(small.height) \(Self.colours(small))")
      }
      if CGImageSourceCreateThumbnailAtIndex(source, 0, nil) != nil { wrong.append("\(orientation): absent") }
    }
    #expect(wrong == [])
    let own = try PictureFile.heic(
      of: cornered(width: 320, height: 240), quality: 0.9, metadata: nil, thumbnail: 80)
    let source = try #require(CGImageSourceCreateWithData(own as NSData, nil))
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil)?.width == 80)
  }

  @Test func whatIsNoPictureHasNone() throws {
    let source = try #require(CGImageSourceCreateWithData(Data("words".utf8) as NSData, nil))
    #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCreateWithURL(NSURL(fileURLWithPath: "/nowhere/x.jpg"), nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.tiff", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg", 2, nil) == nil)
    let empty = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg", 1, nil))
    #expect(!CGImageDestinationFinalize(empty))
    // A folder that is not there: nothing is left.
    let nowhere = try #require(
      CGImageDestinationCreateWithURL(NSURL(fileURLWithPath: "/nowhere/x.heic"), "public.heic", 1, nil))
    CGImageDestinationAddImage(nowhere, try Self.image(), nil)
    #expect(!CGImageDestinationFinalize(nowhere))
  }
}
