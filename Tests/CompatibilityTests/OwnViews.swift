import AVFoundation
import UIKit

// What apps override of views, layers and controllers; compiled in both language modes as `AppCode.swift` is.

/// As camera apps write it, in place of an own property for the layer.
class FeedView: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
  override var layer: AVCaptureVideoPreviewLayer { super.layer as! AVCaptureVideoPreviewLayer }
}

class NotedView: UIView {
  var story: [String] = []

  override var frame: CGRect { didSet { story.append("frame \(Int(frame.width))") } }
  override var bounds: CGRect { didSet { story.append("bounds \(Int(bounds.width))") } }
  override var center: CGPoint { didSet { story.append("center \(Int(center.x))") } }
  override var transform: CGAffineTransform { didSet { story.append("transform") } }
  override var transform3D: CATransform3D { didSet { story.append("transform3D") } }
  override var alpha: CGFloat { didSet { story.append("alpha") } }

  override func addSubview(_ view: UIView) {
    story.append("add")
    super.addSubview(view)
  }
  override func insertSubview(_ view: UIView, at index: Int) {
    story.append("insert \(index)")
    super.insertSubview(view, at: index)
  }
  override func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    story.append("below")
    super.insertSubview(view, belowSubview: siblingSubview)
  }
  override func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    story.append("above")
    super.insertSubview(view, aboveSubview: siblingSubview)
  }
  override func bringSubviewToFront(_ view: UIView) {
    story.append("front")
    super.bringSubviewToFront(view)
  }
  override func sendSubviewToBack(_ view: UIView) {
    story.append("back")
    super.sendSubviewToBack(view)
  }
  override func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    story.append("exchange")
    super.exchangeSubview(at: index1, withSubviewAt: index2)
  }
  override func removeFromSuperview() {
    story.append("remove")
    super.removeFromSuperview()
  }
  override func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { super.convert(point, to: view) }
  override var safeAreaInsets: UIEdgeInsets { super.safeAreaInsets }
  override var superview: UIView? { super.superview }
  override var window: UIWindow? { super.window }
  override var subviews: [UIView] { super.subviews }

  func take() -> [String] {
    defer { story = [] }
    return story
  }
}

class NotedLayer: CALayer {
  var story: [String] = []

  override var frame: CGRect { didSet { story.append("frame \(Int(frame.width))") } }
  override var contentsScale: CGFloat { didSet { story.append("scale") } }
  override var mask: CALayer? { didSet { story.append("mask") } }
  override func addSublayer(_ layer: CALayer) {
    story.append("add")
    super.addSublayer(layer)
  }
  override func removeFromSuperlayer() {
    story.append("remove")
    super.removeFromSuperlayer()
  }
  override func add(_ anim: CAAnimation, forKey key: String?) {
    story.append("animate \(key ?? "")")
    super.add(anim, forKey: key)
  }
  override func removeAllAnimations() {
    story.append("rest")
    super.removeAllAnimations()
  }
}

class NotedController: UIViewController {
  var loads = 0

  override var navigationController: UINavigationController? { super.navigationController }
  override var overrideUserInterfaceStyle: UIUserInterfaceStyle { didSet { loads += 10 } }
  override var isViewLoaded: Bool { super.isViewLoaded }
  override func loadViewIfNeeded() {
    loads += 1
    super.loadViewIfNeeded()
  }
}

class NotedAlert: UIAlertController {
  override var preferredStyle: UIAlertController.Style { .actionSheet }
}

class NotedButton: UIButton {
  override var buttonType: UIButton.ButtonType { .system }
}
