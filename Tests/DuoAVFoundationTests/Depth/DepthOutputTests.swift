import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DepthOutputTests {
  @Test func defaults() {
    let output = AVCaptureDepthDataOutput()
    #expect(output.alwaysDiscardsLateDepthData && output.isFilteringEnabled)
    #expect(output.delegate == nil && output.delegateCallbackQueue == nil && output.connections.isEmpty)
  }

  @Test func theDelegateIsHeldWeakly() {
    let output = AVCaptureDepthDataOutput()
    let queue = DispatchQueue(label: "depth")
    do {
      let delegate = DepthNotes()
      output.setDelegate(delegate, callbackQueue: queue)
      #expect(output.delegate === delegate && output.delegateCallbackQueue === queue)
    }
    #expect(output.delegate == nil)
    output.setDelegate(nil, callbackQueue: nil)
    #expect(output.delegateCallbackQueue == nil)
  }

  @Test func aDelegateNeedsAQueue() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVCaptureDepthDataOutput().setDelegate(DepthNotes(), callbackQueue: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSInvalidArgumentException") && text.contains("setDelegate:callbackQueue:"))
  }

  @Test func mapsComeWithFramesAndAreNotDrawn() throws {
    let depth = try DepthBench()
    depth.session.startRunning()
    depth.bench.run(milliseconds: 100)
    #expect(depth.delegate.notes.all == ["250 320x240", "283 320x240", "316 320x240", "349 320x240"])
    #expect(depth.bench.phone.drawings.withLock { $0 }.isEmpty)
    #expect(depth.connection.isActive && depth.connection.isVideoMirroringSupported)
    #expect(depth.connection.videoRotationAngle == 0 && !depth.connection.isVideoMirrored)
    let data = depth.delegate.kept.withLock { $0[0] }
    #expect(data.depthDataType == kCVPixelFormatType_DepthFloat16)
    #expect(data.isDepthDataFiltered && data.depthDataAccuracy == .absolute && data.depthDataQuality == .high)
    let calibration = try #require(data.cameraCalibrationData)
    #expect(calibration.intrinsicMatrixReferenceDimensions == CGSize(width: 640, height: 480))
    depth.session.stopRunning()
    let count = depth.delegate.notes.all.count
    depth.bench.run(milliseconds: 500)
    #expect(depth.delegate.notes.all.count == count)
  }

  @Test func mapsComeNoFasterThanAsked() throws {
    let depth = try DepthBench()
    try depth.configure {
      $0.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
      $0.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15)
    }
    depth.session.startRunning()
    depth.bench.run(milliseconds: 250)
    #expect(depth.delegate.notes.all == ["250 320x240", "316 320x240", "383 320x240", "450 320x240"])
    depth.delegate.notes.clear()
    try depth.configure { $0.activeDepthDataMinFrameDuration = .positiveInfinity }
    depth.bench.run(milliseconds: 200)
    #expect(depth.delegate.notes.all == [])
    try depth.configure { $0.activeDepthDataMinFrameDuration = .invalid }
    #expect(depth.device.activeDepthDataMinFrameDuration == CMTime(value: 1, timescale: 30))
  }

  /// A ramp in both directions of the unturned picture shows where every corner went.
  @Test func turnAndFlipAreDoneOnThePixels() throws {
    var mismatches: [String] = []
    for (angle, mirrored) in [0.0, 90, 180, 270].flatMap({ [($0, false), ($0, true)] }) {
      let depth = try DepthBench()
      depth.scene { u, v in Float(1 + u * 0.01 + v * 0.02) }
      try depth.configure { $0.activeDepthDataFormat = $0.activeFormat.supportedDepthDataFormats[1] }
      depth.connection.videoRotationAngle = angle
      depth.connection.automaticallyAdjustsVideoMirroring = false
      depth.connection.isVideoMirrored = mirrored
      depth.session.startRunning()
      depth.bench.run(milliseconds: 10)
      guard let data = depth.delegate.kept.withLock({ $0.first }) else {
        mismatches.append("\(angle): nothing")
        continue
      }
      let rows = values(data)
      // Top left, top right, bottom right, bottom left of the unturned picture.
      var corners: [Float] = [1, 1.01, 1.03, 1.02]
      for _ in 0..<Int(angle) / 90 { corners = [corners[3]] + corners.dropLast() }
      if mirrored { corners = [corners[1], corners[0], corners[3], corners[2]] }
      let seen = [rows[0][0], rows[0].last!, rows.last!.last!, rows.last![0]]
      let isAcross = Int(angle) % 180 == 90
      let fits = zip(seen, corners).allSatisfy { abs($0 - $1) < 0.001 }
      if !fits || rows.count != (isAcross ? 320 : 240)
        || data.depthDataType != kCVPixelFormatType_DepthFloat32
      {
        mismatches.append("\(angle) \(mirrored): \(seen), not \(corners)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func withoutFilteringTheMapHasHoles() throws {
    for filters in [true, false] {
      let depth = try DepthBench()
      depth.scene { u, v in u < 0.5 ? 1 : v < 0.5 ? 3 : 8 }
      depth.output.isFilteringEnabled = filters
      depth.session.startRunning()
      depth.bench.run(milliseconds: 10)
      let data = try #require(depth.delegate.kept.withLock { $0.first })
      let rows = values(data)
      #expect(data.isDepthDataFiltered == filters)
      #expect(rows[10][10] == 1 && rows[10][300] == 3)
      // The shadow beside what is near, and what is too far.
      #expect(rows[10][160].isNaN == !filters && rows[200][300].isNaN == !filters)
      #expect(filters ? rows[200][300] == 5 : rows[200][10] == 1)
    }
  }

  @Test func aCoveredCameraKnowsNoDistance() throws {
    let depth = try DepthBench()
    depth.scene { _, _ in 0 }
    depth.session.startRunning()
    depth.bench.run(milliseconds: 10)
    let data = try #require(depth.delegate.kept.withLock { $0.first })
    #expect(values(data).allSatisfy { $0.allSatisfy(\.isNaN) })
  }

  @Test func lateMapsAreDroppedOrWait() throws {
    for discards in [true, false] {
      let gate = DispatchSemaphore(value: 0)
      let depth = try DepthBench(delegate: DepthNotes { gate.wait() }, waits: false)
      depth.output.alwaysDiscardsLateDepthData = discards
      depth.session.startRunning()
      depth.bench.run(milliseconds: 70)
      for _ in 0..<4 { gate.signal() }
      depth.queue.sync {}
      #expect(
        depth.delegate.notes.all
          == ["250 320x240"]
          + (discards ? ["283 dropped 1", "316 dropped 1"] : ["283 320x240", "316 320x240"]))
    }
  }

  @Test func whoKeepsAllMapsGetsNoMore() throws {
    let depth = try DepthBench()
    depth.session.startRunning()
    depth.bench.run(milliseconds: 320)
    #expect(
      depth.delegate.notes.all.suffix(3) == ["483 320x240", "516 dropped 2", "549 dropped 2"])
    depth.delegate.kept.withLock { $0 = [] }
    depth.delegate.notes.clear()
    depth.bench.run(milliseconds: 33)
    #expect(depth.delegate.notes.all == ["583 320x240"])
  }

  @Test func aNewDepthFormatShowsInTheNextMap() throws {
    let depth = try DepthBench(preset: .hd1920x1080)
    depth.session.startRunning()
    depth.bench.run(milliseconds: 10)
    #expect(depth.delegate.notes.all == ["250 320x180"])
    try depth.configure { device in
      device.activeFormat = device.formats.first {
        $0.formatDescription.dimensions.width == 1920 && $0.formatDescription.dimensions.height == 1920
          && !$0.supportedDepthDataFormats.isEmpty
      }!
    }
    depth.delegate.notes.clear()
    depth.bench.run(milliseconds: 33)
    #expect(depth.delegate.notes.all == ["283 320x320"])
  }

  @Test func theVirtualFrontCameraHasNoDepth() throws {
    let depth = try DepthBench(.virtualFront, preset: .high)
    #expect(depth.output.connections.isEmpty && depth.device.activeDepthDataFormat == nil)
    #expect(depth.device.formats.allSatisfy { $0.supportedDepthDataFormats.isEmpty })
    depth.session.startRunning()
    depth.bench.run(milliseconds: 300)
    #expect(depth.delegate.notes.all == [])
  }

  @Test func formatsWithoutDepthMakeTheConnectionInactive() throws {
    let depth = try DepthBench()
    let told = Notes()
    let observation = depth.connection.observe(\.isActive, options: [.new]) { _, change in
      told.add("\(change.newValue!)")
    }
    defer { observation.invalidate() }
    depth.session.startRunning()
    try depth.configure { device in
      device.activeFormat = device.formats.first { $0.supportedDepthDataFormats.isEmpty }!
    }
    #expect(!depth.connection.isActive && depth.device.activeDepthDataFormat == nil)
    depth.delegate.notes.clear()
    depth.bench.run(milliseconds: 200)
    #expect(depth.delegate.notes.all == [])
    depth.session.sessionPreset = .vga640x480
    #expect(depth.connection.isActive)
    #expect(told.all == ["false", "true"])
  }
}
