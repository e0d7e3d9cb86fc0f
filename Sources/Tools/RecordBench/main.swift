import DuoAVFoundation
import DuoCoreMedia
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel
import SimulatedPhone

// Measures recordings of the room with a movie output, and how much of the processor's time is the encoder's.
//
//   RecordBench [SECONDS]
//
// Seconds are those of the processor, not of the wall, so that other work on the machine counts little. The encoder's
// share is what it needs for the same pictures, read from the recorded file, alone.

final class Ending: NSObject, AVCaptureFileOutputRecordingDelegate {
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    if let error { print("the recording failed: \(error)") }
  }
}

func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Records the room; the processor's seconds.
func record(
  _ preset: AVCaptureSession.Preset, _ codec: AVVideoCodecType, seconds: Double, to url: URL
) throws -> Double {
  let (phone, clock) = try SimulatedPhone.manual(.duo, world: .room)
  let system = CaptureSystem(phone: phone)
  system.authorization.set(.authorized, for: .video)
  guard let camera = system.device(.rearWide) else { fatalError("the phone has no rear camera") }
  let session = AVCaptureSession(on: phone)
  session.sessionPreset = preset
  session.addInput(try AVCaptureDeviceInput(device: camera))
  let output = AVCaptureMovieFileOutput()
  session.addOutput(output)
  guard let connection = output.connection(with: .video) else { fatalError("no connection") }
  output.setOutputSettings([AVVideoCodecKey: codec], for: connection)
  session.startRunning()
  clock.advance(by: .milliseconds(500))
  let (start, ending) = (processorSeconds(), Ending())
  output.startRecording(to: url, recordingDelegate: ending)
  clock.advance(by: .milliseconds(seconds * 1000))
  output.stopRecording()
  output.settle()
  let spent = processorSeconds() - start
  session.stopRunning()
  return spent
}

/// The same pictures through the encoder alone.
func encode(_ url: URL, bitRate: Int, codec: VideoCodec, to path: String) throws -> (
  seconds: Double, pictures: Int
) {
  let reader = try PictureReader(path: url.path, as: .biplanar420(fullRange: false))
  var pictures: [MediaCoding.DecodedPicture] = []
  while pictures.count < 60, let picture = try reader.next() { pictures.append(picture) }
  var video = VideoTrackSettings(codec: codec, width: pictures[0].width, height: pictures[0].height)
  video.bitRate = bitRate
  video.expectedFrameRate = 30
  video.threads = 2
  let start = processorSeconds()
  let writer = try MovieWriter(path: path, settings: MovieSettings(container: .quickTime))
  let track = try writer.addTrack(video)
  try writer.start()
  for (number, picture) in pictures.enumerated() {
    try writer.append(picture.bytes, at: MediaTime(Int64(number), 30), to: track)
  }
  _ = try writer.finish()
  return (processorSeconds() - start, pictures.count)
}

do {
  let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 2
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("RecordBench-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
  }
  let kinds: [(String, AVCaptureSession.Preset, AVVideoCodecType, VideoCodec, Int)] = [
    ("1080p30 H.264", .hd1920x1080, .h264, .h264, 17_300_000),
    ("1080p30 HEVC", .hd1920x1080, .hevc, .hevc, 8_000_000),
    ("4K30 H.264", .hd4K3840x2160, .h264, .h264, 46_600_000),
  ]
  for (name, preset, codec, coder, rate) in kinds {
    let url = folder.appendingPathComponent(UUID().uuidString + ".mov")
    let all = try record(preset, codec, seconds: seconds, to: url) / (seconds * 30)
    let alone = try encode(
      url, bitRate: rate, codec: coder, to: folder.appendingPathComponent("alone.mov").path)
    let encoder = alone.seconds / Double(alone.pictures)
    print(
      "\(name): \(String(format: "%.1f", 1 / all)) pictures in a core's second, \(String(format: "%.1f", all * 1000)) ms "
        + "each; the encoder alone \(String(format: "%.1f", encoder * 1000)) ms, ours is "
        + "\(Int(((all - encoder) / all * 100).rounded())) %, drawing included "
        + "(wanted: less than half, so that the encoder is the limit)"
    )
  }
} catch {
  print("RecordBench: \(error)")
  exit(1)
}
