import CaptureFacts
import SourceModel

/// Layout computed from the hinge angle.
struct LayoutFromHinge: Rule {
  let about = RuleDescription(
    name: "layout-from-hinge", severity: .warning,
    summary: "frames, columns or constraints are computed from the hinge angle",
    reason: """
      The hinge angle is for effects. It says nothing of the display that the app is on, of Split View, or of the region \
      that the fold takes; a layout from it is wrong on the outer display and jumps while the phone is opened. Lay out from \
      the size, the traits and the reserved regions, or use an arrangement.
      """,
    sources: ["seed 003 section 4"],
    scenario: .init("fold", reportRules: ["17"], shows: "controls lie in the fold"),
    examples: [
      Example(
        "frames in a hinge interaction",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let shutter = UIButton()

          override func viewDidLoad() {
            super.viewDidLoad()
            view.addInteraction(UIHingeInteraction { [unowned self] _, update in
              guard let hinge = update.hinge else { return }
              ↓shutter.frame = CGRect(x: 0, y: hinge.angle * 90, width: 80, height: 80)
            })
          }
        }
        """),
      Example(
        "a constraint",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var bottom: NSLayoutConstraint!

          func watch() {
            let interaction = UIHingeInteraction { [weak self] _, update in
              ↓self?.bottom.constant = (update.hinge?.angle ?? 0) < 2.5 ? 300 : 20
            }
            view.addInteraction(interaction)
          }
        }
        """),
      Example(
        "columns in SwiftUI",
        """
        import SwiftUI

        @available(iOS 27.1, *)
        struct Screen: View {
          @State private var columns = 1

          var body: some View {
            Color.black.onHingeChange { _, new in
              ↓columns = new.hinge?.status == .fullyOpen ? 2 : 1
            }
          }
        }
        """),
      Example(
        "kept, and read in layout",
        """
        import SwiftUI
        import UIKit

        @available(iOS 27.1, *)
        struct Screen: View {
          @State private var angle = Angle.degrees(180)
          @State private var isWide = true

          var body: some View {
            Color.black
              .frame(width: ↓isWide ? 400 : 200, height: 100)
              .padding(.top, ↓angle.degrees / 2)
              .opacity(angle.degrees / 180)
              .rotation3DEffect(angle, axis: (x: 1, y: 0, z: 0))
              .onHingeChange { _, new in
                angle = new.hinge?.angle ?? .degrees(180)
                isWide = new.hinge?.status == .fullyOpen
              }
          }
        }

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let panel = UIView()
          var angle = 0.0

          override func viewDidLoad() {
            super.viewDidLoad()
            view.addInteraction(UIHingeInteraction { [unowned self] _, update in
              angle = update.hinge?.angle ?? 0
              ↓panel.frame.size.width = angle
              view.setNeedsLayout()
            })
          }

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            panel.frame.origin.y = ↓self.angle * 100
            panel.alpha = angle
          }
        }
        """),
      Example(
        "an effect",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let shade = UIView()

          override func viewDidLoad() {
            super.viewDidLoad()
            view.addInteraction(UIHingeInteraction { [unowned self] _, update in
              shade.alpha = (update.hinge?.angle ?? .pi) / .pi
            })
          }
        }
        """),
      Example(
        "layout from the size",
        """
        import UIKit

        class CameraViewController: UIViewController {
          let shutter = UIButton()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            shutter.frame = CGRect(x: view.bounds.midX - 40, y: view.bounds.maxY - 100, width: 80, height: 80)
          }
        }
        """),
      Example(
        "a sound",
        """
        import SwiftUI

        @available(iOS 27.1, *)
        struct Screen: View {
          @State private var isNearlyClosed = false

