import CaptureFacts
import SourceModel

/// A session whose interruptions nobody observes.
struct InterruptionUnobserved: Rule {
  let about = RuleDescription(
    name: "interruption-unobserved", severity: .warning,
    summary: "nobody observes when the session is interrupted, or when the interruption ends",
    reason: """
      Every app takes part in Split View on the Duo's inner display, where the system may take the camera away: the preview \
      stands still or goes black without a word. Observe wasInterrupted and interruptionEnded, say why there is no picture, \
      and go on afterwards.
      """,
    sources: ["seed 004 section 10", "field reports R131, R134"],
    scenario: .init("split", reportRules: ["14"], shows: "the preview stands still and nothing says why"),
    examples: [
      Example(
        "no observer",
        """
        import AVFoundation

        final class Camera {
          let session = ↓AVCaptureSession()
        }
        """),
      Example(
        "only the beginning",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func observe() {
            NotificationCenter.default.addObserver(
              forName: ↓.AVCaptureSessionWasInterrupted, object: session, queue: nil
            ) { note in print(note) }
          }
        }
        """),
      Example(
        "a session in a function",
        """
        import AVFoundation
        import UIKit

        class ScannerViewController: UIViewController {
          var session: AVCaptureSession?

          override func viewDidLoad() {
            super.viewDidLoad()
            session = ↓AVCaptureSession()
          }
        }
        """),
      Example(
        "both, in the old spelling",
        """
        import AVFoundation

        final class Camera: NSObject {
          let session = AVCaptureSession()

          func observe() {
            let center = NotificationCenter.default
            center.addObserver(
              self, selector: #selector(interrupted), name: .AVCaptureSessionWasInterrupted, object: session)
            center.addObserver(
              self, selector: #selector(ended), name: .AVCaptureSessionInterruptionEnded, object: session)
          }

          @objc func interrupted(_ note: Notification) {}
          @objc func ended(_ note: Notification) {}
        }
        """),
      Example(
        "both, as asynchronous sequences in another type",
        """
        import AVFoundation

        actor CaptureService {
          let session = AVCaptureSession()
        }

        @MainActor final class Model {
          func watch(_ session: AVCaptureSession) async {
            for await _ in NotificationCenter.default.notifications(
              named: AVCaptureSession.wasInterruptedNotification, object: session)
            {
              print("interrupted")
            }
          }

          func resume(_ session: AVCaptureSession) async {
            for await _ in NotificationCenter.default.notifications(
              named: AVCaptureSession.interruptionEndedNotification, object: session)
            {
              print("goes on")
            }
          }
        }
        """),
      Example(
        "both, with Combine, and isInterrupted watched instead",
        """
        import AVFoundation
        import Combine

        final class Camera {
          let session = AVCaptureSession()
          var bag: Set<AnyCancellable> = []

          func observe() {
            session.publisher(for: \\.isInterrupted)
              .sink { print($0) }
              .store(in: &bag)
          }
        }
        """),
      Example(
        "a session for the canvas of a preview",
        """
        import AVFoundation
        import SwiftUI

        struct CameraPreview: UIViewRepresentable {
          let session: AVCaptureSession

          func makeUIView(context: Context) -> UIView { UIView() }
          func updateUIView(_ view: UIView, context: Context) {}
        }

        struct CameraPreview_Previews: PreviewProvider {
          static var previews: some View {
            CameraPreview(session: AVCaptureSession())
          }
        }

        #Preview {
          CameraPreview(session: AVCaptureSession())
        }
        """),
      Example(
        "a session that only answers what could be added",
        """
        import AVFoundation

        func canReadCodes(_ device: AVCaptureDevice) throws -> Bool {
          let input = try AVCaptureDeviceInput(device: device)
          let output = AVCaptureMetadataOutput()
          let trial = AVCaptureSession()
          guard trial.canAddInput(input), trial.canAddOutput(output) else { return false }
          trial.addInput(input)
          trial.addOutput(output)
          return output.availableMetadataObjectTypes.contains(.qr)
        }
        """),
      Example(
        "an empty session where there is none",
        """
        import AVFoundation

        func layer(for session: AVCaptureSession?) -> AVCaptureVideoPreviewLayer {
          AVCaptureVideoPreviewLayer(session: session ?? AVCaptureSession())
        }
        """),
    ],
    knownMisses: ["an observer that does nothing"],
    knownFalseAlarms: ["an app that only takes one picture and closes its session"])

  static let began: Set<String> = [
    "wasInterruptedNotification", "AVCaptureSessionWasInterrupted",
    "AVCaptureSessionWasInterruptedNotification",
  ]
  static let ended: Set<String> = [
    "interruptionEndedNotification", "AVCaptureSessionInterruptionEnded",
    "AVCaptureSessionInterruptionEndedNotification",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let facts = SessionObservers(
      program, names: Self.began.union(Self.ended).union(["isInterrupted"]))
    if let began = facts.first(of: Self.began) {
      guard facts.first(of: Self.ended) == nil, !facts.watches("isInterrupted") else { return [] }
      return [Finding(self, at: began, "the beginning of an interruption is observed, its end is not")]
    }
    guard !facts.watches("isInterrupted") else { return [] }
    return facts.sessions.map {
      Finding(self, at: $0, "nobody observes the interruptions of this session")
    }
  }
}
