import CaptureFacts
import SourceModel

/// Sensor orientation compensation left on although the app turns its photos itself.
struct CompensationLeftOn: Rule {
  let about = RuleDescription(
    name: "compensation-left-on", severity: .note,
    summary: "photos are turned by a rotation coordinator, and the system turns them once more",
    reason: """
      The front sensors of a Duo are mounted differently, and for apps that know nothing of it the photo output turns each \
      photo's pixels. An app that uses a rotation coordinator handles that itself; the copy then costs time and memory for \
      nothing. Set isCameraSensorOrientationCompensationEnabled to false on the photo output (iOS 26).
      """,
    sources: ["seeds 000, 001, 002, 004 section 5", "field report R040"],
    examples: [
      Example(
        "a coordinator and a photo output",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let output = ↓AVCapturePhotoOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func follow(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }
        }
        """),
      Example(
        "turned on by hand",
        """
        import AVFoundation

        @available(iOS 26.0, *)
        actor CaptureService {
          private let photoOutput = ↓AVCapturePhotoOutput()
          private var coordinator: AVCaptureDevice.RotationCoordinator?

          func setUp(_ device: AVCaptureDevice) {
            photoOutput.isCameraSensorOrientationCompensationEnabled = true
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
          }
        }
        """),
      Example(
        "in two types",
        """
        import AVFoundation

        final class Photos {
          let output: AVCapturePhotoOutput

          init() {
            output = ↓AVCapturePhotoOutput()
          }
        }

        @available(iOS 17.0, *)
        final class Rotation {
          let coordinator: AVCaptureDevice.RotationCoordinator

          init(_ device: AVCaptureDevice, _ layer: CALayer) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }
        }
        """),
      Example(
        "turned off",
        """
        import AVFoundation

        @available(iOS 26.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func follow(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
            if output.isCameraSensorOrientationCompensationSupported {
              output.isCameraSensorOrientationCompensationEnabled = false
            }
          }
        }
        """),
      Example(
        "a coordinator for the preview only",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?
          var watch: NSKeyValueObservation?

          func follow(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
            let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
            self.coordinator = coordinator
            watch = coordinator.observe(\\.videoRotationAngleForHorizonLevelPreview, options: .initial) { coordinator, _ in
              layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
            }
          }
        }
        """),
      Example(
        "no rotation coordinator",
        """
        import AVFoundation

        final class Camera {
          let output = AVCapturePhotoOutput()
        }
        """),
      Example(
        "no photo output",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Recorder {
          let output = AVCaptureMovieFileOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func follow(_ device: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer) {
            coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
          }
        }
        """),
    ],
    knownMisses: ["a photo output that another module makes"],
    knownFalseAlarms: ["a coordinator that serves a movie output only"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    var outputs: [Site] = []
    var hasCoordinator = false
    var turnsOff = false
    var angles: Set<String> = []
    let names: Set<String> = [
      "isCameraSensorOrientationCompensationEnabled", "AVCapturePhotoOutput", "RotationCoordinator",
      OneAngleForBoth.previewAngle, OneAngleForBoth.captureAngle,
    ]
    for unit in program.units(naming: names) {
      unit.forEachExpression { site in
        if let assignment = site.assignment, assignment.name == "isCameraSensorOrientationCompensationEnabled"
        {
          if case .literal("true") = assignment.value.expression.kind { return }
          turnsOff = true
        }
        switch site.expression.kind {
        case .member(_, let name): angles.insert(name)
        case .keyPath(_, let names): angles.formUnion(names.suffix(1))
        default: break
        }
        guard case .call(let callee, _) = site.expression.kind else { return }
        if callee.names == ["AVCapturePhotoOutput"] { outputs.append(site) }
        if callee.names?.last == "RotationCoordinator" { hasCoordinator = true }
      }
    }
    guard hasCoordinator, !turnsOff else { return [] }
    // A coordinator of which only the preview's angle is read turns no photo.
    if angles.contains(OneAngleForBoth.previewAngle), !angles.contains(OneAngleForBoth.captureAngle) {
      return []
    }
    return outputs.map {
      Finding(
        self, at: $0,
        "isCameraSensorOrientationCompensationEnabled stays on, though a rotation coordinator is in use")
    }
  }
}
