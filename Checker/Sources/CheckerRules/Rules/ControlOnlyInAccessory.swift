import CaptureFacts
import SourceModel

/// Something that people can do in the accessory alone.
struct ControlOnlyInAccessory: Rule {
  let about = RuleDescription(
    name: "control-only-in-accessory", severity: .warning,
    summary: "a control is in the accessory only, or leaves the app's own scene while there is an accessory",
    reason: """
      The system shows the accessory when it will and takes it away at any moment: when the phone closes, in Split View, \
      when capture ends. A shutter or a timer that is there and not in the app's own scene is then out of reach, and the \
      person who holds the phone never had it. Keep every control in the app's own scene, and give the accessory copies.
      """,
    sources: ["seeds 001 and 003 section 3", "report card, rule 35"],
    scenario: .init(
      "tour", reportRules: ["35"], shows: "open, the control is in the accessory and nowhere else"),
    examples: [
      Example(
        "hidden while the accessory can be shown",
        """
        import AVFoundation
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          let session = AVCaptureSession()
          func takePhoto() {}
        }

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let camera = Camera()
          let shutter = UIButton()
          var registration: UISceneAccessoryRegistration?

          override func viewDidLoad() {
            super.viewDidLoad()
            let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
            configuration.delegateClass = OuterDelegate.self
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
            shutter.addAction(UIAction { [camera] _ in camera.takePhoto() }, for: .touchUpInside)
          }

          override func updateProperties() {
            super.updateProperties()
            ↓shutter.isHidden = registration?.isAvailable == true
          }
        }

        @available(iOS 27.1, *)
        final class OuterDelegate: UIResponder, UIWindowSceneDelegate {
          let controller = OuterViewController(camera: Camera())
        }

        @available(iOS 27.1, *)
        final class OuterViewController: UIViewController {
          let camera: Camera
          let shutter = UIButton()

          init(camera: Camera) {
            self.camera = camera
            super.init(nibName: nil, bundle: nil)
          }

          required init?(coder: NSCoder) { nil }

          override func viewDidLoad() {
            super.viewDidLoad()
            shutter.addAction(UIAction { [camera] _ in camera.takePhoto() }, for: .touchUpInside)
          }
        }
        """),
      Example(
        "SwiftUI, hidden while the accessory can be shown",
        """
        import AVFoundation
        import SwiftUI

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          let session = AVCaptureSession()
          func takePhoto() {}
        }

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          let camera: Camera
          @State private var isAvailable = false

          var body: some View {
            VStack {
              if !isAvailable {
                Button("Shutter") { ↓camera.takePhoto() }
              }
            }
            .sceneAccessory {
              CameraCaptureAccessory {
                Button("Shutter") { camera.takePhoto() }
              }
              .onAvailabilityChange { isAvailable = $0 }
            }
          }
        }
        """),
      Example(
        "in the accessory and nowhere else",
        """
        import AVFoundation
        import SwiftUI

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          let session = AVCaptureSession()
          func startTimer() {}
        }

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          let camera: Camera

          var body: some View {
            Color.black.sceneAccessory {
              CameraCaptureAccessory {
                Button("Timer") { ↓camera.startTimer() }
              }
            }
          }
        }
        """),
      Example(
        "copies in the accessory; what is about the accessory comes and goes with it",
        """
        import AVFoundation
        import SwiftUI

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          let session = AVCaptureSession()
          func takePhoto() {}
          func showScript() {}
        }

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          let camera: Camera
          @State private var isAvailable = false

          var body: some View {
            VStack {
              Button("Shutter") { camera.takePhoto() }
              if isAvailable {
                Button("Script") { camera.showScript() }
              }
            }
            .sceneAccessory {
              CameraCaptureAccessory {
                Button("Shutter") { camera.takePhoto() }
                Button("Script") { camera.showScript() }
              }
              .onAvailabilityChange { isAvailable = $0 }
            }
          }
        }
        """),
      Example(
        "a switch for the accessory, hidden where there is none",
        """
        import AVFoundation
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let outer = UIButton()
          var registration: UISceneAccessoryRegistration?
          var offersOuter = false { didSet { outer.isHidden = !offersOuter } }

          override func viewDidLoad() {
            super.viewDidLoad()
            let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
            configuration.delegateClass = OuterDelegate.self
            registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
          }

          override func updateProperties() {
            super.updateProperties()
            offersOuter = registration?.isAvailable == true
          }
        }

        final class OuterDelegate: UIResponder, UIWindowSceneDelegate {}
        """),
      Example(
        "a tap on the accessory's picture",
        """
        import AVFoundation
        import SwiftUI

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          let session = AVCaptureSession()
          func focusOnFaces() {}
        }

        @available(iOS 27.1, *)
        struct CaptureScreen: View {
          let camera: Camera

          var body: some View {
            Color.black.sceneAccessory {
              CameraCaptureAccessory {
                Color.gray.onTapGesture { camera.focusOnFaces() }
              }
            }
          }
        }
        """),
    ],
    knownMisses: [
      "an accessory whose delegate class is not named in the sources",
      "a control without an action in the sources, and one whose action ends in the accessory's own types",
      "two controls that do the same with different functions",
    ],
    knownFalseAlarms: ["a control whose work the app does by itself as soon as the accessory is gone"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let accessory = AccessoryCode(program)
    let actions = accessory.actions()
    guard !actions.isEmpty else { return [] }
    return onlyThere(program, accessory, actions) + hiddenMeanwhile(program, accessory, actions)
  }

  // MARK: Nowhere else

  private func onlyThere(_ program: Program, _ accessory: AccessoryCode, _ actions: [AccessoryCode.Action])
    -> [Finding]
  {
    var used: Set<String> = []
    for unit in program.units + program.neighbours {
      unit.forEachExpression { site in
        guard let name = site.expression.lastName, !accessory.contains(site) else { return }
        used.insert(name)
      }
    }
    // A file whose functions nobody looks into may call it all the same.
    let seen = Set((program.units + program.neighbours).map { ObjectIdentifier($0.file) })
    let others = program.files.filter { !seen.contains(ObjectIdentifier($0)) }
    return actions.filter { action in
      let name = action.function.name
      guard !used.contains(name) else { return false }
      let word = SearchWord(name)
      return !others.contains { word.stands(in: $0.text) }
    }
    .map { action in
      Finding(
        self, at: action.call, "nothing but this control of the accessory calls \(action.function.name)")
    }
  }

  // MARK: Hidden meanwhile

  private func hiddenMeanwhile(
    _ program: Program, _ accessory: AccessoryCode, _ actions: [AccessoryCode.Action]
  ) -> [Finding] {
    let availability = AccessoryAvailability(program)
    var found: [Finding] = []
    for unit in program.units + program.neighbours {
      unit.forEachExpression { site in
        guard !accessory.contains(site) else { return }
        if let assignment = site.assignment, assignment.name == "isHidden", let control = assignment.base,
          availability.follows(assignment.value) == true, program.isControl(control)
        {
          let name = control.expression.lastName ?? "this control"
          found.append(
            Finding(
              self, at: site,
              "\(name) is hidden while the accessory can be shown, and has a copy there at most",
              related: [.init(actions[0].call, "the accessory has a control of its own")]))
        }
        // SwiftUI: a button in a branch that is there while no accessory is.
        guard let call = site.call, AccessoryCode.isInAction(site),
          let copy = actions.first(where: { action in
            program.targets(of: call).contains { $0.function === action.function }
          }), availability.isOnlyWithout(site)
        else { return }
        found.append(
          Finding(
            self, at: site,
            "\(call.name) is out of reach while the accessory can be shown, but for the accessory",
            related: [.init(copy.call, "the accessory's control")]))
      }
    }
    return found
  }
}

/// What is true exactly while the accessory can be shown.
private struct AccessoryAvailability {
  let program: Program

