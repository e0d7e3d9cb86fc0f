import CaptureFacts
import SourceModel

/// `isVideoMirrored =` on a connection whose automatic mirroring was not turned off first.
struct MirrorBeforeAutomaticOff: Rule {
  let about = RuleDescription(
    name: "mirror-before-automatic-off", severity: .error,
    summary: "isVideoMirrored is set while the connection may still mirror automatically",
    reason: """
      A connection that mirrors automatically raises NSInvalidArgumentException when isVideoMirrored is assigned: the app \
      stops. Connections are made with automatic mirroring on, and every new input makes new ones. Turn \
      automaticallyAdjustsVideoMirroring off on the same connection first.
      """,
    sources: ["Apple, AVCaptureConnection.h: isVideoMirrored", "field report R001"],
    scenario: .init("tour", shows: "the app stops with the exception's name when it mirrors its preview"),
    examples: [
      Example(
        "mirroring without turning automatic mirroring off",
        """
        import AVFoundation

        func mirror(_ layer: AVCaptureVideoPreviewLayer) {
          ↓layer.connection?.isVideoMirrored = true
        }
        """),
      Example(
        "the right order",
        """
        import AVFoundation

        func mirror(_ layer: AVCaptureVideoPreviewLayer) {
          guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = true
        }
        """),
      Example(
        "the wrong order",
        """
        import AVFoundation

        func mirror(_ connection: AVCaptureConnection) {
          ↓connection.isVideoMirrored = true
          connection.automaticallyAdjustsVideoMirroring = false
        }
        """,
        fixed: """
          import AVFoundation

          func mirror(_ connection: AVCaptureConnection) {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true
          }
          """),
    ],
    knownMisses: ["automatic mirroring turned off in one branch only"],
    knownFalseAlarms: ["automatic mirroring turned off by the caller, in another type"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units.flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == "isVideoMirrored",
          let base = assignment.base,
          let connection = program.reference(base)
        else { return }
        let isOff: (Site) -> Bool = { other in
          guard let earlier = other.assignment, earlier.name == "automaticallyAdjustsVideoMirroring",
            case .literal("false") = earlier.value.expression.kind, let holder = earlier.base
          else { return false }
          return program.reference(holder) == connection
        }
        if !program.surelyBefore(site, isOff) {
          found.append(
            Finding(
              self, at: site,
              "isVideoMirrored is set, but automaticallyAdjustsVideoMirroring was not set to false before"))
        }
      }
      return found
    }
  }
}
