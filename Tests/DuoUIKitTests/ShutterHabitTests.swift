import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// What shutters and camera screens do beside taking photos: feedback, symbols in a size, bars.
@Suite struct ShutterHabitTests {
  @Test func feedbackIsInTheTrace() async {
    await #expect(processExitsWith: .success) { try await ShutterHabits.feedback() }
  }

  @Test func symbolsTakeTheSizeThatTheirViewPrefers() async {
    await #expect(processExitsWith: .success) { try await ShutterHabits.symbols() }
  }

  @Test func fullScreensAndThoseThatAskTakeTheStatusBar() async {
    await #expect(processExitsWith: .success) { try await ShutterHabits.bars() }
  }
}

@MainActor
private enum ShutterHabits {
  static func feedback() async throws {
    let stage = try Stage()
    UIImpactFeedbackGenerator().impactOccurred()
    let heavy = UIImpactFeedbackGenerator(style: .heavy)
    heavy.prepare()
    heavy.impactOccurred(intensity: 3)
    UISelectionFeedbackGenerator().selectionChanged()
    UINotificationFeedbackGenerator().notificationOccurred(.error)
    let lines = stage.phone.log.lines.filter { $0.contains("\"haptic\"") }
    #expect(lines.count == 4)
    let parts = [
      ["impact", "medium", "\"intensity\":1"], ["impact", "heavy", "\"intensity\":1"], ["selection"],
      ["notification", "error"],
    ]
    #expect(zip(lines, parts).allSatisfy { line, parts in parts.allSatisfy(line.contains) }, "\(lines)")
  }

  static func symbols() async throws {
    let stage = try Stage()
    _ = stage
    let plain = try #require(UIImage(systemName: "camera"))
    let small = try #require(
      UIImage(systemName: "camera", withConfiguration: UIImage.SymbolConfiguration(pointSize: 10)))
    let large = UIImage.SymbolConfiguration(pointSize: 40, weight: .bold)
    let expected = plain.withConfiguration(large).size
    #expect(expected.width > plain.size.width && small.symbolConfiguration != nil)
    #expect(
      plain.symbolConfiguration == nil && large == UIImage.SymbolConfiguration(pointSize: 40, weight: .bold))

    let view = UIImageView(image: plain)
    view.preferredSymbolConfiguration = large
    #expect(view.intrinsicContentSize == expected && view.image === plain)
    view.image = small
    #expect(view.intrinsicContentSize == small.size, "the symbol's own size comes first")

    let button = UIButton(type: .system)
    button.setImage(plain, for: .normal)
    let before = button.intrinsicContentSize
    button.setPreferredSymbolConfiguration(large, forImageIn: .normal)
    #expect(before == plain.size && button.intrinsicContentSize == expected)
    #expect(button.preferredSymbolConfigurationForImage(in: .highlighted) == large)
    button.frame = CGRect(origin: .zero, size: expected)
    button.layoutIfNeeded()
    #expect(button.imageView?.frame.size == expected && button.currentImage === plain)

    var configuration = UIButton.Configuration.plain()
    configuration.contentInsets = .zero
    configuration.image = plain
    let without = UIButton(configuration: configuration)
    configuration.preferredSymbolConfigurationForImage = large
    #expect(without.intrinsicContentSize == plain.size && without.configuration != configuration)
    without.configuration = configuration
    #expect(without.intrinsicContentSize == expected)
  }

  final class Screen: UIViewController {
    var hides = false
    override var prefersStatusBarHidden: Bool { hides }
    override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .slide }
    override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { .bottom }
  }

  static func bars() async throws {
    let stage = try Stage()
    let root = Screen()
    let window = UIWindow(windowScene: stage.scene)
    window.rootViewController = root
    window.makeKeyAndVisible()
    await stage.settle()
    #expect(UIViewController().preferredStatusBarUpdateAnimation == .fade)
    #expect(UIViewController().preferredScreenEdgesDeferringSystemGestures == [])
    var wrong: [String] = []
    for style in [UIModalPresentationStyle.fullScreen, .overFullScreen, .pageSheet] {
      for captures in [false, true] {
        let over = Screen()
        over.hides = true
        over.modalPresentationStyle = style
        over.modalPresentationCapturesStatusBarAppearance = captures
        root.present(over, animated: false)
        await stage.settle()
        if stage.scene.prefersStatusBarHidden != (captures || style == .fullScreen) {
          wrong.append("\(style.rawValue) \(captures)")
        }
        root.dismiss(animated: false)
        await stage.settle()
      }
    }
    #expect(wrong == [])
  }
}
