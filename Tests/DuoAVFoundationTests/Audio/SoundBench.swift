import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

@testable import DuoAVFoundation

/// A simulated phone whose clock a test moves; the person has allowed camera and microphone.
struct SoundBench {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem
  let queue = DispatchQueue(label: "sound")

  init(
    _ description: PhoneDescription = .duo, pose: String = "closed", allowed: Bool = true,
    world: WorldDescription = .colour(red: 128, green: 128, blue: 128)
  ) throws {
    (phone, clock) = try SimulatedPhone.manual(description, pose: pose, world: world)
    system = CaptureSystem(phone: phone)
    if allowed {
      system.authorization.set(.authorized, for: .video)
      system.authorization.set(.authorized, for: .audio)
    }
  }

  var microphone: AVCaptureDevice { system.device(.microphone)! }
  var audio: AudioSystem { AudioSystem.of(phone) }

  func session(camera: CameraID? = nil, _ outputs: AVCaptureOutput...) throws -> AVCaptureSession {
    let session = AVCaptureSession(on: phone)
    if let camera { session.addInput(try AVCaptureDeviceInput(device: system.device(camera)!)) }
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    for output in outputs { session.addOutput(output) }
    return session
  }

  /// In short steps, so that delegates keep up.
  func advance(_ milliseconds: Double) {
    let end = clock.now + .milliseconds(milliseconds)
    while clock.now < end {
      clock.advance(to: min(end, clock.now + .milliseconds(10)))
      queue.sync {}
    }
  }

  /// Sends an event and lets the session's queue catch up.
  func send(_ event: PhoneEvent, _ session: AVCaptureSession) {
    _ = phone.send(event)
    session.engine.queue.sync {}
  }
}

/// Keeps what it hears.
final class Listener: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate,
  AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable
{
  // `@unchecked`: both lists lie behind locks.
  private let kept = Guarded<[CMSampleBuffer]>([])
  private let frames = Guarded<[CMTime]>([])
  let connections = Guarded<[AVCaptureConnection]>([])
  /// Kept alive as long as somebody listens.
  let session = Guarded<AVCaptureSession?>(nil)
  var buffers: [CMSampleBuffer] { kept.withLock { $0 } }
  var frameTimes: [CMTime] { frames.withLock { $0 } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if output is AVCaptureVideoDataOutput {
      frames.withLock { $0.append(sampleBuffer.presentationTimeStamp) }
      return
    }
    kept.withLock { $0.append(sampleBuffer) }
    connections.withLock { $0.append(connection) }
  }

  /// All samples in their order.
  var samples: [Int16] { buffers.flatMap(Self.samples) }

  static func samples(_ buffer: CMSampleBuffer) -> [Int16] {
    guard let block = CMSampleBufferGetDataBuffer(buffer) else { return [] }
    var samples = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(block) / 2)
    let status = samples.withUnsafeMutableBytes {
      CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: $0.count, destination: $0.baseAddress!)
    }
    return status == noErr ? samples : []
  }
}

/// Measures with plain sums.
enum Plain {
  /// The amplitude of a frequency in a stretch of whole cycles, 1 being the loudest that can be written.
  static func amplitude(_ samples: ArraySlice<Int16>, of frequency: Double, rate: Double = 48_000) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      real += Double(sample) / 32_768 * cos(angle)
      imaginary += Double(sample) / 32_768 * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  /// Decibels of the root mean square.
  static func decibels(_ samples: [Int16]) -> Double {
    let power = samples.reduce(0.0) { $0 + pow(Double($1) / 32_768, 2) } / Double(samples.count)
    return 10 * log10(power)
  }
}
