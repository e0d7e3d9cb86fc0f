import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization

/// What sinks and observers saw, in order, in milliseconds of phone time.
final class Log<Entry: Sendable>: Sendable {
  private let storage = Mutex<[Entry]>([])
  func add(_ entry: Entry) { storage.withLock { $0.append(entry) } }
  var entries: [Entry] { storage.withLock { $0 } }
  func clear() { storage.withLock { $0.removeAll() } }
}

extension StreamConfiguration {
  static func at(_ rate: Double, zoom: Double = 1) -> StreamConfiguration {
    StreamConfiguration(
      width: 1920, height: 1080, fieldOfView: 95, zoom: zoom, frameDuration: .seconds(1 / rate))
  }
}

extension SimulatedPhone {
  /// Opens a camera; its frames go to the log as "milliseconds camera sequence".
  func open(
    _ camera: CameraID, at rate: Double = 10, zoom: Double = 1, into log: Log<String>
  ) throws -> any CameraStream {
    try openCamera(StreamRequest(camera: camera, configuration: .at(rate, zoom: zoom))) { frame in
      log.add("\(frame.time.nanoseconds / 1_000_000) \(frame.camera) \(frame.sequence)")
    }
  }
}
