import CaptureFacts
import SourceModel

/// A new name outside an availability guard.
struct AvailabilityMissing: Rule {
  let about = RuleDescription(
    name: "availability-missing", severity: .warning,
    summary:
      "a name of iOS 27 is used without an availability guard, or built for Mac Catalyst, which lacks it",
    reason: """
      The direction coordinator, the physical front cameras and camera accessories are iOS 27.1; scene accessories and \
      updateProperties are of their own versions. Below them the app does not compile or does not start. Put such code \
      behind if #available(iOS 27.1, *) or @available, and the two camera types behind \
      #if !targetEnvironment(macCatalyst), where they do not exist.
      """,
    sources: ["seed 003", "seed 004, deploying below iOS 27.1"],
    examples: [
      Example(
        "no guard",
        """
        import AVKit
        import UIKit

        class CameraViewController: UIViewController {
          func follow() -> Any {
            ↓AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [↓.builtInOuterUltraWideCamera])
          }

          func title() -> String {
            if #available(iOS 16.0, *) { return "new" }
            return "old"
          }
        }
        """),
      Example(
        "in a statement that may be left out",
        """
        import UIKit

        final class CameraViewController: UIViewController {
          let hinge = UIView()

          func add(_ configuration: UISceneConfiguration) {
            if #available(iOS 26.0, *) { print("glass") }
            ↓registerSceneAccessory(↓.cameraCapture(sceneConfiguration: configuration)) // for the script
            hinge.isHidden = false
          }
        }
        """,
        fixed: """
          import UIKit

          final class CameraViewController: UIViewController {
            let hinge = UIView()

            func add(_ configuration: UISceneConfiguration) {
              if #available(iOS 26.0, *) { print("glass") }
              if #available(iOS 27.1, *) {
                registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
              } // for the script
              hinge.isHidden = false
            }
          }
          """),
      Example(
        "a guard for an older version",
        """
        import AVFoundation

        func outer() -> AVCaptureDevice.DeviceType? {
          if #available(iOS 26.0, *) {
            return ↓AVCaptureDevice.DeviceType.builtInInnerUltraWideCamera
          }
          return nil
        }
        """),
      Example(
        "outside the branch",
        """
        import UIKit

        class CameraViewController: UIViewController {
          let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)
          var registration: Any?

          func register() {
            if #available(iOS 27.1, *) {
              print("there are accessories")
            }
            registration = ↓registerSceneAccessory(↓.cameraCapture(sceneConfiguration: configuration))
          }
        }
        """),
      Example(
        "guarded by an attribute",
        """
        import AVKit
        import UIKit

        #if !targetEnvironment(macCatalyst)
        @available(iOS 27.1, *)
        final class Follower {
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          @MainActor func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera])
          }
        }
        #endif
        """),
      Example(
        "guarded by a condition, or by leaving early",
        """
        import AVFoundation

        func types() -> [AVCaptureDevice.DeviceType] {
          if #available(iOS 27.1, *) {
            return [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
          }
          return [.builtInWideAngleCamera]
        }

        func more() -> [AVCaptureDevice.DeviceType] {
          guard #available(iOS 27.1, *) else { return [] }
          return [.builtInOuterUltraWideCamera]
        }
        """),
      Example(
        "nothing says that the app runs on older systems",
        """
        import AVFoundation

        let types: [AVCaptureDevice.DeviceType] = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
        """),
      Example(
        "names of the app's own",
        """
        import Foundation

        enum Camera {
          case builtInOuterUltraWideCamera
          static let all: [Camera] = []
        }

        func cameraCapture(_ name: String) {}
        let capture: Void = cameraCapture("x")
        """),
    ],
    knownMisses: [
      "an app whose deployment target nobody tells and that has no availability guard anywhere: it may need none"
    ],
    knownFalseAlarms: [
      "an app that kept old guards but runs on iOS 27.1 and later only: say so with --ios 27.1"
    ])

