import AVFoundation
import UIKit

class RecorderController: UIViewController {
  let session: AVCaptureSession
  let movieOutput = AVCaptureMovieFileOutput()
  private let sessionQueue = DispatchQueue(label: "recorder.session", qos: .userInitiated)
  private var activeInput: AVCaptureDeviceInput?

  init(session: AVCaptureSession) {
    self.session = session
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("init(coder:) is not used") }

  @objc func switchCameras(_ sender: UIButton) {
    sessionQueue.async { [weak self] in
      guard let self, let current = self.activeInput else { return }
      let position: AVCaptureDevice.Position = current.device.position == .back ? .front : .back
      guard
        let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position),
        let replacement = try? AVCaptureDeviceInput(device: device)
      else { return }
      self.session.removeInput(current)  // finds: switch-outside-configuration
      if self.session.canAddInput(replacement) {  // finds: input-not-restored
        self.session.addInput(replacement)
        self.activeInput = replacement
      }
    }
  }

  @objc func toggleRecording() {
    if movieOutput.isRecording {
      movieOutput.stopRecording()
    } else {
      let connection = movieOutput.connection(with: .video)
      connection?.isVideoMirrored = activeInput?.device.position == .front  // finds: mirror-before-automatic-off, mirror-unsupported, facing-from-position
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("clip.mov")
      movieOutput.startRecording(to: url, recordingDelegate: self)
    }
  }
}

extension RecorderController: AVCaptureFileOutputRecordingDelegate {
  func fileOutput(_ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection], error: Error?) {
    print("finished", outputFileURL)
  }
}
