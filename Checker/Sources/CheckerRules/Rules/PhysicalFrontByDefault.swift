import CaptureFacts
import SourceModel

/// The outer or inner front camera asked of `default(_:for:position:)`.
struct PhysicalFrontByDefault: Rule {
  let about = RuleDescription(
    name: "physical-front-by-default", severity: .error,
    summary: "the outer or inner front camera is asked of default(_:for:position:), which never finds it",
    reason: """
      The physical front cameras are found by a discovery session only; default(_:for:position:) gives nil for them on \
      every phone. Make a DiscoverySession with both types, or resolve the descriptor of a direction coordinator by its \
      uniqueID.
      """,
    sources: ["Apple, AVCaptureDevice.h: builtInOuterUltraWideCamera", "seed 004 section 1"],
    examples: [
      Example(
        "the outer camera by default",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        func outer() -> AVCaptureDevice? {
          ↓AVCaptureDevice.default(.builtInOuterUltraWideCamera, for: .video, position: .front)
        }
        """),
      Example(
        "the type in full, unspecified position",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class Camera {
          var device = ↓AVCaptureDevice.default(
            AVCaptureDevice.DeviceType.builtInInnerUltraWideCamera, for: .video, position: .unspecified)
        }
        """),
      Example(
        "in a fallback, by a name for the type",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        func best() -> AVCaptureDevice? {
          let type = AVCaptureDevice.DeviceType.builtInOuterUltraWideCamera
          return ↓AVCaptureDevice.default(type, for: .video, position: .front)
            ?? AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
        }
        """),
      Example(
        "a discovery session",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        func physical() -> [AVCaptureDevice] {
          AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera], mediaType: .video,
            position: .front
          ).devices
        }
        """),
      Example(
        "the virtual front camera by default",
        """
        import AVFoundation

        let front = AVCaptureDevice.default(.builtInUltraWideCamera, for: .video, position: .front)
        """),
      Example(
        "a setting of the app's own with the same name",
        """
        import AVFoundation

        enum Choice {
          static func `default`(_ type: AVCaptureDevice.DeviceType) -> Choice? { nil }
        }

        @available(iOS 27.1, *)
        let choice = Choice.default(.builtInOuterUltraWideCamera)
        """),
    ],
    knownMisses: ["a type that comes from a parameter or a loop"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["default"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let call = site.call, call.name == "default", let base = call.base,
          program.metatype(base) == "AVCaptureDevice", let first = call.arguments.first,
          let type = program.value(site.inside(first.value)).expression.lastName,
          PhysicalFront.types.contains(type)
        else { return }
        found.append(
          Finding(self, at: site, "default(_:for:position:) gives nil for \(type); use a discovery session"))
      }
      return found
    }
  }
}
