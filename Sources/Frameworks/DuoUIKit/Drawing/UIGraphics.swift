import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import PhoneHardware

/// The contexts that UIKit draws into, of each thread its own. [docs]
enum GraphicsStack {
  private final class Entry {
    let context: CGContext
    /// Of an image context: pixels a point.
    let imageScale: CGFloat?
    init(_ context: CGContext, _ imageScale: CGFloat?) {
      self.context = context
      self.imageScale = imageScale
    }
  }

  private static let key = "UIGraphics.contexts"

  private static var entries: [Entry] {
    get { Thread.current.threadDictionary[key] as? [Entry] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  static var current: CGContext? { entries.last?.context }

  static var image: (context: CGContext, scale: CGFloat)? {
    guard let last = entries.last, let scale = last.imageScale else { return nil }
    return (last.context, scale)
  }

  static func push(_ context: CGContext, imageScale: CGFloat? = nil) {
    entries.append(Entry(context, imageScale))
  }

  static func pop() {
    guard let last = entries.popLast() else { return }
    if last.imageScale != nil { GlyphReports.report(last.context.textsWithoutGlyphs) }
  }

  static func with(_ context: CGContext, imageScale: CGFloat? = nil, _ body: () -> Void) {
    push(context, imageScale: imageScale)
    body()
    pop()
  }

  /// Pixels a point of the main screen, for who states none; 1 before a phone runs.
  static var mainScale: CGFloat {
    guard CurrentPhone.isRunning else { return 1 }
    return CGFloat(CurrentPhone.phone.description.display(.outer)?.scale.value ?? 1)
  }
}

public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current }
public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.push(context) }
public func UIGraphicsPopContext() { GraphicsStack.pop() }

/// Begins a picture of one pixel a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins a picture that UIKit draws into until `UIGraphicsEndImageContext()`. Scale 0 is the main screen's. Without a size
/// there is no context, and a line on standard error. [docs]
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let scale = scale > 0 ? scale : GraphicsStack.mainScale
  guard let context = CGContext(size: size, scale: scale, isOpaque: opaque) else {
    FileHandle.standardError.write(
      Data(
        ("UIGraphicsBeginImageContext() failed to allocate CGBitmapContext: size={\(size.width), "
          + "\(size.height)}, scale=\(scale)\n").utf8))
    return
  }
  GraphicsStack.push(context, imageScale: scale)
}

/// What was drawn since the picture was begun; nil outside one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let (context, scale) = GraphicsStack.image, let image = context.makeImage() else { return nil }
  return UIImage(cgImage: image, scale: scale, orientation: .up)
}

public func UIGraphicsEndImageContext() { if GraphicsStack.image != nil { GraphicsStack.pop() } }

/// Fills in the current context, copying the colour over what is there, as Apple's does.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = GraphicsStack.current else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rect)
  context.restoreGState()
}

/// A line of one point inside the rectangle's edges, in the fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = GraphicsStack.current else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.addRect(rect)
  context.addRect(rect.insetBy(dx: 1, dy: 1))
  context.fillPath(using: .evenOdd)
  context.restoreGState()
}

public func UIRectClip(_ rect: CGRect) { GraphicsStack.current?.clip(to: rect) }
