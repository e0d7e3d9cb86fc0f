import Foundation

/// An audio engine whose functions are called like a session's.
final class ToneEngine {
  private(set) var isRunning = false
  func startRunning() { isRunning = true }
  func stopRunning() { isRunning = false }
  func removeInput(_ input: Int) {}
  func addInput(_ input: Int) {}
}

@MainActor
final class RightOwnNames {
  let engine = ToneEngine()

  func restart() {
    engine.stopRunning()
    engine.removeInput(1)
    engine.addInput(2)
    engine.startRunning()
  }
}
