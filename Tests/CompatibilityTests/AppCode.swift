import AVFoundation
import UIKit

// What apps write, as they write it; compiled in Swift 6 and, through a link in the other tests, in Swift 5 mode.

class OwnInitController: UIViewController {
  let name: String
  var changes = 0

  init() {
    name = "own"
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    registerForTraitChanges([UITraitVerticalSizeClass.self]) {
      (self: Self, previousTraitCollection: UITraitCollection) in
      self.changes += 1
    }
    registerForTraitChanges([UITraitVerticalSizeClass.self]) { (self: Self, _: UITraitCollection) in
      self.changes += 1
    }
    registerForTraitChanges([UITraitVerticalSizeClass.self]) { (controller: OwnInitController, _) in
      controller.changes += 1
    }
    view.registerForTraitChanges([UITraitVerticalSizeClass.self]) { (view: UIView, old) in
      view.setNeedsLayout()
    }
    view.registerForTraitChanges([UITraitVerticalSizeClass.self]) { view, old in view.setNeedsLayout() }
  }

  override func didReceiveMemoryWarning() { super.didReceiveMemoryWarning() }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    changes += 100
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animateAlongsideTransition(in: view.window) { context in
      guard !context.isCancelled, !context.isInteractive else { return }
      let turn = context.targetTransform
      context.view(forKey: .to)?.transform = turn
      _ = (context.containerView, context.viewController(forKey: .from), context.presentationStyle)
      _ = (context.percentComplete, context.completionVelocity, context.completionCurve)
    } completion: { _ in
    }
    coordinator.notifyWhenInteractionChanges { _ in }
  }
}

final class FinalController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (self: Self, _: UITraitCollection) in
      self.view.setNeedsLayout()
    }
  }
}

class OwnNavigation: UINavigationController {
  init() { super.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class RootedNavigation: UINavigationController {
  init(camera: UIViewController) { super.init(rootViewController: camera) }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class ThumbnailView: UIImageView {
  init() { super.init(image: nil) }
  init(picture: UIImage) { super.init(image: picture, highlightedImage: nil) }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class SessionLayer: AVCaptureVideoPreviewLayer {
  init(of session: AVCaptureSession) { super.init(session: session) }
  init(unconnected session: AVCaptureSession) { super.init(sessionWithNoConnection: session) }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class DialLayer: CALayer {
  override class func needsDisplay(forKey key: String) -> Bool {
    key == "cornerRadius" || super.needsDisplay(forKey: key)
  }
}

class TallButton: UIButton {
  override func titleRect(forContentRect contentRect: CGRect) -> CGRect {
    CGRect(x: 0, y: contentRect.maxY - 20, width: contentRect.width, height: 20)
  }
  override func imageRect(forContentRect contentRect: CGRect) -> CGRect {
    CGRect(x: 0, y: 0, width: contentRect.width, height: contentRect.height - 20)
  }
}

@MainActor func appHabits(_ view: UIView, in window: UIWindow) {
  UIView.transition(
    with: view, duration: 0.3, options: [.transitionFlipFromLeft, .preferredFramesPerSecond60],
    animations: { view.backgroundColor = .black })
  _ = window.screen.bounds
  _ = UISceneSession.Role.windowExternalDisplayNonInteractive
  _ = (UIApplication.didReceiveMemoryWarningNotification, UIApplication.willTerminateNotification)
}
