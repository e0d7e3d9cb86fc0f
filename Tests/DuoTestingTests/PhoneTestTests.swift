import AVFoundation
import DuoTesting
import Testing

@Suite struct PhoneTestTests {
  @Test func aPreviewLayerIsRead() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let camera = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        session.startRunning()
        try await phone.settle()
        let reading = try phone.reading(of: layer)
        try reading.expect(camera: .outerFront, faces: .person, upright: true, mirrored: true, stale: false)
        #expect(reading.isReadFromPixels && reading.device == camera.localizedName)
      }
    }
  }

  /// An app that draws its own preview: it turns and mirrors in the data output's connection.
  @Test func aLayerOfSampleBuffersIsRead() async {
    final class Forwarder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
      // `@unchecked`: the layer takes buffers on any thread.
      let layer: AVSampleBufferDisplayLayer
      init(_ layer: AVSampleBufferDisplayLayer) { self.layer = layer }
      func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
      ) { layer.enqueue(sampleBuffer) }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let camera = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        session.addOutput(output)
        let layer = AVSampleBufferDisplayLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        layer.videoGravity = .resizeAspectFill
        let forwarder = Forwarder(layer)
        output.setSampleBufferDelegate(forwarder, queue: DispatchQueue(label: "frames"))
        let rotation = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = rotation.videoRotationAngleForHorizonLevelCapture
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = true
        session.startRunning()
        try await phone.settle()
        let reading = try phone.reading(of: layer)
        try reading.expect(camera: .outerFront, faces: .person, upright: true, mirrored: true)
        #expect(reading.isReadFromPixels)
        connection.isVideoMirrored = false
        try await phone.settle()
        try phone.reading(of: layer).expect(camera: .outerFront, upright: true, mirrored: false)
      }
    }
  }

  @Test func aFailureNamesItsPlaceAndEndsTheProcess() async throws {
    // Known on purpose: that the other process records the failure is what is tested. Without it this test fails.
    await withKnownIssue {
      let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        await PhoneTest.run { try await expectTooMuch($0) }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let line = text.split(separator: "\n").first ?? ""
      if line.hasSuffix(
        "PhoneTestTests.swift:\(placeOfTooMuch): The trace has no record never at its place. "
          + "Expected, in this order:"),
        text.contains("2. hinge-rested  (found: 1.000 s hinge-rested angle=180)")
      {
        return
      }
      Issue.record("another text: \(text)")
    } matching: { issue in
      // The one that came over from the other process.
      issue.comments.contains { $0.rawValue.hasPrefix("The trace has no record never at its place.") }
        && issue.sourceLocation?.line == placeOfTooMuch
    }
  }
}

private let placeOfTooMuch = #line + 4
@MainActor
private func expectTooMuch(_ phone: SimulatedPhone) async throws {
  try await phone.play(.hinge(to: 180, over: .seconds(1)))
  try phone.expectTrace(.record("app-moved", ["to": "inner"]), "hinge-rested", "never")
}
