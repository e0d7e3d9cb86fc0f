import CaptureFacts
import SourceModel

/// A direction or rotation coordinator that nothing retains.
struct CoordinatorNotKept: Rule {
  let about = RuleDescription(
    name: "coordinator-not-kept", severity: .error,
    summary: "a direction or rotation coordinator is made and not kept, so it never reports anything",
    reason: """
      A coordinator stops when it is released. One that is only a local constant, or goes into a weak property, is gone when \
      the function ends, and the handler never runs. Keep it in a property for as long as its view is on the screen.
      """,
    sources: ["seed 003 section 2", "seed 004, checklist", "field report R079"],
    scenario: .init(
      "tour", reportRules: ["8"], shows: "the app stays on the camera it had when the phone is unfolded"),
    examples: [
      Example(
        "a result that is thrown away",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          override func viewDidLoad() {
            super.viewDidLoad()
            _ = ↓AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { map in print(map) }
          }
        }
        """),
      Example(
        "a local constant",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        func follow(_ view: UIView, _ handler: @escaping (AVCaptureDeviceDirectionMap) -> Void) {
          let coordinator = ↓AVCaptureDeviceDirectionCoordinator(
            view: view, deviceTypes: [.builtInOuterUltraWideCamera], changeHandler: handler)
          print(coordinator.deviceDirections)
        }
        """),
      Example(
        "a weak property",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          weak var rotation: AVCaptureDevice.RotationCoordinator?

          func follow(_ device: AVCaptureDevice, _ layer: CALayer) {
            rotation = ↓AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }
        }
        """),
      Example(
        "kept in a property",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class DirectionObserver {
          private var coordinator: AVCaptureDeviceDirectionCoordinator?

          func start(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in self?.changed(map) }
          }

          private func changed(_ map: AVCaptureDeviceDirectionMap) {}
        }
        """),
      Example(
        "a local that is kept, returned or handed on",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Coordinators {
          var all: [AVCaptureDeviceDirectionCoordinator] = []
          var first: AVCaptureDeviceDirectionCoordinator?

          func add(_ view: UIView) {
            let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
            all.append(coordinator)
          }

          func make(_ view: UIView) -> AVCaptureDeviceDirectionCoordinator {
            let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
            return coordinator
          }

          func keep(_ view: UIView) {
            let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
            first = coordinator
          }
        }
        """),
      Example(
        "one angle, read at once",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        func angle(_ device: AVCaptureDevice) -> CGFloat {
          AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil).videoRotationAngleForHorizonLevelCapture
        }

        @available(iOS 17.0, *)
        func previewAngle(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
          let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
        }
        """),
    ],
    knownMisses: ["a coordinator handed to a function that does not keep it"],
    knownFalseAlarms: ["a function that waits inside until the coordinator is no longer needed"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["AVCaptureDeviceDirectionCoordinator", "RotationCoordinator"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let name = coordinator(site.expression) else { return }
        if isThrownAway(site) || (name == "direction" && isLocalOnly(program, site)) || isWeak(program, site)
        {
          found.append(Finding(self, at: site, "nothing keeps this \(name) coordinator, so it stops at once"))
        }
      }
      return found
    }
  }

  private func coordinator(_ expression: Expression) -> String? {
    guard case .call(let callee, let arguments) = expression.kind else { return nil }
    if callee.names == ["AVCaptureDeviceDirectionCoordinator"],
      arguments.contains(where: { $0.label == "view" })
    {
      return "direction"
    }
    if callee.names == ["AVCaptureDevice", "RotationCoordinator"] { return "rotation" }
    return nil
  }

  /// `_ = …`, or a statement of its own.
  private func isThrownAway(_ site: Site) -> Bool {
    switch site.around.last {
    case .expression(let outer)?:
      if case .assign(let left, _, _) = outer.kind, case .name("_") = left.kind { return true }
      return false
    case .statement(let statement)?:
      guard case .expression = statement.kind else {
        if case .bind(let binding) = statement.kind { return binding.names.isEmpty || binding.names == ["_"] }
        return false
      }
      // The last expression of a function or closure may be its result.
      guard case .block(let block)? = site.around.dropLast().last, block.statements.count > 1 else {
        return false
      }
      return true
    default: return false
    }
  }

  private func isWeak(_ program: Program, _ site: Site) -> Bool {
    guard case .expression(let outer)? = site.around.last, case .assign(let left, _, let value) = outer.kind,
      value === site.expression, let name = left.lastName, let type = site.unit.type,
      let property = program.types[type]?.properties[name]
    else { return false }
    return property.has("weak") || property.has("unowned")
  }

  /// A local constant that is only read: never handed on, returned, stored, or caught by a closure that outlives it.
  private func isLocalOnly(_ program: Program, _ site: Site) -> Bool {
    guard case .statement(let statement)? = site.around.last, case .bind(let binding) = statement.kind,
      binding.isWhole, binding.value === site.expression, let name = binding.names.first, name != "_"
    else { return false }
    var escapes = false
    site.unit.forEachExpression { other in
      guard case .name(name) = other.expression.kind, other.span.start > site.span.end,
        case .local(let found, _, _)? = program.definition(of: name, at: other), found.span == binding.span
      else { return }
      // Only reading a member of it leaves it where it is.
      if case .expression(let outer)? = other.around.last, case .member(let base, _) = outer.kind,
        base === other.expression
      {
        return
      }
      escapes = true
    }
    return !escapes
  }
}
