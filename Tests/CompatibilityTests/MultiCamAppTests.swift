import AVFoundation
import DuoTesting
import Testing
import UIKit

/// An app that shows the person and what the person looks at, at once: rear and outer front camera, each with a preview
/// layer, a data output and a photo output of its own. Written as an app's developer would.
final class BothWays: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  enum Problem: Error { case unsupported, noCamera, cannotAdd }

  let session = AVCaptureMultiCamSession()
  let rearLayer = AVCaptureVideoPreviewLayer()
  let frontLayer = AVCaptureVideoPreviewLayer()
  private let rearOutput = AVCaptureVideoDataOutput()
  private let frontOutput = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "both ways")
  private(set) var rearFrames = 0
  private(set) var frontFrames = 0

  func configure() throws {
    guard AVCaptureMultiCamSession.isMultiCamSupported else { throw Problem.unsupported }
    let search = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera, .builtInOuterUltraWideCamera], mediaType: .video,
      position: .unspecified)
    guard
      let rear = search.devices.first(where: { $0.position == .back }),
      let front = search.devices.first(where: { $0.deviceType == .builtInOuterUltraWideCamera }),
      search.supportedMultiCamDeviceSets.contains([rear, front])
    else { throw Problem.noCamera }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    try add(rear, rearLayer, rearOutput)
    try add(front, frontLayer, frontOutput)
  }

  private func add(
    _ camera: AVCaptureDevice, _ layer: AVCaptureVideoPreviewLayer, _ output: AVCaptureVideoDataOutput
  ) throws {
    let input = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(input) else { throw Problem.cannotAdd }
    session.addInputWithNoConnections(input)
    guard
      let port = input.ports(
        for: .video, sourceDeviceType: camera.deviceType, sourceDevicePosition: camera.position
      ).first
    else { throw Problem.noCamera }
    guard session.canAddOutput(output) else { throw Problem.cannotAdd }
    session.addOutputWithNoConnections(output)
    output.setSampleBufferDelegate(self, queue: queue)
    let data = AVCaptureConnection(inputPorts: [port], output: output)
    guard session.canAddConnection(data) else { throw Problem.cannotAdd }
    session.addConnection(data)
    layer.setSessionWithNoConnection(session)
    let preview = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
    guard session.canAddConnection(preview) else { throw Problem.cannotAdd }
    session.addConnection(preview)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if output === rearOutput { rearFrames += 1 } else { frontFrames += 1 }
  }
}

@Suite(.serialized) struct MultiCamAppTests {
  /// Turned round, both cameras look at the person; open, both look at what the person looks at.
  @Test func rearAndOuterFrontAtOnce() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let app = BothWays()
        for layer in [app.rearLayer, app.frontLayer] {
          layer.frame = CGRect(x: 0, y: 0, width: 475, height: 669)
        }
        try app.configure()
        #expect(app.session.hardwareCost > 0 && app.session.hardwareCost <= 1)
        #expect(app.session.systemPressureCost <= 1)
        app.session.startRunning()
        #expect(app.rearLayer.isPreviewing && app.frontLayer.isPreviewing)
        try await phone.settle()
        try phone.reading(of: app.rearLayer).expect(faces: .away, mirrored: false)
        try phone.reading(of: app.frontLayer).expect(camera: .outerFront, faces: .away, mirrored: true)
        #expect(app.rearFrames > 10 && app.frontFrames > 10)
        app.session.stopRunning()
      }
    }
  }

  @Test func whichPhonesCan() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in #expect(AVCaptureMultiCamSession.isMultiCamSupported) }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.noCamera) { _ in #expect(!AVCaptureMultiCamSession.isMultiCamSupported) }
    }
  }
}
