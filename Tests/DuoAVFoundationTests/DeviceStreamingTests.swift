import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

@testable import DuoAVFoundation

/// A device's settings as a running session on a simulated phone shows them.
@Suite struct DeviceStreamingTests {
  /// Keeps time and size of every picture. `@unchecked`: the list is behind a mutex.
  private final class Pictures: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let seen = Mutex<[(time: CMTime, width: Int, height: Int)]>([])
    var all: [(time: CMTime, width: Int, height: Int)] { seen.withLock { $0 } }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let pixels = sampleBuffer.imageBuffer else { return }
      let entry = (
        sampleBuffer.presentationTimeStamp, CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels)
      )
      seen.withLock { $0.append(entry) }
    }
  }

  private struct Stage {
    let phone: SimulatedPhone
    let clock: ManualClock
    let device: AVCaptureDevice
    let session: AVCaptureSession
    let pictures = Pictures()
    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "pictures")

    init(_ camera: CameraID, preset: AVCaptureSession.Preset = .high) throws {
      (phone, clock) = try SimulatedPhone.manual()
      let system = CaptureSystem(phone: phone)
      system.authorization.set(.authorized, for: .video)
      device = try #require(system.device(camera))
      session = AVCaptureSession(on: phone)
      session.sessionPreset = preset
      output.alwaysDiscardsLateVideoFrames = false
      output.setSampleBufferDelegate(pictures, queue: queue)
      session.addInput(try AVCaptureDeviceInput(device: device))
      session.addOutput(output)
      try device.lockForConfiguration()
    }

    /// Lets phone time pass in small steps, so that no picture waits for another.
    func run(milliseconds: Int) {
      for _ in 0..<milliseconds {
        clock.advance(by: .milliseconds(1))
        queue.sync {}
      }
    }
  }

  @Test func theHandlersTimeIsThatOfTheFirstPictureWithTheNewRatio() throws {
    let stage = try Stage(.innerFront)
    let index = stage.device.formats.firstIndex { $0.supportedDynamicAspectRatios.contains(.ratio9x16) }
    stage.device.activeFormat = stage.device.formats[try #require(index)]
    #expect(stage.session.sessionPreset == .inputPriority)
    stage.session.startRunning()
    stage.run(milliseconds: 500)
    let told = Mutex<CMTime?>(nil)
    let done = DispatchSemaphore(value: 0)
    stage.device.setDynamicAspectRatio(.ratio9x16) { time, _ in
      told.withLock { $0 = time }
      done.signal()
    }
    stage.run(milliseconds: 300)
    done.wait()
    let size = stage.device.dynamicDimensions
    let pictures = stage.pictures.all
    let first = pictures.first { $0.width == Int(size.width) && $0.height == Int(size.height) }
    #expect(first?.time == told.withLock { $0 })
    let before = pictures.filter { $0.width == $0.height }
    #expect(before.count > 3)
    #expect(before.allSatisfy { $0.time < (first?.time ?? .zero) })
    #expect(pictures.count - before.count > 3)
    stage.session.stopRunning()
  }

  @Test func frameDurationsSetTheRate() throws {
    let stage = try Stage(.outerFront)
    let index = try #require(
      stage.device.formats.firstIndex { format in
        format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate == 120 }
      })
    stage.device.activeFormat = stage.device.formats[index]
    stage.session.startRunning()
    stage.run(milliseconds: 400)
    var mismatches: [String] = []
    for rate in [120, 60, 24, 15] as [Int32] {
      stage.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: rate)
      stage.run(milliseconds: 100)
      let before = stage.pictures.all.count
      stage.run(milliseconds: 500)
      let count = stage.pictures.all.count - before
      if abs(count - Int(rate) / 2) > 1 { mismatches.append("\(rate): \(count) in half a second") }
    }
    #expect(mismatches == [])
    stage.session.stopRunning()
  }

  /// The phone unfolds under the virtual camera: the constituent is the only thing that changes.
  @Test func theVirtualFrontCameraNamesItsConstituent() throws {
    let stage = try Stage(.virtualFront)
    let record = DeviceRecord()
    let observation = stage.device.observe(\.activePrimaryConstituent, options: [.new]) { _, change in
      record.add((change.newValue ?? nil)?.camera.id.rawValue ?? "nil")
    }
    #expect(stage.device.activePrimaryConstituent == nil)
    stage.session.startRunning()
    stage.run(milliseconds: 400)
    #expect(record.take() == ["outer-front"])
    stage.phone.send(.hinge(to: 180, over: .milliseconds(500)))
    stage.run(milliseconds: 1500)
    #expect(record.take() == ["inner-front"])
    #expect(stage.device.position == .front)
    stage.session.stopRunning()
    stage.run(milliseconds: 200)
    for input in stage.session.inputs { stage.session.removeInput(input) }
    #expect(stage.device.activePrimaryConstituent == nil)
    #expect(record.take() == ["nil"])
    observation.invalidate()
  }

  @Test func aPresetTakesTheFormatBack() throws {
    let stage = try Stage(.rearWide)
    let chosen = stage.device.activeFormat
    stage.device.activeFormat = try #require(stage.device.formats.last)
    stage.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
    #expect(stage.session.sessionPreset == .inputPriority)
    stage.session.sessionPreset = .high
    #expect(stage.device.activeFormat === chosen)
    #expect(stage.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
  }
}
