import CaptureFacts
import SourceModel

/// A session whose runtime errors nobody observes.
struct RuntimeErrorUnobserved: Rule {
  let about = RuleDescription(
    name: "runtime-error-unobserved", severity: .note,
    summary: "nobody observes the session's runtime errors",
    reason: """
      A session that fails while it runs, for example because media services were reset, stops and posts one notification. \
      Without an observer the preview stays as it was for good. Observe runtimeErrorNotification and start the session \
      again after mediaServicesWereReset.
      """,
    sources: [
      "Apple, AVCaptureSession.h: runtimeErrorNotification", "field reports, topic of interruptions",
    ],
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
        "only interruptions are observed",
        """
        import AVFoundation

        final class Camera {
          private lazy var session: AVCaptureSession = ↓AVCaptureSession()

          func observe() -> NSObjectProtocol {
            NotificationCenter.default.addObserver(
              forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: nil
            ) { note in print(note) }
          }
        }
        """),
      Example(
        "a multi-camera session",
        """
        import AVFoundation

        actor CaptureService {
          let session: AVCaptureMultiCamSession

          init() {
            session = ↓AVCaptureMultiCamSession()
          }
        }
        """),
      Example(
        "the new spelling",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func observe() -> NSObjectProtocol {
            NotificationCenter.default.addObserver(
              forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
            ) { note in print(note) }
          }
        }
        """),
      Example(
        "the old spelling, in a subclass of NSObject",
        """
        import AVFoundation

        final class Camera: NSObject {
          let session = AVCaptureSession()

          override init() {
            super.init()
            NotificationCenter.default.addObserver(
              self, selector: #selector(failed), name: .AVCaptureSessionRuntimeError, object: session)
          }

          @objc func failed(_ note: Notification) {}
        }
        """),
      Example(
        "no session of its own",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          let previewLayer = AVCaptureVideoPreviewLayer()

          func show(_ session: AVCaptureSession) {
            previewLayer.session = session
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
    knownFalseAlarms: ["a session that lives for one photo"])

  static let names: Set<String> = [
    "runtimeErrorNotification", "AVCaptureSessionRuntimeError", "AVCaptureSessionRuntimeErrorNotification",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let facts = SessionObservers(program, names: Self.names)
    guard facts.first(of: Self.names) == nil else { return [] }
    return facts.sessions.map { Finding(self, at: $0, "nobody observes the runtime errors of this session") }
  }
}
