import DuoTesting
import Testing
import UIKit

@MainActor
private func message(_ body: @MainActor () async throws -> Void) async -> String {
  do { try await body() } catch { return "\(error)" }
  return "none"
}

@Suite struct GestureTests {
  @Test func fingersPressDragAndPinch() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(GestureAppDelegate.self, scene: GestureSceneDelegate.self) { app in
        try await app.phone.settle()
        let slider = GestureSceneDelegate.slider
        let before = app.phone.now
        try await app.drag("zoom", x: 50)
        // 200 points are the whole way of the knob.
        #expect(abs(slider.value - 0.75) < 1e-4)
        try await app.drag("zoom", x: -500, over: .seconds(1))
        #expect(slider.value == 0.75)
        let past = (app.phone.now - before).seconds
        #expect(past >= 1.3 && past < 1.5)

        try await app.press("pad")
        #expect(GestureSceneDelegate.take() == ["press"])
        try await app.press("pad", for: .milliseconds(200))
        #expect(GestureSceneDelegate.take() == [])
        try await app.drag("pad", x: 30, y: -40)
        #expect(GestureSceneDelegate.take() == ["pan 30 -40"])
        try await app.drag("pad", to: "end", over: .milliseconds(200))
        #expect(GestureSceneDelegate.take() == ["pan -20 140"])
        try await app.pinch("pad", scale: 2)
        #expect(GestureSceneDelegate.take() == ["pinch 2.0"])
        try await app.pinch("pad", scale: 0.25, over: .seconds(1))
        #expect(GestureSceneDelegate.take() == ["pinch 0.25"])
        try await app.tap("pad")
        #expect(GestureSceneDelegate.take() == [])
      }
    }
  }

  @Test func pointsAreTapped() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(GestureAppDelegate.self, scene: GestureSceneDelegate.self) { app in
        try await app.phone.settle()
        let before = app.phone.now
        try await app.tap(x: 320, y: 465)
        #expect(GestureSceneDelegate.take() == ["tap 20 25"])
        #expect(app.phone.now > before)
        try await app.tap(x: 399, y: 499, on: .outer)
        #expect(GestureSceneDelegate.take() == ["tap 99 59"])
        try await app.tap(x: 410, y: 465)
        #expect(GestureSceneDelegate.take() == [])
        let messages = await [
          message { try await app.tap(x: 320, y: 465, on: .inner) },
          message { try await app.tap(x: 1000, y: 465) },
        ]
        let ends = [
          "There is nothing to tap at 320.0, 465.0: the inner display is dark.",
          "There is nothing to tap at 1000.0, 465.0: the outer display has nothing there that takes touches.",
        ]
        for (message, end) in zip(messages, ends) { #expect(message.hasSuffix(end)) }
      }
    }
  }

  @Test func whatCannotBeTouched() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(GestureAppDelegate.self, scene: GestureSceneDelegate.self) { app in
        try await app.phone.settle()
        let messages = await [
          message { try await app.press("nothing") }, message { try await app.drag("nothing", x: 4) },
          message { try await app.drag("pad", to: "nothing") },
          message { try await app.pinch("nothing", scale: 2) },
          message { try await app.pinch("pad", scale: 0) },
        ]
        let ends = [
          "There is nothing to press: no visible view with the identifier 'nothing' takes touches.",
          "There is nothing to drag: no visible view with the identifier 'nothing' takes touches.",
          "There is nothing to drag: no visible view with the identifier 'pad' to 'nothing' takes touches.",
          "There is nothing to pinch: no visible view with the identifier 'nothing' takes touches.",
          "A pinch needs a scale above 0, not 0.0.",
        ]
        for (message, end) in zip(messages, ends) { #expect(message.hasSuffix(end)) }
        // What takes no touches leaves them to what is under it.
        try await app.tap("still")
      }
    }
  }

  /// `startRunning()` blocks until the session runs, also while the app is launched.
  @Test func aCameraMayStartBeforeTheLaunchIsOver() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(GestureAppDelegate.self, scene: GestureSceneDelegate.self) { app in
        #expect(GestureAppDelegate.wasRunning && app.phone.now.seconds > 0)
        #expect(app.scene?.activationState == .foregroundActive)
        try await app.phone.settle()
        #expect(GestureAppDelegate.session.isRunning)
      }
    }
  }
}
