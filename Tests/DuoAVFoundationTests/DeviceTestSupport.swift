import Foundation
import PhoneModel
import Synchronization
import Testing

@testable import DuoAVFoundation

/// What happened, in order; safe on any thread.
final class DeviceRecord: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }

  /// The lines so far, and none of them any more.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// A phone of the tests and its devices.
struct DeviceBench {
  let phone: DeviceTestPhone
  let system: CaptureSystem

  init(_ description: PhoneDescription = .deviceTest) {
    phone = DeviceTestPhone(description)
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func device(_ id: CameraID) throws -> AVCaptureDevice { try #require(system.device(id)) }

  /// A device with the configuration lock taken.
  func locked(_ id: CameraID) throws -> AVCaptureDevice {
    let device = try device(id)
    try device.lockForConfiguration()
    return device
  }
}

/// Whether an exit test stopped with one of Apple's exceptions.
func stopped(_ result: ExitTest.Result?, _ name: String, _ reason: String) -> Bool {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  return text.contains("*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'")
}

/// Whether two lists hold the same objects in the same order.
func same(_ a: [AVCaptureDevice], _ b: [AVCaptureDevice]) -> Bool { a.elementsEqual(b, by: ===) }