          var body: some View {
            Color.black.onHingeChange { _, new in
              isNearlyClosed = (new.hinge?.angle ?? .degrees(180)) < .degrees(20)
            }
          }
        }
        """),
    ],
    knownMisses: ["an angle that is handed to another type, or decides between two views"],
    knownFalseAlarms: ["a frame that only an effect uses"])

  static let layoutNames: Set<String> = [
    "frame", "bounds", "center", "constant", "isActive", "axis", "columns", "columnCount", "numberOfColumns",
    "contentInset",
    "layoutMargins", "spacing", "preferredDisplayMode",
  ]

  /// Calls whose arguments are sizes and places; an effect such as `opacity` or `rotationEffect` is none.
  static let layoutCalls: Set<String> = [
    "frame", "padding", "position", "containerRelativeFrame", "LazyVGrid", "LazyHGrid", "GridItem",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["UIHingeInteraction", "onHingeChange"]).flatMap { unit in
      var found: [Finding] = []
      var kept: Set<String> = []
      unit.forEachExpression { site in
        guard let assignment = site.anyAssignment, Self.isInHingeHandler(site) else { return }
        if let name = Self.layoutName(assignment) {
          found.append(
            Finding(self, at: site, "\(name) is set from the hinge; lay out from size and regions"))
        } else if assignment.base.map({ $0.expression.core.isSelf }) ?? true,
          Self.mentions(assignment.value, ["hinge", "angle"])
        {
          kept.insert(assignment.name)
        }
      }
      guard !kept.isEmpty, unit.type != nil else { return found }
      for other in program.units(ofType: unit.type, in: unit.file) {
        other.forEachExpression { site in
          guard let name = property(program, site), kept.contains(name), !Self.isInHingeHandler(site),
            Self.isLaidOut(site)
          else { return }
          found.append(
            Finding(self, at: site, "\(name) comes from the hinge; lay out from size and regions"))
        }
      }
      return found
    }
  }

  /// The property of the type that is read here: `angle`, `self.angle`.
  private func property(_ program: Program, _ site: Site) -> String? {
    switch site.expression.kind {
    case .name(let name):
      guard case .property? = program.definition(of: name, at: site) else { return nil }
      return name
    case .member(let base, let name): return base.core.isSelf ? name : nil
    default: return nil
    }
  }

  /// What of a view's layout is set: `frame`, also through `frame.size.width`; nil for something else.
  private static func layoutName(_ assignment: Assignment) -> String? {
    if layoutNames.contains(assignment.name) || assignment.name.lowercased().contains("column") {
      return assignment.name
    }
    var walk = assignment.base?.expression.core
    while let here = walk, case .member(let base, let name) = here.kind {
      if ["frame", "bounds", "center"].contains(name) { return name }
      walk = base.core
    }
    return nil
  }

  /// Is the value read for a size or a place: an argument of a layout call, or set as one?
  private static func isLaidOut(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated().reversed() {
      guard case .expression(let outer) = node else { return false }
      switch outer.kind {
      case .call(let callee, let arguments) where arguments.contains { $0.value.span.contains(site.span) }:
        if layoutCalls.contains(callee.lastName ?? "") { return true }
      case .assign(_, _, let value) where value.span.contains(site.span):
        let whole = Site(unit: site.unit, expression: outer, around: Array(site.around[..<depth]))
        return whole.anyAssignment.map { layoutName($0) != nil } ?? false
      case .closure: return false
      default: break
      }
    }
    return false
  }

  private static func mentions(_ site: Site, _ names: Set<String>) -> Bool {
    var found = false
    Node.expression(site.expression).walk { node, _ in
      if case .expression(let expression) = node, names.contains(expression.lastName ?? "") { found = true }
      return !found
    }
    return found
  }

  private static func isInHingeHandler(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated() {
      guard case .function(let function) = node, function.form == .closure,
        let call = CallOfClosure(function, around: Array(site.around[...depth])),
        let name = call.callee.lastName
      else { continue }
      if ["UIHingeInteraction", "onHingeChange"].contains(name) { return true }
    }
    return false
  }
}

extension Expression {
  fileprivate var isSelf: Bool {
    if case .name("self") = kind { return true }
    return false
  }
}
