import DuoCoreGraphics
import Foundation

extension CGImage {
  /// The pixels of a JPEG as they are stored, not turned; nil for anything else.
  /// - Parameters:
  ///   - decode: Nil; other values than the file's own are not made. Images with them are nil.
  ///   - shouldInterpolate: Whoever draws the image smooths it, whatever this says.
  ///   - intent: One colour space is converted to none, so that it makes no difference.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) { self.init(of: source, decode, beginning: [0xff, 0xd8]) }

  /// The pixels of a PNG; otherwise as `init(jpegDataProviderSource:decode:shouldInterpolate:intent:)`.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) { self.init(of: source, decode, beginning: [0x89, 0x50, 0x4e, 0x47]) }

  private convenience init?(of source: CGDataProvider, _ decode: UnsafePointer<CGFloat>?, beginning: [UInt8])
  {
    guard decode == nil, let data = source.data.map({ Data(referencing: $0) }), data.starts(with: beginning)
    else { return nil }
    do { self.init(try PictureFile.decode(data).bitmap) } catch {
      // As Apple's, which says no more about a file that it cannot read.
      return nil
    }
  }
}
