import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// True distances by place in the unturned picture (0...1), or unknown brightness for any other layout.
struct DepthScene: FrameImager {
  var people: [SeenPerson] = []
  var metres: @Sendable (Double, Double) -> Float = { _, _ in 1 }

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    for y in 0..<target.height {
      let row = target.planes[0].base + y * target.planes[0].bytesPerRow
      for x in 0..<target.width {
        var (u, v) = ((Double(x) + 0.5) / Double(target.width), (Double(y) + 0.5) / Double(target.height))
        if window.isMirrored { u = 1 - u }
        for _ in 0..<window.rotation.count { (u, v) = (v, 1 - u) }
        switch target.layout {
        case .depthFloat32: row.storeBytes(of: metres(u, v), toByteOffset: 4 * x, as: Float.self)
        case .biplanar420: row.storeBytes(of: 200, toByteOffset: x, as: UInt8.self)
        case .biplanarTen: row.storeBytes(of: 200 << 8, toByteOffset: 2 * x, as: UInt16.self)
        case .bgra: row.storeBytes(of: 0xffc8_c8c8, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
    }
    if case .biplanar420 = target.layout {
      for y in 0..<(target.height + 1) / 2 {
        (target.planes[1].base + y * target.planes[1].bytesPerRow).initializeMemory(
          as: UInt8.self, repeating: 128, count: (target.width + 1) / 2 * 2)
      }
    }
  }
}

/// The numbers of a map, as an app reads them.
func values(_ data: AVDepthData) -> [[Float]] {
  let map = data.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32).depthDataMap
  CVPixelBufferLockBaseAddress(map, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
  return (0..<CVPixelBufferGetHeight(map)).map { y in
    let row = CVPixelBufferGetBaseAddress(map)! + y * CVPixelBufferGetBytesPerRow(map)
    return (0..<CVPixelBufferGetWidth(map)).map { row.assumingMemoryBound(to: Float.self)[$0] }
  }
}

/// Writes down its maps: milliseconds and size, or the reason of a drop.
final class DepthNotes: NSObject, AVCaptureDepthDataOutputDelegate, @unchecked Sendable {
  // `@unchecked`: everything is behind locks.
  let notes = Notes()
  let kept = Guarded<[AVDepthData]>([])
  let keeps: Bool
  let onData: @Sendable () -> Void

  init(keeps: Bool = true, onData: @escaping @Sendable () -> Void = {}) {
    self.keeps = keeps
    self.onData = onData
  }

  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection
  ) {
    let map = depthData.depthDataMap
    notes.add(
      "\(timestamp.value / 1_000_000) \(CVPixelBufferGetWidth(map))x\(CVPixelBufferGetHeight(map))"
        + (connection.output === output ? "" : " of another output"))
    if keeps { kept.withLock { $0.append(depthData) } }
    onData()
  }

  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
  ) {
    let isUnknown = values(depthData).allSatisfy { $0.allSatisfy(\.isNaN) }
    notes.add("\(timestamp.value / 1_000_000) dropped \(reason.rawValue)\(isUnknown ? "" : " with a map")")
  }
}

/// A session with depth whose clock lets the delegate's queue catch up at every frame.
struct DepthBench {
  let bench: CaptureBench
  let output = AVCaptureDepthDataOutput()
  let session: AVCaptureSession
  let device: AVCaptureDevice
  let delegate: DepthNotes
  let queue = DispatchQueue(label: "depth")

  init(
    _ camera: CameraID = .outerFront, pose: String = "closed", preset: AVCaptureSession.Preset = .vga640x480,
    delegate: DepthNotes = DepthNotes(), waits: Bool = true
  ) throws {
    bench = CaptureBench(pose: pose)
    session = bench.session()
    session.sessionPreset = preset
    let input = try bench.input(camera)
    device = input.device
    session.addInput(input)
    session.addOutput(output)
    self.delegate = delegate
    output.setDelegate(delegate, callbackQueue: queue)
    let queue = queue
    if waits { bench.phone.hands.settle.withLock { $0 = { queue.sync {} } } }
  }

  var connection: AVCaptureConnection { output.connection(with: .depthData)! }

  func scene(_ metres: @escaping @Sendable (Double, Double) -> Float) {
    bench.phone.scene.withLock { $0 = { _ in DepthScene(metres: metres) } }
  }

  func configure(_ change: (AVCaptureDevice) -> Void) throws {
    try device.lockForConfiguration()
    change(device)
    device.unlockForConfiguration()
  }
}
