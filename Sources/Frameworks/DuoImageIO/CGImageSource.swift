@_exported import DuoCoreGraphics
import DuoFoundation
import Foundation

/// A file of pictures that is read: JPEG, HEIC or PNG, each with one picture.
public final class CGImageSource: Sendable {
  let data: Data
  let kind: PictureFile.Kind?

  init(_ data: Data) {
    self.data = data
    kind = PictureFile.kind(of: data)
  }

  /// Apple gives nil and no reason; the reason goes to standard error.
  static func report<Result>(_ function: String, _ error: any Error) -> Result? {
    FileHandle.standardError.write(Data("\(function): \(error)\n".utf8))
    return nil
  }
}

extension PictureFile.Kind {
  /// Uniform type identifier.
  var name: String {
    switch self {
    case .jpeg: "public.jpeg"
    case .heic: "public.heic"
    case .png: "public.png"
    }
  }

  init?(name: String) {
    guard let kind = [PictureFile.Kind.jpeg, .heic, .png].first(where: { $0.name == name }) else {
      return nil
    }
    self = kind
  }
}

// Options. Texts [docs]

/// Whether a decoded picture is kept. Without effect: each call decodes.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Without effect: each call decodes.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Makes a thumbnail from the picture where the file has none.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
/// Makes a thumbnail from the picture, also where the file has one.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
  "kCGImageSourceCreateThumbnailFromImageAlways"
}
/// Longer side at most, pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// Turns the thumbnail as the file's orientation says.
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
  "kCGImageSourceCreateThumbnailWithTransform"
}

/// - Returns: A source, also for what is no picture; that has no pictures then. [docs]
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}

/// - Returns: Nil when the file cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  do { return CGImageSource(try Data(contentsOf: url as URL)) } catch {
    return CGImageSource.report("CGImageSourceCreateWithURL", error)
  }
}

/// How many pictures: 1, or 0 for what is no picture.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.kind == nil ? 0 : 1 }

/// Uniform type identifier; nil for what is no picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.kind.map { $0.name as CFString } }

/// The picture's properties; nil for what is no picture, or is damaged.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, isrc.kind != nil else { return nil }
  do throws(PictureFileError) {
    return try PictureFile.metadata(of: isrc.data).properties as CFDictionary
  } catch { return CGImageSource.report("CGImageSourceCopyPropertiesAtIndex", error) }
}

/// The pixels as stored, not turned; nil for what is no picture, or is damaged.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard index == 0, isrc.kind != nil else { return nil }
  do throws(PictureFileError) { return CGImage(try PictureFile.decode(isrc.data).bitmap) } catch {
    return CGImageSource.report("CGImageSourceCreateImageAtIndex", error)
  }
}

/// A small picture: the file's own, or one that is made from its picture as the options say; nil without either.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard index == 0, isrc.kind != nil else { return nil }
  func flag(_ key: CFString) -> Bool { (options?.object(forKey: key) as? NSNumber)?.boolValue ?? false }
  do throws(PictureFileError) {
    let always = flag(kCGImageSourceCreateThumbnailFromImageAlways)
    var small = always ? nil : try PictureFile.thumbnail(of: isrc.data)
    if small == nil, always || flag(kCGImageSourceCreateThumbnailFromImageIfAbsent) {
      small = try PictureFile.decode(isrc.data).bitmap
    }
    guard var picture = small else { return nil }
    if let most = (options?.object(forKey: kCGImageSourceThumbnailMaxPixelSize) as? NSNumber)?.intValue,
      most > 0
    {
      picture = picture.smaller(longestSide: most)
    }
    if flag(kCGImageSourceCreateThumbnailWithTransform) {
      picture = picture.turned(try PictureFile.metadata(of: isrc.data).orientation)
    }
    return CGImage(picture)
  } catch { return CGImageSource.report("CGImageSourceCreateThumbnailAtIndex", error) }
}

extension CGImage {
  /// Nil for a picture larger than images can be.
  convenience init?(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, isOpaque: bitmap.isOpaque) { memory, bytesPerRow in
      bitmap.bytes.withUnsafeBytes { from in
        for y in 0..<bitmap.height {
          (memory + y * bytesPerRow).copyMemory(
            from: from.baseAddress! + y * bitmap.bytesPerRow, byteCount: bitmap.width * 4)
        }
      }
    }
  }

  var bitmap: Bitmap {
    withPixels {
      Bitmap(width: width, height: height, bytesPerRow: width * 4, bytes: Data($0), isOpaque: isOpaque)
    }
  }
}
