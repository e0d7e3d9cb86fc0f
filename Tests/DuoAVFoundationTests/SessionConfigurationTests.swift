import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct SessionConfigurationTests {
  @Test func anEmptySession() {
    let session = CaptureBench().session()
    #expect(session.sessionPreset == .high)
    #expect(session.inputs.isEmpty && session.outputs.isEmpty && session.connections.isEmpty)
    #expect(!session.isRunning && !session.isInterrupted)
    #expect(session.synchronizationClock === CMClockGetHostTimeClock())
  }

  @Test func connectionsFormAtOnceAndBothWays() throws {
    let bench = CaptureBench()
    let session = bench.session()
    let output = AVCaptureVideoDataOutput()
    let layer = AVCaptureVideoPreviewLayer()
    layer.session = session
    session.addOutput(output)
    #expect(layer.connection == nil && output.connection(with: .video) == nil)
    session.beginConfiguration()
    let input = try bench.input(.rearWide)
    session.addInput(input)
    let toOutput = try #require(output.connection(with: .video))
    let toLayer = try #require(layer.connection)
    #expect(toOutput.output === output && toOutput.videoPreviewLayer == nil)
    #expect(toLayer.videoPreviewLayer === layer && toLayer.output == nil)
    #expect(toOutput.inputPorts.map(\.mediaType) == [.video])
    #expect(toOutput.inputPorts[0].input === input)
    #expect(output.connection(with: .audio) == nil)
    session.commitConfiguration()
    #expect(output.connections.first === toOutput)
    #expect(session.connections.count == 2 && session.inputs.first === input)
    #expect(session.outputs.count == 1)

    session.removeInput(input)
    session.removeInput(input)
    #expect(session.connections.isEmpty && layer.connection == nil && output.connections.isEmpty)
    #expect(!toOutput.isActive && !toLayer.isActive)
  }

  @Test func aNewInputBringsNewConnectionsWithDefaults() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    let layer = AVCaptureVideoPreviewLayer(session: session)
    let first = try #require(layer.connection)
    first.automaticallyAdjustsVideoMirroring = false
    first.isVideoMirrored = false
    first.videoRotationAngle = 180
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try bench.input(.innerFront))
    session.commitConfiguration()
    let second = try #require(layer.connection)
    #expect(first !== second)
    #expect(second.automaticallyAdjustsVideoMirroring && second.isVideoMirrored)
    #expect(second.videoRotationAngle == 0)
    #expect(!first.isActive && second.isActive)
  }

  @Test func defaultsByCameraAndDestination() throws {
    struct Row: Equatable {
      var camera: CameraID
      var preview, data: CGFloat
      var isMirrored: Bool
      var old: AVCaptureVideoOrientation
    }
    let phones: [(PhoneDescription, [Row])] = [
      (
        .duo,
        [
          Row(camera: .outerFront, preview: 0, data: 0, isMirrored: true, old: .portrait),
          Row(camera: .innerFront, preview: 0, data: 0, isMirrored: true, old: .portrait),
          Row(camera: .virtualFront, preview: 0, data: 0, isMirrored: true, old: .portrait),
          Row(camera: .rearWide, preview: 90, data: 0, isMirrored: false, old: .landscapeRight),
          Row(camera: .rearDualWide, preview: 90, data: 0, isMirrored: false, old: .landscapeRight),
        ]
      ),
      (
        .single,
        [
          Row(camera: .front, preview: 90, data: 0, isMirrored: true, old: .landscapeLeft),
          Row(camera: .rearWide, preview: 90, data: 0, isMirrored: false, old: .landscapeRight),
        ]
      ),
      (.singleSquare, [Row(camera: .front, preview: 0, data: 0, isMirrored: true, old: .portrait)]),
    ]
    var mismatches: [Row] = []
    for (description, rows) in phones {
      let bench = CaptureBench(description)
      for row in rows {
        let output = AVCaptureVideoDataOutput()
        let session = try bench.session(row.camera, output)
        let layer = AVCaptureVideoPreviewLayer(session: session)
        let (preview, data) = (layer.connection!, output.connection(with: .video)!)
        let found = Row(
          camera: row.camera, preview: preview.videoRotationAngle, data: data.videoRotationAngle,
          isMirrored: preview.isVideoMirrored, old: data.videoOrientation)
        if found != row || data.isVideoMirrored || preview.videoOrientation != .portrait {
          mismatches.append(found)
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func compatibilityRotationOfFrontCameras() throws {
    var description = PhoneDescription.duo
    description.policy.compatibilityRotation.value = 270
    let bench = CaptureBench(description)
    func angle(_ camera: CameraID) throws -> CGFloat {
      let output = AVCaptureVideoDataOutput()
      let session = try bench.session(camera, output)
      defer { session.removeOutput(output) }
      return output.connection(with: .video)!.videoRotationAngle
    }
    #expect(try angle(.virtualFront) == 270)
    #expect(try angle(.rearWide) == 0)
  }

  @Test func withoutConnectionsAndByHand() throws {
    let bench = CaptureBench()
    let session = bench.session()
    let input = try bench.input(.rearWide)
    let output = AVCaptureVideoDataOutput()
    session.addInputWithNoConnections(input)
    session.addOutputWithNoConnections(output)
    let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: session)
    #expect(session.connections.isEmpty && layer.connection == nil)
    let port = input.ports.first { $0.mediaType == .video }!
    let connection = AVCaptureConnection(inputPorts: [port], output: output)
    #expect(session.canAddConnection(connection))
    session.addConnection(connection)
    #expect(!session.canAddConnection(connection))
    #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: output)))
    #expect(output.connections.first === connection)
    let preview = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
    session.addConnection(preview)
    #expect(layer.connection === preview && preview.videoRotationAngle == 90)
    session.removeConnection(connection)
    #expect(output.connections.isEmpty && !connection.isActive)
    #expect(
      !session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: AVCaptureVideoDataOutput())))
    let metadata = input.ports.first { $0.mediaType == .metadataObject }!
    #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: [metadata], output: output)))
  }

  @Test func whatCanBeAdded() throws {
    let bench = CaptureBench()
    let (one, other) = (bench.session(), bench.session())
    let (rear, front) = (try bench.input(.rearWide), try bench.input(.outerFront))
    let (first, second) = (AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput())
    one.addInput(rear)
    one.addOutput(first)
    let rows: [(String, Bool, Bool)] = [
      ("the same input", one.canAddInput(rear), false), ("a second camera", one.canAddInput(front), false),
      ("an input of another session", other.canAddInput(rear), false),
      ("a free input", other.canAddInput(front), true), ("the same output", one.canAddOutput(first), false),
      ("an output of another session", other.canAddOutput(first), false),
      ("a second data output", one.canAddOutput(second), true),
    ]
    #expect(rows.filter { $0.1 != $0.2 }.map(\.0) == [])
    one.removeInput(rear)
    #expect(other.canAddInput(rear) && one.canAddInput(front))
  }

  /// The old output for still pictures and the one for photos, whichever comes first.
  @Test func stillImagesAndPhotosExcludeEachOther() throws {
    let session = CaptureBench().session()
    let (still, photo) = (AVCaptureStillImageOutput(), AVCapturePhotoOutput())
    session.addOutput(still)
    #expect(!session.canAddOutput(photo) && session.canAddOutput(AVCaptureVideoDataOutput()))
    session.removeOutput(still)
    session.addOutput(photo)
    #expect(!session.canAddOutput(still) && session.canAddOutput(AVCaptureMovieFileOutput()))
  }

  @Test func presetsAndFormats() throws {
    let bench = CaptureBench()
    let session = bench.session()
    let device = bench.device(.outerFront)
    session.sessionPreset = .vga640x480
    session.beginConfiguration()
    session.addInput(try bench.input(.outerFront))
    let before = device.activeFormat.formatDescription.dimensions
    session.commitConfiguration()
    let vga = device.activeFormat.formatDescription.dimensions
    #expect((vga.width, vga.height) == (640, 480))
    #expect((before.width, before.height) != (640, 480))
    #expect(session.canSetSessionPreset(.hd1920x1080))
    session.sessionPreset = .hd1920x1080
    #expect(device.activeFormat.formatDescription.dimensions.width == 1920)

    let square = device.formats.first { !$0.supportedDynamicAspectRatios.isEmpty }!
    try device.lockForConfiguration()
    device.activeFormat = square
    device.unlockForConfiguration()
    #expect(session.sessionPreset == .inputPriority)
    session.beginConfiguration()
    session.commitConfiguration()
    #expect(device.activeFormat == square)
    session.sessionPreset = .high
    #expect(device.activeFormat != square)
  }

  @Test func aFormatChosenInsideABlockStays() throws {
    let bench = CaptureBench()
    let session = bench.session()
    let device = bench.device(.innerFront)
    let square = device.formats.last!
    session.beginConfiguration()
    session.addInput(try bench.input(.innerFront))
    try device.lockForConfiguration()
    device.activeFormat = square
    device.unlockForConfiguration()
    session.commitConfiguration()
    #expect(session.sessionPreset == .inputPriority)
    #expect(device.activeFormat == square)
  }

  @Test func aPresetThatTheCameraLacksIsRefused() throws {
    let bench = CaptureBench()
    let session = bench.session()
    session.sessionPreset = .hd4K3840x2160
    #expect(!session.canAddInput(try bench.input(.innerFront)))
    #expect(session.canAddInput(try bench.input(.outerFront)))
    session.sessionPreset = .high
    session.addInput(try bench.input(.innerFront))
    #expect(!session.canSetSessionPreset(.hd4K3840x2160))
  }

  @Test func aLayerKeepsItsSessionAndASessionNotItsLayers() throws {
    let bench = CaptureBench()
    let layer = AVCaptureVideoPreviewLayer()
    weak var session: AVCaptureSession?
    try {
      let made = try bench.session(.rearWide)
      layer.session = made
      session = made
    }()
    #expect(session != nil && layer.session === session)
    layer.session = nil
    #expect(session == nil && layer.connection == nil)

    let kept = try bench.session(.rearWide)
    weak var gone: AVCaptureVideoPreviewLayer?
    do {
      let layer = AVCaptureVideoPreviewLayer(session: kept)
      gone = layer
      #expect(kept.connections.count == 1)
    }
    #expect(gone == nil && kept.connections.isEmpty)
  }

  @Test func anInputIsFreeWhenItsSessionIsGone() throws {
    let bench = CaptureBench()
    let input = try bench.input(.rearWide)
    do {
      let session = bench.session()
      session.addInput(input)
      session.addOutput(AVCaptureVideoDataOutput())
      session.startRunning()
    }
    #expect(bench.log() == ["open rear-wide", "close rear-wide"])
    #expect(bench.session().canAddInput(input))
  }
}
