public import DuoUIKit
import Foundation
public import SimulatedPhone
import Testing

/// The body of an exit test with a phone of its own:
///
///     @Test func theFrontCameraIsFound() async {
///       await #expect(processExitsWith: .success) {
///         await PhoneTest.run { phone in … }
///       }
///     }
///
/// Swift Testing runs the body of an exit test in a process of its own; the macro has to stand in the test itself.
public enum PhoneTest {
  /// Makes the phone and runs `body` on the main actor. An error that `body` throws fails the test with its text, is
  /// printed on standard error as `file:line: message`, and ends the process with status 1.
  ///
  /// In a closure that stands in the macro itself every line counts as that of the macro: call a function of your own
  /// there when a test has many steps, and failures are shown at their lines. `#expect` and `#require` fail the test,
  /// too, but of what happens in the other process Swift Testing shows only the place.
  @MainActor
  public static func run(
    _ description: PhoneDescription = .duo, pose: PhonePose = .closed, world: WorldDescription = .room,
    camera: CameraPermission = .granted, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: @MainActor (SimulatedPhone) async throws -> Void
  ) async {
    await reporting(at: PhoneTestFailure.Place(fileID, filePath, line, column)) {
      try await body(
        try SimulatedPhone(
          description, pose: pose, world: world, camera: camera, fileID: fileID, filePath: filePath,
          line: line,
          column: column))
    }
  }

  @MainActor
  static func reporting(
    at place: PhoneTestFailure.Place, _ body: @MainActor () async throws -> Void
  ) async {
    do { try await body() } catch {
      // What #require found missing is recorded by itself.
      if error is ExpectationFailedError { exit(1) }
      let failure = error as? PhoneTestFailure ?? PhoneTestFailure("Caught error: \(error)", at: place)
      Issue.record(
        Comment(rawValue: failure.message),
        sourceLocation: SourceLocation(
          fileID: failure.place.fileID, filePath: failure.place.filePath, line: failure.place.line,
          column: failure.place.column))
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
      exit(1)
    }
  }
}

/// The body of an exit test with an app on a phone of its own:
///
///     @Test func theSelfieStaysOnThePerson() async {
///       await #expect(processExitsWith: .success) {
///         await AppTest.run(AppDelegate.self) { app in … }
///       }
///     }
public enum AppTest {
  /// Makes the phone, launches the app on it (`SimulatedPhone.launch`) and runs `body`; errors as in `PhoneTest.run`.
  @MainActor
  public static func run(
    _ delegate: any UIApplicationDelegate.Type, scene: (any UIWindowSceneDelegate.Type)? = nil,
    info: [String: Any]? = nil, on description: PhoneDescription = .duo, pose: PhonePose = .closed,
    world: WorldDescription = .room, camera: CameraPermission = .granted, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: @MainActor (TestedApp) async throws -> Void
  ) async {
    await PhoneTest.run(
      description, pose: pose, world: world, camera: camera, fileID: fileID, filePath: filePath, line: line,
      column: column
    ) { phone in
      try await body(
        try await phone.launch(
          delegate, scene: scene, info: info, fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }
}
