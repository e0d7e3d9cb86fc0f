import AVFoundation
import UIKit

/// The careful counterpart of the one-screen scanner: own queue, own layer class, observers, converted window.
final class RightScannerController: UIViewController {
    private final class PreviewView: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
        var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
    }

    private let session = AVCaptureSession()
    private let metadataOutput = AVCaptureMetadataOutput()
    private let sessionQueue = DispatchQueue(label: "scanner.session")
    private let preview = PreviewView()

    override func loadView() {
        preview.previewLayer.session = session
        preview.previewLayer.videoGravity = .resizeAspectFill
        view = preview
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(interruptionBegan), name: .AVCaptureSessionWasInterrupted, object: session)
        center.addObserver(self, selector: #selector(interruptionEnded), name: .AVCaptureSessionInterruptionEnded, object: session)
        center.addObserver(self, selector: #selector(runtimeError), name: .AVCaptureSessionRuntimeError, object: session)
        sessionQueue.async { self.configure() }
    }

    private func configure() {
        guard let device = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: device) else { return }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard session.canAddInput(input), session.canAddOutput(metadataOutput) else { return }
        session.addInput(input)
        session.addOutput(metadataOutput)
        metadataOutput.metadataObjectTypes = metadataOutput.availableMetadataObjectTypes.filter { $0 == .qr }
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        sessionQueue.async { self.session.startRunning() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        sessionQueue.async { self.session.stopRunning() }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let window = view.bounds.insetBy(dx: 40, dy: 120)
        metadataOutput.rectOfInterest = preview.previewLayer.metadataOutputRectConverted(fromLayerRect: window)
    }

    @objc private func interruptionBegan(_ note: Notification) { view.alpha = 0.4 }
    @objc private func interruptionEnded(_ note: Notification) { view.alpha = 1 }
    @objc private func runtimeError(_ note: Notification) {
        sessionQueue.async { self.session.startRunning() }
    }
}
