import CaptureFacts
import SourceModel

/// A rotation coordinator that outlives its camera, or that has no layer and turns a preview.
struct RotationCoordinatorStale: Rule {
  let about = RuleDescription(
    name: "rotation-coordinator-stale", severity: .warning,
    summary: "the rotation coordinator is not made again when the camera changes, or has no preview layer",
    reason: """
      A rotation coordinator serves one camera and one preview layer. After a switch its angles are those of the old camera, \
      whose sensor is mounted differently on the Duo, and one made with previewLayer: nil knows no display, so its preview \
      angle does not follow the interface. Make a new one with the layer after each change of the input.
      """,
    sources: ["seed 004 section 5", "reference: RotationCoordinator", "field report R037"],
    scenario: .init(
      "tour", reportRules: ["9", "photo"],
      shows: "the preview or photos lie on their side after the camera changed"),
    examples: [
      Example(
        "made once, the input replaced elsewhere",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func setUp(_ device: AVCaptureDevice) {
            coordinator = ↓AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "no layer, used for the preview",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        func turn(_ layer: AVCaptureVideoPreviewLayer, _ device: AVCaptureDevice) {
          let coordinator = ↓AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
          layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
        }
        """),
      Example(
        "a lazy one",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()
          var device: AVCaptureDevice
          lazy var coordinator = ↓AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)

          init(_ device: AVCaptureDevice) { self.device = device }

          func flip(to input: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.inputs.forEach { session.removeInput($0) }
            session.addInput(input)
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "made with each input",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
            session.commitConfiguration()
            coordinator = AVCaptureDevice.RotationCoordinator(device: new.device, previewLayer: layer)
          }
        }
        """),
      Example(
        "made by a function that the switch calls, in an actor's model",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        actor CaptureService {
          private let session = AVCaptureSession()
          private var coordinator: AVCaptureDevice.RotationCoordinator?
          private var input: AVCaptureDeviceInput?

          func change(to device: AVCaptureDevice) throws {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let input { session.removeInput(input) }
            let new = try AVCaptureDeviceInput(device: device)
            session.addInput(new)
            input = new
            makeCoordinator(for: device)
          }

          private func makeCoordinator(for device: AVCaptureDevice) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
          }
        }
        """),
      Example(
        "a camera that never changes",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Scanner {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func setUp(_ device: AVCaptureDevice) throws {
            session.addInput(try AVCaptureDeviceInput(device: device))
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }
        }
        """),
    ],
    knownMisses: ["a coordinator in another type than the switch", "a new coordinator with the old device"],
    knownFalseAlarms: ["a switch that makes the whole object anew"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["RotationCoordinator"]).flatMap { unit -> [Finding] in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard case .call(let callee, let arguments) = site.expression.kind,
          callee.names?.last == "RotationCoordinator", arguments.contains(where: { $0.label == "device" })
        else { return }
        if hasNoLayer(arguments), turnsPreview(program, site) {
          found.append(
            Finding(
              self, at: site, "without a preview layer this coordinator's preview angle follows no display"))
        } else if let change = switchWithout(program, site) {
          found.append(
            Finding(
              self, at: site, "this coordinator keeps the camera that it was made for",
              related: [.init(change, "the input is replaced here")]))
        }
      }
      return found
    }
  }

  private func hasNoLayer(_ arguments: [Argument]) -> Bool {
    guard let layer = arguments.first(where: { $0.label == "previewLayer" }),
      case .literal("nil") = layer.value.kind
    else {
      return false
    }
    return true
  }

  /// The same unit reads the preview angle.
  private func turnsPreview(_ program: Program, _ site: Site) -> Bool {
    program.somewhere(in: site.unit) { $0.expression.lastName == OneAngleForBoth.previewAngle }
  }

  /// A place in the same type that replaces an input and does not lead to a new coordinator.
  private func switchWithout(_ program: Program, _ site: Site) -> Site? {
    guard let type = site.unit.type else { return nil }
    let units = program.units(ofType: type, in: site.file)
    for unit in units {
      let calls = program.sessionCalls(in: unit, ["removeInput", "addInput"])
      guard let removal = calls.first(where: { $0.call.name == "removeInput" }),
        calls.contains(where: {
          $0.call.name == "addInput" && $0.call.site.span.start > removal.call.site.span.start
        })
      else { continue }
      if let function = unit.function,
        leadsToCoordinator(program, function, []) || isPartOf(program, function)
      {
        return nil
      }
      return removal.call.site
    }
    return nil
  }

  private func leadsToCoordinator(_ program: Program, _ function: Function, _ seen: Set<ObjectIdentifier>)
    -> Bool
  {
    guard !seen.contains(ObjectIdentifier(function)), seen.count < 12 else { return false }
    if program.mentions(function, "RotationCoordinator") { return true }
    guard let unit = program.units.first(where: { $0.function === function }) else { return false }
    var found = false
    unit.forEachExpression { site in
      guard !found, let call = site.call else { return }
      for target in program.targets(of: call) {
        found =
          found || leadsToCoordinator(program, target.function, seen.union([ObjectIdentifier(function)]))
      }
    }
    return found
  }

  /// A helper whose callers make the coordinator, or tell others that the camera changed.
  private func isPartOf(_ program: Program, _ function: Function) -> Bool {
    program.callers(of: function).contains { caller in
      guard let outer = program.namedFunction(around: caller) else { return false }
      return leadsToCoordinator(program, outer, [])
    }
  }
}
