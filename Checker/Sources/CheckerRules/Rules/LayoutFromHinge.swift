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
    knownMisses: ["an angle that is kept and read in layout"],
    knownFalseAlarms: ["a frame that only an effect uses"])

  static let layoutNames: Set<String> = [
    "frame", "bounds", "center", "constant", "isActive", "axis", "columns", "columnCount", "numberOfColumns",
    "contentInset",
    "layoutMargins", "spacing", "preferredDisplayMode",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["UIHingeInteraction", "onHingeChange"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.anyAssignment,
          Self.layoutNames.contains(assignment.name) || assignment.name.lowercased().contains("column"),
          Self.isInHingeHandler(site)
        else { return }
        found.append(
          Finding(self, at: site, "\(assignment.name) is set from the hinge; lay out from size and regions"))
      }
      return found
    }
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
