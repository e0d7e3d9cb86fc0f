import DuoAVFoundation
import DuoCoreMedia
import Foundation
import PhoneModel
import SimulatedPhone
import Synchronization

/// What a session's start, a switch of cameras and a photo cost beside the time that they take on the phone: the phone's
/// time is stepped, so that it takes none here.
struct OverheadBench {
  var runs: Int

  func run() throws {
    print(
      "own time, the phone's latencies excluded, of \(runs) runs each: processor time of all threads, and of the wall "
        + "(wanted: median under 2 ms)")
    try starts()
    try switches()
    try photo("a photo, pixels that nobody looks at (no drawing, no encoder)") {
      AVCapturePhotoSettings(format: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      ])
    }
    try photo("a photo, JPEG, drawn and encoded") { AVCapturePhotoSettings() }
  }

  private struct Stage {
    let phone: SimulatedPhone
    let clock: ManualClock
    let system: CaptureSystem

    init() throws {
      (phone, clock) = try SimulatedPhone.manual(.duo, world: .room)
      system = CaptureSystem(phone: phone)
      system.authorization.set(.authorized, for: .video)
    }

    func input(_ id: CameraID) throws -> AVCaptureDeviceInput {
      guard let device = system.device(id) else { throw BenchError("the phone has no camera \(id)") }
      return try AVCaptureDeviceInput(device: device)
    }

    /// Moves the clock in small steps until something is true.
    func wait(_ isDone: () -> Bool) throws {
      for _ in 0..<2000 where !isDone() { clock.advance(by: .milliseconds(5)) }
      guard isDone() else { throw BenchError("it did not come in ten seconds of the phone's time") }
    }
  }

  /// `startRunning()`, with one camera and one output.
  private func starts() throws {
    let stage = try Stage()
    var times = Times()
    for _ in 0..<runs {
      let session = AVCaptureSession(on: stage.phone)
      session.addInput(try stage.input(.rearWide))
      let (output, taker) = (AVCaptureVideoDataOutput(), StampTaker())
      output.setSampleBufferDelegate(taker, queue: DispatchQueue(label: "frames"))
      session.addOutput(output)
      times.measure { session.startRunning() }
      session.stopRunning()
      stage.clock.advance(by: .milliseconds(500))
    }
    times.print("startRunning()")
  }

  /// From the beginning of the block to the new camera's first frame.
  private func switches() throws {
    let stage = try Stage()
    let inputs = [try stage.input(.rearWide), try stage.input(.outerFront)]
    let session = AVCaptureSession(on: stage.phone)
    session.addInput(inputs[0])
    let (output, taker, queue) = (AVCaptureVideoDataOutput(), StampTaker(), DispatchQueue(label: "frames"))
    output.setSampleBufferDelegate(taker, queue: queue)
    session.addOutput(output)
    session.startRunning()
    stage.clock.advance(by: .milliseconds(1000))
    var (calls, whole) = (Times(), Times())
    for run in 0..<runs {
      let (old, new) = (inputs[run % 2], inputs[(run + 1) % 2])
      try whole.measure {
        calls.measure {
          session.beginConfiguration()
          session.removeInput(old)
          session.addInput(new)
          session.commitConfiguration()
        }
        queue.sync {}
        let count = taker.frames
        try stage.wait {
          queue.sync {}
          return taker.frames > count
        }
      }
      stage.clock.advance(by: .milliseconds(300))
    }
    session.stopRunning()
    calls.print("a switch of cameras, its four calls")
    whole.print("a switch of cameras, up to the next frame")
  }

  /// From the call to the last call of the delegate.
  private func photo(_ name: String, _ settings: () -> AVCapturePhotoSettings) throws {
    let stage = try Stage()
    let session = AVCaptureSession(on: stage.phone)
    session.sessionPreset = .photo
    session.addInput(try stage.input(.rearWide))
    let (output, ending) = (AVCapturePhotoOutput(), PhotoEnding())
    session.addOutput(output)
    session.startRunning()
    stage.clock.advance(by: .milliseconds(1000))
    output.settle()
    var times = Times()
    for run in 0..<runs {
      try times.measure {
        output.capturePhoto(with: settings(), delegate: ending)
        try stage.wait {
          output.settle()
          return ending.result.withLock { $0.count } > run
        }
      }
      stage.clock.advance(by: .milliseconds(500))
    }
    session.stopRunning()
    let result = ending.result.withLock { $0 }
    if let error = result.error { throw BenchError("a photo failed: \(error)") }
    times.print("\(name), \(result.width) x \(result.height)")
  }
}

private struct Times {
  private var processor: [Double] = []
  private var wall: [Double] = []

  mutating func measure(_ body: () throws -> Void) rethrows {
    let (start, before) = (ContinuousClock.now, processorSeconds())
    try body()
    processor.append((processorSeconds() - before) * 1000)
    wall.append(start.duration(to: .now) / .milliseconds(1))
  }

  func print(_ name: String) {
    Swift.print(
      String(
        format: "  %@: median %.2f ms, p95 %.2f ms; wall %.2f and %.2f", name, quantile(0.5, of: processor),
        quantile(0.95, of: processor), quantile(0.5, of: wall), quantile(0.95, of: wall)))
  }
}

/// Takes frames and looks at none.
private final class StampTaker: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let count = Atomic(0)
  var frames: Int { count.load(ordering: .relaxed) }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { count.add(1, ordering: .relaxed) }
}

private final class PhotoEnding: NSObject, AVCapturePhotoCaptureDelegate {
  struct Result: Sendable {
    var count = 0
    var width: Int32 = 0, height: Int32 = 0
    var error: String?
  }
  let result = Mutex(Result())

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    if let error { result.withLock { $0.error = "\(error)" } }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {
    let size = resolvedSettings.photoDimensions
    result.withLock { result in
      result.count += 1
      (result.width, result.height) = (size.width, size.height)
      if let error { result.error = "\(error)" }
    }
  }
}
