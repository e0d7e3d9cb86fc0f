import CaptureFacts
import SourceModel

/// Depth turned on without looking whether the camera has it.
struct DepthUnchecked: Rule {
  let about = RuleDescription(
    name: "depth-unchecked", severity: .warning,
    summary: "depth is used without asking the format or the output whether it delivers any",
    reason: """
      The virtual front camera of a Duo has no depth; only the physical front cameras and some rear ones do, in some formats. \
      Turning depth delivery on where it is not supported raises an exception, and a depth output gets no connection. Ask \
      isDepthDataDeliverySupported or the format's supportedDepthDataFormats after each camera change.
      """,
    sources: ["seed 004 sections 1 and 2", "Apple, AVCapturePhotoOutput.h: isDepthDataDeliveryEnabled"],
    examples: [
      Example(
        "turned on for photos",
        """
        import AVFoundation

        final class Camera {
          let output = AVCapturePhotoOutput()

          func setUp() {
            ↓output.isDepthDataDeliveryEnabled = true
          }
        }
        """),
      Example(
        "a depth output",
        """
        import AVFoundation

        final class DepthCamera {
          let session = AVCaptureSession()
          let depth = AVCaptureDepthDataOutput()

          func setUp() {
            ↓session.addOutput(depth)
            depth.isFilteringEnabled = true
          }
        }
        """),
      Example(
        "in the settings of a photo",
        """
        import AVFoundation

        func settings(_ wantsDepth: Bool) -> AVCapturePhotoSettings {
          let settings = AVCapturePhotoSettings()
          ↓settings.isDepthDataDeliveryEnabled = true
          return settings
        }
        """),
      Example(
        "as far as it is supported",
        """
        import AVFoundation

        final class Camera {
          let output = AVCapturePhotoOutput()

          func setUp() {
            output.isDepthDataDeliveryEnabled = output.isDepthDataDeliverySupported
          }

          func settings() -> AVCapturePhotoSettings {
            let settings = AVCapturePhotoSettings()
            settings.isDepthDataDeliveryEnabled = output.isDepthDataDeliveryEnabled
            return settings
          }
        }
        """),
      Example(
        "a format that has it",
        """
        import AVFoundation

        final class DepthCamera {
          let session = AVCaptureSession()
          let depth = AVCaptureDepthDataOutput()

          func setUp(_ device: AVCaptureDevice) {
            guard !device.activeFormat.supportedDepthDataFormats.isEmpty, session.canAddOutput(depth) else { return }
            session.addOutput(depth)
          }
        }
        """),
      Example(
        "turned off",
        """
        import AVFoundation

        func plain(_ output: AVCapturePhotoOutput) {
          output.isDepthDataDeliveryEnabled = false
        }
        """),
      Example(
        "chosen by an extension of the device",
        """
        import AVFoundation

        extension AVCaptureDevice {
          func useDepthFormat() throws {
            guard let format = formats.last(where: { !$0.supportedDepthDataFormats.isEmpty }) else { return }
            try lockForConfiguration()
            activeFormat = format
            unlockForConfiguration()
          }
        }

        final class DepthCamera {
          let session = AVCaptureSession()
          let depth = AVCaptureDepthDataOutput()

          func setUp(_ device: AVCaptureDevice) throws {
            try device.useDepthFormat()
            session.addOutput(depth)
          }
        }
        """),
    ],
    knownMisses: ["a question asked before a camera change, not after it"],
    knownFalseAlarms: ["a camera that was discovered as one with depth"])

  static let questions: Set<String> = [
    "isDepthDataDeliverySupported", "supportedDepthDataFormats", "builtInTrueDepthCamera",
    "builtInLiDARDepthCamera",
    "activeDepthDataFormat",
  ]

  /// Extensions of the device or its format choose one with depth.
  private func extensionsAsk(_ program: Program) -> Bool {
    program.units.contains { unit in
      guard unit.type?.hasPrefix("AVCaptureDevice") == true else { return false }
      return program.somewhere(in: unit) { $0.expression.lastName.map(Self.questions.contains) ?? false }
    }
  }

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["isDepthDataDeliveryEnabled", "addOutput", "addOutputWithNoConnections"]).flatMap {
      unit -> [Finding] in
      var found: [Site] = []
      unit.forEachExpression { site in
        if let assignment = site.assignment, assignment.name == "isDepthDataDeliveryEnabled",
          case .literal("true") = assignment.value.expression.kind
        {
          found.append(site)
        }
        if let call = SessionCall(program, site, ["addOutput", "addOutputWithNoConnections"]),
          let output = call.call.arguments.first,
          program.type(of: site.inside(output.value))?.base == "AVCaptureDepthDataOutput"
        {
          found.append(site)
        }
      }
      guard !found.isEmpty else { return [] }
      // Asked anywhere in the type: which format is active is decided elsewhere in most apps.
      let asks = program.somewhere(inType: unit.type, of: unit.file) { site in
        site.expression.lastName.map(Self.questions.contains) ?? false
      }
      guard !asks, !extensionsAsk(program) else { return [] }
      return found.map {
        Finding(self, at: $0, "nothing here asks whether the camera's format delivers depth")
      }
    }
  }
}
