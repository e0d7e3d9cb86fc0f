import AVFoundation
import DuoTesting
import Testing
import UIKit

/// A phone with the small app on it.
func onStage(
  on phone: PhoneDescription = .duo, pose: PhonePose = .closed, stopsWith: String? = nil,
  _ body: @MainActor (SimulatedPhone, PreviewView) async throws -> Void
) async {
  await AppTest.run(
    CameraAppDelegate.self, scene: CameraSceneDelegate.self, on: phone, pose: pose, stopsWith: stopsWith
  ) { app in
    try await body(app.phone, try #require(CameraSceneDelegate.current).view)
  }
}

func camera(
  _ type: AVCaptureDevice.DeviceType, _ position: AVCaptureDevice.Position = .front
) throws -> AVCaptureDevice {
  let found = AVCaptureDevice.DiscoverySession(deviceTypes: [type], mediaType: .video, position: position)
  return try #require(found.devices.first)
}

/// A session that streams from a camera.
func session(_ camera: AVCaptureDevice) throws -> AVCaptureSession {
  let session = AVCaptureSession()
  let input = try AVCaptureDeviceInput(device: camera)
  try #require(session.canAddInput(input))
  session.addInput(input)
  return session
}
