import DuoTesting
import Testing
import UIKit

@testable import ClassicSelfie

/// Apps under test. `import Testing` beside `import UIKit` is part of what is tested.
@Suite struct AppTestTests {
  /// The example of the README.
  @Test func theSelfieStaysOnThePerson() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(AppDelegate.self) { app in
        try await app.phone.settle()
        try app.preview(on: .outer).expect(camera: .outerFront, faces: .person, upright: true, mirrored: true)

        try await app.phone.move(to: .openLandscape, over: .milliseconds(800))
        try await app.phone.settle()
        try app.preview(on: .inner).expect(camera: .innerFront, faces: .person, upright: true, stale: false)
        try app.phone.expectTrace(
          .record("display-lit", ["display": "inner"]),
          .record("app-moved", ["from": "outer", "to": "inner"]))
      }
    }
  }
}
