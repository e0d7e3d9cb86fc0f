import UIKit
import AVFoundation

final class StoryboardCamera: UIViewController {

    @IBOutlet private weak var previewView: UIView!
    @IBOutlet private weak var shutterButton: UIButton!
    @IBOutlet private weak var flashButton: UIButton!

    var session: AVCaptureSession?
    var stillOutput: AVCapturePhotoOutput?
    var videoPreviewLayer: AVCaptureVideoPreviewLayer?

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let newSession = AVCaptureSession() // finds: interruption-unobserved, runtime-error-unobserved
        newSession.sessionPreset = .photo
        let backCamera = AVCaptureDevice.default(for: AVMediaType.video)!  // finds: device-forced
        let input = try! AVCaptureDeviceInput(device: backCamera)  // finds: device-forced
        newSession.addInput(input)

        let output = AVCapturePhotoOutput()
        newSession.addOutput(output)
        stillOutput = output
        session = newSession
        showPreview(of: newSession)
        DispatchQueue.global(qos: .userInitiated).async {
            newSession.startRunning()
        }
    }

    private func showPreview(of session: AVCaptureSession) {
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.videoGravity = .resizeAspect
        layer.connection?.videoOrientation = .portrait // finds: legacy-orientation
        previewView.layer.addSublayer(layer)
        videoPreviewLayer = layer
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        videoPreviewLayer?.frame = previewView.bounds
    }

    @IBAction func didTapShutter(_ sender: Any) {
        let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        stillOutput?.capturePhoto(with: settings, delegate: self)
    }
}

extension StoryboardCamera: AVCapturePhotoCaptureDelegate {
    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        guard let data = photo.fileDataRepresentation() else { return }
        print(UIImage(data: data) as Any)
    }
}
