import DuoAVFoundation
import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVKit

/// What apps do with a coordinator. Every test in a process of its own: the current phone is one for a process.
@Suite struct DirectionUseTests {
  @Test func onlyListedTypesAreReported() async {
    await #expect(processExitsWith: .success) { try await DirectionUse.listed() }
  }
  @Test func theThreeSituationsOfTheTalk() async {
    await #expect(processExitsWith: .success) { try await DirectionUse.situations() }
  }
  @Test func theHandlerMayCallMainActorMethods() async {
    await #expect(processExitsWith: .success) { try await DirectionUse.mainActorMethods() }
  }
  @Test func aSessionFollowsTheMap() async {
    await #expect(processExitsWith: .success) { try await DirectionUse.follow() }
  }
}

@MainActor
enum DirectionUse {
  /// Cameras of types that the app did not name stay out of both lists, wherever they point.
  static func listed() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: .outer)
    var wrong: [String] = []
    // Every choice of the three types, against the whole map with the others struck out.
    for choice in 0..<8 {
      let types = DirectionBench.all.enumerated().filter { choice & (1 << $0.offset) != 0 }.map(\.element)
      let names = ["outer-front", "inner-front", "rear-dual-wide"].enumerated()
        .filter { choice & (1 << $0.offset) != 0 }.map(\.element)
      let forward = ["outer-front", "rear-dual-wide"].filter(names.contains).joined(separator: " ")
      let backward = ["inner-front"].filter(names.contains).joined(separator: " ")
      let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types)
      await bench.advance(50)
      let found = bench.text(coordinator.deviceDirections)
      if found != "\(forward) | \(backward)" { wrong.append("\(names): \(found)") }
    }
    #expect(wrong == [])
  }

  /// A front camera that looks away, the same camera once the phone is shut, and rear cameras that face the person.
  static func situations() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: .inner)
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all)
    await bench.advance(50)
    func isForward(_ type: AVCaptureDevice.DeviceType) -> Bool {
      coordinator.deviceDirections.forwardFacingDeviceDescriptors.contains { $0.deviceType == type }
    }
    func isBackward(_ type: AVCaptureDevice.DeviceType) -> Bool {
      coordinator.deviceDirections.backwardFacingDeviceDescriptors.contains { $0.deviceType == type }
    }
    #expect(isBackward(.builtInOuterUltraWideCamera))
    #expect(!isForward(.builtInOuterUltraWideCamera))
    bench.place(view, on: .outer)
    await bench.send(.pose("closed", over: .zero))
    #expect(isForward(.builtInOuterUltraWideCamera))
    #expect(isBackward(.builtInDualWideCamera))
    await bench.send(.pose("flipped", over: .zero))
    #expect(isForward(.builtInDualWideCamera))
    #expect(isForward(.builtInOuterUltraWideCamera))
  }

  /// As an app's view controller has it: the handler is written inside a main-actor type and calls its methods, without
  /// a word about isolation.
  @MainActor final class Screen {
    var coordinator: AVCaptureDeviceDirectionCoordinator?
    private(set) var faces: [String] = []
    init(_ view: UIView) {
      coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all) {
        [weak self] map in
        self?.update(map.forwardFacingDeviceDescriptors.first)
      }
    }
    private func update(_ descriptor: AVCaptureDeviceDescriptor?) {
      faces.append(descriptor?.localizedName ?? "nobody")
    }
  }

  static func mainActorMethods() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let screen = Screen(view)
    await bench.advance(50)
    await bench.send(.hinge(to: 180, over: .zero))
    let name = try #require(bench.phone.description.camera(.outerFront)).localizedName
    #expect(screen.faces == [name, name])
  }

  /// The owner of the session: takes descriptors, makes devices, replaces the only input and mirrors by direction.
  actor Owner {
    let session = AVCaptureSession()
    nonisolated let layer: Layer
    init(_ layer: Layer) { self.layer = layer }

    func show(_ descriptor: AVCaptureDeviceDescriptor, isForward: Bool) throws {
      guard let device = AVCaptureDevice(uniqueID: descriptor.uniqueID) else { return }
      session.beginConfiguration()
      if let old = session.inputs.first { session.removeInput(old) }
      let input = try AVCaptureDeviceInput(device: device)
      if session.canAddInput(input) { session.addInput(input) }
      session.commitConfiguration()
      layer.layer.session = session
      guard let connection = layer.layer.connection, connection.isVideoMirroringSupported else { return }
      if isForward != (device.position == .front) {
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isForward
      }
    }
    var camera: String? { (session.inputs.first as? AVCaptureDeviceInput)?.device.localizedName }
    var isMirrored: Bool? { layer.layer.connection?.isVideoMirrored }
  }

  /// Handed from the main actor to the owner once, and used by it alone. Layers are not `Sendable`.
  final class Layer: @unchecked Sendable { let layer = AVCaptureVideoPreviewLayer() }

  static func follow() async throws {
    let bench = try DirectionBench()
    CaptureSystem.current.authorization.set(.authorized, for: .video)
    let view = bench.view(on: .outer)
    let owner = Owner(Layer())
    let types: [AVCaptureDevice.DeviceType] = [.builtInDualWideCamera, .builtInInnerUltraWideCamera]
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types)
    var found: [String] = []
    let moves: [(String, DisplayID)] = [("closed", .outer), ("flipped", .outer), ("open-landscape", .inner)]
    for (pose, display) in moves {
      bench.phone.send(.pose(pose, over: .zero))
      bench.place(view, on: display)
      await bench.advance(100)
      let map = coordinator.deviceDirections
      let forward = map.forwardFacingDeviceDescriptors.first
      let descriptor = try #require(forward ?? map.backwardFacingDeviceDescriptors.first)
      try await owner.show(descriptor, isForward: forward != nil)
      let (camera, isMirrored) = (await owner.camera, await owner.isMirrored)
      let id = bench.phone.description.cameras.first { $0.localizedName == camera }?.id.rawValue
      found.append("\(pose) \(id ?? "none") \(isMirrored.map { "\($0)" } ?? "-")")
    }
    #expect(
      found == [
        "closed rear-dual-wide false", "flipped rear-dual-wide true", "open-landscape inner-front true",
      ])
    #expect(bench.violations == [])
  }
}
