import DuoCoreGraphics
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Texts and buttons of many kinds, against sums of their parts.
@Suite struct LabelModelTests {
  @Test func labelsWrapAsRoomGetsNarrower() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.wrapping() }
  }

  @Test func textStaysInItsBox() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.boxes() }
  }

  @Test func buttonsAreTheSumOfTheirParts() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.buttonSizes() }
  }

  @Test func buttonStatesAreADictionary() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.buttonStates() }
  }

  @Test func buttonsFollowTheirLabels() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.labels() }
  }

  @Test func textInStacksGetsTheHeightForItsWidth() async {
    await #expect(processExitsWith: .success) { try await LabelModelStories.stacks() }
  }
}

@MainActor
enum LabelModelStories {
  static let words =
    "Turn the phone round so that the rear cameras look at you while you look at the outer display"

  static func text(_ random: inout SeededRandom) -> String {
    let all = words.split(separator: " ")
    return (0..<(1 + random.int(14))).map { _ in String(all[random.int(all.count)]) }.joined(separator: " ")
  }

  static func wrapping() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(8)
    var wrong: [String] = []
    for round in 0..<30 {
      let label = UILabel()
      label.text = text(&random)
      label.font = .systemFont(ofSize: [11, 17, 28][random.int(3)])
      g.root.addSubview(label)
      let one = label.intrinsicContentSize
      let line = one.height
      label.numberOfLines = 0
      // Without a width everything is in one line.
      if label.intrinsicContentSize != one { wrong.append("\(round): \(label.intrinsicContentSize) \(one)") }
      var last = CGFloat.infinity
      for width in stride(from: 60.0, through: 900, by: 60) {
        let fitting = label.sizeThatFits(CGSize(width: width, height: 1e6))
        label.preferredMaxLayoutWidth = width
        let intrinsic = label.intrinsicContentSize
        label.preferredMaxLayoutWidth = 0
        if fitting != intrinsic || label.contentSize(forWidth: width) != fitting {
          wrong.append("\(round) \(width): two answers")
        }
        let lines = ((fitting.height / line) * 10).rounded() / 10
        if fitting.height > last + 1e-6 { wrong.append("\(round) \(width): grows") }
        if width >= one.width, fitting != one { wrong.append("\(round) \(width): \(fitting) has room") }
        if width < one.width, lines < (one.width / width).rounded(.up) - 0.5 {
          wrong.append("\(round) \(width): \(lines) lines")
        }
        if abs(lines - lines.rounded()) > 0.15 { wrong.append("\(round) \(width): \(lines) lines") }
        for most in 1...3 {
          label.numberOfLines = most
          let cut = label.sizeThatFits(CGSize(width: width, height: 1e6))
          if most > 1, cut.height > CGFloat(most) * line + 1 || cut.height > fitting.height + 1e-6 {
            wrong.append("\(round) \(width): \(most) lines are \(cut.height)")
          }
          label.numberOfLines = 0
        }
        last = fitting.height
      }
      label.removeFromSuperview()
    }
    #expect(wrong.prefix(5) == [])
  }

  static func boxes() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(12)
    var wrong: [String] = []
    let alignments: [NSTextAlignment] = [.left, .center, .right, .natural]
    let modes: [NSLineBreakMode] = [
      .byWordWrapping, .byCharWrapping, .byClipping, .byTruncatingHead, .byTruncatingMiddle,
      .byTruncatingTail,
    ]
    for (index, alignment) in alignments.enumerated() {
      for mode in modes {
        for lines in 0...2 {
          let label = UILabel(
            frame: CGRect(x: 0, y: 0, width: 60 + random.int(150), height: 22 + random.int(60)))
          label.text = text(&random)
          (label.textAlignment, label.lineBreakMode, label.numberOfLines) = (alignment, mode, lines)
          g.root.addSubview(label)
          let ink = LookStories.ink(label)
          let name = "\(index) \(mode) \(lines) \(label.bounds.size)"
          if ink.isEmpty { wrong.append("\(name): blank") }
          // Clipped text may be longer than its box; it is cut off by the label.
          if mode != .byClipping, ink.width > label.bounds.width + 2 { wrong.append("\(name): \(ink)") }
          let rect = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: lines)
          if rect.width > label.bounds.width + 1e-6 || rect.height > label.bounds.height + 1e-6 {
            wrong.append("\(name): \(rect)")
          }
          label.removeFromSuperview()
        }
      }
    }
    #expect(wrong.prefix(4) == [])
    // One short word: where alignment has it.
    var middles: [CGFloat] = []
    for alignment in [NSTextAlignment.left, .center, .right] {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
      label.text = "ISO"
      label.textAlignment = alignment
      middles.append(LookStories.ink(label).midX)
    }
    #expect(middles[0] < 40 && abs(middles[1] - 100) < 3 && middles[2] > 160)
    // Nothing to read, nothing to draw.
    let empty = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    for text in [nil, ""] {
      empty.text = text
      #expect(LookStories.ink(empty).isEmpty && empty.sizeThatFits(CGSize(width: 50, height: 50)) == .zero)
    }
  }

  static func image(_ width: Int, _ height: Int) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in }
  }

  /// Insets, picture, gap, title, gap, subtitle: along or across, as the placement says.
  static func buttonSizes() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(20)
    var wrong: [String] = []
    func size(_ text: String?, _ font: CGFloat) -> CGSize {
      guard let text else { return .zero }
      let label = UILabel()
      label.text = text
      label.font = .systemFont(ofSize: font)
      g.root.addSubview(label)
      defer { label.removeFromSuperview() }
      return label.intrinsicContentSize
    }
    for round in 0..<120 {
      var configuration = [
        UIButton.Configuration.plain(), .gray(), .tinted(), .filled(), .bordered(), .borderedProminent(),
      ][random.int(6)]
      configuration.title = random.int(4) == 0 ? nil : text(&random)
      configuration.subtitle = random.int(2) == 0 ? nil : text(&random)
      configuration.image = random.int(2) == 0 ? nil : image(10 + random.int(40), 10 + random.int(40))
      configuration.imagePadding = CGFloat(random.int(10))
      configuration.titlePadding = CGFloat(random.int(5))
      configuration.imagePlacement = [.leading, .trailing, .top, .bottom][random.int(4)]
      configuration.showsActivityIndicator = random.int(5) == 0
      let insets = NSDirectionalEdgeInsets(
        top: CGFloat(random.int(9)), leading: CGFloat(random.int(9)), bottom: CGFloat(random.int(9)),
        trailing: CGFloat(random.int(9)))
      configuration.contentInsets = insets
      let button = UIButton(configuration: configuration)
      g.root.addSubview(button)
      let title = size(configuration.title, button.titleLabel!.font.pointSize)
      let subtitle = size(configuration.subtitle, button.subtitleLabel!.font.pointSize)
      let picture =
        configuration.showsActivityIndicator
        ? CGSize(width: 20, height: 20) : configuration.image?.size ?? .zero
      let words = CGSize(
        width: max(title.width, subtitle.width),
        height: title.height + subtitle.height
          + (title.height > 0 && subtitle.height > 0 ? configuration.titlePadding : 0))
      let gap = picture.width > 0 && words.width > 0 ? configuration.imagePadding : 0
      let isUpright = configuration.imagePlacement == .top || configuration.imagePlacement == .bottom
      let content =
        isUpright
        ? CGSize(width: max(picture.width, words.width), height: picture.height + gap + words.height)
        : CGSize(width: picture.width + gap + words.width, height: max(picture.height, words.height))
      let wanted = CGSize(
        width: content.width + insets.leading + insets.trailing,
        height: content.height + insets.top + insets.bottom)
      let found = button.intrinsicContentSize
      if abs(found.width - wanted.width) > 0.01 || abs(found.height - wanted.height) > 0.01 {
        wrong.append("\(round): \(found), not \(wanted)")
      }
      // In a box of its own size everything is inside and nothing overlaps.
      button.sizeToFit()
      button.layoutIfNeeded()
      let parts =
        [button.titleLabel!, button.subtitleLabel!].filter { $0.text != nil }.map(\.frame)
        + (button.imageView!.image == nil ? [] : [button.imageView!.frame])
      let room = button.bounds.insetBy(dx: -0.4, dy: -0.4)
      for (index, part) in parts.enumerated() {
        if !room.contains(part) { wrong.append("\(round): \(part) outside \(button.bounds)") }
        for other in parts.dropFirst(index + 1)
        where SurroundingStories.overlap(part.insetBy(dx: 0.01, dy: 0.01), other) {
          wrong.append("\(round): \(part) over \(other)")
        }
      }
      button.removeFromSuperview()
    }
    #expect(wrong.prefix(4) == [])
  }

  /// Titles, pictures and colours of states: what is set for a state, else what is set for the normal one.
  static func buttonStates() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(6)
    var wrong: [String] = []
    let states: [UIControl.State] = [
      .normal, .highlighted, .selected, .disabled, [.selected, .highlighted], [.selected, .disabled],
    ]
    for round in 0..<40 {
      let button = UIButton(type: random.int(2) == 0 ? .custom : .system)
      g.root.addSubview(button)
      var titles: [UInt: String] = [:], images: [UInt: UIImage] = [:], colours: [UInt: UIColor] = [:]
      for step in 0..<20 {
        let state = states[random.int(6)]
        switch random.int(4) {
        case 0:
          titles[state.rawValue] = random.int(4) == 0 ? nil : "t\(step)"
          button.setTitle(titles[state.rawValue], for: state)
        case 1:
          images[state.rawValue] = random.int(4) == 0 ? nil : image(1 + step, 5)
          button.setImage(images[state.rawValue], for: state)
        case 2:
          colours[state.rawValue] = random.int(4) == 0 ? nil : [UIColor.red, .green, .blue][random.int(3)]
          button.setTitleColor(colours[state.rawValue], for: state)
        default:
          button.isSelected = random.int(2) == 0
          button.isEnabled = random.int(3) > 0
          button.isHighlighted = random.int(3) == 0
        }
        let raw = button.state.rawValue
        let title = titles[raw] ?? titles[0], image = images[raw] ?? images[0],
          colour = colours[raw] ?? colours[0]
        if button.currentTitle != title || button.titleLabel?.text != title {
          wrong.append("\(round) \(step): title")
        }
        if button.currentImage !== image || button.imageView?.image !== image {
          wrong.append("\(round) \(step): image")
        }
        if let colour, button.currentTitleColor != colour || button.titleLabel?.textColor != colour {
          wrong.append("\(round) \(step): colour")
        }
        for other in states where button.title(for: other) != titles[other.rawValue] ?? titles[0] {
          wrong.append("\(round) \(step): title for \(other.rawValue)")
        }
      }
      button.removeFromSuperview()
    }
    #expect(wrong.prefix(4) == [])
  }

  /// A button follows its label, whoever changes it, and after it was laid out.
  static func labels() async throws {
    let g = try await GestureStage()
    let button = UIButton(type: .system)
    button.setTitle("Flip", for: .normal)
    button.translatesAutoresizingMaskIntoConstraints = false
    g.root.addSubview(button)
    button.centerXAnchor.constraint(equalTo: g.root.centerXAnchor).isActive = true
    button.centerYAnchor.constraint(equalTo: g.root.centerYAnchor).isActive = true
    await g.stage.settle()
    let small = button.bounds.size
    button.titleLabel?.font = .systemFont(ofSize: 40)
    await g.stage.settle()
    #expect(button.bounds.width > 2 * small.width && button.bounds.height > small.height + 20)
    #expect(abs(button.bounds.width - button.intrinsicContentSize.width) < 0.5)
    #expect(abs(button.titleLabel!.frame.width - button.titleLabel!.intrinsicContentSize.width) < 0.5)
    button.setTitle("Flip the camera", for: .normal)
    await g.stage.settle()
    #expect(abs(button.bounds.width - button.intrinsicContentSize.width) < 0.5)
    // Constraints that need no baseline do not have texts set.
    final class Counting: UILabel {
      var asked = 0
      override var baselineInsets: (first: CGFloat, last: CGFloat)? {
        asked += 1
        return super.baselineInsets
      }
    }
    let label = Counting()
    label.text = "a"
    label.translatesAutoresizingMaskIntoConstraints = false
    g.root.addSubview(label)
    label.leadingAnchor.constraint(equalTo: g.root.leadingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: g.root.topAnchor).isActive = true
    await g.stage.settle()
    #expect(label.asked == 0)
    label.firstBaselineAnchor.constraint(equalTo: button.firstBaselineAnchor).isActive = true
    await g.stage.settle()
    #expect(label.asked > 0)
  }

  /// A column of texts of any length is as high as its texts at that width.
  static func stacks() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(2)
    let labels = (0..<5).map { _ in UILabel() }
    let stack = UIStackView(arrangedSubviews: labels)
    stack.axis = .vertical
    stack.spacing = 4
    stack.translatesAutoresizingMaskIntoConstraints = false
    g.root.addSubview(stack)
    let width = stack.widthAnchor.constraint(equalToConstant: 100)
    NSLayoutConstraint.activate([
      width, stack.topAnchor.constraint(equalTo: g.root.topAnchor),
      stack.leadingAnchor.constraint(equalTo: g.root.leadingAnchor),
    ])
    var wrong: [String] = []
    for round in 0..<50 {
      width.constant = CGFloat(80 + random.int(300))
      let label = labels[random.int(5)]
      label.text = text(&random)
      label.numberOfLines = random.int(4)
      label.isHidden = random.int(4) == 0
      await g.stage.settle()
      let seen = labels.filter { !$0.isHidden }
      let heights = seen.map { $0.sizeThatFits(CGSize(width: width.constant, height: 1e6)).height }
      let wanted = heights.reduce(4 * CGFloat(max(seen.count - 1, 0)), +)
      if abs(stack.frame.height - wanted) > 1 {
        wrong.append("\(round): \(stack.frame.height), not \(wanted)")
      }
      for (label, height) in zip(seen, heights) where abs(label.frame.height - height) > 0.5 {
        wrong.append("\(round): \(label.frame), not \(height)")
      }
    }
    #expect(wrong.prefix(4) == [])
  }
}
