import AVFoundation
import UIKit

/// Shows the front camera and keeps it upright by the interface orientation, as camera apps did before iOS 17.
final class CameraViewController: UIViewController {
  nonisolated(unsafe) private let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "camera.session")
  private let previewView = PreviewView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = session
    view.addSubview(previewView)

    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized:
      startSession()
    case .notDetermined:
      AVCaptureDevice.requestAccess(for: .video) { granted in
        if granted {
          DispatchQueue.main.async { self.startSession() }
        }
      }
    default:
      break
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    updateVideoOrientation()
  }

  private func startSession() {
    sessionQueue.async {
      self.session.beginConfiguration()
      self.session.sessionPreset = .high
      if let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
        let input = try? AVCaptureDeviceInput(device: device),
        self.session.canAddInput(input)
      {
        self.session.addInput(input)
      }
      self.session.commitConfiguration()
      DispatchQueue.main.async { self.updateVideoOrientation() }
      self.session.startRunning()
    }
  }

  private func updateVideoOrientation() {
    guard let connection = previewView.previewLayer.connection, connection.isVideoOrientationSupported,
      let orientation = view.window?.windowScene?.interfaceOrientation,
      let videoOrientation = AVCaptureVideoOrientation(interfaceOrientation: orientation)
    else { return }
    connection.videoOrientation = videoOrientation
  }
}

extension AVCaptureVideoOrientation {
  init?(interfaceOrientation: UIInterfaceOrientation) {
    switch interfaceOrientation {
    case .portrait: self = .portrait
    case .portraitUpsideDown: self = .portraitUpsideDown
    case .landscapeLeft: self = .landscapeLeft
    case .landscapeRight: self = .landscapeRight
    default: return nil
    }
  }
}
