import DuoCoreGraphics
import Foundation
import PhoneHardware

/// Shows a picture, or several one after the other. [docs]
@preconcurrency @MainActor
open class UIImageView: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    isUserInteractionEnabled = false
    isOpaque = false
    setNeedsDisplay()
  }

  /// As large as the picture.
  public init(image: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    prepare()
    self.image = image
  }

  public init(image: UIImage?, highlightedImage: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    prepare()
    self.image = image
    self.highlightedImage = highlightedImage
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var image: UIImage? {
    willSet { MainThread.check("-[UIImageView setImage:]") }
    didSet { changed(from: oldValue) }
  }
  open var highlightedImage: UIImage? { didSet { changed(from: oldValue) } }
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }

  private func changed(from old: UIImage?) {
    if old?.preferring(preferredSymbolConfiguration).size != intrinsicImage?.size {
      invalidateIntrinsicContentSize()
    }
    setNeedsDisplay()
  }

  /// The size and weight of symbols that do not state theirs. [docs]
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    didSet {
      guard preferredSymbolConfiguration != oldValue else { return }
      invalidateIntrinsicContentSize()
      setNeedsDisplay()
    }
  }

  private var intrinsicImage: UIImage? {
    (isHighlighted ? highlightedImage ?? image : image)?.preferring(preferredSymbolConfiguration)
  }

  open override var intrinsicContentSize: CGSize {
    intrinsicImage?.size ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicImage?.size ?? .zero }

  // MARK: Several pictures

  /// Shown in the place of `image` while they are animated.
  open var animationImages: [UIImage]? { didSet { stopAnimating() } }
  /// Seconds for all of them; 0 stands for a thirtieth of a second each. [docs]
  open var animationDuration: TimeInterval = 0
  /// 0 repeats until it is stopped.
  open var animationRepeatCount = 0
  open private(set) var isAnimating = false
  private var shown = 0
  private var run = 0

  open func startAnimating() {
    guard let images = animationImages, !images.isEmpty, !isAnimating else { return }
    isAnimating = true
    run += 1
    shown = 0
    setNeedsDisplay()
    next(run)
  }

  open func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    run += 1
    setNeedsDisplay()
  }

  private func next(_ run: Int) {
    // They may have been taken away while they were shown.
    guard let images = animationImages, !images.isEmpty else { return stopAnimating() }
    let whole = animationDuration > 0 ? animationDuration : Double(images.count) / 30
    // No more of them are seen than the display has pictures; with less time between them none would pass.
    let shortest = CurrentPhone.phone.description.timing.displayFrame.value.seconds
    PhoneTimer.run(after: max(whole / Double(images.count), shortest)) { [weak self] in
      guard let self, run == self.run else { return }
      shown += 1
      if animationRepeatCount > 0, shown >= images.count * animationRepeatCount {
        stopAnimating()
      } else {
        setNeedsDisplay()
        next(run)
      }
    }
  }

  // MARK: Drawing

  /// What is to be seen now.
  package var visibleImage: UIImage? {
    if isAnimating, let images = animationImages, !images.isEmpty {
      return images[shown % images.count].preferring(preferredSymbolConfiguration)
    }
    return intrinsicImage
  }

  open override func display(_ layer: CALayer) {
    let image = visibleImage
    layer.contentsScale = image?.scale ?? pixelsPerPoint
    layer.contents = image?.contents(templateColor: tintColor)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsDisplay()
  }
}
