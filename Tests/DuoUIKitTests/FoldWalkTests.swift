import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Long walks through folds and turns, with what apps were seen to get wrong in mind.
@Suite struct FoldWalkTests {
  /// Views and layers are the same ones all the time, and as large as the scene.
  @Test func viewsSurviveEveryFoldAndFillTheirScene() async {
    await #expect(processExitsWith: .success) { try await FoldWalks.identity() }
  }

  /// What is told before a change is what is there after it.
  @Test func sizesThatAreToldComeTrue() async {
    await #expect(processExitsWith: .success) { try await FoldWalks.told() }
  }

  /// A screen that is opened twice, in whatever pose, lies where it lay before.
  @Test func openingTwiceGivesTheSameFrames() async {
    await #expect(processExitsWith: .success) { try await FoldWalks.twice() }
  }
}

@MainActor private enum FoldWalks {
  static func step(_ stage: Stage, _ random: inout SeededRandom) async {
    if random.int(3) == 0 {
      await stage.send(.turn(QuarterTurns(random.int(4))))
    } else {
      let pose = ["closed", "open-landscape", "open-portrait", "book", "tabletop-rear-flat"][random.int(5)]
      await stage.send(.pose(pose, over: .milliseconds([0, 0, 300][random.int(3)])))
      await stage.advance(1)
    }
    if random.int(2) == 0 { await stage.advance(0.5) }
  }

  /// A preview as its view's own layer, and one that follows by hand as apps write it.
  final class CameraController: UIViewController {
    let backing = UIView(), hand = CALayer(), mask = CALayer()
    var loads = 0
    var layouts = 0
    override func viewDidLoad() {
      super.viewDidLoad()
      loads += 1
      backing.frame = view.bounds
      backing.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(backing)
      view.layer.addSublayer(hand)
      hand.mask = mask
    }
    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      layouts += 1
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      hand.frame = view.bounds
      mask.frame = hand.bounds.insetBy(dx: 5, dy: 5)
      CATransaction.commit()
    }
  }

  static func identity() async throws {
    let stage = try Stage()
    let camera = CameraController()
    await stage.root(UINavigationController(rootViewController: camera))
    let (view, layer) = (camera.view!, camera.view.layer)
    var random = SeededRandom(901)
    var displays: Set<DisplayID> = []
    for step in 0..<60 {
      await self.step(stage, &random)
      await stage.advance(1)
      let size = stage.scene.geometry.frame.size
      displays.insert(stage.scene.geometry.display)
      verify(camera.view === view && view.layer === layer && camera.loads == 1, "\(step): another view")
      verify(
        view.bounds.size == size && camera.backing.frame == view.bounds, "\(step): \(view.bounds) in \(size)")
      verify(camera.hand.frame == view.bounds, "\(step): \(camera.hand.frame)")
      verify(stage.window.frame == CGRect(origin: .zero, size: size), "\(step): \(stage.window.frame)")
      let placement = [layer, camera.hand, camera.mask, camera.backing.layer].map(\.attachment.placement)
      let wanted = HostPlacement(
        display: stage.scene.geometry.display.rawValue,
        interfaceTurn: stage.scene.geometry.interfaceTurn.count)
      verify(placement.allSatisfy { $0 == wanted }, "\(step): \(placement)")
      // Nothing is on its way when everything has settled.
      verify(!stage.window.layer.isAnimating, "\(step): still moves")
      verify(camera.hand.presentation()?.frame ?? .null == camera.hand.frame, "\(step): shown elsewhere")
    }
    verify(displays.count == 2 && camera.layouts < 60 * 6, "\(camera.layouts) layouts")
  }

  final class Listener: UIViewController {
    var story: [CGSize] = []
    var completed = 0
    var alongside: [CGSize] = []
    override func viewWillTransition(
      to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      story.append(size)
      coordinator.animate { [unowned self] _ in
        alongside.append(view.bounds.size)
      } completion: { [unowned self] _ in
        completed += 1
      }
    }
  }

  static func told() async throws {
    let stage = try Stage()
    let root = Listener(), child = Listener(), sheet = Listener()
    await stage.root(root)
    root.addChild(child)
    child.view.frame = root.view.bounds
    child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.view.addSubview(child.view)
    child.didMove(toParent: root)
    sheet.modalPresentationStyle = .overFullScreen
    root.present(sheet, animated: false)
    await stage.finish()
    var random = SeededRandom(902)
    var size = stage.scene.geometry.frame.size
    var count = 0
    for step in 0..<60 {
      let before = root.story.count
      await self.step(stage, &random)
      await stage.advance(1)
      let new = stage.scene.geometry.frame.size
      let told = Array(root.story[before...])
      // A turn by half changes no size: nobody is told.
      verify(told.isEmpty == (new == size) || told.count > 1, "\(step): \(told), \(size) to \(new)")
      if let last = told.last { verify(last == new, "\(step): \(last), not \(new)") }
      verify(zip([size] + told, told).allSatisfy { $0 != $1 }, "\(step): told what was already so \(told)")
      count += told.count
      for controller in [root, child, sheet] {
        verify(controller.story == root.story, "\(step): all hear the same")
        verify(controller.completed == count, "\(step): \(controller.completed) completions, not \(count)")
        // What a presentation contains is placed by its layout, after that.
        verify(
          controller === sheet || controller.alongside == controller.story,
          "\(step): \(controller.alongside), not \(controller.story)")
        verify(controller.view.bounds.size == new, "\(step): \(controller.view.bounds.size), not \(new)")
      }
      size = new
    }
    verify(count > 10, "\(count) transitions")
  }

  static func twice() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    var random = SeededRandom(903)
    for step in 0..<20 {
      await self.step(stage, &random)
      await stage.advance(1)
      var frames: [[CGRect]] = []
      for style in [UIModalPresentationStyle.fullScreen, .pageSheet, .formSheet, .overFullScreen] {
        for animated in [true, false] {
          let camera = CameraController()
          camera.modalPresentationStyle = style
          root.present(camera, animated: animated)
          await stage.finish()
          let place = camera.view.convert(camera.view.bounds, to: nil)
          frames.append([place, camera.hand.frame, camera.backing.frame])
          verify(camera.hand.frame == camera.view.bounds, "\(step) \(style): \(camera.hand.frame)")
          verify(camera.view.window === stage.window, "\(step) \(style): not shown")
          root.dismiss(animated: animated)
          await stage.finish()
        }
        verify(frames[frames.count - 1] == frames[frames.count - 2], "\(step) \(style): \(frames.suffix(2))")
      }
      verify(frames[0][0] == CGRect(origin: .zero, size: stage.scene.geometry.frame.size), "\(step): fills")
      verify(root.view.window === stage.window && root.presentedViewController == nil, "\(step): back")
    }
  }
}
