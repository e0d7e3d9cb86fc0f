import CaptureFacts
import SourceModel

/// `startRunning` or `stopRunning` where the main thread waits for it.
struct StartOnMain: Rule {
  let about = RuleDescription(
    name: "start-on-main", severity: .warning,
    summary: "the session is started or stopped on the main thread, which stands still meanwhile",
    reason: """
      startRunning and stopRunning return when the cameras have started or stopped, which takes up to a second. On a Duo a \
      fold moves the app to the other display at the same time, and a blocked main thread shows a frozen or black \
      preview there. Call them on the session's own serial queue or actor. `Task { }` inside a main-actor type stays on the \
      main actor.
      """,
    sources: ["Apple, AVCaptureSession.h: startRunning", "field reports R103, R124, R169"],
    scenario: .init("fold", reportRules: ["40"], shows: "the main thread is blocked while the phone unfolds"),
    examples: [
      Example(
        "in a view controller",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()

          override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            ↓session.startRunning()
          }

          override func viewDidDisappear(_ animated: Bool) {
            DispatchQueue.main.async {
              ↓self.session.stopRunning()
            }
          }
        }
        """),
      Example(
        "a task of a main-actor model",
        """
        import AVFoundation
        import Observation

        @MainActor @Observable final class CameraModel {
          let session = AVCaptureSession()

          func start() {
            Task {
              ↓session.startRunning()
            }
          }
        }
        """),
      Example(
        "an ordinary class, called from a view",
        """
        import AVFoundation
        import SwiftUI

        final class Camera {
          let session = AVCaptureSession()

          func start() {
            guard !session.isRunning else { return }
            ↓session.startRunning()
          }
        }

        struct CameraScreen: View {
          let camera: Camera

          var body: some View {
            Color.black.onAppear { camera.start() }
          }
        }
        """),
      Example(
        "on a queue of its own",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          private let sessionQueue = DispatchQueue(label: "session")

          override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            sessionQueue.async { [session] in
              session.startRunning()
            }
          }

          func stop() {
            DispatchQueue.global(qos: .userInitiated).async {
              self.session.stopRunning()
            }
          }
        }
        """),
      Example(
        "on an actor",
        """
        import AVFoundation
        import SwiftUI

        actor CaptureService {
          let session = AVCaptureSession()

          func start() {
            session.startRunning()
          }
        }

        struct CameraScreen: View {
          let service: CaptureService

          var body: some View {
            Color.black.task { await service.start() }
          }
        }
        """),
      Example(
        "an ordinary class whose callers use its queue",
        """
        import AVFoundation
        import UIKit

        final class Camera {
          let session = AVCaptureSession()
          let queue = DispatchQueue(label: "camera")

          func run() {
            queue.async {
              self.configure()
            }
          }

          private func configure() {
            session.startRunning()
          }
        }

        class CameraViewController: UIViewController {
          let camera = Camera()

          override func viewDidLoad() {
            super.viewDidLoad()
            camera.run()
          }
        }
        """),
      Example(
        "a detached task, a nonisolated async function",
        """
        import AVFoundation

        @MainActor final class CameraModel {
          nonisolated let session = AVCaptureSession()

          func start() {
            Task.detached { [session] in
              session.startRunning()
            }
          }

          nonisolated func stop() async {
            session.stopRunning()
          }
        }
        """),
      Example(
        "a local function that a queue calls",
        """
        import AVFoundation
        import UIKit

        final class Camera {
          let session = AVCaptureSession()

          func prepare(_ done: @escaping () -> Void) {
            func open() {
              session.startRunning()
            }

            DispatchQueue(label: "prepare").async {
              open()
              DispatchQueue.main.async(execute: done)
            }
          }
        }

        class CameraViewController: UIViewController {
          let camera = Camera()

          override func viewDidLoad() {
            super.viewDidLoad()
            camera.prepare {}
          }
        }
        """),
    ],
    knownMisses: [
      "a session behind a protocol",
      "a function that is handed over as a value and called on the main thread",
    ],
    knownFalseAlarms: ["a class of one's own named like one of UIKit's, such as View"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["startRunning", "stopRunning"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let call = site.call, ["startRunning", "stopRunning"].contains(call.name),
          call.arguments.isEmpty,
          let base = call.base, program.site(base, isA: ["AVCaptureSession"]),
          let way = program.wayFromMain(to: site)
        else { return }
        let isHere = way.expression === site.expression
        found.append(
          Finding(
            self, at: site,
            isHere
              ? "\(call.name) blocks the main thread here"
              : "\(call.name) blocks the main thread when it is reached from there",
            related: isHere ? [] : [.init(way, "called on the main actor here")]))
      }
      return found
    }
  }
}
