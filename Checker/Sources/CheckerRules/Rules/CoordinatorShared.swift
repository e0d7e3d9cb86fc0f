import CaptureFacts
import SourceModel

/// One coordinator for several previews.
struct CoordinatorShared: Rule {
  let about = RuleDescription(
    name: "coordinator-shared", severity: .warning,
    summary: "one direction coordinator serves more than one preview",
    reason: """
      Forward and backward are told relative to the display that the coordinator's view is on. With a preview on each \
      display the same rear camera faces forward for one and backward for the other, so one coordinator is wrong for one of \
      them. Make a coordinator for each preview view, and mirror each preview by its own map.
      """,
    sources: ["seeds 000 to 004: one coordinator per view", "seed 003 section 2"],
    scenario: .init(
      "tour", reportRules: ["11"], shows: "the preview on the outer display is mirrored the wrong way"),
    examples: [
      Example(
        "two previews mirrored by one map",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Previews {
          let main = PreviewView()
          let subject = PreviewView()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          func start() {
            coordinator = ↓AVCaptureDeviceDirectionCoordinator(
              view: main, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            ) { [weak self] map in self?.changed(map) }
          }

          func changed(_ map: AVCaptureDeviceDirectionMap) {
            let mirrors = map.forwardFacingDeviceDescriptors.first?.position == .back
            main.mirror(mirrors)
            subject.mirror(mirrors)
          }
        }

        final class PreviewView: UIView {
          let previewLayer = AVCaptureVideoPreviewLayer()

          func mirror(_ mirrored: Bool) {
            guard let connection = previewLayer.connection, connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = mirrored
          }
        }
        """),
      Example(
        "two layers, two connections, one coordinator",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class TwoPreviewsViewController: UIViewController {
          let inner = AVCaptureVideoPreviewLayer()
          let outer = AVCaptureVideoPreviewLayer()
          private lazy var coordinator = ↓AVCaptureDeviceDirectionCoordinator(
            view: view, deviceTypes: [.builtInDualWideCamera]
          ) { [unowned self] map in
            let isForward = !map.forwardFacingDeviceDescriptors.isEmpty
            set(inner, isForward)
            set(outer, isForward)
          }

          func set(_ layer: AVCaptureVideoPreviewLayer, _ mirrored: Bool) {
            layer.connection?.automaticallyAdjustsVideoMirroring = false
            layer.connection?.isVideoMirrored = mirrored
          }
        }
        """),
      Example(
        "kept by a model, used by the view for the person and the accessory",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class CameraModel {
          var coordinator: AVCaptureDeviceDirectionCoordinator?
          let photographerLayer = AVCaptureVideoPreviewLayer()
          let subjectLayer = AVCaptureVideoPreviewLayer()

          func attach(_ view: UIView) {
            coordinator = ↓AVCaptureDeviceDirectionCoordinator(
              view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInDualWideCamera])
          }
        }
        """),
      Example(
        "a static one, for every object that follows a preview",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class PreviewFollower {
          private static var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow(_ view: UIView) {
            if Self.coordinator != nil { return }
            Self.coordinator = ↓AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
          }
        }
        """),
      Example(
        "one for each preview",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        @MainActor final class Previews {
          let main = UIView()
          let subject = UIView()
          let mainLayer = AVCaptureVideoPreviewLayer()
          let subjectLayer = AVCaptureVideoPreviewLayer()
          var coordinators: [AVCaptureDeviceDirectionCoordinator] = []

          func start() {
            coordinators = [
              AVCaptureDeviceDirectionCoordinator(view: main, deviceTypes: [.builtInDualWideCamera]),
              AVCaptureDeviceDirectionCoordinator(view: subject, deviceTypes: [.builtInDualWideCamera]),
            ]
          }
        }
        """),
      Example(
        "one preview, one coordinator",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()
          var coordinator: AVCaptureDeviceDirectionCoordinator?

          override func viewDidLoad() {
            super.viewDidLoad()
            coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])
          }
        }
        """),
      Example(
        "a preview view that has a coordinator of its own",
        """
        import AVKit
        import UIKit

        @available(iOS 27.1, *)
        final class PreviewView: UIView {
          let previewLayer = AVCaptureVideoPreviewLayer()
          private var coordinator: AVCaptureDeviceDirectionCoordinator?

          func follow() {
            coordinator = AVCaptureDeviceDirectionCoordinator(view: self, deviceTypes: [.builtInDualWideCamera])
          }
        }

        @available(iOS 27.1, *)
        final class Screen: UIView {
          let first = PreviewView()
          let second = PreviewView()
        }
        """),
    ],
    knownMisses: ["a coordinator in one type, the second preview in another"],
    knownFalseAlarms: ["a second preview layer on the same display"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    var made: [String: [MadeCoordinator]] = [:]
    for unit in program.units(naming: ["AVCaptureDeviceDirectionCoordinator"]) {
      let found = program.directionCoordinators(in: unit)
      guard !found.isEmpty, let type = unit.type else { continue }
      made[type, default: []] += found
    }
    return made.sorted { $0.key < $1.key }.flatMap { type, coordinators -> [Finding] in
      if let shared = coordinators.first(where: { isStatic(program, $0.site, type) }) {
        return [
          Finding(self, at: shared.site, "a static direction coordinator serves every preview there is")
        ]
      }
      guard coordinators.count == 1, let facts = program.types[type] else { return [] }
      let previews = facts.properties.values.filter { isPreview(program, $0, type) }
      guard previews.count > 1 else { return [] }
      let names = previews.map(\.name).sorted().joined(separator: ", ")
      return [
        Finding(
          self, at: coordinators[0].site,
          "one direction coordinator for \(previews.count) previews (\(names))")
      ]
    }
  }

  /// The coordinator goes into a static property.
  private func isStatic(_ program: Program, _ site: Site, _ type: String) -> Bool {
    if let property = site.unit.property, property.value?.core === site.expression {
      return property.has("static")
    }
    guard case .expression(let outer)? = site.around.last, case .assign(let target, _, _) = outer.kind,
      let name = target.lastName
    else { return false }
    return program.types[type]?.properties[name]?.has("static") ?? false
  }

  /// A preview layer, or a view of the program that has one (and no coordinator of its own).
  private func isPreview(_ program: Program, _ property: Property, _ owner: String) -> Bool {
    guard property.isStored, let type = program.type(of: property, in: owner)?.base else { return false }
    // `lazy var layer = view.previewLayer` is another name for what is in the view.
    if let value = property.value, value.lastName?.first?.isLowercase == true { return false }
    if case .optionalChain = property.value?.kind { return false }
    if type == "AVCaptureVideoPreviewLayer" { return true }
    guard let facts = program.types[type] else { return false }
    let inner = facts.properties.values.compactMap { program.type(of: $0, in: type)?.base }
    let owns = inner.contains { $0 == "AVCaptureDeviceDirectionCoordinator" }
    let isLayerView =
      facts.properties["layerClass"] != nil
      && facts.properties.values.contains { $0.type?.base == "AVCaptureVideoPreviewLayer" }
    return !owns && (inner.contains("AVCaptureVideoPreviewLayer") || isLayerView)
  }
}
