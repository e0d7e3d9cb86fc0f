import DuoCoreGraphics
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct ControlLooksTests {
  @Test func labelsAreAsLargeAsTheirText() async {
    await #expect(processExitsWith: .success) { try await LookStories.labels() }
  }

  @Test func buttonsAreAsLargeAsTheirContent() async {
    await #expect(processExitsWith: .success) { try await LookStories.buttonSizes() }
  }

  @Test func buttonsLookAsTheirStateSays() async {
    await #expect(processExitsWith: .success) { try await LookStories.buttonStates() }
  }

  @Test func picturesAndIndicatorsFollowThePhonesClock() async {
    await #expect(processExitsWith: .success) { try await LookStories.animations() }
  }

  @Test func everyControlDrawsSomething() async {
    await #expect(processExitsWith: .success) { try await LookStories.ink() }
  }

  /// What was drawn at one size is drawn again at another one.
  @Test @MainActor func drawingsAreNotStretched() {
    let controls: [UIView] = [
      UILabel(), UIButton(), UISlider(), UISwitch(), UIStepper(), UISegmentedControl(items: ["a"]),
      UIPageControl(),
      UIProgressView(), UIActivityIndicatorView(style: .medium),
    ]
    #expect(controls.filter { !$0.layer.needsDisplayOnBoundsChange } == [])
  }

  @Test @MainActor func contentIsArrangedAsAHandWouldDoIt() {
    func arrange(_ edge: NSDirectionalRectEdge) -> [[Double]] {
      var configuration = UIButton.Configuration.plain()
      configuration.imagePadding = 4
      configuration.imagePlacement = edge
      let arrangement = ButtonArrangement(
        image: CGSize(width: 20, height: 10), title: CGSize(width: 50, height: 20), subtitle: .zero,
        configuration,
        insets: .zero)
      let places = arrangement.places(in: CGRect(x: 0, y: 0, width: 200, height: 100), .center, .center)
      return [places.image, places.title].map { [$0.minX, $0.minY] }
    }
    #expect(arrange(.leading) == [[63, 45], [87, 40]])
    #expect(arrange(.trailing) == [[117, 45], [63, 40]])
    #expect(arrange(.top) == [[90, 33], [75, 47]])
    #expect(arrange(.bottom) == [[90, 57], [75, 33]])
  }
}