  init(_ program: Program) { self.program = program }

  /// True for a condition that holds while the accessory is available (and may ask for more), false for one that holds
  /// while it is not, nil where nothing says either.
  func follows(_ site: Site, _ depth: Int = 0) -> Bool? {
    guard depth < 6 else { return nil }
    let core = site.expression.core
    switch core.kind {
    case .prefix("!", let inner): return follows(site.inside(inner), depth + 1).map { !$0 }
    case .binary(let left, let sign, let right):
      switch (sign, right.core.kind) {
      case ("==", .literal("true")), ("??", .literal), ("!=", .literal("false")):
        return follows(site.inside(left), depth + 1)
      case ("==", .literal("false")), ("!=", .literal("true")):
        return follows(site.inside(left), depth + 1).map { !$0 }
      case ("&&", _), ("||", _):
        let both = [left, right].compactMap { follows(site.inside($0), depth + 1) }
        return Set(both).count == 1 ? both[0] : nil
      default: return nil
      }
    case .member(let base, let name):
      let inner = site.inside(base)
      if name == "isAvailable", let type = program.type(of: inner)?.base {
        return type == "UISceneAccessoryRegistration" ? true : nil
      }
      guard let owner = program.type(of: inner)?.base else { return nil }
      return property(name, of: owner, depth)
    case .name(let name):
      switch program.definition(of: name, at: site) {
      case .local(let binding, let value?, _) where binding.isConstant: return follows(value, depth + 1)
      case .parameter(_, let closure, let around) where closure.form == .closure:
        return CallOfClosure(closure, around: around)?.callee.lastName == "onAvailabilityChange" ? true : nil
      case .property(_, let owner?): return property(name, of: owner, depth)
      default: break
      }
      guard name == "$0" else { return nil }
      for depth in site.around.indices.reversed() {
        guard case .function(let closure) = site.around[depth], closure.form == .closure else { continue }
        let call = CallOfClosure(closure, around: Array(site.around[...depth]))
        return call?.callee.lastName == "onAvailabilityChange" ? true : nil
      }
      return nil
    default: return nil
    }
  }

