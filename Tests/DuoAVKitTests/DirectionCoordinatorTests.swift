import DuoAVFoundation
import DuoUIKit
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVKit

/// Every test in a process of its own: the current phone is one for a process.
@Suite struct DirectionCoordinatorTests {
  @Test func everyAngleAndDisplay() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.table() }
  }
  @Test func everyPoseAndHold() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.poses() }
  }
  @Test func theFirstCallComesLater() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.firstCall() }
  }
  @Test func onlyChangesAreReported() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.onlyChanges() }
  }
  @Test func hysteresisRoundTheTippingAngle() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.hysteresis() }
  }
  @Test func aViewWithoutAWindow() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.noWindow() }
  }
  @Test func twoViewsDisagree() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.twoViews() }
  }
  @Test func withoutAHandler() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.polling() }
  }
  @Test func theVirtualFrontCameraIsIgnored() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.virtualFront() }
  }
  @Test func listsFollowTheDeviceTypes() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.order() }
  }
  @Test func phonesWithOneDisplay() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.oneDisplay(.single) }
    await #expect(processExitsWith: .success) { try await DirectionStories.oneDisplay(.singleSquare) }
  }
  @Test func aPhoneWithoutCameras() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.noCamera() }
  }
  @Test func unplugging() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.unplug() }
  }
  @Test func descriptorsNameCameras() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.descriptors() }
  }
  @Test func lifetimes() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.lifetimes() }
  }
  @Test func changesDuringTheHandlerAreNotLost() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.changeInHandler() }
  }
  @Test func captureCallsInTheHandlerAreTraced() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.violations() }
  }
  @Test func reportsAreTraced() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.trace() }
  }
  @Test func theSceneMovesFirst() async {
    await #expect(processExitsWith: .success) { try await DirectionStories.moveFirst() }
  }

  @Test func offTheMainThreadItRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try await DirectionBench()
      let view = await bench.view(on: .outer)
      await Task.detached { _ = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: []) }.value
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInternalInconsistencyException'"))
    #expect(text.contains("initWithView:deviceTypes:changeHandler:] must be called on the main thread"))
  }
}
