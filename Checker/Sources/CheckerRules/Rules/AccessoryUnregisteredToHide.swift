import CaptureFacts
import SourceModel

/// `unregisterSceneAccessory` where `isEnabled` is meant.
struct AccessoryUnregisteredToHide: Rule {
  let about = RuleDescription(
    name: "accessory-unregistered-to-hide", severity: .warning,
    summary: "a scene accessory is unregistered and registered again to hide and show it",
    reason: """
      An accessory that is unregistered loses its scene and all its state, and registering it again makes it compete for \
      the outer display anew. isEnabled of the registration hides the content and lets it come back; unregister when the \
      capture interface is gone for good.
      """,
    sources: ["seed 003 section 3", "reference: scene accessories"],
    examples: [
      Example(
        "a switch that unregisters",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)

          func showsScript(_ shows: Bool) {
            if shows {
              registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
            } else if let registration {
              ↓unregisterSceneAccessory(registration)
            }
          }
        }
        """),
      Example(
        "a button's toggle",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)

          @objc func toggle() {
            guard let old = registration else {
              registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
              return
            }
            ↓unregisterSceneAccessory(old)
            registration = nil
          }
        }
        """),
      Example(
        "hidden and shown in two functions",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?
          let configuration = UISceneConfiguration(name: "Countdown", sessionRole: .windowApplication)

          func hideCountdown() {
            if let registration { ↓unregisterSceneAccessory(registration) }
          }

          func showCountdown() {
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }
        }
        """),
      Example(
        "enabled and disabled",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)

          override func viewDidLoad() {
            super.viewDidLoad()
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }

          func showsScript(_ shows: Bool) {
            registration?.isEnabled = shows
          }
        }
        """),
      Example(
        "unregistered when the screen goes",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)

          override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }

          override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            if let registration { unregisterSceneAccessory(registration) }
          }
        }
        """),
      Example(
        "replaced by another kind of content",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          var registration: UISceneAccessoryRegistration?

          func use(_ configuration: UISceneConfiguration) {
            if let registration { unregisterSceneAccessory(registration) }
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }
        }
        """),
    ],
    knownMisses: ["a registration that another object holds"],
    knownFalseAlarms: ["a screen that is left by a function with another name than UIKit's"])

  static let leaving: Set<String> = [
    "viewWillDisappear", "viewDidDisappear", "deinit", "didMove", "willMove", "sceneDidDisconnect", "dismiss",
    "close",
    "tearDown", "stop", "cleanUp", "finish",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["unregisterSceneAccessory"]).flatMap { unit -> [Finding] in
      var removed: [Site] = []
      unit.forEachExpression { site in
        if let call = site.call, call.name == "unregisterSceneAccessory" { removed.append(site) }
      }
      guard !removed.isEmpty, let function = unit.function, !Self.leaving.contains(function.name) else {
        return []
      }
      let callers = program.callers(of: function).compactMap { program.namedFunction(around: $0)?.name }
      if !callers.isEmpty, callers.allSatisfy(Self.leaving.contains) { return [] }
      let registersAgain = program.somewhere(inType: unit.type, of: unit.file) { site in
        site.call?.name == "registerSceneAccessory"
          && program.namedFunction(around: site)?.name != "viewDidLoad"
      }
      return removed.compactMap { site in
        // Followed by a registration in the same way through the function: it is replaced.
        guard registersAgain, !isReplaced(program, site, unit) else { return nil }
        return Finding(self, at: site, "unregistering loses the accessory's scene; isEnabled hides it")
      }
    }
  }

  private func isReplaced(_ program: Program, _ site: Site, _ unit: CodeUnit) -> Bool {
    program.somewhere(in: unit) { other in
      guard other.call?.name == "registerSceneAccessory", other.span.start > site.span.end else {
        return false
      }
      // Not the other branch of the same question.
      return !other.around.contains { node in
        guard case .statement(let statement) = node, case .branch(let branch) = statement.kind else {
          return false
        }
        return branch.otherwise != nil && statement.span.contains(site.span)
      }
    }
  }
}
