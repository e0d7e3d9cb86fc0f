import AVFoundation
import DuoTesting
import Testing
import UIKit

private func rear() throws -> AVCaptureDevice { try camera(.builtInDualWideCamera, .back) }

/// How real camera apps went wrong with sizes, screens and layers, on phones that fold and on others.
@Suite(.serialized) struct GeometryFieldReportTests {
  /// R056: half closed and opened again, the same layer shows new frames, and there is one.
  @Test func tabletopAndBack() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try camera(.builtInWideAngleCamera))
        try await screen.phone.settle()
        let connection = screen.layer.connection
        for pose in [PhonePose.tabletopRearFlat, .openLandscape, .tabletopCoverFlat, .openLandscape] {
          try await screen.phone.move(to: pose, over: .milliseconds(500))
          await screen.phone.run(for: .milliseconds(200))
          try screen.phone.reading(of: screen.layer).expect(stale: false)
          #expect(preview.session.connections.count == 1 && screen.layer.connection === connection)
          try await screen.phone.settle()
        }
      }
    }
  }

  /// R058, R062: filled, a part of the picture is cut, and how much can be asked; squares stay squares unless they are
  /// stretched.
  @Test func whatIsCutAndWhatIsStretched() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let session = try session(try rear())
        session.sessionPreset = .photo
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.connection?.videoRotationAngle = 0
        layer.frame = CGRect(x: 0, y: 0, width: 951, height: 669)
        layer.videoGravity = .resizeAspectFill
        let shown = layer.metadataOutputRectConverted(fromLayerRect: layer.bounds)
        #expect(abs(shown.width - 1) < 1e-6 && abs(shown.height - 669 / 713.25) < 1e-6)

        var stretched: [String] = []
        for size in [CGSize(width: 466, height: 678), CGSize(width: 951, height: 669)] {
          for angle in [0.0, 90] {
            for gravity in [AVLayerVideoGravity.resizeAspect, .resizeAspectFill, .resize] {
              layer.frame = CGRect(origin: .zero, size: size)
              layer.connection?.videoRotationAngle = angle
              layer.videoGravity = gravity
              // A square of the 4:3 picture.
              let box = layer.layerRectConverted(
                fromMetadataOutputRect: CGRect(x: 0.3, y: 0.3, width: 0.3, height: 0.4))
              let isSquare = abs(box.width / box.height - 1) < 0.01
              if isSquare == (gravity == .resize) {
                stretched.append("\(size) \(angle) \(gravity.rawValue) \(box)")
              }
            }
          }
        }
        #expect(stretched == [])
      }
    }
  }

  /// R059: the camera's screen comes up the way the interface lies, in every pose.
  @Test func theCamerasScreenTurnsNothing() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        var mismatches: [String] = []
        for pose in [
          PhonePose.closed, .openLandscape, .openPortrait, .book, .tabletopRearFlat, .tent, .upsideDown,
        ] {
          try await screen.phone.move(to: pose)
          try await screen.phone.settle()
          let (orientation, bounds) = (screen.orientation, screen.controller.view.bounds)
          let second = FieldReportController()
          second.modalPresentationStyle = .fullScreen
          screen.controller.present(second, animated: false)
          try await screen.phone.settle()
          if screen.orientation != orientation || second.view.bounds != bounds {
            mismatches.append("\(pose.rawValue): \(screen.orientation), not \(orientation)")
          }
          second.dismiss(animated: false)
          try await screen.phone.settle()
          if screen.orientation != orientation { mismatches.append("\(pose.rawValue): after it") }
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R067, R068, R077: the main screen is the outer display; window, halves of Split View and layers go by their scene; the
  /// inner display's fixed space is turned by a quarter.
  @Test func screensWindowsAndHalves() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let window = try #require(screen.view.window)
        #expect(UIScreen.main.bounds.size == CGSize(width: 466, height: 678))
        #expect(window.bounds.size == CGSize(width: 951, height: 669) && window.screen !== UIScreen.main)
        #expect(screen.layer.frame == window.bounds)
        let part = CGRect(x: 295.3, y: 26, width: 360, height: 44)
        #expect(abs(part.midX - 475.3) < 1e-9 && part.midY == 48)
        let fixed = window.screen.fixedCoordinateSpace
        let turned = fixed.convert(part, from: window.screen.coordinateSpace)
        let wanted = [669 - part.minY - part.height, part.minX, part.height, part.width]
        let found = [turned.minX, turned.minY, turned.width, turned.height]
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(turned)")
        #expect(fixed.bounds.size == CGSize(width: 669, height: 951))

        try await screen.phone.play(.splitView(true))
        try await screen.phone.settle()
        #expect(screen.layer.frame == CGRect(x: 0, y: 0, width: 475.5, height: 669))
        #expect(window.screen.bounds.width == 951 && screen.layer.frame == screen.controller.view.bounds)
      }
    }
  }

  /// R070, R073, R080: a fold tells width and height in one step, and the view, its layer and its place are the same ones
  /// after it.
  @Test func aFoldIsOneStepAndKeepsTheView() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let (view, layer, frame) = (screen.view, screen.view.layer, screen.view.frame)
        for _ in 0..<2 {
          _ = screen.controller.takeSizes()
          try await screen.phone.move(to: .closed, over: .seconds(1))
          try await screen.phone.settle()
          #expect(screen.controller.takeSizes() == [CGSize(width: 466, height: 678)])
          try await screen.phone.move(to: .openLandscape, over: .seconds(1))
          try await screen.phone.settle()
          #expect(screen.controller.takeSizes() == [CGSize(width: 951, height: 669)])
          let now = try #require(screen.controller.view.subviews.first)
          #expect(now === view && now.layer === layer && now.frame == frame)
        }
      }
    }
  }

  /// R074, R076: a view's own layer goes with its view; a layer that was added keeps its frame until somebody sets it.
  @Test func addedLayersDoNotResize() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try rear())
        let added = AVCaptureVideoPreviewLayer(session: preview.session)
        added.frame = screen.controller.view.bounds
        screen.controller.view.layer.addSublayer(added)
        try await screen.phone.settle()
        let angle = preview.previewAngle
        try await screen.phone.play(.turn(1))
        try await screen.phone.settle()
        let tall = CGRect(x: 0, y: 0, width: 669, height: 951)
        #expect(screen.layer.frame == tall && screen.view.bounds == tall && preview.previewAngle != angle)
        #expect(added.frame == CGRect(x: 0, y: 0, width: 951, height: 669))
        added.frame = screen.controller.view.bounds
        #expect(added.frame == tall)
      }
    }
  }

  /// R079: a session does not keep its layers: one that nobody holds is gone, with its connection.
  @Test func aLayerThatNobodyHolds() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try rear())
        var layer: AVCaptureVideoPreviewLayer? = AVCaptureVideoPreviewLayer(session: session)
        session.startRunning()
        try await phone.settle()
        #expect(session.connections.count == 1 && layer?.connection != nil)
        weak let gone = layer
        layer = nil
        try await phone.settle()
        #expect(gone == nil && session.connections.isEmpty)
      }
    }
  }

  /// R061, R173: a search finds what was asked for, in that order, and nothing else; a phone without such a camera has none.
  @Test(arguments: [true, false])
  func searchesFindWhatWasAskedFor(isDuo: Bool) async {
    await #expect(processExitsWith: .success) { [isDuo] in
      await PhoneTest.run(isDuo ? .duo : .single) { _ in
        func find(
          _ types: [AVCaptureDevice.DeviceType], _ media: AVMediaType?, _ position: AVCaptureDevice.Position
        ) -> [AVCaptureDevice.DeviceType] {
          AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: media, position: position)
            .devices.map(\.deviceType)
        }
        let duo: [AVCaptureDevice.DeviceType] = [
          .builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera,
        ]
        #expect(find(duo, .video, .front) == (isDuo ? duo : []))
        #expect(find(duo.reversed(), .video, .unspecified) == (isDuo ? duo.reversed() : []))
        #expect(find(duo, .video, .back) == [] && find(duo, .audio, .unspecified) == [])
        #expect(find([.builtInLiDARDepthCamera], .video, .back) == [])
        let first = find(
          [.builtInTripleCamera, .builtInDualWideCamera, .builtInWideAngleCamera], .video, .back)
        #expect(first.first == .builtInDualWideCamera || !isDuo && first.first == .builtInWideAngleCamera)
      }
    }
  }

  /// R119: after an exchange of cameras the session's preset chooses among the new camera's formats.
  @Test func thePresetChoosesAnewForANewCamera() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let (rear, front) = (try rear(), try camera(.builtInOuterUltraWideCamera))
        let session = try session(rear)
        session.sessionPreset = .hd1920x1080
        for device in [rear, front] {
          session.beginConfiguration()
          session.removeInput(session.inputs[0])
          session.addInput(try AVCaptureDeviceInput(device: device))
          session.commitConfiguration()
          let size = device.activeFormat.formatDescription.dimensions
          #expect(device.formats.contains(device.activeFormat))
          #expect(size.width >= 1920 && size.height >= 1080, "\(device.deviceType) \(size)")
        }
      }
    }
  }

  /// R172: every format of every camera of every phone has rates.
  @Test(arguments: ["duo", "single", "singleSquare"])
  func everyFormatHasRates(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let phones = ["duo": PhoneDescription.duo, "single": .single, "singleSquare": .singleSquare]
      await PhoneTest.run(try! #require(phones[name])) { _ in
        let types: [AVCaptureDevice.DeviceType] = [
          .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInDualWideCamera,
          .builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera, .builtInTrueDepthCamera,
        ]
        let devices = AVCaptureDevice.DiscoverySession(
          deviceTypes: types, mediaType: .video, position: .unspecified
        ).devices
        #expect(devices.count >= 3)
        for device in devices {
          #expect(!device.formats.isEmpty)
          for format in device.formats {
            let ranges = format.videoSupportedFrameRateRanges
            #expect(
              !ranges.isEmpty
                && ranges.allSatisfy { $0.minFrameRate > 0 && $0.maxFrameRate >= $0.minFrameRate })
          }
        }
      }
    }
  }
}
