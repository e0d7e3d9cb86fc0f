import DuoAVFoundation
import DuoCoreMedia
import Foundation
import PhoneModel
import SimulatedPhone

/// 4K frames turned, mirrored, cropped and converted for a delegate, against the same in ffmpeg; and the bytes that are
/// written for each.
struct DeliveryBench {
  var pictures: TestPictures

  func run() throws {
    print(
      """
      3840 x 2160, 90 degrees clockwise, mirrored, zoom 1.5, to a delegate; one thread, processor time of whole sessions
      against ffmpeg with -threads 1 -filter_threads 1, start-up taken off. Medians of 3 rounds. (wanted: at least 1.0)
      """)
    let panorama = try pictures.picture(width: 4096, height: 2048)
    let flat = try pictures.picture(width: 3840, height: 2160)
    for (name, theirs, format) in [
      ("BGRA", "bgra", kCVPixelFormatType_32BGRA),
      ("420v", "nv12", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
    ] {
      let isRGB = name == "BGRA"
      let tail = "transpose=clock,hflip,format=\(theirs)"
      let zoom = "crop=2560:1440,scale=3840:2160:flags=bilinear"
      let around = try Delivery(.panorama(path: panorama), format)
      let raw = try pictures.raw(panorama, format: isRGB ? "gbrp" : "yuv420p")
      func peer(_ filters: String) -> Peer {
        Peer(
          pictures: pictures, input: raw, format: isRGB ? "gbrp" : "yuv420p", size: "4096x2048",
          filters: filters + tail)
      }
      try compare(
        "360 picture, \(name)", around,
        [
          ("v360 to 4K and the chain", peer("\(v360(around.fieldOfView)),\(zoom),")),
          ("v360 that zooms itself", peer("\(v360(around.fieldOfView, zoom: 1.5)),")),
        ])
      let still = try Delivery(.picture(path: flat), format)
      let pixels = isRGB ? "bgra" : "yuv420p"
      try compare(
        "flat 4K picture, \(name)", still,
        [
          (
            "the chain",
            Peer(
              pictures: pictures, input: try pictures.raw(flat, format: pixels), format: pixels,
              size: "3840x2160", filters: "\(zoom),\(tail)")
          )
        ])
      print(
        "  the room, \(name): \(Self.text(try Delivery(.room, format).measure(frames: 8, moves: false).bytes))"
      )
    }
  }

  private func v360(_ fieldOfView: Double, zoom: Double = 1) -> String {
    let reach = tan(fieldOfView * .pi / 360) / zoom
    func degrees(_ reach: Double) -> Double { 2 * atan(reach) * 180 / .pi }
    return
      "v360=input=e:output=flat:h_fov=\(degrees(reach)):v_fov=\(degrees(reach * 9 / 16)):w=3840:h=2160:interp=linear"
  }

  private func compare(_ name: String, _ delivery: Delivery, _ peers: [(String, Peer)]) throws {
    var (moving, resting) = ([Double](), [Double]())
    var theirs = peers.map { _ in [Double]() }
    var bytes = Delivery.Cost().bytes
    for _ in 0..<3 {
      let rest = try delivery.measure(frames: 24, moves: false)
      resting.append(rest.seconds)
      bytes = rest.bytes
      moving.append(try delivery.measure(frames: 24, moves: true).seconds)
      for index in peers.indices { theirs[index].append(try peers[index].1.secondsPerFrame()) }
    }
    let (rest, move) = (quantile(0.5, of: resting), quantile(0.5, of: moving))
    print(
      "  \(name): at rest \(Self.milliseconds(rest)), while the zoom moves \(Self.milliseconds(move)) a frame"
    )
    print("    \(Self.text(bytes))")
    for (index, peer) in peers.enumerated() {
      let them = quantile(0.5, of: theirs[index])
      print(
        "    \(peer.0): \(Self.milliseconds(them)); ours is \(String(format: "%.2f", them / rest)) times as fast at rest, "
          + "\(String(format: "%.2f", them / move)) while the zoom moves")
      print("      \(peer.1.line)")
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    String(format: "%.1f ms", seconds * 1000)
  }

  private static func text(_ bytes: (delivered: Int, drawn: Int, moved: Int)) -> String {
    func mega(_ count: Int) -> String { String(format: "%.2f", Double(count) / 1e6) }
    return "bytes of a delivered frame: \(mega(bytes.delivered)) MB; drawn \(mega(bytes.drawn)) MB, "
      + "written again after that \(mega(bytes.moved)) MB"
  }
}

/// A running session whose delegate looks at each frame, on a clock that is moved by hand.
final class Delivery {
  struct Cost {
    var seconds = 0.0
    /// Of one frame.
    var bytes: (delivered: Int, drawn: Int, moved: Int) = (0, 0, 0)
  }

  private let phone: SimulatedPhone
  private let clock: ManualClock
  private let session: AVCaptureSession
  private let device: AVCaptureDevice
  private let taker = FrameTaker(reads: false)
  private let queue = DispatchQueue(label: "frames")
  /// Horizontal, degrees, without zoom.
  let fieldOfView: Double

  init(_ world: WorldDescription, _ format: OSType) throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape", world: world)
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    guard let camera = system.device(.rearWide) else { throw BenchError("the phone has no rear camera") }
    device = camera
    session = AVCaptureSession(on: phone)
    session.sessionPreset = .hd4K3840x2160
    session.addInput(try AVCaptureDeviceInput(device: camera))
    let output = AVCaptureVideoDataOutput()
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
    output.setSampleBufferDelegate(taker, queue: queue)
    session.addOutput(output)
    guard let connection = output.connection(with: .video) else { throw BenchError("no connection") }
    connection.videoRotationAngle = 90
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = true
    fieldOfView = camera.streamConfiguration.fieldOfView
    session.startRunning()
    try zoom(1.5)
    clock.advance(by: .milliseconds(1000))
    queue.sync {}
  }

  deinit { session.stopRunning() }

  private func zoom(_ factor: Double) throws {
    try device.lockForConfiguration()
    device.videoZoomFactor = factor
    device.unlockForConfiguration()
  }

  /// - Parameter moves: No frame has the zoom of the one before.
  func measure(frames: Int, moves: Bool) throws -> Cost {
    try zoom(1.5)
    clock.advance(by: .milliseconds(200))
    queue.sync {}
    let (before, start, tally) = (taker.seen, processorSeconds(), PixelTally.bytes)
    while taker.seen.frames - before.frames < frames {
      if moves { try zoom(1.5 + 0.001 * Double(taker.seen.frames - before.frames)) }
      // Less than a frame, so that none meets a delegate that is busy.
      clock.advance(by: .milliseconds(15))
      queue.sync {}
    }
    let (after, bytes) = (taker.seen, PixelTally.bytes - tally)
    let spent = processorSeconds() - start
    guard after.dropped == before.dropped, after.width == 2160, after.height == 3840 else {
      throw BenchError(
        "frames of \(after.width) x \(after.height), \(after.dropped - before.dropped) dropped")
    }
    let count = after.frames - before.frames
    return Cost(
      seconds: spent / Double(count),
      bytes: ((after.bytes - before.bytes) / count, bytes.drawn / count, bytes.moved / count))
  }
}
