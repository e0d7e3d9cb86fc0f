import AVFoundation
import UIKit

/// Shows the front camera and keeps it upright by the interface orientation, as camera apps did before iOS 17.
final class CameraViewController: UIViewController {
  private let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "camera.session")
  private let previewView = PreviewView()
  private let notice = NoticeView()
  private var observers: [NSObjectProtocol] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = session
    view.addSubview(previewView)
    view.addSubview(notice)
    observeInterruptions()

    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized:
      startSession()
    case .notDetermined:
      // The session waits for the answer.
      sessionQueue.suspend()
      AVCaptureDevice.requestAccess(for: .video) { granted in
        self.sessionQueue.resume()
        DispatchQueue.main.async {
          if granted {
            self.startSession()
          } else {
            self.notice.message = "Allow the camera in Settings."
          }
        }
      }
    default:
      notice.message = "Allow the camera in Settings."
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    notice.center(in: view.bounds)
    updateVideoOrientation()
  }

  private func startSession() {
    sessionQueue.async {
      let isConfigured = self.configure()
      DispatchQueue.main.async {
        self.notice.message = isConfigured ? nil : "There is no front camera."
        self.updateVideoOrientation()
      }
      if isConfigured {
        self.session.startRunning()
      }
    }
  }

  private func configure() -> Bool {
    guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let input = try? AVCaptureDeviceInput(device: device)
    else { return false }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .high
    guard session.canAddInput(input) else { return false }
    session.addInput(input)
    return true
  }

  /// Also for half a turn, which changes no size and therefore no layout: the scene delegate calls it then.
  func updateVideoOrientation() {
    guard let connection = previewView.previewLayer.connection, connection.isVideoOrientationSupported,
      let orientation = view.window?.windowScene?.interfaceOrientation,
      let videoOrientation = AVCaptureVideoOrientation(interfaceOrientation: orientation)
    else { return }
    // diptych:disable legacy-orientation shows what becomes of previews turned as before iOS 17
    connection.videoOrientation = videoOrientation
  }

  private func observeInterruptions() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil) {
        [weak self] notification in
        let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        let reason = value.flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
        DispatchQueue.main.async { self?.notice.message = reason?.message ?? "The camera is paused." }
      },
      center.addObserver(forName: .AVCaptureSessionInterruptionEnded, object: session, queue: nil) {
        [weak self] _ in
        DispatchQueue.main.async { self?.notice.message = nil }
      },
      center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) {
        [weak self] _ in
        DispatchQueue.main.async { self?.notice.message = "The camera has stopped." }
      },
    ]
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
