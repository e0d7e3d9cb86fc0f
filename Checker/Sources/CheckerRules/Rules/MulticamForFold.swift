import CaptureFacts
import SourceModel

/// A multi-camera session only to hold both front cameras.
struct MulticamForFold: Rule {
  let about = RuleDescription(
    name: "multicam-for-fold", severity: .warning,
    summary: "a multi-camera session holds both front cameras, though one at a time is enough",
    reason: """
      Only one of the two front cameras faces the person at a time. Running both in an AVCaptureMultiCamSession costs power \
      and hardware for frames that nobody sees, and not every phone supports the pair. Replace the one video input of an \
      ordinary session inside one configuration block when the direction changes.
      """,
    sources: ["seed 003 section 2", "seed 004 section 3"],
    examples: [
      Example(
        "both front cameras at once",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class Camera {
          let session = ↓AVCaptureMultiCamSession()

          func configure() throws {
            let discovery = AVCaptureDevice.DiscoverySession(
              deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera], mediaType: .video,
              position: .front)
            for device in discovery.devices {
              session.addInputWithNoConnections(try AVCaptureDeviceInput(device: device))
            }
          }
        }
        """),
      Example(
        "a lazy session, the cameras in a table",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        actor CaptureService {
          private lazy var session = ↓AVCaptureMultiCamSession()
          static let fronts: [AVCaptureDevice.DeviceType] = [.builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera]
        }
        """),
      Example(
        "made where it is needed",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        func makeSession(_ isOpen: Bool) -> AVCaptureSession {
          let session = ↓AVCaptureMultiCamSession()
          let type = isOpen
            ? AVCaptureDevice.DeviceType.builtInInnerUltraWideCamera
            : AVCaptureDevice.DeviceType.builtInOuterUltraWideCamera
          print(type)
          return session
        }
        """),
      Example(
        "front and rear together",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class DualCamera {
          let session = AVCaptureMultiCamSession()
          let types: [AVCaptureDevice.DeviceType] = [
            .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInWideAngleCamera,
          ]

          func rear() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
          }
        }
        """),
      Example(
        "an ordinary session",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class Camera {
          let session = AVCaptureSession()
          let types: [AVCaptureDevice.DeviceType] = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
        }
        """),
      Example(
        "the virtual front camera beside the rear one",
        """
        import AVFoundation

        final class DualCamera {
          let session = AVCaptureMultiCamSession()

          func cameras() -> [AVCaptureDevice] {
            [AVCaptureDevice.Position.front, .back].compactMap {
              AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: $0)
            }
          }
        }
        """),
    ],
    knownMisses: ["cameras chosen in another type"],
    knownFalseAlarms: ["both front cameras shown at once on purpose"])

  static let rearTypes: Set<String> = [
    "builtInWideAngleCamera", "builtInUltraWideCamera", "builtInDualCamera", "builtInDualWideCamera",
    "builtInTripleCamera", "builtInTelephotoCamera", "builtInLiDARDepthCamera", "back",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["AVCaptureMultiCamSession"]).flatMap { unit -> [Finding] in
      var made: [Site] = []
      unit.forEachExpression { site in
        if case .call(let callee, _) = site.expression.kind, callee.names == ["AVCaptureMultiCamSession"] {
          made.append(site)
        }
      }
      guard !made.isEmpty else { return [] }
      var names: Set<String> = []
      for other in program.units(ofType: unit.type, in: unit.file) {
        other.forEachExpression { site in if let name = site.expression.lastName { names.insert(name) } }
      }
      guard names.isSuperset(of: PhysicalFront.types), names.isDisjoint(with: Self.rearTypes) else {
        return []
      }
      return made.map {
        Finding(self, at: $0, "this session runs both front cameras, of which one faces the person at a time")
      }
    }
  }
}