  /// Names by the version of iOS that has them first.
  static let names: [String: [Int]] = [
    "AVCaptureDeviceDirectionCoordinator": [27, 1], "builtInOuterUltraWideCamera": [27, 1],
    "builtInInnerUltraWideCamera": [27, 1], "CameraCaptureAccessory": [27, 1], "cameraCapture": [27, 1],
    "windowCameraCaptureAccessory": [27, 1], "UIHingeInteraction": [27, 1], "onHingeChange": [27, 1],
    "ArrangementView": [27, 1], "registerSceneAccessory": [27], "unregisterSceneAccessory": [27],
  ]
  static let notOnCatalyst = PhysicalFront.types

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let runsOnOlder = settings.deploymentTarget != nil || program.files.contains(where: \.asksForVersions)
    return program.units(naming: Set(Self.names.keys)).flatMap { unit -> [Finding] in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let name = name(site), let version = Self.names[name], !isOwn(program, name),
          isMeant(site, name)
        else {
          return
        }
        if let target = settings.deploymentTarget, !target.isBefore(version) {
          // Old enough systems are left out already.
        } else if runsOnOlder, !program.isGuarded(site, from: version) {
          found.append(
            Finding(
              self, at: site,
              "\(name) needs iOS \(Self.written(version)) and has no guard", fix: fix(site)))
          return
        }
        if settings.buildsForCatalyst == true, Self.notOnCatalyst.contains(name),
          !site.file.withoutCatalyst.contains(where: { $0.contains(site.span) })
        {
          found.append(Finding(self, at: site, "\(name) does not exist on Mac Catalyst"))
        }
      }
      return found
    }
  }

  private static func written(_ version: [Int]) -> String { version.map(String.init).joined(separator: ".") }

  /// Asks for the version around the statement, where nothing after it needs what it does: a call or an assignment in a
  /// function, not what a function gives back, nor what an initialiser or a builder of views is made of.
  private func fix(_ site: Site) -> Fix? {
    guard
      let depth = site.around.lastIndex(where: { node in
        if case .statement = node { return true }
        return false
      }), case .statement(let statement) = site.around[depth], case .expression(let whole) = statement.kind,
      depth > 0, case .block(let block) = site.around[depth - 1], site.file.startsLine(statement.span.start),
      let function = site.function, function.form == .function,
      function.result == nil || block.statements.count > 1,
      !function.attributes.contains(where: { $0.name.hasSuffix("Builder") })
    else { return nil }
    switch whole.core.kind {
    case .assign, .call: break
    default: return nil
    }
    // One question for all names in the statement.
    var version: [Int] = []
    Node.statement(statement).walk { node, _ in
      if case .expression(let expression) = node, let named = expression.lastName.flatMap({ Self.names[$0] }),
        version.isBefore(named)
      {
        version = named
      }
      return true
    }
    return Fix(
      "ask for the version first",
      [site.file.wrapped(statement.span, if: "#available(iOS \(Self.written(version)), *)")])
  }

  /// The name that this very expression writes, so that `a.b` is told once.
  private func name(_ site: Site) -> String? {
    switch site.expression.kind {
    case .name(let name), .implicitMember(let name), .member(_, let name): return name
    case .call(let callee, _):
      // The call stands for its callee, whose place is the same.
      guard let name = callee.lastName, Self.names[name] != nil else { return nil }
      return nil
    default: return nil
    }
  }

  private func isOwn(_ program: Program, _ name: String) -> Bool {
    if program.functions[name] != nil || program.types[name] != nil || program.globals[name] != nil {
      return true
    }
    return program.files.contains { file in
      file.types.contains { type in
        type.form == .enum && type.members.isEmpty == false
          && type.members.contains { member in
            if case .property(let property) = member { return property.name == name }
            return false
          }
      }
    }
  }

  /// `.cameraCapture(…)` only as a call with a scene configuration.
  private func isMeant(_ site: Site, _ name: String) -> Bool {
    guard name == "cameraCapture" else { return true }
    guard case .expression(let outer)? = site.around.last, case .call(let callee, let arguments) = outer.kind,
      callee === site.expression
    else { return false }
    return arguments.first?.label == "sceneConfiguration"
  }
}

extension Program {
  /// Is the site behind a guard for this version: around it, on its function, property or type, or on an outer type?
  func isGuarded(_ site: Site, from version: [Int]) -> Bool {
    if site.runsOnlyFrom(iOS: version) { return true }
    var scope = site.unit.type
    while let name = scope {
      let parts =
        types[name]?.declarations.filter { $0.span.contains(site.span) && site.file.holds($0) } ?? []
      if parts.contains(where: { $0.availability.reaches(version) }) { return true }
      if types[name]?.declarations.contains(where: {
        $0.form != .extension && $0.availability.reaches(version)
      }) == true {
        return true
      }
      guard let dot = name.lastIndex(of: ".") else { return false }
      scope = String(name[..<dot])
    }
    return false
  }
}

extension SourceFile {
  /// Does anything in it ask for a version of iOS?
  fileprivate var asksForVersions: Bool {
    ["#available(iOS", "@available(iOS", "#unavailable(iOS"].contains { text.contains($0) }
  }

  fileprivate func holds(_ type: TypeDeclaration) -> Bool {
    types.contains { $0 === type || $0.contains(type) }
  }
}

extension TypeDeclaration {
  fileprivate func contains(_ other: TypeDeclaration) -> Bool {
    members.contains { member in
      if case .type(let type) = member { return type === other || type.contains(other) }
      return false
    }
  }
}
