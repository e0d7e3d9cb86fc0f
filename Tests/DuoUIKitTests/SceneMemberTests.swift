import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct SceneMemberTests {
  @Test func windowsAreOrderedByLevelThenByTheirShowing() async {
    await #expect(processExitsWith: .success) { try await MemberStories.levels() }
  }

  @Test func aScenesBarsAreThoseOfItsFrontmostController() async {
    await #expect(processExitsWith: .success) { try await MemberStories.bars() }
  }

  @Test func aSceneKnowsWhetherItIsAlone() async {
    await #expect(processExitsWith: .success) { try await MemberStories.alone() }
  }

  @Test func olderNamesAskTheScenes() async {
    await #expect(processExitsWith: .success) { try await MemberStories.olderNames() }
  }

  @Test func barsAndAlertsSayTheirWords() async {
    await #expect(processExitsWith: .success) { try await MemberStories.words() }
  }
}

@MainActor
enum MemberStories {
  static func olderNames() async throws {
    #expect(UIApplication.shared.windows == [] && UIApplication.shared.keyWindow == nil)
    #expect(UIApplication.shared.statusBarOrientation == .unknown)
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(AccessoryLifeStories.accessory())
    await stage.advance(1)
    let app = UIApplication.shared
    let outer = AccessoryStories.accessories()[0].windows[0]
    #expect(outer.isKeyWindow && app.windows == stage.scene.windows + [outer])
    #expect(app.keyWindow === stage.window && app.statusBarOrientation == .landscapeRight)
    await stage.send(.pose("closed", over: .zero))
    await stage.advance(1)
    #expect(app.windows == stage.scene.windows && app.statusBarOrientation == .portrait)
    withExtendedLifetime(registration) {}
  }

  static func levels() async throws {
    let stage = try Stage()
    await stage.settle()
    let scene = stage.scene
    let first = stage.window
    func made(_ level: UIWindow.Level) -> UIWindow {
      let window = UIWindow(windowScene: scene)
      window.windowLevel = level
      window.isHidden = false
      return window
    }
    let (alert, second, bar) = (made(.alert), made(.normal), made(.statusBar + 1))
    #expect(scene.windows == [first, second, bar, alert])
    first.makeKeyAndVisible()
    #expect(scene.windows == [second, first, bar, alert] && scene.keyWindow === first)
    // A touch goes to the frontmost window that has something there.
    let button = UIControl(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    alert.addSubview(button)
    #expect(stage.tap(CGPoint(x: 20, y: 20)) === button)
    alert.windowLevel = .normal - 1
    #expect(scene.windows == [alert, second, first, bar])
    bar.windowScene = nil
    #expect(scene.windows == [alert, second, first])
  }

  final class Bare: StoryController {
    var child: UIViewController?
    override var prefersStatusBarHidden: Bool { true }
    override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
    override var prefersHomeIndicatorAutoHidden: Bool { true }
    override var childForStatusBarHidden: UIViewController? { child }
  }

  static func bars() async throws {
    let stage = try Stage()
    let scene = stage.scene
    let bare = await stage.root(Bare("B"))
    let manager = scene.statusBarManager
    #expect(manager?.isStatusBarHidden == true && manager?.statusBarStyle == .lightContent)
    #expect(manager?.statusBarFrame == .zero && scene.prefersHomeIndicatorAutoHidden)
    bare.child = StoryController("C")
    #expect(scene.statusBarManager?.isStatusBarHidden == false)
    #expect(scene.statusBarManager?.statusBarFrame.width == 466)
    // A sheet leaves the bars to its presenter, what fills the window takes them.
    bare.child = nil
    let front = StoryController("F")
    bare.present(front, animated: false)
    #expect(scene.prefersStatusBarHidden)
    bare.dismiss(animated: false)
    front.modalPresentationStyle = .fullScreen
    bare.present(front, animated: false)
    #expect(!scene.prefersStatusBarHidden && !scene.prefersHomeIndicatorAutoHidden)
    // A navigation controller asks its top.
    await stage.root(UINavigationController(rootViewController: Bare("T")))
    #expect(scene.prefersStatusBarHidden && scene.preferredStatusBarStyle == .lightContent)
  }

  static func alone() async throws {
    let stage = try Stage(pose: "open-landscape")
    await stage.settle()
    #expect(stage.scene.isFullScreen && stage.scene.sizeRestrictions == nil)
    await stage.send(.splitView(true))
    #expect(!stage.scene.isFullScreen)
  }

  static func words() async throws {
    let stage = try Stage()
    let a = StoryController("A")
    a.title = "Camera"
    await stage.root(UINavigationController(rootViewController: a))
    let alert = UIAlertController(title: "Sure?", message: "It is gone then.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
    a.present(alert, animated: false)
    await stage.settle()
    let words = stage.window.tree.compactMap { ($0 as? any TextShowing)?.shownText }
    #expect(words == ["Camera", "Sure?", "It is gone then.", "Delete"])
    let texts = stage.window.tree.filter { ($0 as? any TextShowing)?.shownText != nil }
    #expect(texts.allSatisfy { $0.bounds.width > 20 && $0.bounds.height > 10 })
  }
}
