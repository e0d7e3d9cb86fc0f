import AVFoundation
import DuoTesting
import Synchronization
import Testing

/// The virtual front camera, and how cameras are found.
@Suite struct FrontCameraTests {
  @Test func itFollowsTheFold() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        #expect(device.isVirtualDevice && device.constituentDevices.count == 2)
        #expect(device.activePrimaryConstituent == nil)

        let seen = Mutex<[AVCaptureDevice.DeviceType?]>([])
        let observation = device.observe(\.activePrimaryConstituent, options: [.new]) { device, _ in
          seen.withLock { $0.append(device.activePrimaryConstituent?.deviceType) }
        }
        let session = try session(device)
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        let connection = layer.connection
        session.startRunning()
        try await phone.settle()
        #expect(device.activePrimaryConstituent?.deviceType == .builtInOuterUltraWideCamera)
        try phone.reading(of: layer).expect(camera: .outerFront, faces: .person, mirrored: true, stale: false)

        try await phone.play(.hinge(to: 180, over: .seconds(1)))
        try await phone.settle()
        #expect(device.activePrimaryConstituent?.deviceType == .builtInInnerUltraWideCamera)
        #expect(layer.connection === connection && session.isRunning)
        try phone.reading(of: layer).expect(camera: .innerFront, faces: .person, mirrored: true, stale: false)
        #expect(seen.withLock { $0 } == [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera])
        observation.invalidate()
      }
    }
  }

  @Test func onlyWhatBothCamerasShare() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        #expect(!device.formats.isEmpty)
        for format in device.formats {
          let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
          #expect(min(size.width, size.height) <= 1080 || size.width == size.height)
          #expect(format.videoSupportedFrameRateRanges.allSatisfy { $0.maxFrameRate <= 60 })
          #expect(format.supportedDepthDataFormats.isEmpty)
        }
      }
    }
  }

  @Test func physicalCamerasComeFromDiscoveryOnly() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        for type in [
          AVCaptureDevice.DeviceType.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera,
        ] {
          #expect(AVCaptureDevice.default(type, for: .video, position: .front) == nil)
          let found = try camera(type)
          #expect(found.position == .front && found.deviceType == type)
        }
      }
    }
  }

  @Test func discoveryByTypeAndPosition() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        func find(
          _ types: [AVCaptureDevice.DeviceType], _ position: AVCaptureDevice.Position
        ) -> [AVCaptureDevice] {
          AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: position).devices
        }
        let wide = find([.builtInWideAngleCamera], .front)
        let both = find([.builtInUltraWideCamera, .builtInWideAngleCamera], .front)
        #expect(wide.count == 1 && both == wide && wide[0].isVirtualDevice)
        #expect(find([.builtInDualWideCamera], .back).count == 1)
        #expect(find([.builtInDualWideCamera], .front).isEmpty)
        #expect(find([.builtInTrueDepthCamera], .front).isEmpty)
        let all = find(
          [.builtInDualWideCamera, .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera], .unspecified)
        #expect(
          all.map(\.deviceType) == [
            .builtInDualWideCamera, .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera,
          ])
        #expect(all.map(\.position) == [.back, .front, .front])
        #expect(all.allSatisfy { AVCaptureDevice(uniqueID: $0.uniqueID) === $0 })
      }
    }
  }
}