@MainActor
enum LookStories {
  static func labels() async throws {
    let g = try await GestureStage()
    let label = UILabel()
    #expect(label.font.pointSize == 17 && label.numberOfLines == 1 && label.textAlignment == .natural)
    #expect(
      label.lineBreakMode == .byTruncatingTail && !label.isUserInteractionEnabled && label.textColor == .label
    )
    #expect(label.intrinsicContentSize == .zero)
    label.text = "Shutter"
    g.root.addSubview(label)
    let one = label.intrinsicContentSize
    // A line of 17 points is 20.29 high: 61 pixels.
    #expect(abs(one.height - 61.0 / 3) < 1e-9 && one.width > 50 && one.width < 70)
    label.sizeToFit()
    #expect(label.bounds.size == one)
    label.text = "Hold the phone so that the other display looks at the person"
    let long = label.intrinsicContentSize.width
    label.numberOfLines = 0
    label.preferredMaxLayoutWidth = 120
    let lines = label.intrinsicContentSize
    #expect(lines.width <= 120 && lines.height > 3 * one.height && long > 400)
    label.numberOfLines = 2
    #expect(abs(label.intrinsicContentSize.height - 2 * 17 * 2444 / 2048) < 0.34)
    label.preferredMaxLayoutWidth = 0
    #expect(
      label.contentSize(forWidth: 120)?.height == label.sizeThatFits(CGSize(width: 120, height: 900)).height)
    let baselines = try #require(label.baselineInsets)
    #expect(abs(baselines.first - 17 * 1950 / 2048) < 0.34)
    label.attributedText = NSAttributedString(
      string: "ISO", attributes: [.font: UIFont.systemFont(ofSize: 34)])
    #expect(label.text == "ISO" && label.intrinsicContentSize.height > 40 && label.shownText == "ISO")
    label.text = "ISO"
    #expect(label.intrinsicContentSize.height == one.height)
    label.font = nil
    #expect(label.font.pointSize == 17)
    // Too long for its box: smaller, down to the limit.
    label.numberOfLines = 1
    label.text = "a rather long line of text"
    label.frame = CGRect(x: 0, y: 0, width: 60, height: 30)
    label.adjustsFontSizeToFitWidth = true
    let small = ink(label)
    label.minimumScaleFactor = 1
    #expect(small.height < ink(label).height && small.width <= 60)
  }

  static func ink(_ view: UIView) -> CGRect {
    Drawing(bounds: view.bounds) { view.draw(view.layer, in: $0) }.inkBox
  }

  static func buttonSizes() async throws {
    let g = try await GestureStage()
    func add(_ button: UIButton) -> CGSize {
      g.root.addSubview(button)
      return button.intrinsicContentSize
    }
    let word = UILabel()
    word.text = "Flip"
    let width = word.intrinsicContentSize.width
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Flip"
    let filled = add(UIButton(configuration: configuration))
    #expect(abs(filled.width - width - 24) < 0.01 && abs(filled.height - 61.0 / 3 - 14) < 0.01)
    configuration.buttonSize = .large
    #expect(add(UIButton(configuration: configuration)).height > filled.height)
    let named = UIButton(configuration: .plain(), primaryAction: UIAction(title: "Flip") { _ in })
    #expect(add(named) == filled && named.currentTitle == "Flip")
    let system = UIButton(type: .system)
    system.setTitle("OK", for: .normal)
    // 15 points are 18 high, and 6 above and below.
    #expect(abs(add(system).height - 30) < 0.2 && system.intrinsicContentSize.width >= 30)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 44, height: 40)).image { _ in }
    let picture = UIButton(type: .custom)
    picture.setImage(image, for: .normal)
    #expect(add(picture) == CGSize(width: 44, height: 40))
    picture.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    picture.layoutIfNeeded()
    #expect(picture.imageView?.frame == CGRect(x: 28, y: 30, width: 44, height: 40))
    picture.contentHorizontalAlignment = .trailing
    picture.contentVerticalAlignment = .top
    picture.layoutIfNeeded()
    #expect(picture.imageView?.frame == CGRect(x: 56, y: 0, width: 44, height: 40))
    #expect(picture.effectiveContentHorizontalAlignment == .right)
  }

  static func buttonStates() async throws {
    let g = try await GestureStage()
    let button = UIButton(type: .custom)
    button.setTitle("a", for: .normal)
    button.setTitle("b", for: .selected)
    button.setTitleColor(.red, for: .normal)
    #expect(button.currentTitle == "a" && button.currentTitleColor == .red)
    button.isSelected = true
    #expect(button.currentTitle == "b" && button.titleLabel?.text == "b" && button.heldValue == "selected")
    button.isHighlighted = true
    // Selected and highlighted is a state of its own, for which nothing was stated.
    #expect(button.currentTitle == "a" && button.title(for: .disabled) == "a")
    let system = UIButton(type: .system)
    #expect(system.currentTitleColor == .systemBlue)
    system.isHighlighted = true
    #expect(system.titleLabel?.alpha ?? 0 < 0.3)
    var looks: [String] = []
    let filled = UIButton(configuration: .filled())
    filled.configurationUpdateHandler = { button in
      looks.append("\(button.state.rawValue)")
      button.configuration?.title = button.isHighlighted ? "down" : "up"
    }
    filled.frame = CGRect(x: 10, y: 10, width: 80, height: 40)
    g.root.addSubview(filled)
    g.stage.finger(.began, CGPoint(x: 20, y: 20))
    #expect(filled.titleLabel?.text == "down" && filled.currentTitle == "down")
    g.stage.finger(.ended, CGPoint(x: 20, y: 20))
    #expect(filled.titleLabel?.text == "up" && looks.first == "0" && looks.contains("1"))
    #expect(filled.look.background == .systemBlue && filled.look.foreground == .white)
    filled.isEnabled = false
    #expect(filled.look.foreground == .tertiaryLabel && filled.look.background == .tertiarySystemFill)
    filled.isEnabled = true
    filled.tintColor = .red
    #expect(filled.look.background == .red)
    filled.configuration?.baseBackgroundColor = .green
    #expect(filled.look.background == .green)
    filled.changesSelectionAsPrimaryAction = true
    g.stage.tap(CGPoint(x: 20, y: 20))
    #expect(filled.isSelected)
  }

  static func animations() async throws {
    let g = try await GestureStage()
    let images = (1...3).map { side in
      UIGraphicsImageRenderer(size: CGSize(width: side, height: 5)).image { _ in }
    }
    let view = UIImageView(image: images[0], highlightedImage: images[1])
    #expect(
      view.frame.size == CGSize(width: 1, height: 5)
        && view.intrinsicContentSize == CGSize(width: 1, height: 5))
    view.isHighlighted = true
    #expect(view.visibleImage === images[1] && view.intrinsicContentSize.width == 2)
    g.root.addSubview(view)
    view.animationImages = images
    view.animationDuration = 0.3
    view.animationRepeatCount = 2
    view.startAnimating()
    var seen: [CGFloat] = []
    for _ in 0..<5 {
      seen.append(view.visibleImage?.size.width ?? 0)
      await g.stage.advance(0.1)
    }
    #expect(seen == [1, 2, 3, 1, 2] && view.isAnimating)
    await g.stage.advance(0.1)
    #expect(!view.isAnimating && view.visibleImage === images[1])

    let indicator = UIActivityIndicatorView(style: .large)
    #expect(indicator.isHidden && indicator.intrinsicContentSize == CGSize(width: 37, height: 37))
    g.root.addSubview(indicator)
    indicator.startAnimating()
    #expect(!indicator.isHidden && indicator.isAnimating)
    for _ in 0..<3 { await g.stage.advance(0.1) }
    #expect(indicator.turnedSpokes == 3)
    indicator.stopAnimating()
    #expect(indicator.isHidden && !indicator.isAnimating)
    await g.stage.advance(0.5)
    #expect(indicator.turnedSpokes == 3)
  }

  static func ink() async throws {
    let g = try await GestureStage()
    let segments = UISegmentedControl(items: ["a", "b"])
    segments.selectedSegmentIndex = 0
    let pages = UIPageControl()
    pages.numberOfPages = 2
    let progress = UIProgressView(progressViewStyle: .bar)
    progress.progress = 0.5
    let label = UILabel()
    label.text = "a"
    let views: [UIView] = [
      label, UISwitch(), UISlider(), UIStepper(), segments, pages, progress,
      UIActivityIndicatorView(style: .medium),
      UIButton(configuration: .filled()), UIButton(configuration: .tinted()),
      UIButton(configuration: .gray()),
    ]
    var blank: [String] = []
    for view in views {
      view.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
      g.root.addSubview(view)
      if ink(view).isEmpty { blank.append("\(type(of: view))") }
    }
    #expect(blank == [])
    let plain = UIButton(configuration: .plain())
    plain.frame = views[0].frame
    #expect(ink(plain).isEmpty)
    // The window's update draws them.
    await g.stage.settle()
    #expect(views.allSatisfy { $0.isHidden || $0.layer.contents != nil })
  }
}
