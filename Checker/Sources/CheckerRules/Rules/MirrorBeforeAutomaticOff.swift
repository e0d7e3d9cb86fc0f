import CaptureFacts
import SourceModel

/// `isVideoMirrored =` on a connection whose automatic mirroring was not turned off first.
struct MirrorBeforeAutomaticOff: Rule {
  let about = RuleDescription(
    name: "mirror-before-automatic-off", severity: .error,
    summary: "isVideoMirrored is set while the connection may still mirror automatically",
    reason: """
      A connection that mirrors automatically raises NSInvalidArgumentException when isVideoMirrored is assigned: the app \
      stops. Every connection is made with automatic mirroring on, those of outputs like those of previews, and every new \
      input makes new ones. Turn automaticallyAdjustsVideoMirroring off on the same connection first.
      """,
    sources: [
      "Apple, AVCaptureConnection.h: isVideoMirrored",
      "Apple, automaticallyAdjustsVideoMirroring: its default is true, whatever the connection leads to",
      "field reports R001, R005",
    ],
    scenario: .init(
      "tour", reportRules: ["app"],
      shows: "the app stops with the exception's name when it mirrors its preview"),
    examples: [
      Example(
        "mirroring without turning automatic mirroring off",
        """
        import AVFoundation

        func mirror(_ layer: AVCaptureVideoPreviewLayer) {
          ↓layer.connection?.isVideoMirrored = true
        }
        """,
        fixed: """
          import AVFoundation

          func mirror(_ layer: AVCaptureVideoPreviewLayer) {
            layer.connection?.automaticallyAdjustsVideoMirroring = false
            layer.connection?.isVideoMirrored = true
          }
          """),
      Example(
        "the connections of outputs are made the same way",
        """
        import AVFoundation

        func mirror(_ photos: AVCapturePhotoOutput, _ movies: AVCaptureMovieFileOutput) {
          if let connection = photos.connection(with: .video), connection.isVideoMirroringSupported {
            ↓connection.isVideoMirrored = true
          }
          ↓movies.connection(with: .video)?.isVideoMirrored = true
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
      Example(
        "turned off in one branch only",
        """
        import AVFoundation

        final class Camera {
          let output = AVCaptureVideoDataOutput()

          func update(manual: Bool) {
            let connection = output.connection(with: .video)
            if manual {
              connection?.automaticallyAdjustsVideoMirroring = false
            }
            ↓connection?.isVideoMirrored = true
          }
        }
        """),
      Example(
        "turned off in both branches, by its own extension, and before a closure",
        """
        import AVFoundation

        extension AVCaptureConnection {
          func mirror(_ mirrored: Bool) {
            automaticallyAdjustsVideoMirroring = false
            isVideoMirrored = mirrored
          }
        }

        final class Camera {
          let queue = DispatchQueue(label: "session")
          let output = AVCapturePhotoOutput()

          func update(manual: Bool) {
            guard let connection = output.connection(with: .video) else { return }
            if manual {
              connection.automaticallyAdjustsVideoMirroring = false
            } else {
              connection.automaticallyAdjustsVideoMirroring = false
              print("mirrors")
            }
            queue.async {
              connection.isVideoMirrored = manual
            }
          }
        }
        """),
      Example(
        "mirrors only where automatic mirroring is off",
        """
        import AVFoundation

        func mirror(_ connection: AVCaptureConnection) {
          if !connection.automaticallyAdjustsVideoMirroring {
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
      Example(
        "all connections of an output whose type has another name",
        """
        import AVFoundation

        final class CameraUnit {
          typealias Output = AVCaptureVideoDataOutput
          var output: Output?

          func mirror(_ mirrored: Bool) {
            output?.connections.filter { $0.isVideoMirroringSupported }.forEach {
              ↓$0.isVideoMirrored = mirrored
            }
          }
        }
        """),
    ],
    knownMisses: ["automatic mirroring turned off in one branch only"],
    knownFalseAlarms: [
      "automatic mirroring turned off by the caller, in another type",
      "outputs, should devices spare them: some old libraries mirror theirs so, and nothing documented says that they may",
    ])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["isVideoMirrored"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == "isVideoMirrored",
          let base = assignment.base, program.isConnection(base),
          let connection = program.reference(base)
        else { return }
        let isOff: (Site) -> Bool = { other in
          if let (base, name) = other.member, name == "automaticallyAdjustsVideoMirroring",
            Self.isAsked(other)
          {
            return program.reference(base) == connection
          }
          guard let earlier = other.assignment, earlier.name == "automaticallyAdjustsVideoMirroring",
            case .literal("false") = earlier.value.expression.kind, let holder = earlier.base
          else { return false }
          return program.reference(holder) == connection
        }
        guard !program.surelyBefore(site, isOff) else { return }
        found.append(
          Finding(
            self, at: site,
            "isVideoMirrored is set, but automaticallyAdjustsVideoMirroring was not set to false before",
            fix: fix(assignment, isOff)))
      }
      return found
    }
  }

  /// `if !connection.automaticallyAdjustsVideoMirroring`: code that looks at it knows what it does.
  private static func isAsked(_ site: Site) -> Bool {
    guard case .expression(let outer)? = site.around.last else { return true }
    if case .assign = outer.kind { return false }
    return true
  }

  /// Turns automatic mirroring off in the line before; takes the line out where it comes too late in the same block.
  private func fix(_ assignment: Assignment, _ isOff: (Site) -> Bool) -> Fix? {
    let site = assignment.site
    guard let (block, index) = site.placeInBlock, let prefix = assignment.prefix else { return nil }
    let file = site.file
    let start = block.statements[index].span.start
    let line = "\(prefix)automaticallyAdjustsVideoMirroring = false"
    var edits = [Fix.Edit(Span(start, start), line + "\n" + file.indentation(start))]
    if index + 1 < block.statements.count, case .expression(let next) = block.statements[index + 1].kind,
      isOff(
        Site(
          unit: site.unit, expression: next,
          around: Array(site.around.dropLast()) + [.statement(block.statements[index + 1])]))
    {
      // A comment between the two stays.
      let late = block.statements[index + 1].span
      let between = Span(block.statements[index].span.end, late.start)
      let isClear = file.text(between).allSatisfy { $0.isWhitespace || $0 == ";" }
      edits.append(Fix.Edit(isClear ? Span(between.start, late.end) : late, ""))
    }
    return Fix("turn automatic mirroring off first", edits)
  }
}
