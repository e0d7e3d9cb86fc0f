import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceDepthTests {
  private func device(_ id: CameraID = .outerFront) -> AVCaptureDevice { CaptureBench().device(id) }

  /// Looks at every camera of the phone.
  @Test func depthFormatsComeWithTheirFormat() throws {
    var mismatches: [String] = []
    for id in [CameraID.outerFront, .innerFront, .virtualFront, .rearWide] {
      let device = device(id)
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      for format in device.formats {
        device.activeFormat = format
        let depth = format.supportedDepthDataFormats
        let sizes = depth.map {
          "\($0.formatDescription.dimensions.width) \($0.formatDescription.mediaSubType.rawValue)"
        }
        if depth.contains(where: { $0.mediaType != .depthData || !$0.supportedDepthDataFormats.isEmpty }) {
          mismatches.append("\(format): \(sizes)")
        }
        // Never more maps than pictures, nor than 30.
        let most = min(30, format.videoSupportedFrameRateRanges[0].maxFrameRate)
        if depth.contains(where: { $0.videoSupportedFrameRateRanges[0].maxFrameRate != most }) {
          mismatches.append("\(format): too fast")
        }
        let chosen = device.activeDepthDataFormat
        let largest = depth.map(\.formatDescription.dimensions.width).max()
        if chosen?.formatDescription.dimensions.width != largest {
          mismatches.append("\(format): \(chosen as Any)")
        }
        if let chosen, chosen.formatDescription.mediaSubType.rawValue != kCVPixelFormatType_DepthFloat16 {
          mismatches.append("\(format): \(chosen)")
        }
        if format.supportedVideoZoomRangesForDepthDataDelivery
          != (depth.isEmpty ? [] : [1...format.videoMaxZoomFactor])
          || format.zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported
        {
          mismatches.append("\(format): zoom")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func settingsAreObservableAndReset() throws {
    let device = device()
    let told = Notes()
    let observations = [
      device.observe(\.activeDepthDataFormat, options: [.new]) { device, _ in
        told.add(device.activeDepthDataFormat.map { "\($0.formatDescription.dimensions.width)" } ?? "nil")
      },
      device.observe(\.activeDepthDataMinFrameDuration, options: [.new]) { device, _ in
        let time = device.activeDepthDataMinFrameDuration
        told.add(time.isValid ? "1/\(time.timescale)" : "invalid")
      },
    ]
    defer { for observation in observations { observation.invalidate() } }
    try device.lockForConfiguration()
    let small = device.formats.first { $0.formatDescription.dimensions.width == 640 }!
    device.activeFormat = small
    told.add("-")
    device.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 10)
    #expect(device.activeDepthDataMinFrameDuration == CMTime(value: 1, timescale: 10))
    device.activeDepthDataFormat = small.supportedDepthDataFormats[1]
    #expect(device.activeDepthDataFormat === small.supportedDepthDataFormats[1])
    device.activeFormat = device.formats[0]
    device.unlockForConfiguration()
    #expect(device.activeDepthDataFormat == nil && !device.activeDepthDataMinFrameDuration.isValid)
    #expect(told.all.drop { $0 != "-" }.dropFirst() == ["1/10", "320", "1/30", "nil", "invalid"])
  }

  @Test func aForeignDepthFormatRaises() async {
    await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let device = CaptureBench().device(.outerFront)
      try device.lockForConfiguration()
      device.activeFormat = device.formats.first { $0.formatDescription.dimensions.width == 640 }!
      let other = device.formats.last { !$0.supportedDepthDataFormats.isEmpty }!
      device.activeDepthDataFormat = other.supportedDepthDataFormats[0]
    }
  }

  @Test func settersNeedTheLock() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      CaptureBench().device(.outerFront).activeDepthDataMinFrameDuration = .invalid
    }
  }

  @Test func exceptionsHaveTheirNames() throws {
    let device = device()
    let rules = device.rules
    var state = device.current
    state.format = device.formats.firstIndex { $0.formatDescription.dimensions.width == 640 }!
    state.depth = rules.defaultDepth(of: state.format)
    func fault(_ duration: CMTime) -> String? {
      do throws(DeviceFault) {
        _ = try rules.checkedDepthFrameDuration(duration, state)
        return nil
      } catch {
        return error.name.rawValue
      }
    }
    #expect(fault(.invalid) == nil && fault(.positiveInfinity) == nil)
    #expect(fault(CMTime(value: 1, timescale: 30)) == nil && fault(CMTime(value: 1, timescale: 1)) == nil)
    #expect(fault(CMTime(value: 1, timescale: 31)) == "NSRangeException")
    #expect(fault(CMTime(value: 2, timescale: 1)) == "NSRangeException")
    #expect(fault(.zero) == "NSRangeException" && fault(.indefinite) == "NSRangeException")
    state.depth = DepthState()
    #expect(fault(CMTime(value: 1, timescale: 30)) == "NSRangeException")
  }
}

