import CaptureFacts
import SourceModel

/// An input removed, the new one refused, the old one not put back.
struct InputNotRestored: Rule {
  let about = RuleDescription(
    name: "input-not-restored", severity: .warning,
    summary: "the old input is not put back when the session refuses the new one",
    reason: """
      canAddInput is false for a camera that does not support the session's preset, as the inner front camera does not \
      support 4K, and for one that another app holds. The session then runs without a camera and the preview stays black. \
      Put the removed input back where canAddInput says no.
      """,
    sources: ["reference: replacing inputs", "field reports R094, R095, R097"],
    scenario: .init(
      "fold", reportRules: ["8"], shows: "the picture is black after the switch that was refused"),
    examples: [
      Example(
        "nothing in the other case",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if ↓session.canAddInput(new) {
              session.addInput(new)
            }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "a guard that only leaves",
        """
        import AVFoundation

        actor CaptureService {
          private let session = AVCaptureSession()
          private var input: AVCaptureDeviceInput?

          func useCamera(_ device: AVCaptureDevice) throws {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let input { session.removeInput(input) }
            let new = try AVCaptureDeviceInput(device: device)
            guard ↓session.canAddInput(new) else { return }
            session.addInput(new)
            input = new
          }
        }
        """),
      Example(
        "a log in the other case",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func flip(to new: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.inputs.forEach { session.removeInput($0) }
            if ↓session.canAddInput(new) {
              session.addInput(new)
            } else {
              print("cannot add", new)
            }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "put back in else",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if session.canAddInput(new) {
              session.addInput(new)
            } else {
              session.addInput(old)
            }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "asked before anything is removed, or put back by a helper",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            session.removeInput(old)
            guard session.canAddInput(new) else {
              restore(old)
              return
            }
            session.addInput(new)
          }

          private func restore(_ input: AVCaptureDeviceInput) {
            session.addInput(input)
          }
        }
        """),
      Example(
        "put back in an else if",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput?) {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let old { session.removeInput(old) }
            if session.canAddInput(new) {
              session.addInput(new)
            } else if let old, session.canAddInput(old) {
              session.addInput(old)
            }
          }
        }
        """),
      Example(
        "an else if that does something else",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          var isLoud = false

          func use(_ new: AVCaptureDeviceInput, insteadOf old: AVCaptureDeviceInput) {
            session.beginConfiguration()
            session.removeInput(old)
            if ↓session.canAddInput(new) {
              session.addInput(new)
            } else if isLoud {
              print("cannot add", new)
            }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "adding without removing",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func setUp(_ input: AVCaptureDeviceInput, _ audio: AVCaptureDeviceInput) {
            session.beginConfiguration()
            if session.canAddInput(input) { session.addInput(input) }
            if session.canAddInput(audio) { session.addInput(audio) }
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "a microphone",
        """
        import AVFoundation

        final class SoundRecorder {
          let session = AVCaptureSession()
          let output = AVCaptureAudioDataOutput()
          var input: AVCaptureDeviceInput?

          func useMicrophone() throws {
            guard let device = AVCaptureDevice.default(for: .audio) else { return }
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let input { session.removeInput(input) }
            let new = try AVCaptureDeviceInput(device: device)
            if session.canAddInput(new) {
              session.addInput(new)
            }
            input = new
          }
        }
        """),
      Example(
        "a new session in place of the old one",
        """
        import AVFoundation

        final class CameraCell {
          var session: AVCaptureSession?
          var input: AVCaptureDeviceInput?

          func reset(_ new: AVCaptureDeviceInput) {
            if let input { session?.removeInput(input) }
            session = AVCaptureSession()
            if session?.canAddInput(new) == true {
              session?.addInput(new)
            }
            input = new
          }
        }
        """),
      Example(
        "the microphone comes back after the camera",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func change(to new: AVCaptureDeviceInput, keeping audioInput: AVCaptureDeviceInput?) {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            let old = session.inputs
            old.forEach { session.removeInput($0) }
            guard session.canAddInput(new) else {
              old.forEach { session.addInput($0) }
              return
            }
            session.addInput(new)
            if let audioInput, session.canAddInput(audioInput) {
              session.addInput(audioInput)
            }
          }
        }
        """),
    ],
    knownMisses: [
      "an input removed in another function", "a failure of AVCaptureDeviceInput(device:) after the removal",
    ],
    knownFalseAlarms: ["a session that is thrown away when the camera is refused"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["removeInput"]).flatMap { unit -> [Finding] in
      let calls = program.sessionCalls(in: unit, ["removeInput", "canAddInput", "addInput"])
      let removals = calls.filter { $0.call.name == "removeInput" }
      guard let removal = removals.first else { return [] }
      return calls.filter { $0.call.name == "canAddInput" }.compactMap { question in
        guard question.call.site.span.start > removal.call.site.span.end, question.session == removal.session,
          !program.isReplaced(removal.session, after: removal.call.site, before: question.call.site),
          !isMicrophone(program, question.call), !isWayBack(question, calls),
          let other = refused(question.call.site), !putsBack(program, other, question.call.site)
        else { return nil }
        // Only a way that ends without any camera counts: a later addInput of something else is a way back, too.
        let added = calls.filter {
          $0.call.name == "addInput" && $0.call.site.span.start > question.call.site.span.end
        }
        guard !added.isEmpty, added.count < 2 || other.leaves else { return nil }
        return Finding(
          self, at: question.call.site, "the removed input is not put back where canAddInput is false",
          related: [.init(removal.call.site, "removed here")])
      }
    }
  }

  /// An input that is called so, or a function about sound and not about pictures.
  private func isMicrophone(_ program: Program, _ question: Call) -> Bool {
    if let name = question.arguments.first?.value.lastName?.lowercased(),
      ["audio", "mic"].contains(where: name.contains)
    {
      return true
    }
    guard let function = program.namedFunction(around: question.site) else { return false }
    return ["AVCaptureAudioDataOutput", "audio", "microphone"].contains { program.mentions(function, $0) }
      && !["AVCaptureVideoDataOutput", "AVCapturePhotoOutput", "video", "position"].contains {
        program.mentions(function, $0)
      }
  }

  /// Asked where an earlier question was answered with no: may the old input come back?
  private func isWayBack(_ question: SessionCall, _ calls: [SessionCall]) -> Bool {
    calls.contains { earlier in
      guard earlier.call.name == "canAddInput", earlier.session == question.session,
        let other = refused(earlier.call.site)?.otherwise
      else { return false }
      return other.span.contains(question.call.site.span)
    }
  }

  /// What runs where `canAddInput` is false: a block, an `else if`, or nothing; nil where the question is no condition.
  private func refused(_ site: Site) -> (otherwise: Node?, leaves: Bool)? {
    for node in site.around.reversed() {
      guard case .statement(let statement) = node else { continue }
      switch statement.kind {
      case .branch(let branch):
        guard branch.conditions.contains(where: { $0.span.contains(site.span) }) else { return nil }
        if isNegated(site) { return (.block(branch.then), branch.then.neverEnds) }
        switch branch.otherwise {
        case nil: return (nil, false)
        case .block(let block): return (.block(block), block.neverEnds)
        case .branch(let next): return (.statement(next), false)
        }
      case .guard(let conditions, let otherwise):
        guard conditions.contains(where: { $0.span.contains(site.span) }) else { return nil }
        return (.block(otherwise), true)
      default: return nil
      }
    }
    return nil
  }

  private func isNegated(_ site: Site) -> Bool {
    if case .expression(let outer)? = site.around.last {
      if case .prefix("!", _) = outer.kind { return true }
      if case .binary(_, "==", let right) = outer.kind, case .literal("false") = right.kind { return true }
    }
    return false
  }

  /// Adds an input, calls a function of the program that does, or throws: then a caller may put it back.
  private func putsBack(_ program: Program, _ other: (otherwise: Node?, leaves: Bool), _ site: Site) -> Bool {
    guard let otherwise = other.otherwise else { return false }
    var found = false
    otherwise.walk(site.around) { node, around in
      switch node {
      case .expression(let expression):
        let inner = Site(unit: site.unit, expression: expression, around: around)
        guard let call = inner.call else { return true }
        if call.name.hasPrefix("addInput") { found = true }
        // The app stops on purpose.
        if ["fatalError", "preconditionFailure"].contains(call.name) { found = true }
        if program.targets(of: call).contains(where: { program.mentions($0.function, "addInput") }) {
          found = true
        }
      case .statement(let statement):
        if case .throw = statement.kind { found = true }
      default: break
      }
      return !found
    }
    return found
  }
}
