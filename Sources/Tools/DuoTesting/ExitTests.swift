import DuoFoundation
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
  /// printed on standard error as `file:line: message`, and ends the process with status 1. So does a test that takes
  /// longer than `limit` seconds of the machine's time. What Apple's frameworks stop an app for is recorded, too.
  ///
  /// In a closure that stands in the macro itself every line counts as that of the macro: call a function of your own
  /// there when a test has many steps, and failures are shown at their lines. `#expect` and `#require` fail the test,
  /// too, but of what happens in the other process Swift Testing shows only the place.
  ///
  /// - Parameter stopsWith: A part of the line with which the test expects the app to be stopped, such as the name of an
  ///   exception. A stop that has it is not recorded.
  @MainActor
  public static func run(
    _ description: PhoneDescription = .duo, pose: PhonePose = .closed, world: WorldDescription = .room,
    camera: CameraPermission = .granted, microphone: CameraPermission = .granted,
    photoLibrary: PhotoLibraryPermission = .granted, stopsWith: String? = nil, limit: Double = 120,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: @MainActor (SimulatedPhone) async throws -> Void
  ) async {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    await reporting(at: place, stopsWith: stopsWith, limit: limit) {
      try await body(
        try SimulatedPhone(
          description, pose: pose, world: world, camera: camera, microphone: microphone,
          photoLibrary: photoLibrary, fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  @MainActor
  static func reporting(
    at place: PhoneTestFailure.Place, stopsWith expected: String? = nil, limit: Double,
    _ body: @MainActor () async throws -> Void
  ) async {
    // Swift Testing says of another process only how it ended, so the reason has to be recorded before: as a warning,
    // since the test may expect it without saying so here.
    StopObserver.set { line in
      if !isExpected(line, expected) { record(PhoneTestFailure(line, at: place), severity: .warning) }
    }
    watch(place, limit: limit)
    do { try await body() } catch {
      // What #require found missing is recorded by itself.
      if error is ExpectationFailedError { exit(1) }
      let failure = error as? PhoneTestFailure ?? PhoneTestFailure("Caught error: \(error)", at: place)
      record(failure)
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
      exit(1)
    }
  }

  /// Whether a test said that the app stops so.
  static func isExpected(_ line: String, _ part: String?) -> Bool { part.map { line.contains($0) } ?? false }

  private static func record(_ failure: PhoneTestFailure, severity: Issue.Severity = .error) {
    Issue.record(
      Comment(rawValue: failure.message), severity: severity,
      sourceLocation: SourceLocation(
        fileID: failure.place.fileID, filePath: failure.place.filePath, line: failure.place.line,
        column: failure.place.column))
  }

  /// Ends the process when it takes too long, however busy its main thread is.
  private static func watch(_ place: PhoneTestFailure.Place, limit: Double) {
    Thread.detachNewThread {
      VirtualClock.exemptCurrentThread()
      Thread.sleep(forTimeInterval: limit)
      let failure = PhoneTestFailure(
        "The test did not end within \(limit) s of the machine's time: does the app hang?", at: place)
      record(failure)
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
      _exit(1)
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
    world: WorldDescription = .room, camera: CameraPermission = .granted,
    microphone: CameraPermission = .granted, photoLibrary: PhotoLibraryPermission = .granted,
    stopsWith: String? = nil, limit: Double = 120, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    _ body: @MainActor (TestedApp) async throws -> Void
  ) async {
    await PhoneTest.run(
      description, pose: pose, world: world, camera: camera, microphone: microphone,
      photoLibrary: photoLibrary, stopsWith: stopsWith, limit: limit, fileID: fileID, filePath: filePath,
      line: line, column: column
    ) { phone in
      try await body(
        try await phone.launch(
          delegate, scene: scene, info: info, fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }
}
