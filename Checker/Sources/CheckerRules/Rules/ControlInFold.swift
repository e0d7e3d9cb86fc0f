import CaptureFacts
import SourceModel

/// Controls in the middle of the camera's interface, in a program that asks for no reserved region.
struct ControlInFold: Rule {
  let about = RuleDescription(
    name: "control-in-fold", severity: .warning,
    summary: "a control lies in the middle of the camera's view, and nothing asks where the fold is",
    reason: """
      The fold crosses the middle of the inner display, and while the phone is partly open nobody can tap there: a shutter \
      in the middle of the width lies in it in book, one in the middle of the height in tabletop. Ask \
      reservedRegions(kind: .division) in layout and keep controls out of the frames, or let an arrangement place them. In a \
      program that uses nothing of the Duo it is a note: what the fold covers there depends on the SDK that it is built with.
      """,
    sources: ["seed 004, rule 8 and the section on partly folded phones", "reference: reserved regions"],
    scenario: .init("tour", reportRules: ["17"], shows: "in book or tabletop the control lies in the fold"),
    examples: [
      Example(
        "pinned to the middle of the width",
        """
        import AVFoundation
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let shutter = UIButton(type: .system)
          var registration: UISceneAccessoryRegistration?

          override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(shutter)
            shutter.translatesAutoresizingMaskIntoConstraints = false
            NSLayoutConstraint.activate([
              ↓shutter.centerXAnchor.constraint(equalTo: view.centerXAnchor),
              shutter.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
            ])
          }
        }
        """),
      Example(
        "a bar of buttons in a view that the camera's controller has",
        """
        import AVFoundation
        import UIKit

        final class ControlsView: UIView {
          let shutter = UIButton()
          let flip = UIButton()
          private let bar = UIStackView()

          override init(frame: CGRect) {
            super.init(frame: frame)
            for button in [shutter, flip] { bar.addArrangedSubview(button) }
            addSubview(bar)
            let safe = safeAreaLayoutGuide
            ↓bar.centerXAnchor.constraint(equalTo: safe.centerXAnchor).isActive = true
          }

          required init?(coder: NSCoder) { nil }
        }

        final class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()
          let controls = ControlsView()
        }
        """),
      Example(
        "by frames",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let shutter = UIButton()
          let zoom = UISlider()
          let flip = UIButton()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            ↓shutter.center.x = view.bounds.midX
            ↓zoom.center = CGPoint(x: 40, y: view.bounds.height / 2)
            ↓flip.frame = CGRect(x: (view.bounds.width - 60) / 2, y: 20, width: 60, height: 60)
          }
        }
        """),
      Example(
        "asks for the regions",
        """
        import AVFoundation
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let shutter = UIButton()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            shutter.center = CGPoint(x: view.bounds.midX, y: view.bounds.maxY - 60)
            for region in view.reservedRegions(kind: .division) where region.frame.intersects(shutter.frame) {
              shutter.center.x = region.frame.maxX + 40
            }
          }
        }
        """),
      Example(
        "labels and previews may cross the fold",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()
          let notice = UILabel()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            notice.center = view.center
            notice.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
          }
        }
        """),
      Example(
        "in the middle of something smaller, or beside it",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let bar = UIView()
          let shutter = UIButton()
          let flip = UIButton()
          let timer = UIButton()

          override func viewDidLoad() {
            super.viewDidLoad()
            shutter.centerYAnchor.constraint(equalTo: bar.centerYAnchor).isActive = true
            flip.centerXAnchor.constraint(equalTo: shutter.centerXAnchor, constant: 80).isActive = true
            timer.centerXAnchor.constraint(equalTo: view.centerXAnchor, constant: 90).isActive = true
          }
        }
        """),
      Example(
        "another screen",
        """
        import UIKit

        class LoginViewController: UIViewController {
          let button = UIButton()

          override func viewDidLoad() {
            super.viewDidLoad()
            button.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
          }
        }
        """),
    ],
    knownMisses: [
      "stacks and spacers of SwiftUI", "storyboards", "a control that a table of numbers places",
      "regions that are asked for and then not kept clear",
    ],
    knownFalseAlarms: [
      "a view of its own that does not reach over the middle of the display",
      "an app that never turns, with its control in the middle of the other direction",
    ])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let placed = program.interfaceUnits(naming: ["centerXAnchor", "centerYAnchor", "center", "frame"])
    guard !placed.isEmpty else { return [] }
    let interface = CameraInterface(program)
    var found: [Finding] = []
    var seen: Set<String> = []
    let severity: Severity = Self.knowsTheDuo(program) ? .warning : .note
    for unit in placed where interface.contains(unit.type) {
      unit.forEachExpression { site in
        guard let placed = Self.centred(program, site), program.isControl(placed.control),
          let control = program.reference(placed.control),
          seen.insert("\(unit.type ?? ""): \(control)").inserted
        else { return }
        let name = placed.control.expression.lastName ?? "this control"
        found.append(
          Finding(
            self, at: site, "\(name) lies in the middle of the \(placed.axis.rawValue), where the fold is",
            severity: severity))
      }
    }
    return found.isEmpty || Self.asksForRegions(program) ? [] : found
  }

  /// Regions of the fold, or containers that keep to them. Of files whose functions nobody looks into the text is asked.
  private static func asksForRegions(_ program: Program) -> Bool {
    var read: Set<ObjectIdentifier> = []
    for unit in program.units + program.neighbours {
      read.insert(ObjectIdentifier(unit.file))
      if program.somewhere(in: unit, asksForFold) { return true }
    }
    let words = ["reservedRegions", "ArrangementView"].map { SearchWord($0) }
    return program.files.contains { file in
      !read.contains(ObjectIdentifier(file)) && words.contains { $0.stands(in: file.text) }
    }
  }

  private static func asksForFold(_ site: Site) -> Bool {
    if let call = site.call, call.name == "reservedRegions" {
      return call.argument("kind")?.expression.lastName != "occlusion"
    }
    guard case .name(let name) = site.expression.kind else { return false }
    return ["UIArrangementViewController", "ArrangementView"].contains(name)
  }

  private static let duoNames = [
    "SceneAccessory", "CameraCaptureAccessory", "AVCaptureDeviceDirection", "UIHingeInteraction",
    "onHingeChange", "builtInOuterUltraWide", "builtInInnerUltraWide",
  ].map { SearchWord($0) }

  private static func knowsTheDuo(_ program: Program) -> Bool {
    program.files.contains { file in duoNames.contains { $0.stands(in: file.text) } }
  }

  // MARK: The middle

  private enum Axis: String { case width, height }

  /// What a constraint or an assignment puts into the middle of a container.
  private static func centred(_ program: Program, _ site: Site) -> (control: Site, axis: Axis)? {
    if let call = site.call, call.name == "constraint" { return constrained(program, call) }
    guard let assignment = site.assignment, let base = assignment.base else { return nil }
    switch assignment.name {
    case "x", "y":
      guard let (control, name) = base.member, name == "center" else { return nil }
      let axis: Axis = assignment.name == "x" ? .width : .height
      return isMiddle(program, assignment.value, axis) ? (control, axis) : nil
    case "center":
      if let (holder, name) = assignment.value.member, name == "center", isWhole(program, holder, .width) {
        return (base, .width)
      }
      guard let point = assignment.value.call, point.name == "CGPoint" else { return nil }
      if let x = point.argument("x"), isMiddle(program, x, .width) { return (base, .width) }
      if let y = point.argument("y"), isMiddle(program, y, .height) { return (base, .height) }
      return nil
    case "frame":
      guard let frame = assignment.value.call, frame.name == "CGRect" else { return nil }
      if isMiddle(program, frame.argument("x"), .width, spanning: frame.argument("width")) {
        return (base, .width)
      }
      if isMiddle(program, frame.argument("y"), .height, spanning: frame.argument("height")) {
        return (base, .height)
      }
      return nil
    default: return nil
    }
  }

  /// `control.centerXAnchor.constraint(equalTo: view.centerXAnchor)`, without a constant.
  private static func constrained(_ program: Program, _ call: Call) -> (control: Site, axis: Axis)? {
    guard call.arguments.count == 1, let other = call.argument("equalTo"),
      let (control, name) = call.base?.member,
      let axis = ["centerXAnchor": Axis.width, "centerYAnchor": .height][name],
      other.expression.lastName == name
    else { return nil }
    if let (container, _) = other.member {
      return isWhole(program, container, axis) ? (control, axis) : nil
    }
    return isOwnView(program, other, axis) ? (control, axis) : nil
  }

  /// Half of a container's size, or its middle, in this direction.
  private static func isMiddle(_ program: Program, _ site: Site, _ axis: Axis) -> Bool {
    let value = program.value(site)
    switch value.expression.core.kind {
    case .member(let base, let name):
      let inner = value.inside(base)
      if name == (axis == .width ? "midX" : "midY") { return isSize(program, inner, axis) }
      guard name == (axis == .width ? "x" : "y"), let (holder, center) = inner.member, center == "center"
      else {
        return false
      }
      return isWhole(program, holder, axis)
    case .binary(let left, let sign, let right):
      guard case .literal(let number) = right.core.kind,
        sign == "/" && ["2", "2.0"].contains(number) || sign == "*" && number == "0.5"
      else { return false }
      return isExtent(program, value.inside(left), axis)
    default: return false
    }
  }

  /// `(view.bounds.width - w) / 2` or `view.bounds.midX - w / 2`, where the frame is `w` wide.
  private static func isMiddle(_ program: Program, _ site: Site?, _ axis: Axis, spanning size: Site?) -> Bool
  {
    guard let site, let size, case .binary(let left, let sign, let right) = site.expression.core.kind else {
      return false
    }
    switch (left.core.kind, sign) {
    case (.binary(let whole, "-", let part), "/"):
      guard case .literal(let number) = right.core.kind, ["2", "2.0"].contains(number) else { return false }
      let inner = site.inside(left)
      return inner.inside(part).text == size.text && isExtent(program, inner.inside(whole), axis)
    case (_, "-"):
      guard case .binary(let part, "/", let two) = right.core.kind, case .literal(let number) = two.core.kind,
        ["2", "2.0"].contains(number)
      else { return false }
      return site.inside(right).inside(part).text == size.text && isMiddle(program, site.inside(left), axis)
    default: return false
    }
  }

  /// `view.bounds.width`, `frame.size.height`.
  private static func isExtent(_ program: Program, _ site: Site, _ axis: Axis) -> Bool {
    let value = program.value(site)
    guard let (base, name) = value.member, name == axis.rawValue else { return false }
    if let (inner, size) = base.member, size == "size" { return isSize(program, inner, axis) }
    return isSize(program, base, axis)
  }

  /// `view.bounds`, `bounds`, `view.safeAreaLayoutGuide.layoutFrame`.
  private static func isSize(_ program: Program, _ site: Site, _ axis: Axis) -> Bool {
    let value = program.value(site)
    if let (holder, name) = value.member, ["bounds", "frame", "layoutFrame"].contains(name) {
      return isWhole(program, holder, axis)
    }
    guard case .name(let name) = value.expression.core.kind, ["bounds", "frame"].contains(name) else {
      return false
    }
    return isOwnView(program, value, axis)
  }

  /// What fills the screen, as far as one may think: a view controller's view, or its safe area.
  private static func isWhole(_ program: Program, _ site: Site, _ axis: Axis) -> Bool {
    let value = program.value(site)
    switch value.expression.core.kind {
    case .member(let base, let name) where ["safeAreaLayoutGuide", "layoutMarginsGuide"].contains(name):
      return isWhole(program, value.inside(base), axis)
    case .member(let base, "view"): return base.core.lastName == "self"
    case .name("view"): return isOf(program, value, ["UIViewController"])
    case .name("safeAreaLayoutGuide"): return isOf(program, value, ["UIView"]) && !isSmall(program, value)
    case .name("self"), .name("superview"): return isOwnView(program, value, axis)
    default: return false
    }
  }

  /// Inside a view of the program. A bar along an edge has its own middle of the height; that of its width is the display's.
  private static func isOwnView(_ program: Program, _ site: Site, _ axis: Axis) -> Bool {
    axis == .width && isOf(program, site, ["UIView"]) && !isSmall(program, site)
  }

  private static func isOf(_ program: Program, _ site: Site, _ types: Set<String>) -> Bool {
    site.unit.type.map { program.isType($0, among: types) } ?? false
  }

  /// Controls and cells do not fill a screen.
  private static func isSmall(_ program: Program, _ site: Site) -> Bool {
    isOf(
      program, site,
      [
        "UIControl", "UIButton", "UITableViewCell", "UICollectionViewCell", "UICollectionReusableView",
        "UITableViewHeaderFooterView", "UIStackView",
      ])
  }
}
