import AVKit
import Observation
import UIKit

actor RightDirectionEngine {
  private let session: AVCaptureSession
  private var input: AVCaptureDeviceInput?

  init(_ session: AVCaptureSession) { self.session = session }

  func useCamera(withID id: String) throws {
    guard let camera = AVCaptureDevice(uniqueID: id) else { return }
    let next = try AVCaptureDeviceInput(device: camera)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = input
    if let old { session.removeInput(old) }
    if session.canAddInput(next) {
      session.addInput(next)
      input = next
    } else if let old {
      session.addInput(old)
    }
  }
}

@available(iOS 27.1, *)
@MainActor @Observable
final class RightDirection {
  private(set) var isSwitching = false
  private(set) var mirrors = false
  @ObservationIgnored private let engine: RightDirectionEngine
  @ObservationIgnored private var coordinator: AVCaptureDeviceDirectionCoordinator?

  init(_ engine: RightDirectionEngine) { self.engine = engine }

  func attach(_ view: UIView) {
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [weak self] map in
      self?.changed(map)
    }
  }

  private func changed(_ map: AVCaptureDeviceDirectionMap) {
    let forward = map.forwardFacingDeviceDescriptors
    guard let next = forward.first(where: { $0.position == .front }) ?? forward.first else { return }
    mirrors = true
    isSwitching = true
    Task {
      try? await engine.useCamera(withID: next.uniqueID)
      isSwitching = false
    }
  }
}
