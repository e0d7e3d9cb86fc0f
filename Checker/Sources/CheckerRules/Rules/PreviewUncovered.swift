import CaptureFacts
import SourceModel

/// The camera switched on a change of direction while nothing covers the preview.
struct PreviewUncovered: Rule {
  let about = RuleDescription(
    name: "preview-uncovered", severity: .warning,
    summary: "the camera is switched when the direction changes, and nothing covers the preview meanwhile",
    reason: """
      Frames of the old camera reach the screen until the new one delivers: for half a second the person who unfolds the \
      phone sees what the other side sees. Cover the preview when the handler fires, and uncover it when the new device \
      has delivered.
      """,
    sources: ["seed 003 section 2", "seed 004 section 3"],
    scenario: .init(
      "fold", reportRules: ["14"], shows: "the old camera's picture is visible after the phone was unfolded"),
    examples: [
      Example(
        "the switch alone",
        """
        import AVKit
        import UIKit

        actor CaptureService {
          func useCamera(withID id: String) {}
        }

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let capture = CaptureService()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) ↓{ [weak self] map in
              guard let next = map.forwardFacingDeviceDescriptors.first else { return }
              Task { await self?.capture.useCamera(withID: next.uniqueID) }
            }
          }
        }
        """),
      Example(
        "in a function that the handler calls",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let queue = DispatchQueue(label: "session")
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) ↓{ [weak self] map in self?.changed(map) }
          }

          private func changed(_ map: AVCaptureDeviceDirectionMap) {
            guard let id = map.forwardFacingDeviceDescriptors.first?.uniqueID else { return }
            queue.async { self.switchCamera(id) }
          }

          private func switchCamera(_ id: String) {}
        }
        """),
      Example(
        "a method handed over",
        """
        import AVKit
        import UIKit

        actor CaptureService {
          func use(_ id: String) {}
        }

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let capture = CaptureService()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera],
              changeHandler: ↓changed)
          }

          func changed(_ map: AVCaptureDeviceDirectionMap) {
            guard let id = map.forwardFacingDeviceDescriptors.first?.uniqueID else { return }
            Task { await capture.use(id) }
          }
        }
        """),
      Example(
        "a cover over the preview",
        """
        import AVKit
        import UIKit

        actor CaptureService {
          func useCamera(withID id: String) {}
        }

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let capture = CaptureService()
          let cover = UIView()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in
              guard let self, let next = map.forwardFacingDeviceDescriptors.first else { return }
              cover.isHidden = false
              Task {
                await self.capture.useCamera(withID: next.uniqueID)
                self.cover.isHidden = true
              }
            }
          }
        }
        """),
      Example(
        "a flag that SwiftUI covers by",
        """
        import AVKit
        import SwiftUI

        actor CaptureService {
          func useCamera(withID id: String) {}
        }

        @available(iOS 27.1, *)
        @MainActor @Observable final class CameraModel {
          let capture = CaptureService()
          var isSwitching = false
          @ObservationIgnored var coordinator: AVCaptureDeviceDirectionCoordinator?

          func attach(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in self?.changed(map) }
          }

          private func changed(_ map: AVCaptureDeviceDirectionMap) {
            guard let next = map.forwardFacingDeviceDescriptors.first else { return }
            isSwitching = true
            Task {
              await capture.useCamera(withID: next.uniqueID)
              isSwitching = false
            }
          }
        }
        """),
      Example(
        "a handler that switches nothing",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let label = UILabel()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in
              self?.label.text = map.forwardFacingDeviceDescriptors.first?.localizedName
            }
          }
        }
        """),
    ],
    knownMisses: ["a cover that comes too late"],
    knownFalseAlarms: ["a cover with a name that nobody would guess, in another type"])

  static let covers = [
    "isHidden", "alpha", "opacity", "isSwitching", "cover", "mask", "curtain", "shade", "blur", "overlay",
    "blackout",
    "isEnabled", "snapshot", "placeholder", "transition", "isBusy", "state", "phase", "status",
    "showsPreview",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["AVCaptureDeviceDirectionCoordinator"]).flatMap { unit -> [Finding] in
      program.directionCoordinators(in: unit).compactMap { made in
        guard let handler = made.handler else { return nil }
        var switches = false
        var covers = false
        look(program, handler, 0) { site in
          if hands(over: site) { switches = true }
          if self.covers(site) { covers = true }
        }
        guard switches, !covers else { return nil }
        return Finding(
          self, at: handler, "the camera is switched from here, and nothing covers the preview meanwhile")
      }
    }
  }

  /// Visits the handler's code and that of the functions of its type that it calls, two steps down.
  private func look(_ program: Program, _ start: Site, _ depth: Int, _ visit: (Site) -> Void) {
    var targets: [Function] = []
    if case .closure = start.expression.core.kind {
      Node.expression(start.expression).walk(start.around) { node, around in
        if case .expression(let expression) = node {
          let site = Site(unit: start.unit, expression: expression, around: around)
          visit(site)
          if let call = site.call {
            targets += program.targets(of: call).filter { $0.type == start.unit.type }.map(\.function)
          }
        }
        return true
      }
    } else if let name = start.expression.lastName, let type = start.unit.type {
      targets = program.types[type]?.functions[name] ?? []
    }
    var looked: Set<ObjectIdentifier> = []
    var open = targets.map { ($0, 0) }
    while let (function, level) = open.popLast() {
      guard looked.insert(ObjectIdentifier(function)).inserted, level < 3,
        let unit = program.units.first(where: { $0.function === function })
      else { continue }
      unit.forEachExpression { site in
        visit(site)
        if let call = site.call {
          open += program.targets(of: call).filter { $0.type == start.unit.type }.map {
            ($0.function, level + 1)
          }
        }
      }
    }
  }

  /// Gives a descriptor's identity to somebody: the session's actor or queue.
  private func hands(over site: Site) -> Bool {
    guard let call = site.call else { return false }
    let isCamera = call.arguments.contains { argument in
      ["uniqueID", "id", "next", "descriptor", "camera"].contains(argument.value.lastName ?? "")
    }
    guard isCamera, !["contains", "first", "print", "append", "filter"].contains(call.name) else {
      return false
    }
    let name = call.name.lowercased()
    return ["camera", "switch", "use", "select", "change", "device", "replace", "input"].contains {
      name.contains($0)
    }
  }

  private func covers(_ site: Site) -> Bool {
    let name: String?
    if let assignment = site.anyAssignment {
      name = assignment.target.expression.core.names?.joined(separator: ".") ?? assignment.name
    } else if let call = site.call {
      name = call.name
    } else {
      name = nil
    }
    guard let lower = name?.lowercased() else { return false }
    return Self.covers.contains { lower.contains($0.lowercased()) }
  }
}
