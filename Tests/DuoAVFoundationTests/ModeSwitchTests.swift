import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Frames that are lost while a camera changes its mode: told once for each output.
@Suite struct ModeSwitchTests {
  /// Notes frames, and what is lost with its reason and the reason's details.
  private final class Notepad: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureDepthDataOutputDelegate, AVCaptureDataOutputSynchronizerDelegate, Sendable
  {
    let video = Notes()
    let depth = Notes()
    let together = Notes()

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { video.add("frame") }

    func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { video.add(Self.words(of: sampleBuffer)) }

    private static func words(of sample: CMSampleBuffer) -> String {
      let words = [
        kCMSampleBufferAttachmentKey_DroppedFrameReason, kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo,
      ].map { CMGetAttachment(sample, key: $0, attachmentModeOut: nil).map { "\($0)" } ?? "-" }
      return words.joined(separator: " ") + (sample.imageBuffer == nil ? "" : " with pixels")
    }

    func depthDataOutput(
      _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
      connection: AVCaptureConnection
    ) { depth.add("map") }

    func depthDataOutput(
      _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
      connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
    ) { depth.add("\(reason)") }

    func dataOutputSynchronizer(
      _ synchronizer: AVCaptureDataOutputSynchronizer,
      didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
      let reasons = synchronizedDataCollection.map { output -> String in
        switch synchronizedDataCollection[output] {
        case let data as AVCaptureSynchronizedSampleBufferData: "\(data.droppedReason)"
        case let data as AVCaptureSynchronizedDepthData: "\(data.droppedReason)"
        default: "?"
        }
      }
      together.add(reasons.joined(separator: " "))
    }
  }

  private struct Bench {
    let bench: CaptureBench
    let session: AVCaptureSession
    let video = AVCaptureVideoDataOutput()
    let depth = AVCaptureDepthDataOutput()
    let notepad = Notepad()
    let queue = DispatchQueue(label: "frames")

    init() throws {
      var description = PhoneDescription.duo
      description.timing.pipelineRebuild.value = .milliseconds(200)
      bench = CaptureBench(description)
      bench.phone.scene.withLock { $0 = { _ in DepthScene() } }
      session = bench.session()
      session.addInput(try bench.input(.outerFront))
      let device = bench.device(.outerFront)
      try device.lockForConfiguration()
      device.activeFormat = try #require(
        device.formats.first {
          !$0.supportedDepthDataFormats.isEmpty && $0.isVideoStabilizationModeSupported(.standard)
        })
      device.unlockForConfiguration()
      for output in [video, depth] { session.addOutput(output) }
      video.setSampleBufferDelegate(notepad, queue: queue)
      depth.setDelegate(notepad, callbackQueue: queue)
      bench.phone.hands.settle.withLock { [queue] in $0 = { queue.sync {} } }
      session.startRunning()
      bench.run(milliseconds: 400)
    }

    /// Another stabilisation: the camera is set up anew.
    func switchMode() throws {
      let connection = try #require(video.connection(with: .video))
      let modes = [AVCaptureVideoStabilizationMode.off, .standard]
      let before = connection.activeVideoStabilizationMode
      connection.preferredVideoStabilizationMode = try #require(modes.first { $0 != before })
      try #require(connection.activeVideoStabilizationMode != before)
      queue.sync {}
      for notes in [notepad.video, notepad.depth, notepad.together] { notes.clear() }
      bench.run(milliseconds: 500)
    }
  }

  @Test func eachOutputIsToldOnce() throws {
    let bench = try Bench()
    try bench.switchMode()
    let video = bench.notepad.video.all
    #expect(video.first == "Discontinuity CameraModeSwitch" && video.count > 6)
    #expect(Set(video.dropFirst()) == ["frame"])
    let depth = bench.notepad.depth.all
    #expect(depth.first == "discontinuity" && Set(depth.dropFirst()) == ["map"] && depth.count > 3)
    // Each time again.
    try bench.switchMode()
    #expect(bench.notepad.video.all.filter { $0.hasPrefix("Discontinuity") }.count == 1)
  }

  @Test func synchronizersHearOfItToo() throws {
    let bench = try Bench()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [bench.video, bench.depth])
    synchronizer.setDelegate(bench.notepad, queue: bench.queue)
    try bench.switchMode()
    let told = bench.notepad.together.all
    #expect(told.first == "discontinuity discontinuity" && Set(told.dropFirst()) == ["none none"])
    #expect(bench.notepad.video.all == [])
  }
}
