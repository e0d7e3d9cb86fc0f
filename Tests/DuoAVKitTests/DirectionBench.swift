import DuoAVFoundation
import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

@testable import DuoAVKit

/// A phone, views on its displays, and what a coordinator reported. One for a process.
@MainActor
final class DirectionBench {
  let phone: SimulatedPhone
  let clock: ManualClock
  /// Forward and backward cameras of each call, as `outer-front | rear-wide`.
  var calls: [String] = []

  static let all: [AVCaptureDevice.DeviceType] = [
    .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
  ]

  init(_ description: PhoneDescription = .duo, pose: String = "closed") throws {
    (phone, clock) = try SimulatedPhone.manual(description, pose: pose)
    phone.makeCurrent()
  }

  /// A view in a tree that a display shows; nil for a view in no window.
  func view(on display: DisplayID?) -> UIView {
    let view = UIView()
    place(view, on: display)
    return view
  }

  func place(_ view: UIView, on display: DisplayID?) {
    view.layer.hostPlacement = display.map { HostPlacement(display: $0.rawValue, interfaceTurn: 0) }
  }

  func coordinator(
    _ view: UIView, _ types: [AVCaptureDevice.DeviceType] = all
  ) -> AVCaptureDeviceDirectionCoordinator {
    AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types) { [weak self] map in
      self?.record(map)
    }
  }

  private func record(_ map: AVCaptureDeviceDirectionMap) { calls.append(text(map)) }

  func text(_ map: AVCaptureDeviceDirectionMap) -> String {
    func names(_ descriptors: [AVCaptureDeviceDescriptor]) -> String {
      descriptors.map { phone.description.camera(uniqueID: $0.uniqueID)!.id.rawValue }.joined(separator: " ")
    }
    return
      "\(names(map.forwardFacingDeviceDescriptors)) | \(names(map.backwardFacingDeviceDescriptors))"
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// Lets the main queue run dry.
  func settle() async {
    for _ in 0..<4 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
  }

  func advance(_ milliseconds: Double) async {
    clock.advance(by: .milliseconds(milliseconds))
    await settle()
  }

  /// An event, and more time than the callback's delay.
  func send(_ event: PhoneEvent) async {
    phone.send(event)
    clock.advance(by: .zero)
    await settle()
    await advance(50)
  }

  var violations: [String] { phone.log.lines.filter { $0.contains("\"kind\":\"violation\"") } }
}
