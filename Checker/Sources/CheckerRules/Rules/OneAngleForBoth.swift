import CaptureFacts
import SourceModel

/// The preview's angle on an output, or the capture angle on a preview.
struct OneAngleForBoth: Rule {
  let about = RuleDescription(
    name: "one-angle-for-both", severity: .warning,
    summary: "the rotation angle for the preview is used for capture, or the other way round",
    reason: """
      A rotation coordinator has two angles. The preview's follows the interface, so that the picture stands upright in its \
      view; the capture angle follows gravity, so that the file is level. They differ as soon as the interface does not \
      turn with the phone: rotation lock, an app that supports one orientation, a Duo on a table.
      """,
    sources: ["reference: the two angles of RotationCoordinator", "field reports R025, R026"],
    scenario: .init(
      "tour", reportRules: ["9", "photo"], shows: "photos lie on their side while the preview is upright"),
    examples: [
      Example(
        "the preview's angle on a photo output",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let output = AVCapturePhotoOutput()
          let coordinator: AVCaptureDevice.RotationCoordinator

          init(_ coordinator: AVCaptureDevice.RotationCoordinator) { self.coordinator = coordinator }

          func shoot() {
            output.connection(with: .video)?.videoRotationAngle = ↓coordinator.videoRotationAngleForHorizonLevelPreview
          }
        }
        """),
      Example(
        "the capture angle on a preview layer",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        func turn(_ layer: AVCaptureVideoPreviewLayer, _ coordinator: AVCaptureDevice.RotationCoordinator) {
          let angle = coordinator.videoRotationAngleForHorizonLevelCapture
          guard let connection = layer.connection, connection.isVideoRotationAngleSupported(angle) else { return }
          connection.videoRotationAngle = ↓angle
        }
        """),
      Example(
        "one angle for every connection",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let preview = AVCaptureVideoPreviewLayer()
          let movie = AVCaptureMovieFileOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func turn() {
            guard let coordinator else { return }
            let angle = coordinator.videoRotationAngleForHorizonLevelPreview
            preview.connection?.videoRotationAngle = angle
            movie.connection(with: .video)?.videoRotationAngle = ↓angle
          }
        }
        """),
      Example(
        "each angle where it belongs",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        final class Camera {
          let preview = AVCaptureVideoPreviewLayer()
          let output = AVCapturePhotoOutput()
          var coordinator: AVCaptureDevice.RotationCoordinator?

          func turn() {
            guard let coordinator else { return }
            preview.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
            output.connection(with: .video)?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
          }
        }
        """),
      Example(
        "frames of a data output that are shown on the screen",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        func turn(_ output: AVCaptureVideoDataOutput, _ coordinator: AVCaptureDevice.RotationCoordinator) {
          output.connection(with: .video)?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
        }
        """),
      Example(
        "handed to an observer, and with a number in its place",
        """
        import AVFoundation
        import Combine

        @available(iOS 17.0, *)
        final class Camera {
          let photo = AVCapturePhotoOutput()
          let layer = AVCaptureVideoPreviewLayer()
          var coordinator: AVCaptureDevice.RotationCoordinator?
          var bag: Set<AnyCancellable> = []
          var watch: NSKeyValueObservation?

          func follow(_ coordinator: AVCaptureDevice.RotationCoordinator) {
            watch = coordinator.observe(\\.videoRotationAngleForHorizonLevelPreview, options: .new) { [photo] _, change in
              guard let angle = change.newValue else { return }
              photo.connection(with: .video)?.videoRotationAngle = ↓angle
            }
            coordinator.publisher(for: \\.videoRotationAngleForHorizonLevelCapture)
              .sink { [layer] angle in layer.connection?.videoRotationAngle = ↓angle }
              .store(in: &bag)
            coordinator.publisher(for: \\.videoRotationAngleForHorizonLevelPreview)
              .sink { [layer] angle in layer.connection?.videoRotationAngle = angle }
              .store(in: &bag)
            let angle = coordinator.videoRotationAngleForHorizonLevelPreview
            photo.connection(with: .video)?.videoRotationAngle = ↓angle
          }

          func shoot() {
            let angle = coordinator?.videoRotationAngleForHorizonLevelPreview ?? 0
            photo.connection(with: .video)?.videoRotationAngle = ↓angle
          }
        }
        """),
      Example(
        "observed, with a connection of unknown kind",
        """
        import AVFoundation

        @available(iOS 17.0, *)
        func follow(_ connection: AVCaptureConnection, _ coordinator: AVCaptureDevice.RotationCoordinator) -> NSKeyValueObservation {
          coordinator.observe(\\.videoRotationAngleForHorizonLevelPreview, options: .new) { _, change in
            if let angle = change.newValue { connection.videoRotationAngle = angle }
          }
        }
        """),
    ],
    knownMisses: ["an angle that is kept in a property"],
    knownFalseAlarms: ["an app that saves photos as its preview shows them, on purpose"])

  static let previewAngle = "videoRotationAngleForHorizonLevelPreview"
  static let captureAngle = "videoRotationAngleForHorizonLevelCapture"

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["videoRotationAngle"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == "videoRotationAngle",
          let base = assignment.base
        else {
          return
        }
        let angle = angle(program, assignment.value)
        switch (angle, owner(program, base)) {
        case (Self.previewAngle, .capture):
          found.append(
            Finding(self, at: assignment.value, "the preview's angle goes into a file; use the capture angle")
          )
        case (Self.captureAngle, .preview):
          found.append(
            Finding(self, at: assignment.value, "the capture angle turns a preview; use the preview's angle"))
        default: break
        }
      }
      return found
    }
  }

  /// Which of the two angles it is: read from a coordinator, or handed to an observer of one.
  private func angle(_ program: Program, _ site: Site) -> String? {
    let value = program.value(site)
    if case .binary(let left, "??", _) = value.expression.core.kind {
      return angle(program, value.inside(left))
    }
    switch value.expression.lastName {
    case Self.previewAngle?: return Self.previewAngle
    case Self.captureAngle?: return Self.captureAngle
    case "newValue"?: return observed(around: site)
    case let name?:
      guard case .parameter(_, let closure, _)? = program.definition(of: name, at: value),
        closure.form == .closure
      else { return nil }
      return observed(around: site)
    case nil: return nil
    }
  }

  /// The key path of `observe(\.angle) { … }` or `publisher(for: \.angle).sink { … }` around it, if it is one only.
  private func observed(around site: Site) -> String? {
    for (depth, node) in site.around.enumerated().reversed() {
      guard case .function(let closure) = node, closure.form == .closure,
        let call = CallOfClosure(closure, around: Array(site.around[...depth]))
      else { continue }
      var angles: Set<String> = []
      let outside = [call.callee] + call.arguments.map(\.value).filter { !$0.span.contains(closure.span) }
      for part in outside {
        Node.expression(part).walk { inner, _ in
          if case .function = inner { return false }
          if case .expression(let expression) = inner, case .keyPath(_, let names) = expression.kind,
            let last = names.last, [Self.previewAngle, Self.captureAngle].contains(last)
          {
            angles.insert(last)
          }
          return true
        }
      }
      if !angles.isEmpty { return angles.count == 1 ? angles.first : nil }
    }
    return nil
  }

  private enum Owner { case preview, capture, unknown }

  /// What the connection belongs to, by where it comes from. Data outputs may feed either.
  private func owner(_ program: Program, _ connection: Site) -> Owner {
    let source = program.value(connection)
    let core = Site(unit: source.unit, expression: source.expression.core, around: source.around)
    var holder: Site?
    if let call = core.call, call.name == "connection" { holder = call.base }
    if let (base, name) = core.member, name == "connection" { holder = base }
    guard let holder, let type = program.type(of: holder)?.base else { return .unknown }
    if program.isType(type, among: ["AVCaptureVideoPreviewLayer"]) { return .preview }
    if program.isType(
      type, among: ["AVCapturePhotoOutput", "AVCaptureFileOutput", "AVCaptureStillImageOutput"])
    {
      return .capture
    }
    return .unknown
  }
}
