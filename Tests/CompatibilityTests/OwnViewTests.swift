import AVFoundation
import DuoTesting
import Testing
import UIKit

/// What an app's own views, layers and controllers override is called.
@Suite struct OwnViewTests {
  @Test func whatAViewOverridesIsCalled() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let view = NotedView()
        _ = view.take()
        // Neither of `frame` and the other two goes through the other.
        view.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        #expect(view.take() == ["frame 40"])
        view.bounds.size.width = 60
        view.center = CGPoint(x: 5, y: 5)
        #expect(view.take() == ["bounds 60", "center 5"] && view.frame.minX == -25)
        view.transform = .identity
        view.transform3D = CATransform3DIdentity
        view.alpha = 0.5
        #expect(view.take() == ["transform", "transform3D", "alpha"])
        let (a, b, c) = (UIView(), UIView(), UIView())
        view.addSubview(a)
        view.insertSubview(b, at: 0)
        view.insertSubview(c, aboveSubview: b)
        view.insertSubview(c, belowSubview: b)
        view.bringSubviewToFront(c)
        view.sendSubviewToBack(c)
        view.exchangeSubview(at: 0, withSubviewAt: 2)
        #expect(
          view.take() == ["add", "insert 0", "above", "below", "front", "back", "exchange"]
            && view.subviews == [a, b, c])
        UIView().addSubview(view)
        view.removeFromSuperview()
        #expect(view.take() == ["remove"] && view.superview == nil)
      }
    }
  }

  @Test func constraintsSetBoundsAndCentre() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let (room, view) = (UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), NotedView())
        view.translatesAutoresizingMaskIntoConstraints = false
        room.addSubview(view)
        NSLayoutConstraint.activate([
          view.leadingAnchor.constraint(equalTo: room.leadingAnchor),
          view.trailingAnchor.constraint(equalTo: room.trailingAnchor),
          view.topAnchor.constraint(equalTo: room.topAnchor),
          view.heightAnchor.constraint(equalToConstant: 10),
        ])
        _ = view.take()
        room.layoutIfNeeded()
        #expect(view.take() == ["bounds 100", "center 50"])
        // A view with a mask follows by its frame.
        let masked = NotedView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
        masked.autoresizingMask = .flexibleWidth
        room.addSubview(masked)
        _ = masked.take()
        room.frame.size.width = 80
        #expect(masked.take() == ["frame 80"])
      }
    }
  }

  @Test func layersAndControllers() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        layersAndControllersAreAsked()
      }
    }
  }
}

@MainActor private func layersAndControllersAreAsked() {
  let feed = FeedView(frame: CGRect(x: 0, y: 0, width: 30, height: 40))
  feed.layer.session = AVCaptureSession()
  feed.layer.videoGravity = .resizeAspectFill
  #expect(feed.layer.bounds.size == CGSize(width: 30, height: 40) && feed.layer.delegate === feed)

  let layer = NotedLayer()
  layer.frame = CGRect(x: 0, y: 0, width: 9, height: 9)
  layer.contentsScale = 2
  layer.mask = CALayer()
  layer.addSublayer(CALayer())
  layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
  layer.removeAllAnimations()
  layer.sublayers = [NotedLayer()]
  #expect(
    layer.story == ["frame 9", "scale", "mask", "add", "animate fade", "rest", "add"]
      && layer.sublayers?.count == 1)

  let controller = NotedController()
  #expect(!controller.isViewLoaded)
  _ = controller.view
  #expect(controller.loads == 0 && controller.isViewLoaded)
  controller.loadViewIfNeeded()
  controller.overrideUserInterfaceStyle = .dark
  #expect(controller.loads == 11 && controller.traitCollection.userInterfaceStyle == .dark)
  #expect(UINavigationController(rootViewController: controller) === controller.navigationController)
  #expect(NotedAlert(title: "A", message: nil, preferredStyle: .alert).preferredStyle == .actionSheet)
  #expect(NotedButton(type: .custom).buttonType == .system)
}
