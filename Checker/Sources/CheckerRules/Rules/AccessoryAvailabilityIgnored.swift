import CaptureFacts
import SourceModel

/// An accessory whose availability nothing reads.
struct AccessoryAvailabilityIgnored: Rule {
  let about = RuleDescription(
    name: "accessory-availability-ignored", severity: .warning,
    summary: "a scene accessory is registered, and nothing asks whether it can be shown",
    reason: """
      The system shows the accessory on the outer display when it will, and takes it away when the phone closes, in Split \
      View, or when capture ends. Controls for it that stay on the screen then do nothing. Read isAvailable of the \
      registration in updateProperties or layoutSubviews, or onAvailabilityChange in SwiftUI, and hide them.
      """,
    sources: ["seeds 001 and 003 section 3", "reference: scene accessories"],
    examples: [
      Example(
        "registered and forgotten",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)
          var registration: UISceneAccessoryRegistration?

          override func viewDidLoad() {
            super.viewDidLoad()
            registration = ↓registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }
        }
        """),
      Example(
        "a switch for it that is always there",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)
          lazy var registration = ↓registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))

          @objc func toggle() {
            registration.isEnabled.toggle()
          }
        }
        """),
      Example(
        "SwiftUI, with a binding",
        """
        import SwiftUI

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          @State private var showsScript = true

          var body: some View {
            Toggle("Script", isOn: $showsScript)
              .sceneAccessory {
                ↓CameraCaptureAccessory(isEnabled: $showsScript) { Text("Hello") }
              }
          }
        }
        """),
      Example(
        "read in updateProperties",
        """
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)
          let scriptSwitch = UISwitch()
          var registration: UISceneAccessoryRegistration?

          override func viewDidLoad() {
            super.viewDidLoad()
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }

          override func updateProperties() {
            super.updateProperties()
            scriptSwitch.isHidden = registration?.isAvailable != true
          }
        }
        """),
      Example(
        "SwiftUI, with its availability",
        """
        import SwiftUI

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          @State private var showsScript = true
          @State private var isAvailable = false

          var body: some View {
            Toggle("Script", isOn: $showsScript)
              .disabled(!isAvailable)
              .sceneAccessory {
                CameraCaptureAccessory(isEnabled: $showsScript) { Text("Hello") }
                  .onAvailabilityChange { isAvailable = $0 }
              }
          }
        }
        """),
      Example(
        "SwiftUI, without any control for it",
        """
        import SwiftUI

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          var body: some View {
            Color.black.sceneAccessory {
              CameraCaptureAccessory { Text("Smile") }
            }
          }
        }
        """),
    ],
    knownMisses: ["availability that is read and not used"],
    knownFalseAlarms: ["UIKit apps that show something without any control for it"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    var registered: [Site] = []
    var reads = false
    let names: Set<String> = [
      "registerSceneAccessory", "CameraCaptureAccessory", "onAvailabilityChange", "isAvailable",
    ]
    for unit in program.units(naming: names) {
      unit.forEachExpression { site in
        if let call = site.call {
          if call.name == "registerSceneAccessory" { registered.append(site) }
          if call.name == "CameraCaptureAccessory", call.argument("isEnabled") != nil {
            registered.append(site)
          }
          if call.name == "onAvailabilityChange" { reads = true }
        }
        if let (base, name) = site.member, name == "isAvailable",
          program.type(of: base).map({ $0.base == "UISceneAccessoryRegistration" }) ?? true
        {
          reads = true
        }
        if case .keyPath(_, let names) = site.expression.kind, names.contains("isAvailable") { reads = true }
      }
    }
    guard !reads else { return [] }
    return registered.map { Finding(self, at: $0, "nothing reads whether this accessory is available") }
  }
}
