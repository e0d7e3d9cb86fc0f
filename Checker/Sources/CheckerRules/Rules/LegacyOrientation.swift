import CaptureFacts
import SourceModel

/// Old orientations used to turn captured pictures.
struct LegacyOrientation: Rule {
  let about = RuleDescription(
    name: "legacy-orientation", severity: .warning,
    summary: "captured pictures are turned by device or interface orientation, or by fixed angles",
    reason: """
      videoOrientation, UIDevice.orientation and tables of angles assume one sensor mounting and one display. The Duo's front \
      sensors are mounted differently, its two displays have different natural orientations, and a fold changes the angle \
      without any orientation changing. Take both angles from AVCaptureDevice.RotationCoordinator (iOS 17).
      """,
    sources: ["seed 003, seed 004 section 5", "field reports R014, R028, R034, R038, R040, R074"],
    scenario: .init(
      "tour", reportRules: ["9", "photo"], shows: "the preview or the photo lies on its side in some pose"),
    examples: [
      Example(
        "videoOrientation",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            ↓previewLayer.connection?.videoOrientation = .portrait
          }
        }
        """),
      Example(
        "the orientation of the device, cast",
        """
        import AVFoundation
        import UIKit

        func orientation() -> AVCaptureVideoOrientation {
          ↓AVCaptureVideoOrientation(rawValue: UIDevice.current.orientation.rawValue) ?? .portrait
        }
        """),
      Example(
        "fixed angles",
        """
        import AVFoundation
        import UIKit

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()

          func turn(_ orientation: UIInterfaceOrientation) {
            guard let connection = output.connection(with: .video) else { return }
            switch orientation {
            case .landscapeLeft: ↓connection.videoRotationAngle = 180
            case .landscapeRight: ↓connection.videoRotationAngle = 0
            default: ↓connection.videoRotationAngle = 90.0
            }
          }
        }
        """),
      Example(
        "tables of angles",
        """
        import AVFoundation
        import UIKit

        extension UIDeviceOrientation {
          var angle: CGFloat {
            switch self {
            case .landscapeLeft: 0
            case .landscapeRight: 180
            default: 90
            }
          }
        }

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()

          func turn() {
            ↓output.connection(with: .video)?.videoRotationAngle = UIDevice.current.orientation.angle
          }

          func turn(_ connection: AVCaptureConnection, in scene: UIWindowScene) {
            let angle = Self.angle(for: scene.interfaceOrientation)
            if connection.isVideoRotationAngleSupported(angle) { ↓connection.videoRotationAngle = angle }
            let other: CGFloat
            if scene.interfaceOrientation == .portrait { other = 90 } else { other = 0 }
            ↓connection.videoRotationAngle = other
          }

          static func angle(for orientation: UIInterfaceOrientation) -> CGFloat {
            switch orientation {
            case .landscapeLeft: return 180
            case .landscapeRight: return 0
            default: return 90
            }
          }
        }
        """),
      Example(
        "a number until there is a coordinator",
        """
        import AVFoundation
        import UIKit

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?
          var angle: CGFloat {
            guard let coordinator else { return 90 }
            return coordinator.videoRotationAngleForHorizonLevelCapture
          }

          func turn(_ connection: AVCaptureConnection) {
            var latest: CGFloat = 90
            if let coordinator { latest = coordinator.videoRotationAngleForHorizonLevelCapture }
            connection.videoRotationAngle = latest
          }

          func turn() {
            output.connection(with: .video)?.videoRotationAngle = angle
          }
        }
        """),
      Example(
        "the angles of a rotation coordinator",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()
          let coordinator: AVCaptureDevice.RotationCoordinator

          init(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
            layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
          }

          func shoot() {
            let angle = coordinator.videoRotationAngleForHorizonLevelCapture
            output.connection(with: .video)?.videoRotationAngle = angle
          }
        }
        """),
      Example(
        "the old way on old systems only",
        """
        import AVFoundation

        func upright(_ connection: AVCaptureConnection, _ angle: CGFloat) {
          if #available(iOS 17.0, *) {
            if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
          } else {
            connection.videoOrientation = .portrait
          }
        }

        func turned(_ connection: AVCaptureConnection, _ angle: CGFloat) {
          if #available(iOS 17.0, *) {
            connection.videoRotationAngle = angle
            return
          }
          connection.videoOrientation = .landscapeRight
        }
        """),
      Example(
        "orientation for something else",
        """
        import AVFoundation
        import UIKit

        final class Panel: UIView {
          let session = AVCaptureSession()
          var videoOrientationLabel = UILabel()

          func layOut() {
            videoOrientationLabel.isHidden = UIDevice.current.orientation.isLandscape
          }
        }
        """),
    ],
    knownMisses: [
      "an orientation that goes into the transform of a writer or a view",
      "an angle from a table that is handed to another function, or kept in a property or a dictionary",
    ],
    knownFalseAlarms: ["an angle of 0 that takes a turn back on purpose"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["videoOrientation", "videoRotationAngle", "AVCaptureVideoOrientation"]).flatMap {
      unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        if let assignment = site.assignment, let base = assignment.base {
          if assignment.name == "videoOrientation", isConnection(program, base),
            !site.runsOnlyBefore(iOS: [17])
          {
            found.append(
              Finding(
                self, at: site, "videoOrientation knows neither the mounting of the sensor nor the display"))
          }
          if assignment.name == "videoRotationAngle", isConnection(program, base),
            program.isFixedNumber(assignment.value)
          {
            found.append(
              Finding(self, at: site, "a fixed angle is right for one sensor mounting and one display only"))
          }
        }
        if isCast(program, site), !site.runsOnlyBefore(iOS: [17]) {
          found.append(
            Finding(
              self, at: site, "orientations of the device and of video have different raw values and meanings"
            ))
        }
      }
      return found
    }
  }

  /// A connection, or something whose type nobody says; not what is known to be something else.
  private func isConnection(_ program: Program, _ base: Site) -> Bool {
    guard let type = program.type(of: base) else { return false }
    return type.base == "AVCaptureConnection"
  }

  /// `AVCaptureVideoOrientation(rawValue: UIDevice.current.orientation.rawValue)`.
  private func isCast(_ program: Program, _ site: Site) -> Bool {
    guard let call = site.call, call.name == "AVCaptureVideoOrientation", let raw = call.argument("rawValue"),
      case .member(let orientation, "rawValue") = raw.expression.core.kind
    else { return false }
    return program.type(of: raw.inside(orientation))?.base == "UIDeviceOrientation"
  }
}
