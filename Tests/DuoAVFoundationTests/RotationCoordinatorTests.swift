import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct RotationCoordinatorTests {
  /// A layer in a hosted tree.
  func layer(on display: DisplayID, turn: Int) -> (root: CALayer, layer: CALayer) {
    let root = CALayer()
    let layer = CALayer()
    root.addSublayer(layer)
    root.hostPlacement = HostPlacement(display: display.rawValue, interfaceTurn: turn)
    return (root, layer)
  }

  /// Makes the main queue catch up.
  func settle() async { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }

  func angles(_ coordinator: AVCaptureDevice.RotationCoordinator) -> [Int] {
    [
      Int(coordinator.videoRotationAngleForHorizonLevelPreview),
      Int(coordinator.videoRotationAngleForHorizonLevelCapture),
    ]
  }

  /// The pose, then clockwise quarter turns in the hand.
  func bench(_ pose: String, turns: Int) -> CaptureBench {
    let bench = CaptureBench(pose: pose)
    if pose == "flipped" { bench.phone.send(.moveApp(.outer)) }
    bench.phone.send(.turn(QuarterTurns(turns)))
    return bench
  }

  /// Angles by clockwise turns 0 to 3, with an interface that follows the hold.
  @Test func theDuosAngles() {
    let table: [(String, DisplayID, CameraID, [Int])] = [
      ("closed", .outer, .outerFront, [0, 270, 180, 90]), ("closed", .outer, .rearWide, [90, 180, 270, 0]),
      ("closed", .outer, .virtualFront, [0, 270, 180, 90]),
      ("open-landscape", .inner, .outerFront, [0, 90, 180, 270]),
      ("open-landscape", .inner, .innerFront, [90, 0, 270, 180]),
      ("open-landscape", .inner, .rearWide, [90, 180, 270, 0]),
      ("open-landscape", .inner, .rearDualWide, [90, 180, 270, 0]),
      ("open-landscape", .inner, .virtualFront, [90, 0, 270, 180]),
      ("flipped", .outer, .outerFront, [0, 270, 180, 90]),
      ("flipped", .outer, .innerFront, [90, 180, 270, 0]),
      ("flipped", .outer, .rearWide, [90, 0, 270, 180]),
      ("flipped", .outer, .virtualFront, [0, 270, 180, 90]),
    ]
    var mismatches: [String] = []
    for (pose, display, camera, row) in table {
      for (turns, angle) in row.enumerated() {
        let bench = bench(pose, turns: turns)
        // The interface turns back as the phone turns forth. The inner display's native top is on the left.
        let (root, layer) = layer(on: display, turn: ((display == .inner ? 5 : 4) - turns) % 4)
        let coordinator = AVCaptureDevice.RotationCoordinator(
          device: bench.device(camera), previewLayer: layer)
        let found = angles(coordinator)
        if found != [angle, angle] { mismatches.append("\(pose) \(camera) \(turns): \(found)") }
        withExtendedLifetime(root) {}
      }
    }
    #expect(mismatches == [])
  }

  /// An interface that does not follow: the preview stays, the capture goes with gravity.
  @Test func aLockedInterface() {
    var mismatches: [String] = []
    for (camera, start, step) in [(CameraID.outerFront, 0, -90), (.rearWide, 90, 90)] {
      for turns in 0..<4 {
        let bench = bench("closed", turns: turns)
        let (root, layer) = layer(on: .outer, turn: 0)
        let coordinator = AVCaptureDevice.RotationCoordinator(
          device: bench.device(camera), previewLayer: layer)
        let capture = ((start + step * turns) % 360 + 360) % 360
        if angles(coordinator) != [start, capture] { mismatches.append("\(camera) \(turns)") }
        withExtendedLifetime(root) {}
      }
    }
    #expect(mismatches == [])
  }

  @Test func lyingFlatKeepsTheLastAngle() {
    let rows: [(String, CameraID, Int)] = [
      ("tabletop-rear-flat", .outerFront, 90), ("tabletop-rear-flat", .innerFront, 0),
      ("tabletop-rear-flat", .rearWide, 180), ("tabletop-cover-flat", .innerFront, 180),
      ("tabletop-cover-flat", .rearWide, 0), ("tabletop-cover-flat", .outerFront, 270),
      ("tent", .outerFront, 270), ("tent", .rearWide, 180),
    ]
    var mismatches: [String] = []
    for (pose, camera, angle) in rows {
      let bench = CaptureBench(pose: pose)
      let coordinator = AVCaptureDevice.RotationCoordinator(device: bench.device(camera), previewLayer: nil)
      if angles(coordinator) != [0, angle] { mismatches.append("\(pose) \(camera): \(angles(coordinator))") }
    }
    #expect(mismatches == [])
  }

  @Test func phonesWithOneDisplay() {
    let orientations: [AVCaptureVideoOrientation] = [
      .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
    ]
    let table: [(PhoneDescription, CameraID, [Int])] = [
      (.single, .rearWide, [90, 180, 270, 0]), (.single, .front, [90, 0, 270, 180]),
      (.singleSquare, .front, [0, 270, 180, 90]), (.duo, .rearWide, [90, 180, 270, 0]),
      (.duo, .outerFront, [0, 270, 180, 90]), (.duo, .innerFront, [0, 270, 180, 90]),
      (.duo, .virtualFront, [0, 270, 180, 90]),
    ]
    var mismatches: [String] = []
    for (description, camera, row) in table {
      let bench = CaptureBench(description)
      let coordinator = AVCaptureDevice.RotationCoordinator(device: bench.device(camera), previewLayer: nil)
      let found = orientations.map { Int(coordinator.videoRotationAngleRelative(toDeviceOrientation: $0)) }
      if found != row { mismatches.append("\(description.name) \(camera): \(found)") }
      guard description.hinge == nil else { continue }
      for (turns, angle) in row.enumerated() {
        let bench = CaptureBench(description)
        bench.phone.send(.turn(QuarterTurns(turns)))
        let (root, layer) = layer(on: .outer, turn: (4 - turns) % 4)
        let coordinator = AVCaptureDevice.RotationCoordinator(
          device: bench.device(camera), previewLayer: layer)
        if angles(coordinator) != [angle, angle] {
          mismatches.append("\(description.name) \(camera) \(turns)")
        }
        withExtendedLifetime(root) {}
      }
    }
    #expect(mismatches == [])
  }

  /// Another mounting value changes every angle by as much.
  @Test func aCameraMountedOtherwise() {
    var description = PhoneDescription.duo
    let index = description.cameras.firstIndex { $0.id == .rearWide }!
    description.cameras[index].mount.nativeUp.value = .top
    let bench = CaptureBench(description)
    let (root, layer) = layer(on: .outer, turn: 0)
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: bench.device(.rearWide), previewLayer: layer)
    #expect(angles(coordinator) == [0, 0])
    #expect(coordinator.videoRotationAngleRelative(toDeviceOrientation: .landscapeLeft) == 90)
    withExtendedLifetime(root) {}
  }

  @Test func withoutALayerOrADisplayThePreviewAngleIsZero() async {
    let bench = CaptureBench()
    let device = bench.device(.rearWide)
    let without = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
    #expect(without.previewLayer == nil && without.device === device && angles(without) == [0, 90])
    let loose = CALayer()
    let early = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: loose)
    #expect(angles(early) == [0, 90])
    let root = CALayer()
    root.hostPlacement = HostPlacement(display: "outer", interfaceTurn: 0)
    root.addSublayer(loose)
    await settle()
    #expect(angles(early) == [90, 90])
    loose.removeFromSuperlayer()
    await settle()
    #expect(angles(early) == [0, 90])
  }

  @Test func deviceAndLayerAreHeldWeakly() {
    let bench = CaptureBench()
    var pair: (root: CALayer, layer: CALayer)? = layer(on: .outer, turn: 0)
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: bench.device(.rearWide), previewLayer: pair!.layer)
    #expect(angles(coordinator) == [90, 90])
    pair = nil
    #expect(coordinator.previewLayer == nil && angles(coordinator) == [0, 90])
  }

  /// Observers hear on the main queue, once for each angle that changed.
  @Test func changesComeOnTheMainQueue() async {
    let bench = CaptureBench()
    let (root, layer) = layer(on: .outer, turn: 0)
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: bench.device(.virtualFront), previewLayer: layer)
    let notes = Notes()
    let observations = [
      coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.old, .new]) { _, change in
        dispatchPrecondition(condition: .onQueue(.main))
        notes.add("preview \(Int(change.oldValue!)) \(Int(change.newValue!))")
      },
      coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.old, .new]) { _, change in
        dispatchPrecondition(condition: .onQueue(.main))
        notes.add("capture \(Int(change.oldValue!)) \(Int(change.newValue!))")
      },
    ]
    // Unfolding an upright closed phone: no panel turns, yet the other camera stands otherwise.
    bench.phone.send(.pose("open-landscape", over: .zero))
    root.hostPlacement = HostPlacement(display: "inner", interfaceTurn: 1)
    await settle()
    #expect(notes.all.sorted() == ["capture 0 90", "preview 0 90"])
    notes.clear()
    bench.phone.send(.light(0.5))
    await settle()
    #expect(notes.all == [])
    bench.phone.send(.turn(1))
    await settle()
    #expect(notes.all == ["capture 90 0"])
    root.hostPlacement = HostPlacement(display: "inner", interfaceTurn: 0)
    await settle()
    #expect(notes.all == ["capture 90 0", "preview 90 0"])
    for observation in observations { observation.invalidate() }
  }
}
