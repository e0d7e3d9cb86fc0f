import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct ConnectionTests {
  func connection(_ camera: CameraID) throws -> (AVCaptureSession, AVCaptureConnection) {
    let session = try CaptureBench().session(camera, AVCaptureVideoDataOutput())
    return (session, session.connections[0])
  }

  @Test func whatAVideoConnectionSupports() throws {
    let (session, connection) = try connection(.rearWide)
    #expect(connection.isEnabled && connection.isActive)
    #expect(connection.isVideoMirroringSupported && connection.isVideoOrientationSupported)
    let supported = [0, 45, 90, 180, 270, 360].filter {
      connection.isVideoRotationAngleSupported(CGFloat($0))
    }
    #expect(supported == [0, 90, 180, 270])
    withExtendedLifetime(session) {}
  }

  /// Each name sets the angle of the table, and reads back.
  @Test func oldOrientationsThroughTheConnection() throws {
    let table: [(CameraID, PhoneDescription, [Int])] = [
      (.rearWide, .single, [90, 270, 0, 180]), (.front, .single, [90, 270, 180, 0]),
      (.front, .singleSquare, [0, 180, 90, 270]), (.virtualFront, .duo, [0, 180, 90, 270]),
      (.innerFront, .duo, [0, 180, 90, 270]), (.rearDualWide, .duo, [90, 270, 0, 180]),
    ]
    var mismatches: [String] = []
    for (camera, description, angles) in table {
      let session = try CaptureBench(description).session(camera, AVCaptureVideoDataOutput())
      let connection = session.connections[0]
      for (orientation, angle) in zip(AVCaptureVideoOrientation.allCases, angles) {
        connection.videoOrientation = orientation
        if connection.videoRotationAngle != CGFloat(angle) || connection.videoOrientation != orientation {
          mismatches.append("\(description.name) \(camera) \(orientation)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func previewAndOutputAreIndependent() throws {
    let (session, connection) = try connection(.virtualFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    let preview = layer.connection!
    #expect(preview.isVideoMirrored && !connection.isVideoMirrored)
    preview.videoRotationAngle = 90
    preview.automaticallyAdjustsVideoMirroring = false
    preview.isVideoMirrored = false
    #expect(connection.videoRotationAngle == 0 && connection.automaticallyAdjustsVideoMirroring)
    #expect(!connection.isVideoMirrored)
  }

  @Test func activityIsObservable() throws {
    let (session, connection) = try connection(.rearWide)
    let notes = Notes()
    let observation = connection.observe(\.isActive, options: [.old, .new]) { _, change in
      notes.add("\(change.oldValue!) \(change.newValue!)")
    }
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    #expect(notes.all == [])
    session.commitConfiguration()
    #expect(notes.all == ["true false"])
    observation.invalidate()
  }

  @Test func stabilizationIsOffUnlessWantedAndOffered() throws {
    let (session, connection) = try connection(.rearWide)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    #expect(
      connection.preferredVideoStabilizationMode == .off && connection.activeVideoStabilizationMode == .off)
    #expect(connection.isVideoStabilizationSupported && !layer.connection!.isVideoStabilizationSupported)
    let notes = Notes()
    let observation = connection.observe(\.activeVideoStabilizationMode, options: [.new]) { _, change in
      notes.add("\(change.newValue!)")
    }
    connection.videoRotationAngle = 180
    connection.preferredVideoStabilizationMode = .auto
    let offers = connection.device!.activeFormat.isVideoStabilizationModeSupported(.standard)
    #expect(connection.activeVideoStabilizationMode == (offers ? .standard : .off))
    #expect(connection.preferredVideoStabilizationMode == .auto && connection.videoRotationAngle == 180)
    connection.preferredVideoStabilizationMode = .off
    #expect(notes.all == (offers ? ["standard", "off"] : []))
    // The older spelling.
    #expect(!connection.enablesVideoStabilizationWhenAvailable && !connection.isVideoStabilizationEnabled)
    connection.enablesVideoStabilizationWhenAvailable = true
    #expect(connection.preferredVideoStabilizationMode == .standard)
    #expect(
      connection.enablesVideoStabilizationWhenAvailable && connection.isVideoStabilizationEnabled == offers)
    connection.enablesVideoStabilizationWhenAvailable = false
    #expect(connection.preferredVideoStabilizationMode == .off && !connection.isVideoStabilizationEnabled)
    observation.invalidate()
  }

  /// The wish stays, what the camera's format makes of it is told.
  @Test func stabilizationFollowsFormatsAndPresets() throws {
    let (session, connection) = try connection(.rearWide)
    let device = connection.device!
    connection.preferredVideoStabilizationMode = .cinematic
    let told = Notes()
    let observation = connection.observe(\.activeVideoStabilizationMode, options: [.old, .new]) { _, change in
      told.add("\(change.oldValue!) \(change.newValue!)")
    }
    defer { observation.invalidate() }
    var (last, expected) = (connection.activeVideoStabilizationMode, [String]())
    func note() {
      let now = connection.activeVideoStabilizationMode
      if now != last { expected.append("\(last) \(now)") }
      last = now
    }
    func offers(_ format: AVCaptureDevice.Format) -> Bool {
      format.isVideoStabilizationModeSupported(.cinematic)
    }
    try device.lockForConfiguration()
    for wanted in [false, true, false] {
      device.activeFormat = try #require(device.formats.first { offers($0) == wanted })
      #expect((connection.activeVideoStabilizationMode == .cinematic) == wanted)
      note()
    }
    for preset in [AVCaptureSession.Preset.high, .photo, .hd1280x720] {
      session.sessionPreset = preset
      note()
    }
    session.beginConfiguration()
    device.activeFormat = try #require(device.formats.first { offers($0) })
    session.commitConfiguration()
    note()
    device.unlockForConfiguration()
    #expect(told.all == expected && expected.count >= 2)
    #expect(connection.preferredVideoStabilizationMode == .cinematic)
  }

  @Test func metadataPortsCarryNoPicture() throws {
    let bench = CaptureBench()
    let input = try bench.input(.innerFront)
    let port = input.ports.first { $0.mediaType == .metadataObject }!
    let output = AVCaptureVideoDataOutput()
    let connection = AVCaptureConnection(inputPorts: [port], output: output)
    #expect(!connection.isVideoMirroringSupported && !connection.isVideoRotationAngleSupported(0))
    #expect(!connection.isVideoOrientationSupported && connection.device == nil)
    #expect(connection.inputPorts.count == 1 && connection.output === output)
  }
}