  /// A property of the program, by what is assigned to it, or by its getter.
  private func property(_ name: String, of owner: String, _ depth: Int) -> Bool? {
    guard let property = program.types[owner]?.properties[name] else { return nil }
    if !property.isStored {
      guard let body = property.accessors.first(where: { $0.name == "get" })?.body,
        body.statements.count == 1, let unit = program.unit(of: property)
      else { return nil }
      let value: Expression
      switch body.statements[0].kind {
      case .expression(let only), .return(let only?): value = only
      default: return nil
      }
      return follows(
        Site(unit: unit, expression: value, around: [.property(property), .block(body)]), depth + 1)
    }
    var all: Set<Bool> = []
    var isKnown = true
    for unit in program.units + program.neighbours {
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == name else { return }
        let holder = assignment.base.map { program.type(of: $0)?.base } ?? unit.type
        guard holder == owner else { return }
        if let follows = follows(assignment.value, depth + 1) { all.insert(follows) } else { isKnown = false }
      }
    }
    return isKnown && all.count == 1 ? all.first : nil
  }

  /// Does a branch around the site run only while no accessory is available?
  func isOnlyWithout(_ site: Site) -> Bool {
    for depth in site.around.indices {
      let statement: Statement
      switch site.around[depth] {
      case .statement(let one): statement = one
      case .expression(let expression):
        guard case .statement(let one) = expression.kind else { continue }
        statement = one
      default: continue
      }
      guard case .branch(let branch) = statement.kind, branch.conditions.count == 1,
        case .expression(let condition) = branch.conditions[0].kind
      else { continue }
      let asked = Site(
        unit: site.unit, expression: condition, around: Array(site.around[..<depth]) + [.statement(statement)]
      )
      guard let follows = follows(asked) else { continue }
      let inThen = branch.then.span.contains(site.span)
      if follows != inThen { return true }
    }
    return false
  }
}
