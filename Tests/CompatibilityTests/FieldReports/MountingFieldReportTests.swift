import AVFoundation
import DuoTesting
import Testing
import UIKit

/// How real camera apps went wrong with the way cameras are mounted, and with mirroring.
@Suite(.serialized) struct MountingFieldReportTests {
  private static func device(_ position: AVCaptureDevice.Position) throws -> AVCaptureDevice {
    try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position))
  }

  /// R035: capture angle and tilt give one mounting value for a camera, however the phone is held; and buffers that are
  /// turned by a quarter are as wide as the others are high.
  @Test(arguments: ["single", "singleSquare"])
  func theMountingIsAConstant(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      await PhoneTest.run(name == "single" ? .single : .singleSquare) { phone in
        var found: Set<[CGFloat]> = []
        let coordinators = try [AVCaptureDevice.Position.front, .back].map {
          AVCaptureDevice.RotationCoordinator(device: try Self.device($0), previewLayer: nil)
        }
        for tilt in [0.0, 90, 180, 270] {
          try await phone.settle()
          let angles = coordinators.map(\.videoRotationAngleForHorizonLevelCapture)
          found.insert(
            [angles[0] + tilt, angles[1] - tilt + 360].map { $0.truncatingRemainder(dividingBy: 360) })
          try await phone.play(.turn(1))
        }
        #expect(found == [[name == "single" ? 90 : 0, 90]])

        let sizes = FrameSizes()
        let output = sizes.output()
        let session = try session(try Self.device(.back))
        session.addOutput(output)
        session.startRunning()
        var seen: [Set<String>] = []
        for angle in [0.0, 90, 180, 270] {
          output.connection(with: .video)?.videoRotationAngle = angle
          await phone.run(for: .milliseconds(500))
          _ = sizes.take()
          await phone.run(for: .milliseconds(500))
          seen.append(Set(sizes.take()))
        }
        let flat = try #require(seen[0].first)
        let turned = flat.split(separator: "x").reversed().joined(separator: "x")
        #expect(seen == [[flat], [turned], [flat], [turned]] && flat != turned)
      }
    }
  }

  /// R038: a fresh connection does not turn; its old orientation follows from how the camera is mounted.
  @Test func freshConnectionsDoNotTurn() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.single) { _ in
        for (position, orientation) in [
          (AVCaptureDevice.Position.back, AVCaptureVideoOrientation.landscapeRight), (.front, .landscapeLeft),
        ] {
          let output = AVCaptureVideoDataOutput()
          let session = try session(try Self.device(position))
          session.addOutput(output)
          let connection = try #require(output.connection(with: .video))
          #expect(connection.videoRotationAngle == 0 && connection.videoOrientation == orientation)
        }
      }
    }
  }

  /// R040: an angle written down for the classic front camera is off by a quarter on a square one; the coordinator's is right.
  @Test func anAngleOfTheClassicFrontCameraIsOff() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(.singleSquare) { phone in
        let device = try Self.device(.front)
        let layer = AVCaptureVideoPreviewLayer(session: try session(device))
        layer.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
        layer.session?.startRunning()
        layer.connection?.videoRotationAngle = 90
        try await phone.settle()
        let roll = try #require(try phone.reading(of: layer).roll)
        #expect(abs(abs(roll.remainder(dividingBy: 360)) - 90) < 10)
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
        try await phone.settle()
        try phone.reading(of: layer).expect(upright: true)
      }
    }
  }

  /// R041: a square camera with a tall ratio delivers frames that stand, without any turn.
  @Test func tallFramesWithoutATurn() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try camera(.builtInOuterUltraWideCamera)
        let sizes = FrameSizes()
        let output = sizes.output()
        let session = try session(device)
        session.addOutput(output)
        try device.lockForConfiguration()
        device.activeFormat = try #require(
          device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio9x16) })
        session.startRunning()
        _ = try await device.setDynamicAspectRatio(.ratio9x16)
        device.unlockForConfiguration()
        await phone.run(for: .seconds(1))
        _ = sizes.take()
        await phone.run(for: .seconds(1))
        let size = try #require(sizes.take().last).split(separator: "x").compactMap { Int($0) }
        #expect(output.connection(with: .video)?.videoRotationAngle == 0)
        #expect(size.count == 2 && size[1] > size[0])
      }
    }
  }

  /// R053: another stabilisation takes neither angle nor mirroring from a connection.
  @Test func stabilisationKeepsAngleAndMirroring() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let output = AVCaptureVideoDataOutput()
        let session = try session(try Self.device(.back))
        session.addOutput(output)
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = 90
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = true
        session.startRunning()
        for mode in [AVCaptureVideoStabilizationMode.standard, .off, .auto, .cinematic, .off] {
          connection.preferredVideoStabilizationMode = mode
          await phone.run(for: .milliseconds(500))
          #expect(connection.preferredVideoStabilizationMode == mode)
          #expect(output.connection(with: .video) === connection)
          #expect(connection.videoRotationAngle == 90 && connection.isVideoMirrored)
        }
      }
    }
  }

  /// R010, R013: four turns and mirroring give eight pictures, and half a turn is not a mirror image.
  @Test func eightPicturesAreToldApart() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try camera(.builtInWideAngleCamera))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        session.startRunning()
        let connection = try #require(layer.connection)
        connection.automaticallyAdjustsVideoMirroring = false
        var mismatches: [String] = []
        for isMirrored in [true, false] {
          for angle in [0.0, 90, 180, 270] {
            connection.videoRotationAngle = angle
            connection.isVideoMirrored = isMirrored
            try await phone.settle()
            let reading = try phone.reading(of: layer)
            // Closed and upright this camera needs no turn. Mirroring comes after the turn.
            let wanted = isMirrored ? 360 - angle : angle
            let error = abs(((reading.roll ?? 45) - wanted).remainder(dividingBy: 360))
            if error > 10 || reading.isMirrored != isMirrored {
              mismatches.append("\(angle) \(isMirrored): \(reading.roll ?? -1) \(reading)")
            }
          }
        }
        #expect(mismatches == [])
      }
    }
  }
}
