import CaptureFacts
import SourceModel

/// `isVideoMirrored =` on a connection that was not asked whether it can mirror.
struct MirrorUnsupported: Rule {
  let about = RuleDescription(
    name: "mirror-unsupported", severity: .warning,
    summary: "isVideoMirrored is set without asking isVideoMirroringSupported",
    reason: """
      A connection that cannot mirror raises NSInvalidArgumentException when isVideoMirrored is assigned. Which connections \
      can depends on the camera and the output, and both change when the phone is folded. Ask isVideoMirroringSupported of \
      the same connection first.
      """,
    sources: ["Apple, AVCaptureConnection.h: isVideoMirroringSupported", "field reports R001, R005"],
    examples: [
      Example(
        "not asked",
        """
        import AVFoundation

        func mirror(_ output: AVCaptureVideoDataOutput) {
          guard let connection = output.connection(with: .video) else { return }
          connection.automaticallyAdjustsVideoMirroring = false
          ↓connection.isVideoMirrored = true
        }
        """,
        fixed: """
          import AVFoundation

          func mirror(_ output: AVCaptureVideoDataOutput) {
            guard let connection = output.connection(with: .video) else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            if connection.isVideoMirroringSupported {
              connection.isVideoMirrored = true
            }
          }
          """),
      Example(
        "another connection was asked",
        """
        import AVFoundation

        func mirror(_ preview: AVCaptureConnection, _ movie: AVCaptureConnection) {
          guard preview.isVideoMirroringSupported else { return }
          movie.automaticallyAdjustsVideoMirroring = false
          ↓movie.isVideoMirrored = true
        }
        """),
      Example(
        "asked in one branch only",
        """
        import AVFoundation

        final class Camera {
          let output = AVCapturePhotoOutput()

          func update(isFront: Bool, logs: Bool) {
            if logs, let connection = output.connection(with: .video), connection.isVideoMirroringSupported {
              print("can mirror")
            }
            output.connection(with: .video)?.automaticallyAdjustsVideoMirroring = false
            ↓output.connection(with: .video)?.isVideoMirrored = isFront
          }
        }
        """),
      Example(
        "asked in a guard",
        """
        import AVFoundation

        func mirror(_ layer: AVCaptureVideoPreviewLayer) {
          guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = true
        }
        """),
      Example(
        "asked beside another condition, through the output",
        """
        import AVFoundation

        final class Camera {
          let output = AVCaptureMovieFileOutput()
          var mirrors = false

          func update() {
            let connection = output.connection(with: .video)
            if let connection, mirrors && connection.isVideoMirroringSupported {
              connection.automaticallyAdjustsVideoMirroring = false
              connection.isVideoMirrored = true
            }
          }
        }
        """),
      Example(
        "left early where it cannot",
        """
        import AVFoundation

        extension AVCaptureConnection {
          func mirror(_ mirrored: Bool) {
            if !isVideoMirroringSupported { return }
            automaticallyAdjustsVideoMirroring = false
            isVideoMirrored = mirrored
          }
        }
        """),
      Example(
        "only where it differs, as an expression",
        """
        import AVFoundation

        func mirror(_ connections: [AVCaptureConnection]) {
          connections.filter { $0.isVideoMirroringSupported }.forEach { connection in
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true
          }
        }
        """),
      Example(
        "settings and wrappers of one's own with the same property",
        """
        import AVFoundation

        struct RenderSettings {
          var isVideoMirrored = false
        }

        final class MixerTrack {
          var isVideoMirrored = false
        }

        final class Mixer {
          func attach(_ number: Int, _ change: (MixerTrack) -> Void) { change(MixerTrack()) }
        }

        final class Studio {
          var settings = RenderSettings()

          func toggle() {
            settings.isVideoMirrored.toggle()
            settings.isVideoMirrored = !settings.isVideoMirrored
          }

          func attach(_ mixer: Mixer) {
            mixer.attach(1) { track in
              track.isVideoMirrored = true
            }
          }
        }
        """),
    ],
    knownMisses: ["a setter that asks of one connection and assigns to another of the same name"],
    knownFalseAlarms: ["the caller asked, in another function"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["isVideoMirrored"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == "isVideoMirrored",
          let base = assignment.base,
          program.isConnection(base), let connection = program.reference(base)
        else { return }
        let asks: (Site) -> Bool = { other in
          if case .keyPath(_, ["isVideoMirroringSupported"]) = other.expression.kind {
            return other.around.contains { Self.isFilter($0) }
          }
          guard let (base, name) = other.member, name == "isVideoMirroringSupported" else { return false }
          let holder = program.reference(base)
          // Elements that a filter let through are other names for the same connections.
          return holder == connection || other.around.contains { Self.isFilter($0) }
        }
        guard !program.surelyBefore(site, asks), !comesThroughFilter(program, site, asks) else { return }
        found.append(
          Finding(
            self, at: site,
            "isVideoMirrored is set on a connection that was not asked isVideoMirroringSupported",
            fix: fix(assignment)))
      }
      return found
    }
  }

  private static func isFilter(_ node: Node) -> Bool {
    guard case .expression(let expression) = node, case .call(let callee, _) = expression.kind else {
      return false
    }
    return ["filter", "first"].contains(callee.lastName)
  }

  /// `connections.filter { $0.isVideoMirroringSupported }.forEach { … }` and `for connection in … where …`.
  private func comesThroughFilter(_ program: Program, _ site: Site, _ asks: (Site) -> Bool) -> Bool {
    for (depth, node) in site.around.enumerated() {
      let outer = Array(site.around[..<depth])
      switch node {
      case .expression(let call):
        guard case .call(let callee, _) = call.kind, callee.lastName == "forEach" else { continue }
        var found = false
        Node.expression(callee).walk(outer + [node]) { inner, around in
          if case .expression(let expression) = inner {
            found = found || asks(Site(unit: site.unit, expression: expression, around: around))
          }
          return true
        }
        if found { return true }
      case .statement(let statement):
        guard case .loop(_, let sequence, let filter, _) = statement.kind else { continue }
        for part in [sequence, filter].compactMap(\.self) {
          var found = false
          Node.expression(part).walk(outer + [node]) { inner, _ in
            guard case .expression(let expression) = inner else { return true }
            if case .keyPath(_, ["isVideoMirroringSupported"]) = expression.kind { found = true }
            if expression.lastName == "isVideoMirroringSupported" { found = true }
            return true
          }
          if found { return true }
        }
      default: continue
      }
    }
    return false
  }

  private func fix(_ assignment: Assignment) -> Fix? {
    guard let statement = assignment.site.ownStatement, let prefix = assignment.prefix else { return nil }
    let condition = prefix + "isVideoMirroringSupported" + (assignment.isOptional ? " == true" : "")
    return Fix(
      "ask isVideoMirroringSupported first", [assignment.site.file.wrapped(statement.span, if: condition)])
  }
}
