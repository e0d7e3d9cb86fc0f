import CaptureFacts
import SourceModel

/// Mirroring set once, inputs replaced elsewhere.
struct MirrorNotReapplied: Rule {
  let about = RuleDescription(
    name: "mirror-not-reapplied", severity: .warning,
    summary: "mirroring is set once, and not again after the input is replaced",
    reason: """
      A new input makes new connections, and those mirror automatically again: the setting is gone with the old connection. \
      On a Duo that happens with every fold of an app that follows the direction. Apply mirroring after each change of the \
      input, and after each change of the direction map.
      """,
    sources: ["seed 004 section 4", "field reports R004, R005"],
    scenario: .init(
      "flip", reportRules: ["11"], shows: "the preview is mirrored the wrong way after the camera changed"),
    examples: [
      Example(
        "at set-up only",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()

          func setUp() {
            guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            ↓connection.isVideoMirrored = true
          }

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "in a helper that only set-up calls",
        """
        import AVFoundation

        actor CaptureService {
          private let session = AVCaptureSession()
          private let output = AVCaptureVideoDataOutput()
          private var input: AVCaptureDeviceInput?

          func start() {
            session.addOutput(output)
            unmirror()
            session.startRunning()
          }

          private func unmirror() {
            guard let connection = output.connection(with: .video), connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            ↓connection.isVideoMirrored = false
          }

          func change(to device: AVCaptureDevice) throws {
            let new = try AVCaptureDeviceInput(device: device)
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let input { session.removeInput(input) }
            session.addInput(new)
            input = new
          }
        }
        """),
      Example(
        "before the switch in the same function",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          let output = AVCapturePhotoOutput()

          func flip(to input: AVCaptureDeviceInput) {
            if let connection = output.connection(with: .video), connection.isVideoMirroringSupported {
              connection.automaticallyAdjustsVideoMirroring = false
              ↓connection.isVideoMirrored = true
            }
            session.beginConfiguration()
            session.inputs.forEach { session.removeInput($0) }
            session.addInput(input)
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "after the switch",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()

          func flip(to input: AVCaptureDeviceInput, mirrors: Bool) {
            session.beginConfiguration()
            session.inputs.forEach { session.removeInput($0) }
            session.addInput(input)
            if let connection = layer.connection, connection.isVideoMirroringSupported {
              connection.automaticallyAdjustsVideoMirroring = false
              connection.isVideoMirrored = mirrors
            }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "by a function that the switch calls",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          let layer = AVCaptureVideoPreviewLayer()

          func setUp(_ input: AVCaptureDeviceInput) {
            replace(with: input)
          }

          func replace(with input: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.inputs.forEach { session.removeInput($0) }
            session.addInput(input)
            session.commitConfiguration()
            mirror(true)
          }

          private func mirror(_ mirrors: Bool) {
            guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = mirrors
          }
        }
        """),
      Example(
        "with each photo, and with each direction",
        """
        import AVKit

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let session = AVCaptureSession()
          let output = AVCapturePhotoOutput()
          var mirrors = false

          func shoot() {
            if let connection = output.connection(with: .video), connection.isVideoMirroringSupported {
              connection.automaticallyAdjustsVideoMirroring = false
              connection.isVideoMirrored = mirrors
            }
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
          }

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "with each movie, by a function whose callers start something",
        """
        import AVFoundation

        final class Recorder: NSObject {
          let session = AVCaptureSession()
          let output = AVCaptureMovieFileOutput()
          var mirrors = false

          func startRecordingMovie(_ delegate: any AVCaptureFileOutputRecordingDelegate) {
            record(delegate)
          }

          private func record(_ delegate: any AVCaptureFileOutputRecordingDelegate) {
            if let connection = output.connection(with: .video), connection.isVideoMirroringSupported {
              connection.automaticallyAdjustsVideoMirroring = false
              connection.isVideoMirrored = mirrors
            }
            output.startRecording(to: FileManager.default.temporaryDirectory.appendingPathComponent("a.mov"), recordingDelegate: delegate)
          }

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
            session.commitConfiguration()
          }
        }
        """),
    ],
    knownMisses: ["mirroring in one type, the switch in another"],
    knownFalseAlarms: ["a function that others call after each switch, from another type"])

  /// Functions whose name says that they run once.
  static let once = [
    "init", "setup", "setUp", "configure", "start", "viewDidLoad", "prepare", "unmirror", "make",
    "awakeFromNib",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["isVideoMirrored"]).flatMap { unit -> [Finding] in
      guard let function = unit.function, let type = unit.type else { return [] }
      var mirrored: [Site] = []
      unit.forEachExpression { site in
        if let assignment = site.assignment, assignment.name == "isVideoMirrored", assignment.base != nil {
          mirrored.append(site)
        }
      }
      guard let last = mirrored.last, !captures(program, unit) else { return [] }
      let here = program.sessionCalls(in: unit, ["removeInput", "addInput"])
      if let added = here.last(where: { $0.call.name == "addInput" }),
        here.contains(where: { $0.call.name == "removeInput" })
      {
        // In the switch itself: before the new input it is lost.
        guard last.span.end < added.call.site.span.start, !callsMirror(program, unit, after: added.call.site)
        else { return [] }
        return [finding(last, added.call.site)]
      }
      guard runsOnce(program, function), let change = otherSwitch(program, type, unit) else { return [] }
      return [finding(last, change)]
    }
  }

