import DuoCoreMedia
import DuoFoundation
import DuoQuartzCore
import Foundation

/// Shows what a player plays. [docs] Nothing is decoded for a player without a layer.
open class AVPlayerLayer: CALayer {
  private let held = Guarded<AVPlayer?>(nil)
  private let gravity = Guarded(AVLayerVideoGravity.resizeAspect)
  private let pictureSize = Guarded<CGSize?>(nil)

  public override init() {
    super.init()
    contentsGravity = .resizeAspect
  }

  public init(player: AVPlayer?) {
    super.init()
    contentsGravity = .resizeAspect
    self.player = player
  }

  public override init(layer: Any) { super.init(layer: layer) }

  /// Stops the process: Diptych has no archives of layers.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Kept alive by the layer. [header]
  public var player: AVPlayer? {
    get { held.withLock { $0 } }
    set {
      let old = held.withLock { held in
        defer { held = newValue }
        return held
      }
      if old === newValue { return }
      old?.engine.remove(self)
      if newValue == nil { show(nil) }
      newValue?.engine.add(self)
    }
  }

  /// `.resizeAspect` at first. [header]
  public var videoGravity: AVLayerVideoGravity {
    get { gravity.withLock { $0 } }
    set {
      gravity.withLock { $0 = newValue }
      contentsGravity =
        switch newValue {
        case .resizeAspectFill: .resizeAspectFill
        case .resize: .resize
        default: .resizeAspect
        }
    }
  }

  /// The first picture is there. [header]
  public var isReadyForDisplay: Bool { pictureSize.withLock { $0 } != nil }

  /// Where in the layer the picture is; zero without one. [header]
  public var videoRect: CGRect {
    guard let size = pictureSize.withLock({ $0 }), size.width > 0, size.height > 0 else { return .zero }
    let bounds = bounds
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let scale: CGSize =
      switch videoGravity {
      case .resize: CGSize(width: across, height: down)
      case .resizeAspectFill: CGSize(width: max(across, down), height: max(across, down))
      default: CGSize(width: min(across, down), height: min(across, down))
      }
    let shown = CGSize(width: size.width * scale.width, height: size.height * scale.height)
    return CGRect(
      x: bounds.midX - shown.width / 2, y: bounds.midY - shown.height / 2, width: shown.width,
      height: shown.height)
  }

  /// On the main thread.
  func show(_ picture: CVPixelBuffer?) {
    let was = pictureSize.withLock { size in
      defer { size = picture.map { CGSize(width: $0.width, height: $0.height) } }
      return size != nil
    }
    contents = picture
    if was != (picture != nil) { announce(\.isReadyForDisplay, old: was, new: !was) }
  }
}

extension AVPlayerLayer: KeyValueObservable {
  public typealias ObservedRoot = AVPlayerLayer
  public static var observableKeyPaths: [PartialKeyPath<AVPlayerLayer>] { [\.isReadyForDisplay] }
}
