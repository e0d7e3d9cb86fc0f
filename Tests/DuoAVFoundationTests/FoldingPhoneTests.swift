import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// What an app meets on the folding phone, as Apple's talk and articles tell it.
@Suite struct FoldingPhoneTests {
  /// Every pose with the display that the app is on, and the front camera above that display.
  static let poses: [(pose: String, display: DisplayID, front: CameraID)] = [
    ("closed", .outer, .outerFront), ("open-landscape", .inner, .innerFront),
    ("open-portrait", .inner, .innerFront), ("book", .inner, .innerFront),
    ("tabletop-rear-flat", .inner, .innerFront), ("tabletop-cover-flat", .inner, .innerFront),
  ]

  /// Replaces the camera as an app does; true if the new one could be added.
  func replace(_ session: AVCaptureSession, by input: AVCaptureDeviceInput) -> Bool {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = session.inputs[0]
    session.removeInput(old)
    guard session.canAddInput(input) else {
      session.addInput(old)
      return false
    }
    session.addInput(input)
    return true
  }

  /// A search that names nothing of the folding phone, a session, a layer: the picture is that of the camera above the
  /// app's display, in every pose and on the way between any two.
  @Test func ordinaryFrontCameraCodeNeedsNoChange() throws {
    var mismatches: [String] = []
    for type in [AVCaptureDevice.DeviceType.builtInWideAngleCamera, .builtInUltraWideCamera] {
      let bench = CaptureBench()
      let found = AVCaptureDevice.DiscoverySession(
        deviceTypes: [type], mediaType: .video, position: .front, system: bench.system
      ).devices
      let device = try #require(found.first)
      let session = bench.session()
      session.addInput(try AVCaptureDeviceInput(device: device))
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
      session.startRunning()
      let connection = layer.connection
      for from in Self.poses {
        for to in Self.poses {
          for row in [from, to] {
            bench.phone.send(.pose(row.pose, over: .zero))
            session.engine.queue.sync {}
            bench.run(milliseconds: 400)
            let camera = layer.shown?.frame.camera
            if bench.phone.state.app.display != row.display || camera != row.front {
              mismatches.append("\(from.pose) to \(to.pose): \(String(describing: camera))")
            }
          }
        }
      }
      #expect(layer.connection === connection && session.isRunning)
    }
    #expect(mismatches == [])
  }

  /// Everything that code for a dual camera reads, the pair of front cameras answers, too.
  @Test func codeForADualCameraReadsTheVirtualFrontCamera() throws {
    let bench = CaptureBench()
    func parts(_ device: AVCaptureDevice) -> [CameraID] {
      device.constituentDevices.map { $0.camera.id }
    }
    let (dual, front) = (bench.device(.rearDualWide), bench.device(.virtualFront))
    #expect(dual.isVirtualDevice && front.isVirtualDevice)
    #expect(parts(dual).count == 2 && Set(parts(front)) == [.outerFront, .innerFront])
    for device in [dual, front] {
      let session = bench.session()
      session.addInput(try AVCaptureDeviceInput(device: device))
      session.addOutput(AVCaptureVideoDataOutput())
      #expect(device.activePrimaryConstituent == nil)
      session.startRunning()
      let active = try #require(device.activePrimaryConstituent)
      #expect(device.constituentDevices.contains { $0 === active })
      #expect(!active.isVirtualDevice && active.constituentDevices.isEmpty)
      session.stopRunning()
    }
  }

