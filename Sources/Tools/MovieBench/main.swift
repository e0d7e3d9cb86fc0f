import Foundation
import MediaCoding
import PhoneModel
import WorldRenderer

// Measures how many pictures of the room are encoded in a second of one core, and what ffmpeg's program needs for the same.
//
//   MovieBench [--ffmpeg PROGRAM]
//
// Seconds are those of the processor, not of the wall, so that other work on the machine counts little.

/// Pictures that a phone sees while it is turned, 420 in the video range.
final class Pictures {
  let width, height: Int
  private var memory: [UnsafeMutableRawPointer] = []

  init(width: Int, height: Int, count: Int) throws {
    (self.width, self.height) = (width, height)
    let world = try World(.room)
    guard let pose = Pose.named("open-landscape", for: .duo) else { throw BenchFault("no pose") }
    let phone = PlacedPhone(Body(.duo, hinge: pose.hinge), at: pose.placement)
    for number in 0..<count {
      let pixels = UnsafeMutableRawPointer.allocate(byteCount: width * height * 3 / 2, alignment: 64)
      memory.append(pixels)
      let turn = Rotation(about: [0, 1, 0], degrees: 150 - Double(number) * 0.3)
      let exposure = Exposure(
        world: world,
        camera: CameraPose(position: [0, 1.5, 0], forward: turn.apply([0, 0, -1]), up: [0, 1, 0]),
        width: width,
        height: height, fieldOfView: 70, time: PhoneTime(nanoseconds: Int64(number) * 33_333_333),
        phone: phone)
      exposure.draw(
        into: PixelTarget(
          layout: .biplanar420(fullRange: false), width: width, height: height,
          planes: [
            .init(base: pixels, bytesPerRow: width), .init(base: pixels + width * height, bytesPerRow: width),
          ]))
    }
  }

  deinit { for pixels in memory { pixels.deallocate() } }

  var count: Int { memory.count }
  func bytes(_ number: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory[number % count], count: width * height * 3 / 2)
  }

  func picture(_ number: Int) -> PictureBytes {
    let base = UnsafeRawPointer(memory[number % count])
    return PictureBytes(
      layout: .biplanar420(fullRange: false), width: width, height: height,
      planes: [
        .init(base: base, bytesPerRow: width), .init(base: base + width * height, bytesPerRow: width),
      ])
  }
}

struct BenchFault: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Seconds of the processor: of this process, or of the ones it waited for.
func processorSeconds(ofChildren: Bool) -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t((ofChildren ? RUSAGE_CHILDREN : RUSAGE_SELF).rawValue), &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func encode(_ pictures: Pictures, _ video: VideoTrackSettings, count: Int, path: String) throws -> (
  seconds: Double, bytes: Int64
) {
  let start = processorSeconds(ofChildren: false)
  let writer = try MovieWriter(path: path, settings: MovieSettings(container: .quickTime))
  let track = try writer.addTrack(video)
  try writer.start()
  for number in 0..<count {
    try writer.append(pictures.picture(number), at: MediaTime(Int64(number), 30), to: track)
  }
  let summary = try writer.finish()
  return (processorSeconds(ofChildren: false) - start, summary.bytes)
}

/// The same pictures, codec and preset in ffmpeg's program, from a file that has been read before.
func encodeThere(_ ffmpeg: String, raw: String, _ video: VideoTrackSettings, path: String) throws -> Double {
  let codec = video.codec == .h264 ? "libx264" : "libx265"
  let arguments =
    [
      "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "nv12", "-s",
      "\(video.width)x\(video.height)", "-r",
      "30",
      "-i", raw, "-c:v", codec, "-preset", "ultrafast", "-threads", "1", "-b:v", String(video.bitRate ?? 0),
    ]
    + (video.codec == .h264
      ? [
        "-x264-params",
        "sync-lookahead=0:rc-lookahead=0:mbtree=0:scenecut=0:cabac=1:8x8dct=1:keyint=30:bframes=0",
      ]
      : [
        "-x265-params",
        "log-level=none:pools=none:frame-threads=1:keyint=30:bframes=0:rc-lookahead=0:scenecut=0",
      ]) + [path]
  print("    \(ffmpeg) \(arguments.joined(separator: " "))")
  let start = processorSeconds(ofChildren: true)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [ffmpeg] + arguments
  process.standardInput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw BenchFault("ffmpeg failed") }
  return processorSeconds(ofChildren: true) - start
}

do {
  let arguments = CommandLine.arguments
  let ffmpeg = arguments.firstIndex(of: "--ffmpeg").map { arguments[$0 + 1] } ?? "ffmpeg"
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("MovieBench-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
  }
  // iPhone's own rates: 1080p30 16 Mbit/s, 4K30 45 Mbit/s in H.264, about 60 % of them in HEVC.
  for (width, height, rate) in [(1920, 1080, 16_000_000), (3840, 2160, 45_000_000)] {
    let pictures = try Pictures(width: width, height: height, count: 30)
    let raw = folder.appendingPathComponent("raw").path
    var all = Data()
    for number in 0..<30 { all.append(contentsOf: pictures.bytes(number)) }
    try all.write(to: URL(fileURLWithPath: raw))
    for codec in [VideoCodec.h264, .hevc] {
      let count = codec == .h264 ? 90 : 30
      var video = VideoTrackSettings(codec: codec, width: width, height: height)
      video.bitRate = codec == .h264 ? rate : rate * 6 / 10
      video.expectedFrameRate = 30
      for speed in codec == .h264 ? [VideoTrackSettings.Speed.fastest, .fast] : [.fastest] {
        video.speed = speed
        let path = folder.appendingPathComponent("own.mov").path
        let own = try encode(pictures, video, count: count, path: path)
        print(
          "\(width) x \(height) \(codec) \(speed): \(Int(Double(count) / own.seconds)) pictures in a core's second, \(own.bytes * 8 * 30 / Int64(count) / 1000) kbit/s"
        )
        guard speed == .fastest else { continue }
        let there = try encodeThere(
          ffmpeg, raw: raw, video, path: folder.appendingPathComponent("there.mov").path)
        print(
          "    ffmpeg: \(Int(30 / there)) pictures, in ratio \(String(format: "%.2f", own.seconds / Double(count) / there * 30)) of its time"
        )
      }
    }
    let sound = folder.appendingPathComponent("own.mov").path
    let start = processorSeconds(ofChildren: false)
    let reader = try PictureReader(path: sound, as: .asStored)
    var count = 0
    while try reader.next() != nil { count += 1 }
    print(
      "\(width) x \(height) hevc decoded: \(Int(Double(count) / (processorSeconds(ofChildren: false) - start))) pictures in a core's second"
    )
  }
} catch {
  FileHandle.standardError.write(Data("MovieBench: \(error)\n".utf8))
  exit(1)
}
