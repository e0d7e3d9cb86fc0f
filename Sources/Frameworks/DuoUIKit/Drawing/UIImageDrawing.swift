import DuoCoreGraphics
import DuoImageIO
import Foundation

extension UIImage {
  /// Draws with the top left corner at `point` of the current context, turned as the orientation says. [docs]
  public func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }
  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Fills `rect` of the current context.
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = GraphicsStack.current else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    draw(in: context, rect, color: isTemplate && tint == nil ? .black : nil)
    context.restoreGState()
  }

  /// Draws in one colour what is a template; in its own colours what is not.
  package func draw(in rect: CGRect, templateColor: UIColor) {
    guard let context = GraphicsStack.current else { return }
    draw(in: context, rect, color: isTemplate ? templateColor.cgColor : nil)
  }

  /// For a layer's `contents`: the picture as it is seen, upright, in this colour if it is a template.
  package func contents(templateColor: UIColor) -> CGImage? {
    if imageOrientation == .up, !isTemplate, tint == nil, let image = symbol == nil ? cgImage : nil {
      return image
    }
    guard let context = CGContext(size: size, scale: scale, isOpaque: false) else { return nil }
    GraphicsStack.with(context) {
      draw(in: CGRect(origin: .zero, size: size), templateColor: templateColor)
    }
    return context.makeImage()
  }

  private func draw(in context: CGContext, _ rect: CGRect, color: CGColor?) {
    let color = color ?? tint?.cgColor
    if let symbol { return symbol.draw(in: context, rect, color: color ?? .black) }
    guard let image = shownImage, rect.width > 0, rect.height > 0 else { return }
    guard let color else { return place(image, in: context, rect) }
    // The colour, where the picture is.
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    place(image, in: context, rect)
    context.setBlendMode(.sourceIn)
    context.setFillColor(color)
    context.fill(rect)
    context.endTransparencyLayer()
  }

  private func place(_ image: CGImage, in context: CGContext, _ rect: CGRect) {
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    if capInsets == .zero {
      context.scaleBy(x: rect.width, y: rect.height)
      context.concatenate(imageOrientation.toSeen)
      context.drawUpright(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    } else {
      drawNine(upright(image), in: context, rect.size)
    }
    context.restoreGState()
  }

  /// The pixels as they are seen: cap insets are sides of that. [docs]
  private func upright(_ image: CGImage) -> CGImage {
    guard imageOrientation != .up, let context = CGContext(size: size, scale: scale, isOpaque: false) else {
      return image
    }
    context.scaleBy(x: size.width, y: size.height)
    context.concatenate(imageOrientation.toSeen)
    context.interpolationQuality = .none
    context.drawUpright(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    return context.makeImage() ?? image
  }

  /// Corners as they are, edges and middle stretched. [docs]
  private func drawNine(_ image: CGImage, in context: CGContext, _ target: CGSize) {
    let source = size
    func cuts(_ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> [CGFloat] {
      [0, low, max(low, length - high), length]
    }
    let from = (
      cuts(source.width, capInsets.left, capInsets.right),
      cuts(source.height, capInsets.top, capInsets.bottom)
    )
    let to = (
      cuts(target.width, capInsets.left, capInsets.right),
      cuts(target.height, capInsets.top, capInsets.bottom)
    )
    for row in 0..<3 {
      for column in 0..<3 {
        let part = CGRect(
          x: from.0[column] * scale, y: from.1[row] * scale,
          width: (from.0[column + 1] - from.0[column]) * scale,
          height: (from.1[row + 1] - from.1[row]) * scale)
        guard part.width >= 1, part.height >= 1, let piece = image.cropping(to: part) else { continue }
        context.drawUpright(
          piece,
          in: CGRect(
            x: to.0[column], y: to.1[row], width: to.0[column + 1] - to.0[column],
            height: to.1[row + 1] - to.1[row]))
      }
    }
  }
}

extension CGImage {
  package convenience init?(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, isOpaque: bitmap.isOpaque) { target, row in
      bitmap.bytes.withUnsafeBytes { source in
        for y in 0..<bitmap.height {
          (target + y * row).copyMemory(from: source.baseAddress! + y * bitmap.bytesPerRow, byteCount: row)
        }
      }
    }
  }

  package var bitmap: Bitmap {
    withPixels {
      Bitmap(width: width, height: height, bytesPerRow: bytesPerRow, bytes: Data($0), isOpaque: isOpaque)
    }
  }
}

/// Pictures as files.
enum PictureFiles {
  static func png(_ image: UIImage) -> Data? {
    guard let pixels = image.shownImage else { return nil }
    do { return try PictureFile.png(of: pixels.bitmap) } catch { return report(error) }
  }

  static func jpeg(_ image: UIImage, quality: Double) -> Data? {
    guard let pixels = image.shownImage else { return nil }
    var exif = ExifFields(width: pixels.width, height: pixels.height)
    exif.orientation = image.imageOrientation.exif
    do {
      return try PictureFile.jpeg(of: pixels.bitmap, quality: min(max(quality, 0), 1), exif: exif)
    } catch { return report(error) }
  }

  /// Apple gives nil and no reason; the reason goes to standard error.
  private static func report(_ error: any Error) -> Data? {
    FileHandle.standardError.write(Data("UIImage: the picture cannot be written: \(error)\n".utf8))
    return nil
  }
}

/// Picture files of the app.
enum AppPictures {
  static func path(of name: String, in bundle: Bundle?) -> String? {
    let given = (name as NSString).pathExtension
    let stem = given.isEmpty ? name : (name as NSString).deletingPathExtension
    for folder in folders(bundle) {
      for scale in ["@3x", "@2x", ""] {
        for ending in given.isEmpty ? ["png", "jpg", "jpeg"] : [given] {
          let path = "\(folder)/\(stem)\(scale).\(ending)"
          if FileManager.default.fileExists(atPath: path) { return path }
        }
      }
    }
    return nil
  }

  /// The bundle's own folder, and what SwiftPM calls an executable's resources.
  private static func folders(_ bundle: Bundle?) -> [String] {
    if let bundle { return [bundle.resourcePath ?? bundle.bundlePath] }
    let main = Bundle.main.bundlePath
    let name = Bundle.main.executableURL?.lastPathComponent ?? ""
    let neighbours = (try? FileManager.default.contentsOfDirectory(atPath: main)) ?? []
    let resources = neighbours.filter { $0.hasSuffix("_\(name).resources") }.sorted()
    return ["\(main)/\(name).app"] + resources.flatMap { ["\(main)/\($0)", "\(main)/\($0)/Resources"] } + [
      main
    ]
  }
}
