import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct LayoutRotationTests {
  @Test func aScreenThatWasTurnedAndFoldedIsLikeAFreshOne() async {
    await #expect(processExitsWith: .success) { try await RotationStories.turned() }
  }

  @Test func aScreenOfControlsIsSolvedAsOftenAsItChanges() async {
    await #expect(processExitsWith: .success) { try await RotationStories.work() }
  }
}

/// A camera's screen: a preview, bars of controls, a panel that is shown at times, texts that wrap.
final class CameraScreen: UIViewController {
  let preview = UIView()
  let top = UIStackView()
  let bottom = UIStackView()
  let panel = UIStackView()
  let message = UILabel()
  let slider = UISlider()
  private var layouts: [NSLayoutConstraint] = []
  private(set) var passes = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    message.text = "Open the phone, turn it round and look at the display that faces you"
    message.numberOfLines = 0
    for name in ["Flash", "Live", "Timer"] {
      let button = UIButton(type: .system)
      button.setTitle(name, for: .normal)
      top.addArrangedSubview(button)
    }
    top.distribution = .equalSpacing
    var shutter = UIButton.Configuration.filled()
    shutter.title = "Shoot"
    for view in [UISwitch(), UIButton(configuration: shutter), UIStepper()] as [UIView] {
      bottom.addArrangedSubview(view)
    }
    bottom.alignment = .center
    bottom.distribution = .equalCentering
    panel.axis = .vertical
    panel.spacing = 6
    for view in [slider, UISegmentedControl(items: ["0.5", "1x", "2"]), message] {
      panel.addArrangedSubview(view)
    }
    for part in [preview, top, bottom, panel] {
      part.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(part)
    }
    let safe = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      preview.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      preview.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      preview.topAnchor.constraint(equalTo: view.topAnchor),
      preview.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      top.topAnchor.constraint(equalTo: safe.topAnchor, constant: 8),
      top.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      top.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
    ])
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    passes += 1
  }

  override func updateViewConstraints() {
    NSLayoutConstraint.deactivate(layouts)
    let safe = view.safeAreaLayoutGuide
    let isWide = view.bounds.width > view.bounds.height
    bottom.axis = isWide ? .vertical : .horizontal
    layouts =
      isWide
      ? [
        bottom.trailingAnchor.constraint(equalTo: safe.trailingAnchor, constant: -12),
        bottom.topAnchor.constraint(equalTo: top.bottomAnchor, constant: 12),
        bottom.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -12),
        panel.leadingAnchor.constraint(equalTo: safe.leadingAnchor, constant: 12),
        panel.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -12),
        panel.widthAnchor.constraint(equalTo: safe.widthAnchor, multiplier: 0.4),
      ]
      : [
        bottom.leadingAnchor.constraint(equalTo: safe.leadingAnchor, constant: 12),
        bottom.trailingAnchor.constraint(equalTo: safe.trailingAnchor, constant: -12),
        bottom.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -12),
        panel.leadingAnchor.constraint(equalTo: bottom.leadingAnchor),
        panel.trailingAnchor.constraint(equalTo: bottom.trailingAnchor),
        panel.bottomAnchor.constraint(equalTo: bottom.topAnchor, constant: -12),
      ]
    NSLayoutConstraint.activate(layouts)
    super.updateViewConstraints()
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    view.setNeedsUpdateConstraints()
  }

  /// Every frame, by where the view is in the tree.
  var frames: [String] {
    func lines(_ view: UIView, _ path: String) -> [String] {
      let box = view.frame
      let numbers = [box.minX, box.minY, box.width, box.height].map { ($0 * 100).rounded() / 100 }
      return ["\(path) \(type(of: view)) \(numbers) \(view.isHidden)"]
        + view.subviews.enumerated().flatMap { lines($0.element, "\(path).\($0.offset)") }
    }
    return lines(view, "")
  }
}

@MainActor
enum RotationStories {
  static func turned() async throws {
    let stage = try Stage(
      pose: "closed",
      info: Stage.orientations("Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"))
    let old = CameraScreen()
    stage.scene.windows[0].rootViewController = old
    await stage.settle()
    var random = SeededRandom(41)
    var wrong: [String] = []
    var sizes: Set<String> = []
    for step in 0..<200 {
      switch random.int(6) {
      case 0: await stage.send(.hinge(to: [0, 110, 120, 180][random.int(4)], over: .zero))
      case 1: await stage.send(.splitView(random.int(2) == 0))
      case 2: old.panel.isHidden.toggle()
      case 3: old.panel.arrangedSubviews[random.int(3)].isHidden.toggle()
      default: await stage.send(.turn(QuarterTurns(1 + random.int(3))))
      }
      if random.int(3) > 0 { await stage.advance(0.4) }
      guard step % 10 == 9 else { continue }
      await stage.advance(1)
      sizes.insert(text(old.view.bounds.size))
      let fresh = CameraScreen()
      fresh.loadViewIfNeeded()
      fresh.panel.isHidden = old.panel.isHidden
      for (a, b) in zip(fresh.panel.arrangedSubviews, old.panel.arrangedSubviews) { a.isHidden = b.isHidden }
      let window = UIWindow(windowScene: stage.scene)
      window.rootViewController = fresh
      window.isHidden = false
      await stage.settle()
      let (kept, made) = (old.frames, fresh.frames)
      if let place = zip(kept, made).first(where: { $0 != $1 }) { wrong.append("step \(step): \(place)") }
      if kept.count != made.count { wrong.append("step \(step): \(kept.count) views, \(made.count)") }
      window.isHidden = true
      window.windowScene = nil
    }
    #expect(wrong == [])
    #expect(sizes.count >= 4)
    #expect(
      !stage.phone.log.lines.contains { $0.contains("constraints-unsatisfiable") })
  }

  /// Nothing is laid out while nothing changes, and what a turn asks for is done in a few passes.
  static func work() async throws {
    let stage = try Stage(pose: "open-landscape")
    let screen = CameraScreen()
    stage.scene.windows[0].rootViewController = screen
    await stage.settle()
    let before = screen.passes
    for _ in 0..<20 { await stage.advance(0.1) }
    #expect(screen.passes == before)
    for _ in 0..<20 {
      await stage.send(.turn(1))
      await stage.advance(1)
    }
    #expect(screen.passes - before <= 20 * 4)
    // Text alone does not move the screen, its stack lays itself out.
    let now = screen.passes
    for step in 0..<10 {
      screen.slider.value = Float(step) / 10
      await stage.settle()
    }
    #expect(screen.passes == now)
  }
}
