import AVFoundation
import DuoTesting
import MediaCoding
import Synchronization
import Testing

@Suite struct MovieWorldTests {
  @Test func aMovieIsWhatTheCamerasSee() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let path = try GreyMovie.write()
        defer { unlink(path) }
        let camera = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        let looker = GreyLooker()
        output.setSampleBufferDelegate(looker, queue: DispatchQueue(label: "frames"))
        session.addOutput(output)
        session.startRunning()
        await phone.run(for: .seconds(1))
        let before = looker.seen.count
        #expect(before > 10)
        #expect(phone.send(.world(.movie(MovieWorld(path: path)))) == nil)
        await phone.run(for: .seconds(3))
        let wrong = looker.seen.dropFirst(before + 2).filter { time, grey in
          let number = Int(time * 10) % GreyMovie.count
          // On the border of two pictures a time in whole microseconds may lie on either side.
          return abs(time * 10 - (time * 10).rounded()) > 0.01 && abs(grey - GreyMovie.grey(number)) > 3
        }
        #expect(wrong.map { "\($0.time): \($0.grey)" } == [])
        #expect(looker.seen.count > before + 60)
        // A file that is none changes nothing.
        #expect(
          phone.send(.world(.movie(MovieWorld(path: "/no/such.mp4"))))?.contains("no such file") == true)
        #expect(phone.state.world == .movie(MovieWorld(path: path)))
        session.stopRunning()
      }
    }
  }
}

/// A second of ten pictures, each one grey.
private enum GreyMovie {
  static let count = 10
  static func grey(_ number: Int) -> Int { 40 + number * 18 }

  static func write() throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4").path
    let writer = try MovieWriter(path: path, settings: MovieSettings(container: .mp4))
    var video = VideoTrackSettings(codec: .h264, width: 96, height: 64)
    video.quality = 1
    let track = try writer.addTrack(video)
    try writer.start()
    for number in 0..<count {
      try [UInt8](repeating: UInt8(grey(number)), count: 96 * 64 * 4).withUnsafeBytes { bytes in
        let planes = [PictureBytes.Plane(base: bytes.baseAddress!, bytesPerRow: 384)]
        try writer.append(
          PictureBytes(layout: .bgra, width: 96, height: 64, planes: planes),
          at: MediaTime(Int64(number), 10), duration: MediaTime(1, 10), to: track)
      }
    }
    _ = try writer.finish()
    return path
  }
}

/// Reads the middle of every frame.
private final class GreyLooker: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let found = Mutex<[(time: Double, grey: Int)]>([])
  var seen: [(time: Double, grey: Int)] { found.withLock { $0 } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return }
    let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let (x, y) = (CVPixelBufferGetWidth(buffer) / 2, CVPixelBufferGetHeight(buffer) / 2)
    let luma = Int(base.load(fromByteOffset: y * row + x, as: UInt8.self))
    let isVideoRange =
      CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let grey = isVideoRange ? Int((Double(luma - 16) * 255 / 219).rounded()) : luma
    found.withLock { $0.append((sampleBuffer.presentationTimeStamp.seconds, grey)) }
  }
}
