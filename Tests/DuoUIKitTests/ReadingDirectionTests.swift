import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Controls and bars for people who read from right to left: what lay at the left lies at the right.
@Suite struct ReadingDirectionTests {
  @Test func controlsAreTurnedRound() async {
    await #expect(processExitsWith: .success) { try await ReadingStories.controls() }
  }

  @Test func fingersGoTheOtherWay() async {
    await #expect(processExitsWith: .success) { try await ReadingStories.fingers() }
  }

  @Test func barsAndAlertsAreTurnedRound() async {
    await #expect(processExitsWith: .success) { try await ReadingStories.bars() }
  }

  /// Contents of one kind are the same for everybody.
  @Test @MainActor func whatIsForcedIsNotTurned() {
    let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 34))
    slider.value = 0.25
    func place() -> CGFloat {
      slider.thumbRect(
        forBounds: slider.bounds, trackRect: slider.trackRect(forBounds: slider.bounds), value: 0.25
      ).minX
    }
    let plain = place()
    var places: [CGFloat] = []
    for meaning: UISemanticContentAttribute in [.playback, .spatial, .forceLeftToRight, .forceRightToLeft] {
      slider.semanticContentAttribute = meaning
      places.append(place())
    }
    #expect(plain == 43 && places == [43, 43, 43, 129])
  }
}

@MainActor
enum ReadingStories {
  /// Frames of the parts of a view, turned round in its bounds.
  private static func turned(_ frames: [CGRect], in bounds: CGRect) -> [CGRect] {
    frames.map { CGRect(x: bounds.width - $0.maxX, y: $0.minY, width: $0.width, height: $0.height) }
  }

  private static func turn(_ stage: Stage, _ isTurned: Bool) async {
    stage.window.traitOverrides.layoutDirection = isTurned ? .rightToLeft : .leftToRight
    await stage.finish()
  }

  private static func alike(_ a: [CGRect], _ b: [CGRect]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { abs($0.minX - $1.minX) < 0.01 && abs($0.width - $1.width) < 0.01 }
  }

  static func controls() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Words"
    configuration.image = UIImage(systemName: "camera")
    configuration.imagePadding = 6
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 20, bottom: 1, trailing: 3)
    let configured = UIButton(configuration: configuration)
    configuration.imagePlacement = .trailing
    let behind = UIButton(configuration: configuration)
    let plain = UIButton(type: .system)
    plain.setTitle("Words", for: .normal)
    plain.setImage(UIImage(systemName: "camera"), for: .normal)
    plain.contentHorizontalAlignment = .leading
    let slider = UISlider()
    slider.value = 0.25
    let progress = UIProgressView()
    progress.progress = 0.25
    let toggle = UISwitch()
    toggle.isOn = true
    let controls: [UIView] = [configured, behind, plain, slider, progress, toggle]
    for (index, control) in controls.enumerated() {
      control.frame = CGRect(x: 10, y: 100 + CGFloat(index) * 60, width: 300, height: 40)
      root.view.addSubview(control)
    }
    await turn(stage, false)
    func frames(_ view: UIView) -> [CGRect] {
      let parts: [UIView] =
        (view as? UIButton).map { [$0.imageView!, $0.titleLabel!] } ?? view.subviews
      return parts.map(\.frame)
    }
    let before = controls.map(frames)
    await turn(stage, true)
    for (control, old) in zip(controls, before) {
      let bounds = control is UISwitch ? CGRect(x: 0, y: 0, width: 63, height: 28) : control.bounds
      verify(
        alike(frames(control), turned(old, in: bounds)) && !alike(frames(control), old),
        "\(type(of: control)) \(old) \(frames(control))")
    }
    verify(plain.effectiveContentHorizontalAlignment == .right, "leading is right")
    await turn(stage, false)
    verify(zip(controls, before).allSatisfy { alike(frames($0), $1) }, "and back")

    // Made for people who read so from the start.
    await turn(stage, true)
    let late = UISwitch()
    late.isOn = true
    root.view.addSubview(late)
    await stage.finish()
    verify(alike(frames(late), frames(toggle)), "\(frames(late))")
  }

  static func fingers() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    await turn(stage, true)
    let segments = UISegmentedControl(items: ["0", "1", "2"])
    segments.frame = CGRect(x: 10, y: 100, width: 300, height: 32)
    let pages = UIPageControl(frame: CGRect(x: 10, y: 200, width: 300, height: 26))
    pages.numberOfPages = 3
    pages.currentPage = 1
    let slider = UISlider(frame: CGRect(x: 10, y: 300, width: 228, height: 34))
    slider.value = 0
    let toggle = UISwitch(frame: CGRect(x: 10, y: 400, width: 63, height: 28))
    for control in [segments, pages, slider, toggle] { root.view.addSubview(control) }
    await stage.finish()

    stage.tap(CGPoint(x: 20, y: 116))
    verify(segments.selectedSegmentIndex == 2, "\(segments.selectedSegmentIndex)")
    stage.tap(CGPoint(x: 300, y: 116))
    verify(segments.selectedSegmentIndex == 0, "\(segments.selectedSegmentIndex)")
    stage.tap(CGPoint(x: 20, y: 213))
    verify(pages.currentPage == 2, "\(pages.currentPage)")

    // From the right end, half way to the left.
    stage.finger(.began, CGPoint(x: 224, y: 317))
    stage.finger(.moved, CGPoint(x: 124, y: 317))
    stage.finger(.ended, CGPoint(x: 124, y: 317))
    verify(abs(slider.value - 0.5) < 0.001, "\(slider.value)")

    stage.finger(.began, CGPoint(x: 60, y: 414))
    stage.finger(.moved, CGPoint(x: 20, y: 414))
    verify(toggle.isOn, "drawn to the left it is on")
    stage.finger(.ended, CGPoint(x: 20, y: 414))
  }

  static func bars() async throws {
    let stage = try Stage()
    let first = UIViewController()
    first.title = "First"
    let second = UIViewController()
    second.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Done")
    let stack = UINavigationController(rootViewController: first)
    await stage.root(stack)
    await turn(stage, true)
    stack.pushViewController(second, animated: true)
    await stage.settle()
    await stage.advance(0.1)
    let way = second.view.layer.presentation()?.frame.minX ?? 0
    verify(way < 0, "it comes from the left: \(way)")
    await stage.finish()
    func button(_ name: String) -> CGRect {
      stack.navigationBar.descendant(accessibilityIdentifier: name)?.frame ?? .null
    }
    let width = stack.navigationBar.bounds.width
    verify(button("BackButton").maxX == width - 16 && button("Done").minX == 16, "\(button("BackButton"))")
    await turn(stage, false)
    verify(button("BackButton").minX == 16 && button("Done").maxX == width - 16, "\(button("BackButton"))")

    await turn(stage, true)
    let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
    alert.addAction(UIAlertAction(title: "Keep", style: .cancel))
    stack.present(alert, animated: false)
    await stage.finish()
    let places = ["Keep", "Delete"].map { name in
      stage.window.descendant(accessibilityIdentifier: name)?.frame.minX ?? -1
    }
    verify(places[0] > places[1] && places[1] == 0, "cancel comes first: \(places)")
  }
}

extension UIBarButtonItem {
  fileprivate convenience init(title: String) {
    self.init(title: title, primaryAction: UIAction(title: title) { _ in })
  }
}
