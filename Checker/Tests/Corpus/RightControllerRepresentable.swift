import AVFoundation
import SwiftUI
import UIKit

struct RightControllerRepresentable: UIViewControllerRepresentable {
  let session: AVCaptureSession
  @Binding var recognized: String

  func makeCoordinator() -> Coordinator { Coordinator(recognized: $recognized) }

  func makeUIViewController(context: Context) -> PreviewController {
    let controller = PreviewController()
    controller.session = session
    return controller
  }

  func updateUIViewController(_ controller: PreviewController, context: Context) {}

  final class Coordinator: NSObject, AVCaptureMetadataOutputObjectsDelegate {
    private let recognized: Binding<String>
    init(recognized: Binding<String>) { self.recognized = recognized }

    func metadataOutput(
      _ output: AVCaptureMetadataOutput, didOutput objects: [AVMetadataObject], from connection: AVCaptureConnection
    ) {
      if let code = objects.first as? AVMetadataMachineReadableCodeObject { recognized.wrappedValue = code.stringValue ?? "" }
    }
  }

  final class PreviewController: UIViewController {
    var session: AVCaptureSession? { didSet { previewLayer.session = session } }
    private let previewLayer = AVCaptureVideoPreviewLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.layer.addSublayer(previewLayer)
    }

    override func viewWillLayoutSubviews() {
      super.viewWillLayoutSubviews()
      previewLayer.frame = view.layer.bounds
    }
  }
}
