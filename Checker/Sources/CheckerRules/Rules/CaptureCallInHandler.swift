import CaptureFacts
import SourceModel

/// AVFoundation used inside a direction coordinator's handler.
struct CaptureCallInHandler: Rule {
  let about = RuleDescription(
    name: "capture-call-in-handler", severity: .error,
    summary: "the direction handler calls AVFoundation",
    reason: """
      The handler runs on the main queue while the system moves the app between displays, and Apple rules AVFoundation calls \
      out there: the session is reconfigured on the main thread, and the camera that is asked for may be gone. Read the \
      descriptors only, and hand the uniqueID to the queue or actor that owns the session.
      """,
    sources: ["seeds 000 to 004: no AVFoundation calls in the handler", "Apple, tech talk 111465"],
    scenario: .init("tour", reportRules: ["app"], shows: "AVFoundation is called from the handler"),
    examples: [
      Example(
        "the device and the session in the closure",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let session = AVCaptureSession()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in
              guard let self, let next = map.forwardFacingDeviceDescriptors.first else { return }
              guard let device = ↓AVCaptureDevice(uniqueID: next.uniqueID) else { return }
              guard let input = try? ↓AVCaptureDeviceInput(device: device) else { return }
              ↓session.addInput(input)
            }
          }
        }
        """),
      Example(
        "in a function that only the handler calls",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera]
            ) { [weak self] map in
              self?.changed(map)
            }
          }

          private func changed(_ map: AVCaptureDeviceDirectionMap) {
            ↓session.beginConfiguration()
            ↓session.commitConfiguration()
          }
        }
        """),
      Example(
        "a method handed over",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let output = AVCapturePhotoOutput()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera], changeHandler: changed)
          }

          func changed(_ map: AVCaptureDeviceDirectionMap) {
            ↓output.connection(with: .video)?.isEnabled = false
          }
        }
        """),
      Example(
        "handed to the actor that owns the session",
        """
        import AVKit
        import UIKit

        actor CaptureService {
          let session = AVCaptureSession()

          func useCamera(withID id: String) {
            guard let device = AVCaptureDevice(uniqueID: id), let input = try? AVCaptureDeviceInput(device: device) else {
              return
            }
            session.addInput(input)
          }
        }

        @available(iOS 27.1, *)
        @MainActor final class Follower {
          let capture = CaptureService()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in
              guard let next = map.forwardFacingDeviceDescriptors.first(where: { $0.position == .front }) else { return }
              Task { await self?.capture.useCamera(withID: next.uniqueID) }
            }
          }
        }
        """),
      Example(
        "put on the session's queue",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          let queue = DispatchQueue(label: "session")
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera]
            ) { [weak self] map in
              guard let id = map.forwardFacingDeviceDescriptors.first?.uniqueID else { return }
              self?.queue.async { self?.use(id) }
            }
          }

          private func use(_ id: String) {
            guard let device = AVCaptureDevice(uniqueID: id), let input = try? AVCaptureDeviceInput(device: device) else {
              return
            }
            session.beginConfiguration()
            session.addInput(input)
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "user interface only",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let cover = UIView()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera]
            ) { [weak self] map in
              self?.cover.isHidden = map.forwardFacingDeviceDescriptors.isEmpty
            }
          }
        }
        """),
    ],
    knownMisses: ["a call two functions further down", "a session behind a protocol"],
    knownFalseAlarms: ["a function that the handler and others call, where it returns early for the handler"])

  static let captureTypes: Set<String> = [
    "AVCaptureSession", "AVCaptureDevice", "AVCaptureOutput", "AVCaptureInput", "AVCaptureConnection",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    var found: [Finding] = []
    var looked: Set<ObjectIdentifier> = []
    for unit in program.units(naming: ["AVCaptureDeviceDirectionCoordinator"]) {
      for made in program.directionCoordinators(in: unit) {
        guard let handler = made.handler else { continue }
        for (site, body) in bodies(program, handler) where looked.insert(ObjectIdentifier(body)).inserted {
          found += calls(program, body, site)
        }
      }
    }
    return found
  }

  /// The handler, and functions of the same type that nothing else calls.
  private func bodies(_ program: Program, _ handler: Site) -> [(Site, Function)] {
    guard case .closure(let closure) = handler.expression.core.kind else {
      guard let name = handler.expression.lastName, let type = handler.unit.type else { return [] }
      return named(program, name, type).map { (handler, $0) }
    }
    var found: [(Site, Function)] = [(handler, closure)]
    Node.function(closure).walk(handler.around + [.expression(handler.expression)]) { node, around in
      if case .function(let inner) = node, inner !== closure,
        !runsInHandler(program, inner, around + [node], handler)
      {
        return false
      }
      guard case .expression(let expression) = node else { return true }
      let site = Site(unit: handler.unit, expression: expression, around: around)
      guard let call = site.call else { return true }
      for target in program.targets(of: call)
      where target.type == handler.unit.type && !target.function.isAsync {
        if program.callers(of: target.function).count == 1 { found.append((site, target.function)) }
      }
      return true
    }
    return found
  }

  private func named(_ program: Program, _ name: String, _ type: String) -> [Function] {
    (program.types[type]?.functions[name] ?? []).filter { program.callers(of: $0).isEmpty }
  }

  private func calls(_ program: Program, _ body: Function, _ handler: Site) -> [Finding] {
    var found: [Finding] = []
    let isClosure = body.form == .closure
    guard let unit = isClosure ? handler.unit : program.units.first(where: { $0.function === body }) else {
      return []
    }
    let around: [Node] = isClosure ? handler.around + [.expression(handler.expression)] : []
    Node.function(body).walk(around) { node, around in
      if case .function(let inner) = node, inner !== body {
        return runsInHandler(
          program, inner, around + [node], Site(unit: unit, expression: handler.expression, around: []))
      }
      guard case .expression(let expression) = node else { return true }
      let site = Site(unit: unit, expression: expression, around: around)
      if let name = captureCall(program, site) {
        found.append(Finding(self, at: site, "\(name) is called in the direction handler"))
      }
      return true
    }
    return found
  }

  /// A closure inside the handler that runs at once on the main queue.
  private func runsInHandler(_ program: Program, _ closure: Function, _ around: [Node], _ handler: Site)
    -> Bool
  {
    guard closure.form == .closure, let call = CallOfClosure(closure, around: around) else { return false }
    return Program.runsInPlace.contains(call.callee.lastName ?? "")
  }

  private func captureCall(_ program: Program, _ site: Site) -> String? {
    guard let call = site.call else { return nil }
    if let base = call.base {
      if let type = program.metatype(base), Self.captureTypes.contains(type) { return "\(type).\(call.name)" }
      guard let type = program.type(of: base)?.base, program.isType(type, among: Self.captureTypes) else {
        return nil
      }
      return "\(type).\(call.name)"
    }
    return ["AVCaptureDevice", "AVCaptureDeviceInput"].contains(call.name) ? call.name : nil
  }
}
