import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Sessions of several cameras, on the simulated phone.
@Suite struct MultiCamSessionTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  /// One camera of the session with its layer, its data output and its delegate.
  struct Part {
    var input: AVCaptureDeviceInput
    var layer: AVCaptureVideoPreviewLayer
    var output: AVCaptureVideoDataOutput
    var delegate: NotingDelegate
    var connections: [AVCaptureConnection]
    func stop() { for connection in connections { connection.isEnabled = false } }
    func go() { for connection in connections { connection.isEnabled = true } }
  }

  let queue = DispatchQueue(label: "frames")

  /// The way Apple's sample does it: nothing is connected by itself.
  func part(
    _ camera: CameraID, in session: AVCaptureMultiCamSession,
    port wanted: (AVCaptureDeviceInput) -> AVCaptureInput.Port = {
      $0.ports.first { $0.mediaType == .video }!
    }
  ) throws -> Part {
    let existing = session.inputs.compactMap { $0 as? AVCaptureDeviceInput }.first {
      $0.device === system.device(camera)
    }
    let input = try existing ?? AVCaptureDeviceInput(device: system.device(camera)!)
    if existing == nil { session.addInputWithNoConnections(input) }
    let output = AVCaptureVideoDataOutput()
    session.addOutputWithNoConnections(output)
    let delegate = NotingDelegate()
    output.setSampleBufferDelegate(delegate, queue: queue)
    let layer = AVCaptureVideoPreviewLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 90, height: 160)
    layer.setSessionWithNoConnection(session)
    let port = wanted(input)
    let connections = [
      AVCaptureConnection(inputPort: port, videoPreviewLayer: layer),
      AVCaptureConnection(inputPorts: [port], output: output),
    ]
    for connection in connections {
      #expect(session.canAddConnection(connection))
      session.addConnection(connection)
    }
    return Part(input: input, layer: layer, output: output, delegate: delegate, connections: connections)
  }

  func settle(_ session: AVCaptureSession) { session.engine.queue.sync {} }

  func framesMeanwhile(_ parts: [Part]) -> [Bool] {
    queue.sync {}
    for part in parts { part.delegate.notes.clear() }
    for _ in 0..<60 {
      clock.advance(by: .milliseconds(10))
      queue.sync {}
    }
    return parts.map { !$0.delegate.notes.all.isEmpty }
  }

  @Test func rearAndOuterFrontAtOnce() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    session.beginConfiguration()
    let parts = [try part(.rearWide, in: session), try part(.outerFront, in: session)]
    session.commitConfiguration()
    #expect(session.sessionPreset == .inputPriority && session.connections.count == 4)
    let started = clock.now
    session.startRunning()
    #expect(session.isRunning && phone.state.streaming == [.rearWide: .app, .outerFront: .app])
    // Every layer shows its camera when the call comes back.
    #expect(parts.map(\.layer.isPreviewing) == [true, true])
    #expect(clock.now - started == .milliseconds(350))
    #expect(parts.map { $0.layer.shown?.frame.camera } == [.rearWide, .outerFront])
    #expect(parts.map { $0.layer.source.camera } == [.rearWide, .outerFront])
    #expect(framesMeanwhile(parts) == [true, true])
    let cameras = parts.map { part in
      Set(part.delegate.connections.withLock { $0 }.map { $0.device!.camera.id })
    }
    #expect(cameras == [[.rearWide], [.outerFront]])
    session.stopRunning()
    #expect(phone.state.streaming == [:])
  }

  /// Not so a connection that is switched on: its layer says when it shows something.
  @Test func aCommitWaitsForNewPreviews() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    let rear = try part(.rearWide, in: session)
    session.startRunning()
    clock.advance(by: .seconds(1))
    let now = clock.now
    session.beginConfiguration()
    let front = try part(.outerFront, in: session)
    #expect(clock.now == now && !front.layer.isPreviewing)
    session.commitConfiguration()
    #expect(clock.now - now == .milliseconds(250))
    #expect(rear.layer.isPreviewing && front.layer.isPreviewing)
    front.stop()
    #expect(clock.now - now == .milliseconds(250))
    settle(session)
    front.layer.feed.settle()
    #expect(!front.layer.isPreviewing && rear.layer.isPreviewing)
    let told = Notes()
    let observation = front.layer.observe(\.isPreviewing, options: [.new]) { _, change in
      told.add("\(change.newValue!)")
    }
    front.go()
    #expect(!front.layer.isPreviewing)
    clock.advance(by: .milliseconds(260))
    front.layer.feed.settle()
    #expect(told.all == ["true"] && front.layer.isPreviewing)
    observation.invalidate()
  }

  /// A session of one camera and a session of several do not run at the same time.
  @Test func anOrdinarySessionBesideIt() throws {
    let several = AVCaptureMultiCamSession(on: phone)
    _ = try part(.rearWide, in: several)
    let plain = AVCaptureSession(on: phone)
    plain.addInput(try AVCaptureDeviceInput(device: system.device(.innerFront)!))
    plain.addOutput(AVCaptureVideoDataOutput())
    plain.startRunning()
    let witness = SessionRunningTests.Witness(plain)
    several.startRunning()
    settle(plain)
    #expect(several.isRunning && plain.isInterrupted && phone.state.streaming == [.rearWide: .app])
    several.stopRunning()
    settle(plain)
    #expect(plain.isRunning && phone.state.streaming == [.innerFront: .app])
    #expect(witness.notes.all.contains("wasInterrupted 3"))
    // The other way round.
    several.startRunning()
    settle(plain)
    plain.stopRunning()
    plain.startRunning()
    settle(several)
    #expect(plain.isRunning && several.isInterrupted && !several.isRunning)
  }

  @Test func anInterruptionStopsAllCamerasAtOnce() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    _ = [try part(.rearWide, in: session), try part(.outerFront, in: session)]
    session.startRunning()
    let witness = SessionRunningTests.Witness(session)
    phone.send(.otherClient(.outerFront, takes: true))
    settle(session)
    #expect(session.isInterrupted && phone.state.streaming == [.outerFront: .other])
    phone.send(.otherClient(.outerFront, takes: false))
    settle(session)
    #expect(session.isRunning && phone.state.streaming == [.rearWide: .app, .outerFront: .app])
    phone.send(.plug(.rearWide, connected: false))
    settle(session)
    #expect(witness.notes.all.filter { $0.hasPrefix("runtimeError") } == ["runtimeError -11808"])
    #expect(!session.isRunning && phone.state.streaming == [:])
  }

  @Test func oneCameraStopsAndTheOtherGoesOn() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    let parts = [try part(.rearWide, in: session), try part(.innerFront, in: session)]
    session.startRunning()
    let cost = session.hardwareCost
    parts[0].connections[0].isEnabled = false
    #expect(phone.state.streaming.count == 2, "the output still takes its pictures")
    parts[0].stop()
    #expect(phone.state.streaming == [.innerFront: .app] && session.isRunning)
    #expect(session.hardwareCost == cost / 2)
    _ = framesMeanwhile(parts)
    #expect(framesMeanwhile(parts) == [false, true])
    parts[0].go()
    #expect(phone.state.streaming.count == 2)
    // By its ports, too.
    for port in parts[1].input.ports { port.isEnabled = false }
    #expect(phone.state.streaming == [.rearWide: .app])
    _ = framesMeanwhile(parts)
    #expect(framesMeanwhile(parts) == [true, false])
  }

  @Test func onlySetsThatThePhoneSupports() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    func input(_ camera: CameraID) throws -> AVCaptureDeviceInput {
      try AVCaptureDeviceInput(device: system.device(camera)!)
    }
    session.addInput(try input(.rearDualWide))
    let can = try [CameraID.rearWide, .rearUltraWide, .virtualFront, .outerFront, .innerFront].map {
      session.canAddInput(try input($0))
    }
    #expect(can == [false, false, false, true, true])
    session.addInput(try input(.outerFront))
    #expect(!session.canAddInput(try input(.innerFront)), "three physical cameras run already")
    #expect(!session.canAddInput(session.inputs[0]))
    session.removeInput(session.inputs[0])
    #expect(session.canAddInput(try input(.innerFront)))
  }

  @Test func searchesSayWhichSets() {
    let all: [AVCaptureDevice.DeviceType] = [
      .builtInDualWideCamera, .builtInWideAngleCamera, .builtInUltraWideCamera,
      .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera,
    ]
    func sets(_ types: [AVCaptureDevice.DeviceType]) -> [Set<AVCaptureDevice>] {
      AVCaptureDevice.DiscoverySession(
        deviceTypes: types, mediaType: .video, position: .unspecified, system: system
      ).supportedMultiCamDeviceSets
    }
    #expect(sets(all).count == MultiCam.sets(in: .duo).count)
    let front = system.device(.outerFront)!
    #expect(
      sets([.builtInDualWideCamera, .builtInOuterUltraWideCamera]) == [
        [system.device(.rearDualWide)!, front]
      ])
    #expect(sets([.builtInOuterUltraWideCamera]) == [])
    phone.send(.plug(.outerFront, connected: false))
    #expect(!sets(all).contains { $0.contains(front) })
  }

  // MARK: What cannot run

  func failure(_ session: AVCaptureSession, _ body: () throws -> Void) rethrows -> [String] {
    let witness = SessionRunningTests.Witness(session)
    try body()
    settle(session)
    return witness.notes.all.filter { $0.hasPrefix("runtimeError") }
  }

  func use(_ device: AVCaptureDevice, _ choose: (AVCaptureDevice.Format) -> Bool) throws {
    try device.lockForConfiguration()
    device.activeFormat = device.formats.first(where: choose)!
    device.unlockForConfiguration()
  }

  @Test func tooMuchForTheHardware() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    let parts = [try part(.rearWide, in: session), try part(.innerFront, in: session)]
    let third = try part(.rearUltraWide, in: session)
    for part in parts + [third] {
      try use(part.input.device) { format in
        let size = format.formatDescription.dimensions
        return size.width == 1920 && size.height == 1080 && format.isMultiCamSupported
          && !format.isVideoBinned
          && format.videoSupportedFrameRateRanges[0].maxFrameRate == 60
      }
    }
    #expect(session.hardwareCost == 1.125)
    #expect(failure(session) { session.startRunning() } == ["runtimeError -11872"])
    #expect(!session.isRunning && phone.state.streaming == [:])
    // A promise to go no faster makes room.
    third.input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 30)
    #expect(session.hardwareCost == 0.9375)
    #expect(failure(session) { session.startRunning() } == [] && session.isRunning)
    #expect(session.systemPressureCost == 0.75)
    // Taken back while it runs.
    let lost = failure(session) { third.input.videoMinFrameDurationOverride = .invalid }
    #expect(lost == ["runtimeError -11872"] && !session.isRunning)
  }

  @Test func aFormatForOneCameraOnly() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    let rear = try part(.rearWide, in: session)
    let single: (AVCaptureDevice.Format) -> Bool = { !$0.isMultiCamSupported }
    try use(rear.input.device, single)
    #expect(failure(session) { session.startRunning() } == [] && session.isRunning, "one camera may")
    session.stopRunning()
    _ = try part(.outerFront, in: session)
    #expect(failure(session) { session.startRunning() } == ["runtimeError -11873"] && !session.isRunning)
    try use(rear.input.device) { $0.isMultiCamSupported }
    #expect(failure(session) { session.startRunning() } == [] && session.isRunning)
    let lost = try failure(session) { try use(rear.input.device, single) }
    #expect(lost == ["runtimeError -11873"] && !session.isRunning && phone.state.streaming == [:])
  }

  @Test func theOverrideLimitsTheRateAndIsForgottenWithTheInput() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    let rear = try part(.rearWide, in: session)
    rear.input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 10)
    session.startRunning()
    _ = framesMeanwhile([rear])
    let times = rear.delegate.notes.all.compactMap { Int($0.split(separator: " ")[0]) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 100 } && times.count > 3)
    session.stopRunning()
    session.removeInput(rear.input)
    session.addInputWithNoConnections(rear.input)
    #expect(!rear.input.videoMinFrameDurationOverride.isValid)
  }

  // MARK: Constituents

  @Test func bothConstituentsOfOneVirtualCamera() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    func port(_ type: AVCaptureDevice.DeviceType) -> (AVCaptureDeviceInput) -> AVCaptureInput.Port {
      { input in
        let ports = input.ports(for: .video, sourceDeviceType: type, sourceDevicePosition: .back)
        #expect(ports.count == 1 && !input.ports.contains(ports[0]))
        return ports[0]
      }
    }
    let parts = [
      try part(.rearDualWide, in: session, port: port(.builtInWideAngleCamera)),
      try part(.rearDualWide, in: session, port: port(.builtInUltraWideCamera)),
    ]
    #expect(session.inputs.count == 1)
    session.startRunning()
    #expect(phone.state.streaming == [.rearWide: .app, .rearUltraWide: .app])
    #expect(parts.map { $0.layer.shown?.frame.camera } == [.rearWide, .rearUltraWide])
    #expect(parts.map { $0.layer.source.camera } == [.rearWide, .rearUltraWide])
    let views = parts.map { $0.layer.shown!.frame.configuration.fieldOfView }
    #expect(views[0] == 69.47 && views[1] == 107.803)
    #expect(framesMeanwhile(parts) == [true, true])
    parts[0].stop()
    #expect(phone.state.streaming == [.rearUltraWide: .app])
    parts[0].go()
    session.removeInput(parts[0].input)
    #expect(phone.state.streaming == [:] && session.connections == [])
  }

  @Test func whichPortsThereAre() throws {
    let input = try AVCaptureDeviceInput(device: system.device(.virtualFront)!)
    let all = input.ports(for: nil, sourceDeviceType: nil, sourceDevicePosition: .unspecified)
    #expect(all.count == input.ports.count + 2)
    func types(_ type: AVCaptureDevice.DeviceType?, _ position: AVCaptureDevice.Position) -> [AVMediaType] {
      input.ports(for: .video, sourceDeviceType: type, sourceDevicePosition: position).map(\.mediaType)
    }
    #expect(types(.builtInOuterUltraWideCamera, .front) == [.video])
    #expect(types(.builtInInnerUltraWideCamera, .unspecified) == [.video])
    #expect(types(.builtInInnerUltraWideCamera, .back) == [] && types(.builtInTelephotoCamera, .front) == [])
    let single = try AVCaptureDeviceInput(device: system.device(.rearWide)!)
    #expect(
      single.ports(for: nil, sourceDeviceType: nil, sourceDevicePosition: .unspecified).map(\.mediaType)
        == single.ports.map(\.mediaType))
    #expect(single.ports(for: .audio, sourceDeviceType: nil, sourceDevicePosition: .unspecified) == [])
  }

  /// The zoom of the virtual camera counts for a constituent from where it would be switched to.
  @Test func zoomOfConstituents() throws {
    let device = system.device(.rearDualWide)!
    let input = try AVCaptureDeviceInput(device: device)
    try device.lockForConfiguration()
    var mismatches: [String] = []
    for (zoom, ultra, wide) in [(1.0, 1.0, 1.0), (1.5, 1.5, 1), (2, 2, 1), (6, 6, 3)] {
      device.videoZoomFactor = zoom
      let got = (
        input.streamConfiguration(of: .rearUltraWide).zoom, input.streamConfiguration(of: .rearWide).zoom
      )
      if got != (ultra, wide) { mismatches.append("\(zoom): \(got)") }
    }
    device.unlockForConfiguration()
    #expect(mismatches == [])
  }

  // MARK: Photos

  @Test func aPhotoFromEach() throws {
    let session = AVCaptureMultiCamSession(on: phone)
    var outputs: [AVCapturePhotoOutput] = []
    for camera in [CameraID.rearWide, .outerFront] {
      let input = try AVCaptureDeviceInput(device: system.device(camera)!)
      session.addInputWithNoConnections(input)
      let output = AVCapturePhotoOutput()
      session.addOutputWithNoConnections(output)
      let port = input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified)[0]
      session.addConnection(AVCaptureConnection(inputPorts: [port], output: output))
      outputs.append(output)
    }
    session.startRunning()
    clock.advance(by: .milliseconds(500))
    #expect(outputs.map { $0.connection(with: .video)?.device?.camera.id } == [.rearWide, .outerFront])
    let delegates = outputs.map { output in
      let delegate = PhotoWitness()
      // A session of several cameras leaves no time for more.
      #expect(output.maxPhotoQualityPrioritization == .speed)
      let settings = AVCapturePhotoSettings()
      settings.photoQualityPrioritization = .speed
      output.capturePhoto(with: settings, delegate: delegate)
      return delegate
    }
    clock.advance(by: .seconds(1))
    for output in outputs { output.settle() }
    #expect(delegates.map { $0.cameras.withLock { $0 } } == [[.rearWide], [.outerFront]])
  }
}

/// Notes from which camera its photos are.
private final class PhotoWitness: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
  let cameras = Guarded<[CameraID]>([])

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    guard error == nil, let type = photo.sourceDeviceType else { return }
    cameras.withLock { $0.append(type == .builtInWideAngleCamera ? .rearWide : .outerFront) }
  }
}
