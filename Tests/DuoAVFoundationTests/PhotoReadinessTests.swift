import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

private final class ReadinessListener: NSObject, AVCapturePhotoOutputReadinessCoordinatorDelegate,
  @unchecked Sendable
{
  let notes = Notes()
  func readinessCoordinator(
    _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
    captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
  ) {
    dispatchPrecondition(condition: .onQueue(.main))
    notes.add("\(captureReadiness)")
  }
}

@Suite(.serialized) @MainActor struct PhotoReadinessTests {
  /// Lets the main queue catch up.
  private func settle() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  @Test func trackingIsToldBeforeTheCallReturns() async throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    bench.run(400)
    bench.output.isZeroShutterLagEnabled = false
    let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: bench.output)
    #expect(coordinator.captureReadiness == .ready)
    let listener = ReadinessListener()
    coordinator.delegate = listener
    #expect(listener.notes.all == ["ready"])
    coordinator.startTrackingCaptureRequest(using: bench.settings)
    #expect(coordinator.captureReadiness == .notReadyWaitingForCapture)
    #expect(listener.notes.all == ["ready", "notReadyWaitingForCapture"])
    #expect(bench.output.captureReadiness == .ready)
    // Not asked for after all.
    coordinator.stopTrackingCaptureRequest(using: bench.settings.uniqueID)
    #expect(listener.notes.all.last == "ready" && listener.notes.all.count == 3)
    // Asked for by a later request, which ends the tracking of the earlier too.
    coordinator.startTrackingCaptureRequest(using: bench.settings)
    let later = bench.another()
    coordinator.startTrackingCaptureRequest(using: later)
    bench.capture(later)
    await settle()
    bench.run(1000)
    await settle()
    #expect(
      listener.notes.all == [
        "ready", "notReadyWaitingForCapture", "ready", "notReadyWaitingForCapture", "ready",
      ] || listener.notes.all.last == "ready")
    #expect(coordinator.captureReadiness == .ready && bench.notes.last == "0 finish")
    coordinator.delegate = nil
    bench.session.stopRunning()
    await settle()
    #expect(listener.notes.all.last == "ready" && coordinator.captureReadiness == .sessionNotRunning)
  }

  @Test func otherThreadsAreToldOnTheMainQueueLater() async throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    bench.run(400)
    bench.output.isResponsiveCaptureEnabled = true
    let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: bench.output)
    let listener = ReadinessListener()
    coordinator.delegate = listener
    let (held, settings) = (Handover(coordinator), Handover(bench.settings))
    await Task.detached { held.object.startTrackingCaptureRequest(using: settings.object) }.value
    await settle()
    #expect(listener.notes.all == ["ready", "notReadyMomentarily"])
  }

  @Test func settingsThatWouldBeRefusedRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try PhotoBench()
      let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: bench.output)
      bench.settings.flashMode = .on
      coordinator.startTrackingCaptureRequest(using: bench.settings)
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      error.contains("NSInvalidArgumentException") && error.contains("settings.flashMode must be present"))
  }
}
