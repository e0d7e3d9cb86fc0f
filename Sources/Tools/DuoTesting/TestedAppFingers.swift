import DuoHost
import Foundation
public import PhoneModel
import Scenarios
import Synchronization

/// Fingers on the app under test, on views that are found by their `accessibilityIdentifier`, or at points. Each call returns when the
/// fingers are up; the phone time that they take has passed.
extension TestedApp {
  /// Taps the middle of the view, as a finger does.
  /// - Throws: `PhoneTestFailure` when no visible view has the identifier, or nothing there takes touches.
  public func tap(
    _ identifier: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws {
    try await perform(
      .tap(TapTarget(.identifier(identifier))), "tap", identifier,
      at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// Taps a point of a display, whatever is there: a place in a preview, for example.
  /// - Parameters:
  ///   - x: Points from the left edge of the display, as its interface stands.
  ///   - y: Points from the top.
  ///   - display: Nil for the display that the app is on; `.outer` for an accessory.
  /// - Throws: `PhoneTestFailure` when the display is dark, or nothing there takes touches.
  public func tap(
    x: Double, y: Double, on display: DisplayID? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    let display = display ?? phone.state.app.display
    let outcome = await perform(.tap(TapTarget(.point(x: x, y: y, display: display))))
    guard outcome == .noTarget else { return }
    throw PhoneTestFailure(
      "There is nothing to tap at \(x), \(y): the \(display.rawValue) display "
        + (phone.state.litDisplays.contains(display) ? "has nothing there that takes touches." : "is dark."),
      at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// Puts a finger on the middle of the view and keeps it there.
  /// - Parameter duration: Phone time from down to up.
  /// - Throws: as `tap(_:)`.
  public func press(
    _ identifier: String, for duration: PhoneDuration = .seconds(1), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    try await perform(
      .press(TapTarget(.identifier(identifier)), over: duration), "press", identifier,
      at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// Puts a finger on the middle of the view, draws it evenly over the display, and lifts it.
  /// - Parameters:
  ///   - x: Points to the right, as the app's interface stands.
  ///   - y: Points down.
  ///   - duration: Phone time from down to up.
  /// - Throws: as `tap(_:)`.
  public func drag(
    _ identifier: String, x: Double = 0, y: Double = 0, over duration: PhoneDuration = .milliseconds(300),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    try await perform(
      .drag(from: TapTarget(.identifier(identifier)), to: .by(x: x, y: y), over: duration), "drag",
      identifier, at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// Draws a finger from the middle of one view to the middle of another one on the same display.
  /// - Throws: as `tap(_:)`, also when there is no such other view on the display.
  public func drag(
    _ identifier: String, to other: String, over duration: PhoneDuration = .milliseconds(300),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    try await perform(
      .drag(
        from: TapTarget(.identifier(identifier)), to: .place(.identifier(other)), over: duration), "drag",
      "\(identifier)' to '\(other)", at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// Puts two fingers beside the middle of the view, left and right of it, and draws them apart or together.
  /// - Parameters:
  ///   - scale: How many times as far apart they are in the end, more than 0; less than 1: together.
  ///   - duration: Phone time from down to up.
  /// - Throws: as `tap(_:)`.
  public func pinch(
    _ identifier: String, scale: Double, over duration: PhoneDuration = .milliseconds(500),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    guard scale > 0, scale.isFinite else {
      throw PhoneTestFailure("A pinch needs a scale above 0, not \(scale).", at: place)
    }
    try await perform(
      .pinch(TapTarget(.identifier(identifier)), scale: scale, over: duration), "pinch", identifier, at: place
    )
  }

  private func perform(
    _ gesture: FingerGesture, _ verb: String, _ target: String, at place: PhoneTestFailure.Place
  ) async throws {
    guard await perform(gesture) == .noTarget else { return }
    throw PhoneTestFailure(
      "There is nothing to \(verb): no visible view with the identifier '\(target)' takes touches.", at: place
    )
  }

  /// Returns when the fingers are up.
  private func perform(_ gesture: FingerGesture) async -> TouchOutcome? {
    let answer = Answer()
    stage.touch(gesture) { outcome in answer.value.withLock { $0 = outcome } }
    await phone.run(for: .zero)
    while answer.value.withLock({ $0 }) == nil {
      await phone.run(for: phone.description.timing.displayFrame.value)
    }
    return answer.value.withLock { $0 }
  }
}

/// What became of a touch.
private final class Answer: Sendable {
  let value = Mutex<TouchOutcome?>(nil)
}
