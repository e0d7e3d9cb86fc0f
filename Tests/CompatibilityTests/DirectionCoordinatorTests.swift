import AVFoundation
import AVKit
import DuoTesting
import Testing
import UIKit

private let everyCamera: [AVCaptureDevice.DeviceType] = [
  .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
]

/// Follows one coordinator.
@MainActor
private final class Follower {
  private(set) var calls: [String] = []
  private(set) var maps: [AVCaptureDeviceDirectionMap] = []
  private(set) var coordinator: AVCaptureDeviceDirectionCoordinator?

  init(_ view: UIView, _ types: [AVCaptureDevice.DeviceType] = everyCamera) {
    coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types) { [weak self] map in
      self?.take(map)
    }
  }

  func letGo() { coordinator = nil }

  private func take(_ map: AVCaptureDeviceDirectionMap) {
    maps.append(map)
    calls.append(text(map))
  }
}

/// Forward cameras, a bar, backward cameras.
private func text(_ map: AVCaptureDeviceDirectionMap) -> String {
  let names: [AVCaptureDevice.DeviceType: String] = [
    .builtInOuterUltraWideCamera: "outer", .builtInInnerUltraWideCamera: "inner",
    .builtInDualWideCamera: "rear",
    .builtInWideAngleCamera: "wide",
  ]
  func list(_ descriptors: [AVCaptureDeviceDescriptor]) -> String {
    descriptors.map { names[$0.deviceType] ?? $0.localizedName }.joined(separator: " ")
  }
  return list(map.forwardFacingDeviceDescriptors) + " | " + list(map.backwardFacingDeviceDescriptors)
}

/// `duo.md` section 4 as an app meets it.
@Suite struct DirectionCoordinatorTests {
  @Test func everyRowOfTheTable() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let follower = Follower(view)
        try await phone.settle()
        #expect(follower.calls == ["outer | rear"])
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(follower.calls.last == "inner | outer rear")
        try await phone.move(to: .flipped, over: .seconds(1))
        try await phone.play(.moveApp(.outer))
        try await phone.settle()
        #expect(follower.calls.last == "outer rear | inner")
        try await phone.play(.moveApp(.inner))
        try await phone.settle()
        #expect(follower.calls.last == "inner | outer rear")
      }
    }
  }

  @Test func theFirstCallComesLaterAndOnlyChangesFollow() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let follower = Follower(view)
        let coordinator = try #require(follower.coordinator)
        #expect(follower.calls.isEmpty && coordinator.deviceDirections.forwardFacingDeviceDescriptors.isEmpty)
        try await phone.settle()
        #expect(follower.calls.count == 1 && text(coordinator.deviceDirections) == "outer | rear")
        try await phone.play(.turn(1), .background, .foreground)
        try await phone.settle()
        #expect(follower.calls.count == 1)
      }
    }
  }

  @Test func howThePhoneIsHeldChangesNothing() async {
    await #expect(processExitsWith: .success) {
      await onStage(pose: .openLandscape) { phone, view in
        let follower = Follower(view)
        try await phone.settle()
        for pose in [PhonePose.openPortrait, .book, .tabletopRearFlat, .tabletopCoverFlat, .faceUp] {
          try await phone.move(to: pose, over: .seconds(1))
          try await phone.settle()
        }
        #expect(follower.calls == ["inner | outer rear"])
      }
    }
  }

  @Test func withoutAHandlerTheMapIsRead() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: everyCamera)
        #expect(text(coordinator.deviceDirections) == " | ")
        try await phone.settle()
        #expect(text(coordinator.deviceDirections) == "outer | rear")
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(text(coordinator.deviceDirections) == "inner | outer rear")
      }
    }
  }

  @Test func theVirtualCameraIsIgnoredAndTheOrderIsThatOfTheTypes() async {
    await #expect(processExitsWith: .success) {
      await onStage(pose: .openLandscape) { phone, view in
        // The wide angle type names the virtual front camera, and the rear wide camera.
        let follower = Follower(
          view, [.builtInDualWideCamera, .builtInWideAngleCamera, .builtInOuterUltraWideCamera])
        try await phone.settle()
        #expect(follower.calls == [" | rear wide outer"])
      }
    }
  }

  @Test func descriptorsMakeDevices() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let follower = Follower(view)
        try await phone.settle()
        let descriptor = try #require(follower.maps.first?.forwardFacingDeviceDescriptors.first)
        let device = try #require(AVCaptureDevice(uniqueID: descriptor.uniqueID))
        #expect(device.deviceType == descriptor.deviceType && device.position == descriptor.position)
        #expect(device.localizedName == descriptor.localizedName && descriptor.mediaTypes == [.video])
        #expect(descriptor.position == .front && descriptor.deviceType == .builtInOuterUltraWideCamera)

        try await phone.play(.plug(.outerFront, connected: false))
        try await phone.settle()
        #expect(AVCaptureDevice(uniqueID: descriptor.uniqueID) == nil)
        #expect(follower.calls.last == " | rear")
      }
    }
  }

  @Test func captureCallsInTheHandlerAreViolations() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        var coordinator: AVCaptureDeviceDirectionCoordinator?
        coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: everyCamera) { map in
          _ = map.forwardFacingDeviceDescriptors.first.flatMap { AVCaptureDevice(uniqueID: $0.uniqueID) }
        }
        try await phone.settle()
        #expect(coordinator != nil)
        try phone.expectTrace("directions", "violation", "direction-handler-returned")
      }
    }
  }

  @Test func aCoordinatorThatIsLetGoCallsNobody() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let follower = Follower(view)
        try await phone.settle()
        follower.letGo()
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(follower.calls == ["outer | rear"])
      }
    }
  }

  @Test func aViewWithoutAWindowHearsNothing() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, _ in
        let follower = Follower(UIView())
        try await phone.settle()
        #expect(follower.calls.isEmpty)
      }
    }
  }

  @Test func twoCoordinatorsOnOneDisplayAgree() async {
    await #expect(processExitsWith: .success) {
      await onStage(pose: .openLandscape) { phone, view in
        let inside = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        view.addSubview(inside)
        let (a, b) = (Follower(view), Follower(inside))
        try await phone.settle()
        #expect(a.calls == b.calls && a.calls == ["inner | outer rear"])
      }
    }
  }

  @Test func onePlainPhoneOneCall() async {
    await #expect(processExitsWith: .success) {
      await onStage(on: .single) { phone, view in
        let follower = Follower(view, [.builtInWideAngleCamera, .builtInDualWideCamera])
        try await phone.settle()
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(follower.calls.count == 1)
        let map = try #require(follower.maps.first)
        #expect(map.forwardFacingDeviceDescriptors.map(\.position) == [.front])
        #expect(map.backwardFacingDeviceDescriptors.allSatisfy { $0.position == .back })
        #expect(map.backwardFacingDeviceDescriptors.count == 2)
      }
    }
  }

  @Test func withoutCamerasNobodyCalls() async {
    await #expect(processExitsWith: .success) {
      await onStage(on: .noCamera) { phone, view in
        let follower = Follower(view)
        await phone.run(for: .seconds(120))
        #expect(follower.calls.isEmpty)
      }
    }
  }

  @Test func itIsMadeOnTheMainThread() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await onStage(stopsWith: "NSInternalInconsistencyException") { _, view in
        await Task.detached { _ = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: []) }.value
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInternalInconsistencyException'"))
  }
}