  /// Mirrors for each photo or movie, when it is taken.
  private func captures(_ program: Program, _ unit: CodeUnit) -> Bool {
    program.somewhere(in: unit) { ["startRecording", "capturePhoto"].contains($0.call?.name ?? "") }
  }

  private func finding(_ site: Site, _ change: Site) -> Finding {
    Finding(
      self, at: site, "a new input makes new connections without this setting",
      related: [.init(change, "the input is replaced here")])
  }

  private func runsOnce(_ program: Program, _ function: Function) -> Bool {
    let callers = program.callers(of: function)
    if callers.isEmpty { return Self.isOnce(function.name) }
    return callers.allSatisfy { caller in
      guard caller.function?.form != .closure || program.namedFunction(around: caller) != nil,
        let outer = program.namedFunction(around: caller)
      else { return false }
      return Self.isOnce(outer.name)
        && program.callers(of: outer).allSatisfy {
          program.namedFunction(around: $0).map { Self.isOnce($0.name) } ?? false
        }
    }
  }

  private static func isOnce(_ name: String) -> Bool { once.contains { name == $0 || name.hasPrefix($0) } }

  /// A switch in the same type, none of whose code mirrors afterwards.
  private func otherSwitch(_ program: Program, _ type: String, _ unit: CodeUnit) -> Site? {
    for other in program.units(ofType: type, in: unit.file) where other.function !== unit.function {
      let calls = program.sessionCalls(in: other, ["removeInput", "addInput"])
      guard calls.contains(where: { $0.call.name == "removeInput" }),
        let added = calls.last(where: { $0.call.name == "addInput" }), let function = other.function
      else { continue }
      if program.mentions(function, "isVideoMirrored") || callsMirror(program, other, after: nil) {
        return nil
      }
      let outer = program.callers(of: function).compactMap { program.namedFunction(around: $0) }
      if outer.contains(where: { program.mentions($0, "isVideoMirrored") || leadsToMirror(program, $0) }) {
        return nil
      }
      return added.call.site
    }
    return nil
  }

  private func callsMirror(_ program: Program, _ unit: CodeUnit, after: Site?) -> Bool {
    var found = false
    unit.forEachExpression { site in
      guard !found, after == nil || site.span.start > after!.span.end, let call = site.call else { return }
      found = program.targets(of: call).contains { target in
        program.mentions(target.function, "isVideoMirrored") || leadsToMirror(program, target.function)
      }
    }
    return found
  }

  /// One step further down.
  private func leadsToMirror(_ program: Program, _ function: Function) -> Bool {
    guard let unit = program.units.first(where: { $0.function === function }) else { return false }
    var found = false
    unit.forEachExpression { site in
      guard !found, let call = site.call else { return }
      found = program.targets(of: call).contains { program.mentions($0.function, "isVideoMirrored") }
    }
    return found
  }
}
