import CaptureFacts
import SourceModel

/// A direction coordinator that is not told of the cameras that the app captures from.
struct VirtualFrontInCoordinator: Rule {
  let about = RuleDescription(
    name: "virtual-front-in-coordinator", severity: .error,
    summary: "a direction coordinator's list leaves out a camera that the app captures from",
    reason: """
      The coordinator sorts only the cameras that it is given, and ignores the virtual front camera: with a list of \
      .builtInWideAngleCamera alone its map has no front camera in any pose. List both physical front cameras, and every \
      rear type that the app captures from, since a rear camera can face the person.
      """,
    sources: ["seed 003 section 2", "seed 004 section 3"],
    scenario: .init(
      "tour", reportRules: ["8"], shows: "no front camera is ever forward, so the app never switches"),
    examples: [
      Example(
        "the virtual front camera only",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: ↓[.builtInWideAngleCamera, .builtInUltraWideCamera])
          }
        }
        """),
      Example(
        "in a constant, one front camera missing",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          static let types: [AVCaptureDevice.DeviceType] = ↓[.builtInOuterUltraWideCamera, .builtInDualWideCamera]
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: Self.types)
          }

          func cameras() -> [AVCaptureDevice] {
            AVCaptureDevice.DiscoverySession(
              deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera], mediaType: .video,
              position: .front
            ).devices
          }
        }
        """),
      Example(
        "the rear camera that the same type captures from",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Camera {
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: ↓[.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera])
          }

          func rear() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back)
          }
        }
        """),
      Example(
        "both front cameras and the rear one",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view,
              deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera])
          }

          func rear() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back)
          }
        }
        """),
      Example(
        "wide and ultra wide stand for the rear",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let front: [AVCaptureDevice.DeviceType] = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: front + [.builtInWideAngleCamera, .builtInUltraWideCamera])
          }

          func rear() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
          }
        }
        """),
      Example(
        "a list that is not in sight",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor func follow(_ view: UIView, _ types: [AVCaptureDevice.DeviceType]) -> AVCaptureDeviceDirectionCoordinator {
          AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types)
        }
        """),
      Example(
        "rear cameras only, for an app that captures from nothing else",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Scanner {
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
          }

          func rear() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back)
          }
        }
        """),
    ],
    knownMisses: ["a camera that another type captures from"],
    knownFalseAlarms: ["a rear camera whose direction the app does not care about"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["AVCaptureDeviceDirectionCoordinator"]).flatMap { unit -> [Finding] in
      program.directionCoordinators(in: unit).compactMap { made in
        guard let list = made.deviceTypes, let types = program.deviceTypes(list) else { return nil }
        let place = program.value(list)
        let missing = missing(program, Set(types), unit)
        guard !missing.isEmpty else { return nil }
        return Finding(
          self, in: place.file, place.span,
          "the coordinator is not told of \(missing.joined(separator: " and "))")
      }
    }
  }

  private func missing(_ program: Program, _ listed: Set<String>, _ unit: CodeUnit) -> [String] {
    var front: Set<String> = []
    var rear: Set<String> = []
    var asksForVirtualFront = false
    for other in program.units(ofType: unit.type, in: unit.file) {
      other.forEachExpression { site in
        if let name = site.expression.lastName, PhysicalFront.types.contains(name), !isInCoordinator(site) {
          front.insert(name)
        }
        guard let call = site.call, ["default", "DiscoverySession"].contains(call.name) else { return }
        let types =
          call.name == "default"
          ? call.arguments.first.flatMap { program.value(site.inside($0.value)).expression.lastName }.map {
            [$0]
          }
          : call.argument("deviceTypes").flatMap(program.deviceTypes)
        switch call.argument("position")?.expression.lastName {
        case "back"?: rear.formUnion(types ?? [])
        case "front"?:
          asksForVirtualFront =
            asksForVirtualFront || !(types ?? []).contains { PhysicalFront.types.contains($0) }
        default: break
        }
      }
    }
    let missingFront = PhysicalFront.types.subtracting(listed)
    var found: [String] = []
    if missingFront.count == 2 {
      // A list without front cameras is right for an app that only ever looks to the rear.
      let onlyRear = !rear.isEmpty && front.isEmpty && !asksForVirtualFront
      let standsForFront =
        listed.isSubset(of: ["builtInWideAngleCamera", "builtInUltraWideCamera"]) && rear.isEmpty
      if !front.isEmpty || asksForVirtualFront || (standsForFront && !onlyRear) {
        found += missingFront.sorted()
      }
    } else {
      found += missingFront.sorted()
    }
    let rearListed = listed.subtracting(PhysicalFront.types)
    let standsForRear = !rearListed.isDisjoint(with: ["builtInWideAngleCamera", "builtInUltraWideCamera"])
    if !standsForRear, rearListed.isDisjoint(with: rear), let one = rear.sorted().first { found.append(one) }
    return found
  }

  private func isInCoordinator(_ site: Site) -> Bool {
    site.around.contains { node in
      guard case .expression(let outer) = node, case .call(let callee, _) = outer.kind else { return false }
      return callee.lastName == "AVCaptureDeviceDirectionCoordinator"
    }
  }
}
