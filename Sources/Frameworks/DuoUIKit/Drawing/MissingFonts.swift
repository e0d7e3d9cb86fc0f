import PhoneHardware
import Synchronization

/// Tells the trace which fonts an app asks for by name and does not get: once for each name.
enum MissingFonts {
  private static let told = Mutex<Set<String>>([])

  static func report(_ name: String) {
    guard CurrentPhone.isRunning, told.withLock({ $0.insert(name).inserted }) else { return }
    CurrentPhone.phone.trace.record("missing-font", ["name": .text(name)])
  }
}
