import DuoFoundation
import Foundation
import Synchronization

/// A file of one picture that is written: JPEG, HEIC or PNG.
public final class CGImageDestination: Sendable {
  enum Target: @unchecked Sendable {
    // Unchecked: the data is touched in `CGImageDestinationFinalize` only, as Apple's is.
    case data(NSMutableData)
    case file(URL)
  }

  let target: Target
  let kind: PictureFile.Kind
  private let picture = Mutex<(bitmap: Bitmap, metadata: ImageMetadata, quality: Double)?>(nil)

  init(_ target: Target, _ kind: PictureFile.Kind) {
    self.target = target
    self.kind = kind
  }

  /// The last one counts.
  func set(_ bitmap: Bitmap, _ properties: CFDictionary?, over base: ImageMetadata = ImageMetadata()) {
    let given = properties as? [String: Any] ?? [:]
    var metadata = base.merging(ImageMetadata(knownOf: given))
    metadata.top["PixelWidth"] = .integer(bitmap.width)
    metadata.top["PixelHeight"] = .integer(bitmap.height)
    let quality = (given[kCGImageDestinationLossyCompressionQuality as String]).flatMap {
      MetadataValue($0)?.real
    }
    picture.withLock { $0 = (bitmap, metadata, quality ?? 0.9) }
  }

  func file() throws(PictureFileError) -> Data {
    guard let (bitmap, metadata, quality) = picture.withLock({ $0 }) else {
      throw PictureFileError(place: "destination", reason: "no picture was added")
    }
    switch kind {
    case .jpeg: return try PictureFile.jpeg(of: bitmap, quality: quality, metadata: metadata)
    case .heic: return try PictureFile.heic(of: bitmap, quality: quality, metadata: metadata)
    case .png: return try PictureFile.png(of: bitmap)
    }
  }
}

/// 0...1, how well JPEG and HEIC are compressed.
public var kCGImageDestinationLossyCompressionQuality: CFString {
  "kCGImageDestinationLossyCompressionQuality"
}

/// - Parameter type: `public.jpeg`, `public.heic` or `public.png`; nil for others, and for several pictures.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  guard let kind = PictureFile.Kind(name: type as String), count == 1 else { return nil }
  return CGImageDestination(.data(data), kind)
}

/// As `CGImageDestinationCreateWithData`, into a file, which is written by `CGImageDestinationFinalize`.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  guard let kind = PictureFile.Kind(name: type as String), count == 1 else { return nil }
  return CGImageDestination(.file(url as URL), kind)
}

/// - Parameter properties: In the manner of `CGImageSourceCopyPropertiesAtIndex`, and the quality.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { idst.set(image.bitmap, properties) }

/// A picture of a source with its properties; `properties` win.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  guard index == 0, isrc.kind != nil else { return }
  do throws(PictureFileError) {
    idst.set(
      try PictureFile.decode(isrc.data).bitmap, properties, over: try PictureFile.metadata(of: isrc.data))
  } catch { let _: Bool? = CGImageSource.report("CGImageDestinationAddImageFromSource", error) }
}

/// Writes the file; a file is replaced as a whole or not at all.
/// - Returns: False when nothing was added, or it cannot be written; the reason goes to standard error.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  do {
    let file = try idst.file()
    switch idst.target {
    case .data(let data): data.append(file)
    case .file(let url): try file.write(to: url, options: .atomic)
    }
    return true
  } catch {
    return CGImageSource.report("CGImageDestinationFinalize", error) ?? false
  }
}