@Suite struct IntrinsicMatrixTests {
  private func matrix(_ sample: CMSampleBuffer) -> [Float]? {
    let key = kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
    guard let data = CMGetAttachment(sample, key: key, attachmentModeOut: nil) as? Data else { return nil }
    return data.withUnsafeBytes { bytes in
      let matrix = bytes.loadUnaligned(as: matrix_float3x3.self)
      return [matrix[0, 0], matrix[1, 1], matrix[2, 0], matrix[2, 1]]
    }
  }

  @Test func framesCarryTheMatrixOfTheirPixels() throws {
    let bench = CaptureBench()
    let session = bench.session()
    let output = AVCaptureVideoDataOutput()
    session.sessionPreset = .hd1280x720
    session.addInput(try bench.input(.outerFront))
    session.addOutput(output)
    let connection = try #require(output.connection(with: .video))
    #expect(
      connection.isCameraIntrinsicMatrixDeliverySupported
        && !connection.isCameraIntrinsicMatrixDeliveryEnabled)
    let queue = DispatchQueue(label: "frames")
    let delegate = NotingDelegate(keeps: true)
    output.setSampleBufferDelegate(delegate, queue: queue)
    bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    session.startRunning()
    bench.run(milliseconds: 10)
    connection.isCameraIntrinsicMatrixDeliveryEnabled = true
    connection.videoRotationAngle = 90
    bench.run(milliseconds: 33)
    let samples = delegate.kept.withLock { $0 }
    #expect(matrix(samples[0]) == nil)
    let found = try #require(matrix(samples[1]))
    // A pinhole of the camera's own field of view, turned: 720 across and 1280 down.
    let half = tan(Double(bench.device(.outerFront).activeFormat.videoFieldOfView) * .pi / 360)
    #expect(abs(Double(found[0]) - 640 / half) < 0.1 && found[0] == found[1])
    #expect(found[2] == 359.5 && found[3] == 639.5)
    // A picture that is moved against the hand has no pinhole that is known.
    connection.preferredVideoStabilizationMode = .standard
    bench.run(milliseconds: 1000)
    #expect(connection.isCameraIntrinsicMatrixDeliveryEnabled)
    #expect(matrix(try #require(delegate.kept.withLock { $0.last })) == nil)
  }

  @Test func stabilisedFramesAndOtherOutputsHaveNone() throws {
    let bench = CaptureBench()
    let (video, photo) = (AVCaptureVideoDataOutput(), AVCapturePhotoOutput())
    let session = try bench.session(.outerFront, video, photo)
    #expect(photo.connections[0].isCameraIntrinsicMatrixDeliverySupported == false)
    let connection = try #require(video.connection(with: .video))
    connection.preferredVideoStabilizationMode = .standard
    #expect(connection.activeVideoStabilizationMode == .standard)
    #expect(!connection.isCameraIntrinsicMatrixDeliverySupported)
    _ = session
  }

  @Test func turningItOnWhereUnsupportedRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let output = AVCapturePhotoOutput()
      let session = try CaptureBench().session(.outerFront, output)
      output.connections[0].isCameraIntrinsicMatrixDeliveryEnabled = true
      _ = session
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSInvalidArgumentException"))
  }
}
