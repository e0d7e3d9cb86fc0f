import AVFoundation
import CoreMedia
import DuoTesting
import Testing

/// A viewer of depth as apps have it: video and depth of the rear pair, synchronised, with the distance of what is in the
/// middle.
final class DepthViewer: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
  // Unchecked: what changes is touched on `dataOutputQueue` only.
  enum Problem: Error { case noCamera, cannotAdd, noDepth }

  struct Measurement: Sendable {
    var time: Double
    var metres: Float
    var width, height: Int
    var videoWidth, videoHeight: Int
    var isAbsolute: Bool
  }

  let session = AVCaptureSession()
  let dataOutputQueue = DispatchQueue(label: "data", qos: .userInitiated)
  private let sessionQueue = DispatchQueue(label: "session")
  private let videoDataOutput = AVCaptureVideoDataOutput()
  private let depthDataOutput = AVCaptureDepthDataOutput()
  private var outputSynchronizer: AVCaptureDataOutputSynchronizer?
  private var measured: [Measurement] = []
  private var dropped = 0

  var measurements: [Measurement] { dataOutputQueue.sync { measured } }
  var droppedDepth: Int { dataOutputQueue.sync { dropped } }

  func start() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      sessionQueue.async {
        continuation.resume(
          with: Result {
            try self.configure()
            self.session.startRunning()
          })
      }
    }
  }

  func stop() { sessionQueue.sync { session.stopRunning() } }

  private func configure() throws {
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInDualWideCamera, .builtInDualCamera, .builtInTrueDepthCamera], mediaType: .video,
      position: .back)
    guard let device = discovery.devices.first else { throw Problem.noCamera }
    let input = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .vga640x480
    guard session.canAddInput(input) else { throw Problem.cannotAdd }
    session.addInput(input)
    guard session.canAddOutput(videoDataOutput) else { throw Problem.cannotAdd }
    session.addOutput(videoDataOutput)
    videoDataOutput.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
    ]
    guard session.canAddOutput(depthDataOutput) else { throw Problem.cannotAdd }
    session.addOutput(depthDataOutput)
    depthDataOutput.isFilteringEnabled = true
    guard let connection = depthDataOutput.connection(with: .depthData) else { throw Problem.noDepth }
    connection.isEnabled = true
    for connection in [connection, videoDataOutput.connection(with: .video)].compactMap({ $0 })
    where connection.isVideoRotationAngleSupported(90) {
      connection.videoRotationAngle = 90
    }

    // The widest of the formats of depth that count in half floats.
    guard
      let format = device.formats.first(where: { format in
        let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
        return size.width == 640 && size.height == 480 && !format.supportedDepthDataFormats.isEmpty
      })
    else { throw Problem.noDepth }
    let depthFormats = format.supportedDepthDataFormats.filter {
      CMFormatDescriptionGetMediaSubType($0.formatDescription) == kCVPixelFormatType_DepthFloat16
    }
    let widest = depthFormats.max {
      CMVideoFormatDescriptionGetDimensions($0.formatDescription).width
        < CMVideoFormatDescriptionGetDimensions($1.formatDescription).width
    }
    try device.lockForConfiguration()
    device.activeFormat = format
    device.activeDepthDataFormat = widest
    // Five maps a second are enough to look at.
    device.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 5)
    device.unlockForConfiguration()

    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoDataOutput, depthDataOutput])
    synchronizer.setDelegate(self, queue: dataOutputQueue)
    outputSynchronizer = synchronizer
  }

  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
  ) {
    guard
      let syncedDepthData = synchronizedDataCollection.synchronizedData(for: depthDataOutput)
        as? AVCaptureSynchronizedDepthData,
      let syncedVideoData = synchronizedDataCollection.synchronizedData(for: videoDataOutput)
        as? AVCaptureSynchronizedSampleBufferData
    else { return }
    if syncedDepthData.depthDataWasDropped || syncedVideoData.sampleBufferWasDropped {
      dropped += 1
      return
    }
    let depthData = syncedDepthData.depthData.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
    guard let videoPixelBuffer = CMSampleBufferGetImageBuffer(syncedVideoData.sampleBuffer) else { return }
    let map = depthData.depthDataMap
    CVPixelBufferLockBaseAddress(map, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(map), CVPixelBufferGetHeight(map))
    guard let base = CVPixelBufferGetBaseAddress(map) else { return }
    let row = base + height / 2 * CVPixelBufferGetBytesPerRow(map)
    let metres = row.assumingMemoryBound(to: Float32.self)[width / 2]
    measured.append(
      Measurement(
        time: syncedDepthData.timestamp.seconds, metres: metres, width: width, height: height,
        videoWidth: CVPixelBufferGetWidth(videoPixelBuffer),
        videoHeight: CVPixelBufferGetHeight(videoPixelBuffer),
        isAbsolute: depthData.depthDataAccuracy == .absolute))
  }
}

@Suite struct DepthViewerTests {
  /// A board 0.8 m before the lens, then at 1.5 m.
  @Test func theDistanceOfABoardIsMeasured() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let viewer = DepthViewer()
        try await viewer.start()
        let place = phone.state.placement.position
        var count = 0
        for distance in [0.8, 1.5] {
          // Wide enough that the middle of the picture is on it, whichever of the cameras looks.
          let board = Poster(
            "depth", centre: [place.x + 0.06, place.y + 0.04, place.z - distance], width: 0.5)
          try await phone.play(.posters([board]))
          try await phone.settle()
          let new = viewer.measurements.dropFirst(count)
          count += new.count
          let last = try #require(new.last)
          #expect(abs(Double(last.metres) - distance) < 0.05, "\(last)")
          #expect(last.isAbsolute && (last.width, last.height) == (240, 320))
          #expect((last.videoWidth, last.videoHeight) == (480, 640))
          #expect(new.count >= 4)
        }
        let times = viewer.measurements.map(\.time)
        #expect(times == times.sorted() && viewer.droppedDepth == 0)
        viewer.stop()
      }
    }
  }
}
