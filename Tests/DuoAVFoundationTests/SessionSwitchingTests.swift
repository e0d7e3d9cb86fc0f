import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct SessionSwitchingTests {
  /// Replaces the camera as an app does.
  func replace(_ bench: CaptureBench, _ session: AVCaptureSession, by camera: CameraID) throws {
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try bench.input(camera))
    session.commitConfiguration()
  }

  @Test func framesInFlightThenTheNewCamera() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.outerFront, output)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 600)
    let queue = DispatchQueue(label: "frames")
    let delegate = NotingDelegate()
    output.setSampleBufferDelegate(delegate, queue: queue)
    bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    session.startRunning()
    let old = output.connection(with: .video)!
    try replace(bench, session, by: .rearWide)
    let new = output.connection(with: .video)!
    #expect(bench.log() == ["open outer-front", "close outer-front", "open rear-wide"])

    bench.run(milliseconds: 340)
    let held = layer.shown!
    #expect(held.frame.camera == .outerFront && held.window.isMirrored)
    #expect(held.deviceUniqueID == bench.device(.outerFront).uniqueID)
    #expect(held.connectedDeviceUniqueID == bench.device(.rearWide).uniqueID)
    #expect(held.connectedCamera == .rearWide)
    bench.run(milliseconds: 20)
    let shown = layer.shown!
    #expect(shown.frame.camera == .rearWide && !shown.window.isMirrored && shown.window.rotation == 1)
    // The start's frame, two in flight, then the new camera 350 ms after the switch.
    #expect(
      delegate.notes.all == ["250 1920x1080", "283 1920x1080", "316 1920x1080", "600 1920x1080"])
    #expect(delegate.connections.withLock { $0.map { $0 === old } } == [true, true, true, false])
    #expect(delegate.connections.withLock { $0.last === new })
  }

  /// A frame on its way shows the delegate the connection of an input that nobody else holds any more. In a process
  /// of its own, since a port without its input stops the process.
  @Test func aFrameInFlightStillTellsItsCamera() async {
    await #expect(processExitsWith: .success) {
      let bench = CaptureBench()
      let output = AVCaptureVideoDataOutput()
      let session = try bench.session(.outerFront, output)
      let queue = DispatchQueue(label: "frames")
      let delegate = NotingDelegate()
      output.setSampleBufferDelegate(delegate, queue: queue)
      bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
      session.startRunning()
      try SessionSwitchingTests().replace(bench, session, by: .rearWide)
      bench.run(milliseconds: 360)
      let cameras = delegate.connections.withLock { connections in
        connections.map { ($0.inputPorts[0].input as? AVCaptureDeviceInput)?.device.uniqueID }
      }
      let outer = bench.device(.outerFront).uniqueID
      #expect(cameras == [outer, outer, outer, bench.device(.rearWide).uniqueID])
    }
  }

  @Test func outAndBackInWithinABlockKeepsTheCameraRunning() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    session.startRunning()
    session.beginConfiguration()
    let input = session.inputs[0]
    let connection = session.connections[0]
    session.removeInput(input)
    session.addInput(input)
    session.commitConfiguration()
    #expect(bench.log() == ["open outer-front"])
    #expect(session.connections[0] !== connection && session.connections[0].isActive)
  }

  @Test func theVirtualCameraKeepsItsConnections() throws {
    let bench = CaptureBench()
    let session = try bench.session(.virtualFront, AVCaptureVideoDataOutput())
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 600)
    let device = bench.device(.virtualFront)
    #expect(device.activePrimaryConstituent == nil)
    let seen = Notes()
    let observation = device.observe(\.activePrimaryConstituent, options: [.new]) { _, change in
      seen.add(change.newValue!.map { $0.camera.id.rawValue } ?? "none")
    }
    session.startRunning()
    let connection = layer.connection!
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = false
    connection.videoRotationAngle = 270
    #expect(device.activePrimaryConstituent === bench.device(.outerFront))
    bench.phone.send(.pose("open-landscape", over: .zero))
    session.engine.queue.sync {}
    bench.run(milliseconds: 40)
    #expect(device.activePrimaryConstituent === bench.device(.innerFront))
    #expect(seen.all == ["outer-front", "inner-front"])
    observation.invalidate()
    #expect(layer.connection === connection && connection.videoRotationAngle == 270)
    let shown = layer.shown!
    #expect(shown.frame.camera == .innerFront && shown.connectedCamera == .innerFront)
    #expect(shown.window.rotation == 3 && !shown.window.isMirrored)
    #expect(bench.log() == ["open virtual-front"])
  }

  /// The last state follows from the camera alone, whichever way led there.
  @Test func mirroringIsTheSameOnEveryWay() throws {
    let cameras: [CameraID] = [.outerFront, .innerFront, .rearWide]
    var mismatches: [String] = []
    for first in cameras {
      for second in cameras {
        for third in cameras {
          let bench = CaptureBench()
          let session = try bench.session(first)
          let layer = AVCaptureVideoPreviewLayer(session: session)
          for camera in [second, third] {
            layer.connection!.automaticallyAdjustsVideoMirroring = false
            layer.connection!.isVideoMirrored.toggle()
            try replace(bench, session, by: camera)
          }
          let connection = layer.connection!
          if connection.isVideoMirrored != (third != .rearWide)
            || connection.videoRotationAngle != (third == .rearWide ? 90 : 0)
          {
            mismatches.append("\(first) \(second) \(third)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }
}
