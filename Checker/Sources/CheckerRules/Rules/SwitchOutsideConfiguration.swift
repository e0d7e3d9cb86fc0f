import CaptureFacts
import SourceModel

/// An input replaced outside a configuration block, or a session started inside one.
struct SwitchOutsideConfiguration: Rule {
  let about = RuleDescription(
    name: "switch-outside-configuration", severity: .warning,
    summary: "the camera is switched outside a configuration block, or the session is started inside one",
    reason: """
      Each change outside beginConfiguration and commitConfiguration takes effect at once: between removing one camera and \
      adding the next the session runs without a picture, and the connections are built twice. On a Duo that happens with \
      every fold. startRunning and stopRunning between the two raise an exception, and a way out that does not commit \
      leaves the session as it was for good.
      """,
    sources: [
      "Apple, AVCaptureSession.h: beginConfiguration, startRunning", "field reports R098, R121, R154",
    ],
    scenario: .init("fold", shows: "frames are missing and the preview flashes at each switch"),
    examples: [
      Example(
        "removed and added at once",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func use(_ old: AVCaptureDeviceInput, _ new: AVCaptureDeviceInput) {
            ↓session.removeInput(old)
            if session.canAddInput(new) { session.addInput(new) } else { session.addInput(old) }
          }
        }
        """),
      Example(
        "the block opens too late",
        """
        import AVFoundation

        actor CaptureService {
          private let session = AVCaptureSession()
          private var input: AVCaptureDeviceInput?

          func useCamera(_ device: AVCaptureDevice) throws {
            let new = try AVCaptureDeviceInput(device: device)
            session.inputs.forEach { ↓session.removeInput($0) }
            session.beginConfiguration()
            session.addInput(new)
            session.commitConfiguration()
            input = new
          }
        }
        """),
      Example(
        "started inside",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          let queue = DispatchQueue(label: "session")

          func start(_ input: AVCaptureDeviceInput) {
            queue.async {
              self.session.beginConfiguration()
              self.session.addInput(input)
              ↓self.session.startRunning()
              self.session.commitConfiguration()
            }
          }
        }
        """),
      Example(
        "a way out without commit",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func configure(_ input: AVCaptureDeviceInput) {
            session.beginConfiguration()
            guard session.canAddInput(input) else {
              ↓return
            }
            session.addInput(input)
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "inside, committed on every way out",
        """
        import AVFoundation

        actor CaptureService {
          private let session = AVCaptureSession()
          private var input: AVCaptureDeviceInput?

          func useCamera(_ device: AVCaptureDevice) throws {
            let new = try AVCaptureDeviceInput(device: device)
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let input { session.removeInput(input) }
            guard session.canAddInput(new) else {
              if let input { session.addInput(input) }
              return
            }
            session.addInput(new)
            input = new
          }
        }
        """),
      Example(
        "a helper that the block calls, started after commit",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()
          var input: AVCaptureDeviceInput?

          func setUp(_ device: AVCaptureDevice) {
            session.beginConfiguration()
            replace(device)
            session.commitConfiguration()
            session.startRunning()
          }

          private func replace(_ device: AVCaptureDevice) {
            if let input { session.removeInput(input) }
            guard let new = try? AVCaptureDeviceInput(device: device), session.canAddInput(new) else { return }
            session.addInput(new)
            input = new
          }
        }
        """),
      Example(
        "a wrapper that takes a closure",
        """
        import AVFoundation

        extension AVCaptureSession {
          func change(_ body: () throws -> Void) rethrows {
            beginConfiguration()
            defer { commitConfiguration() }
            try body()
          }
        }

        final class Camera {
          let session = AVCaptureSession()

          func use(_ old: AVCaptureDeviceInput, _ new: AVCaptureDeviceInput) {
            session.change {
              session.removeInput(old)
              session.addInput(new)
            }
          }
        }
        """),
      Example(
        "taken apart when the screen goes away",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func tearDown() {
            session.stopRunning()
            for input in session.inputs { session.removeInput(input) }
            for output in session.outputs { session.removeOutput(output) }
          }
        }
        """),
      Example(
        "an initialiser that fails",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          init(device: AVCaptureDevice?) throws {
            session.beginConfiguration()
            guard let device else {
              throw CocoaError(.featureUnsupported)
            }
            let input = try AVCaptureDeviceInput(device: device)
            session.addInput(input)
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "a session that does not run yet, and one that is thrown away",
        """
        import AVFoundation

        final class Reader {
          var session: AVCaptureSession? = AVCaptureSession()
          var input: AVCaptureDeviceInput?

          init(_ first: AVCaptureDeviceInput) {
            setUp(first)
          }

          private func setUp(_ first: AVCaptureDeviceInput) {
            session?.inputs.forEach { session?.removeInput($0) }
            session?.addInput(first)
            input = first
          }

          func restart(_ new: AVCaptureDeviceInput) {
            if let input { session?.removeInput(input) }
            session = AVCaptureSession()
            session?.addInput(new)
            input = new
          }
        }
        """),
      Example(
        "called through a protocol by code that configures",
        """
        import AVFoundation

        protocol CameraSwitching {
          func useCamera(_ new: AVCaptureDeviceInput)
        }

        extension AVCaptureSession: CameraSwitching {
          func useCamera(_ new: AVCaptureDeviceInput) {
            inputs.forEach { removeInput($0) }
            addInput(new)
          }
        }
        """),
    ],
    knownMisses: ["an input removed in one function and added in another"],
    knownFalseAlarms: ["a session that does not run yet"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let names: Set<String> = [
      "removeInput", "addInput", "addInputWithNoConnections", "beginConfiguration", "commitConfiguration",
      "startRunning", "stopRunning",
    ]
    return program.units(naming: names).flatMap { unit -> [Finding] in
      let calls = program.sessionCalls(in: unit, names)
      guard !calls.isEmpty else { return [] }
      return switches(program, calls) + starts(program, calls) + openWays(program, calls)
    }
  }

  private func switches(_ program: Program, _ calls: [SessionCall]) -> [Finding] {
    calls.filter { $0.call.name == "removeInput" }.compactMap { removal in
      let added = calls.contains { other in
        other.call.name.hasPrefix("addInput") && other.session == removal.session
          && other.call.site.span.start > removal.call.site.span.end
          && !program.isReplaced(removal.session, after: removal.call.site, before: other.call.site)
      }
      guard added, !program.isInsideConfiguration(removal.call.site, removal.session),
        !program.runsOnlyInInitializer(removal.call.site)
      else { return nil }
      return Finding(
        self, at: removal.call.site,
        "the input is replaced outside beginConfiguration and commitConfiguration")
    }
  }

  private func starts(_ program: Program, _ calls: [SessionCall]) -> [Finding] {
    calls.filter { ["startRunning", "stopRunning"].contains($0.call.name) }.compactMap { start in
      let site = start.call.site
      guard
        let begin = calls.last(where: { begin in
          begin.call.name == "beginConfiguration" && begin.session == start.session
            && begin.call.site.span.start < site.span.start
            && program.surelyBefore(site) { $0.expression === begin.call.site.expression }
        })
      else { return nil }
      let commits: (Site) -> Bool = { other in
        other.span.start > begin.call.site.span.end && other.call?.name == "commitConfiguration"
      }
      // Committed in some branch, or by a function of the program: the benefit of the doubt.
      let between = calls.contains { commit in
        commit.call.name == "commitConfiguration" && commit.call.site.span.start > begin.call.site.span.end
          && commit.call.site.span.start < site.span.start && !Self.isDeferred(commit.call.site)
      }
      guard !between, !program.surelyBefore(site, commits) else { return nil }
      return Finding(
        self, at: site,
        "\(start.call.name) between beginConfiguration and commitConfiguration raises an exception",
        severity: .error, related: [.init(begin.call.site, "the configuration begins here")])
    }
  }

  private static func isDeferred(_ site: Site) -> Bool {
    site.around.contains { node in
      if case .statement(let statement) = node, case .defer = statement.kind { return true }
      return false
    }
  }

  /// `return` and `throw` between begin and commit, in the function that commits further down.
  private func openWays(_ program: Program, _ calls: [SessionCall]) -> [Finding] {
    var found: [Finding] = []
    for begin in calls where begin.call.name == "beginConfiguration" {
      let site = begin.call.site
      let commits = calls.filter {
        $0.call.name == "commitConfiguration" && $0.session == begin.session
          && $0.call.site.span.start > site.span.end
      }
      guard let last = commits.last, !commits.contains(where: { Self.isDeferred($0.call.site) }),
        let function = site.function, last.call.site.function === function, let body = function.body
      else { continue }
      Node.block(body).walk { node, around in
        if case .function = node { return false }
        guard case .statement(let statement) = node, statement.span.start > site.span.end,
          statement.span.start < last.call.site.span.start
        else { return true }
        switch statement.kind {
        // An initialiser that fails takes the object and its session with it.
        case .throw where function.form == .initializer: return false
        case .return(_?) where function.form == .initializer: return false
        case .return, .throw: break
        default: return true
        }
        let way = Site(
          unit: site.unit, expression: Expression(.literal(""), statement.span), around: around + [node])
        let committed = commits.contains { commit in
          commit.call.site.span.start < statement.span.start
            && around.contains { $0.span.contains(commit.call.site.span) && $0.span != body.span }
        }
        let isLater = program.surelyBefore(way) { other in
          other.span.start > site.span.end && other.call?.name == "commitConfiguration"
        }
        if !committed, !isLater {
          found.append(
            Finding(
              self, in: site.file, statement.span, "this way out leaves the configuration open",
              related: [.init(site, "it begins here")]))
        }
        return false
      }
    }
    return found
  }
}
