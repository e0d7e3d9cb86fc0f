import DuoTesting
import Testing
import UIKit

// What compiles in Swift 5 mode though it names no actor: all of UIKit's types are isolated as those of older code may be.

final class OrientationReader {
  weak var scene: UIWindowScene?
  weak var delegate: (any UISceneDelegate)?

  func orientation() -> UIInterfaceOrientation {
    scene?.effectiveGeometry.interfaceOrientation ?? .portrait
  }

  func wish() -> UIWindowScene.GeometryPreferences.iOS {
    let preferences = UIWindowScene.GeometryPreferences.iOS()
    preferences.interfaceOrientations = .landscape
    return preferences
  }

  func bounds(of space: UICoordinateSpace) -> CGRect { space.bounds }
}

@Suite struct UnisolatedCodeTests {
  @Test func codeWithoutActorsUsesUIKit() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        #expect(OrientationReader().orientation() == .portrait)
        #expect(OrientationReader().wish().interfaceOrientations == .landscape)
        let box = CGRect(x: 0, y: 0, width: 2, height: 1)
        #expect(OrientationReader().bounds(of: UIView(frame: box)) == box)
      }
    }
  }
}
