import DuoFoundation

/// The largest rectangle of a shape that fits into another rectangle, in its middle. [docs]
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  guard aspectRatio.width > 0, aspectRatio.height > 0 else {
    return CGRect(origin: boundingRect.origin, size: .zero)
  }
  let scale = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
  let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
  return CGRect(
    x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2, width: size.width,
    height: size.height)
}