  /// The position is the place on the body: no pose, turn or move of the app changes it.
  @Test func positionsNeverChange() throws {
    let bench = CaptureBench()
    let wanted: [CameraID: AVCaptureDevice.Position] = [
      .outerFront: .front, .innerFront: .front, .virtualFront: .front,
      .rearWide: .back, .rearUltraWide: .back, .rearDualWide: .back,
    ]
    #expect(Set(wanted.keys) == Set(bench.phone.description.cameras.map(\.id)))
    var mismatches: [String] = []
    for pose in Pose.names(for: .duo) {
      bench.phone.send(.pose(pose, over: .zero))
      for display in DisplayID.allCases {
        bench.phone.send(.moveApp(display))
        for (camera, position) in wanted where bench.device(camera).position != position {
          mismatches.append("\(camera) in \(pose)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The guards that Apple's and other people's samples put round the two types.
  @Test func guardsOfTheDuosTypesLetThemThrough() throws {
    var types: [AVCaptureDevice.DeviceType] = []
    #if !targetEnvironment(macCatalyst)
      if #available(iOS 27.1, *) { types = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera] }
    #endif
    let bench = CaptureBench()
    let found = AVCaptureDevice.DiscoverySession(
      deviceTypes: types, mediaType: .video, position: .unspecified, system: bench.system
    ).devices
    #expect(found.map { $0.camera.id } == [.outerFront, .innerFront])
    #expect(found.map(\.deviceType) == types)
    #expect(found.allSatisfy { $0.position == .front && !$0.isVirtualDevice })
  }

  /// A session with a physical camera stays with it, wherever it points.
  @Test func aPhysicalCameraIsNeverSwitchedForTheApp() throws {
    var mismatches: [String] = []
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      let bench = CaptureBench()
      let session = try bench.session(camera)
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
      session.startRunning()
      for pose in ["open-landscape", "flipped", "book", "closed"] {
        bench.phone.send(.pose(pose, over: .zero))
        session.engine.queue.sync {}
        bench.run(milliseconds: 500)
        let shown = layer.shown?.frame
        if shown?.camera != camera || bench.phone.hands.now - shown!.time > .milliseconds(40) {
          mismatches.append("\(camera) in \(pose)")
        }
      }
      #expect(bench.log() == ["open \(camera)"])
    }
    #expect(mismatches == [])
  }

  /// A new input that the session refuses: the old one goes back within the block, and the camera never stopped.
  @Test func theOldInputCanBePutBack() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    session.sessionPreset = .hd4K3840x2160
    let elsewhere = try bench.session(.rearWide)
    session.startRunning()
    // Without 4K, and in another session: neither can be added.
    for input in [try bench.input(.innerFront), elsewhere.inputs[0] as! AVCaptureDeviceInput] {
      #expect(!replace(session, by: input))
      #expect(session.isRunning && session.connections.count == 1 && session.connections[0].isActive)
      #expect((session.inputs as? [AVCaptureDeviceInput])?.map { $0.device.camera.id } == [.outerFront])
    }
    #expect(bench.log() == ["open outer-front"])
    #expect(replace(session, by: try bench.input(.rearWide)))
    #expect(bench.log() == ["open outer-front", "close outer-front", "open rear-wide"])
  }
}

extension FoldingPhoneTests {
  /// Automatic mirroring knows the position and nothing else. It is right where position and direction agree, and wrong
  /// for a rear camera that faces the person and for a front camera that looks away.
  @Test func automaticMirroringGoesByPositionInEveryPose() throws {
    var wrong: Set<String> = []
    var mismatches: [String] = []
    for pose in ["closed", "open-landscape", "flipped"] {
      for camera in [CameraID.outerFront, .innerFront, .rearWide] {
        let bench = CaptureBench()
        let session = try bench.session(camera)
        let layer = AVCaptureVideoPreviewLayer(session: session)
        bench.phone.send(.pose(pose, over: .zero))
        if pose == "flipped" { bench.phone.send(.moveApp(.outer)) }
        session.engine.queue.sync {}
        let connection = try #require(layer.connection)
        if connection.isVideoMirrored != (camera != .rearWide)
          || !connection.automaticallyAdjustsVideoMirroring
        {
          mismatches.append("\(camera) \(pose)")
        }
        let state = bench.phone.state
        let direction = Facing.direction(of: camera, for: state.app.display, state, in: .duo)
        if direction != .neither, connection.isVideoMirrored != (direction == .forward) {
          wrong.insert("\(pose) \(camera)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(wrong == ["open-landscape outer-front", "flipped inner-front", "flipped rear-wide"])
  }

  /// The subject sees a mirror image, the photographer does not: two layers on one session.
  @Test func thePhotographersPreviewStaysUnmirrored() throws {
    let bench = CaptureBench(pose: "open-landscape")
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    let photographer = AVCaptureVideoPreviewLayer(session: session)
    let subject = AVCaptureVideoPreviewLayer(session: session)
    for layer in [photographer, subject] { layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 400) }
    let connection = try #require(subject.connection)
    #expect(connection.isVideoMirroringSupported)
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = true
    session.startRunning()
    bench.run(milliseconds: 500)
    #expect(subject.shown?.window.isMirrored == true && photographer.shown?.window.isMirrored == false)
    #expect(subject.shown?.frame.sequence == photographer.shown?.frame.sequence)
    #expect(session.outputs[0].connection(with: .video)?.isVideoMirrored == false)
  }

  /// A coordinator belongs to its camera: after a switch the app needs a new one.
  @Test func aRotationCoordinatorKeepsToItsCamera() async throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide)
    let old = AVCaptureDevice.RotationCoordinator(device: bench.device(.rearWide), previewLayer: nil)
    #expect(replace(session, by: try bench.input(.outerFront)))
    let new = AVCaptureDevice.RotationCoordinator(device: bench.device(.outerFront), previewLayer: nil)
    #expect(old.device === bench.device(.rearWide) && new.device === bench.device(.outerFront))
    var found: [[CGFloat]] = []
    for _ in 0..<4 {
      found.append([old, new].map(\.videoRotationAngleForHorizonLevelCapture))
      bench.phone.send(.turn(1))
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
    // Closed and in portrait the rear's picture lies on its side, the outer front's stands.
    #expect(found == [[90, 0], [180, 270], [270, 180], [0, 90]])
  }

  /// The rear camera's whole picture leaves room at the sides of the inner display; filled, it loses above and below.
  @Test func theRearPictureFillsTheInnerDisplay() throws {
    let bench = CaptureBench(pose: "open-landscape")
    let session = try bench.session(.rearWide)
    session.sessionPreset = .photo
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 951, height: 669)
    layer.connection?.videoRotationAngle = 90
    session.startRunning()
    bench.run(milliseconds: 400)
    #expect(layer.shown?.visible == CGRect(x: 224.625, y: 0, width: 501.75, height: 669))
    #expect(layer.shown?.window == FrameWindow(rotation: 1, isMirrored: false))
    layer.videoGravity = .resizeAspectFill
    let filled = try #require(layer.shown)
    #expect(filled.visible == layer.bounds)
    // 951 points across are 1268 down, of which 669 show. The picture's x runs down the display.
    #expect(abs(filled.window.width - 669.0 / 1268) < 1e-9 && filled.window.height == 1)
    #expect(abs(filled.window.x - (1 - 669.0 / 1268) / 2) < 1e-9)
  }

  /// The square sensor leaves bars at both sides of the inner display; cut to a landscape ratio it nearly fills it, and
  /// the property that says so can only be read.
  @Test func aLandscapeRatioFillsTheInnerDisplay() throws {
    let bench = CaptureBench(pose: "open-landscape")
    let session = try bench.session(.innerFront)
    let device = bench.device(.innerFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 951, height: 669)
    session.startRunning()
    try device.lockForConfiguration()
    device.activeFormat = try #require(
      device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio4x3) })
    var found: [String] = []
    for ratio in [AVCaptureDevice.AspectRatio.ratio1x1, .ratio4x3, .ratio16x9, .ratio3x4] {
      device.setDynamicAspectRatio(ratio)
      bench.run(milliseconds: 300)
      let visible = try #require(layer.shown).visible
      #expect(device.dynamicAspectRatio == ratio)
      found.append(
        "\(ratio.rawValue.suffix(4)) \(Int(visible.width.rounded()))x\(Int(visible.height.rounded()))")
    }
    device.unlockForConfiguration()
    #expect(found == ["o1x1 669x669", "o4x3 892x669", "16x9 951x535", "o3x4 502x669"])
    #expect(
      (\AVCaptureDevice.dynamicAspectRatio as AnyKeyPath)
        is WritableKeyPath<AVCaptureDevice, AVCaptureDevice.AspectRatio?> == false)
  }
}
