import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct CoordinateSpaceTests {
  /// An interface turned once is the plane of the one before turned once more.
  @Test func turnsFollowFromOneQuarter() {
    var generator = SeededRandom(3)
    var wrong: [String] = []
    for _ in 0..<300 {
      let native = CGSize(
        width: CGFloat(Int.random(in: 100...900, using: &generator)),
        height: CGFloat(Int.random(in: 100...900, using: &generator)))
      let point = CGPoint(
        x: CGFloat(Int.random(in: -50...950, using: &generator)),
        y: CGFloat(Int.random(in: -50...950, using: &generator)))
      // Top moves to the right edge: what was right is up.
      var plain = point
      var size = native
      for turn in 0..<4 {
        let plane = InterfacePlane(native: native, turn: QuarterTurns(turn))
        if plane.toInterface(point) != plain { wrong.append("turn \(turn) of \(point) in \(native)") }
        if plane.toNative(plain) != point { wrong.append("back from turn \(turn)") }
        plain = CGPoint(x: plain.y, y: size.width - plain.x)
        size = CGSize(width: size.height, height: size.width)
      }
      if plain != point { wrong.append("four turns are none") }
    }
    #expect(wrong == [])
  }

  @Test func spacesOfOneDisplayAgree() async {
    await #expect(processExitsWith: .success) { try await SpaceStories.agree() }
  }

  @Test func screensTellTheirSpaces() async {
    await #expect(processExitsWith: .success) { try await SpaceStories.screens() }
  }
}

@MainActor
enum SpaceStories {
  static func agree() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.orientations("Portrait"))
    let screen = stage.scene.screen
    let view = UIView(frame: CGRect(x: 30, y: 40, width: 100, height: 50))
    stage.window.rootViewController!.view.addSubview(view)
    // A letterboxed scene lies in the middle of its display.
    let inset = stage.scene.geometry.frame.origin
    let point = CGPoint(x: 5, y: 7)
    let onScreen = CGPoint(x: 35 + inset.x, y: 47 + inset.y)
    #expect(view.convert(point, to: screen.coordinateSpace) == onScreen)
    #expect(view.convert(onScreen, from: screen.coordinateSpace) == point)
    #expect(screen.coordinateSpace.convert(onScreen, to: view as any UICoordinateSpace) == point)
    #expect(view.convert(point, to: stage.scene.coordinateSpace) == CGPoint(x: 35, y: 47))
    #expect(view.convert(point, to: stage.window as any UICoordinateSpace) == CGPoint(x: 35, y: 47))
    // landscapeRight: the interface's top is the native right edge.
    let fixed = view.convert(point, to: screen.fixedCoordinateSpace)
    #expect(fixed == CGPoint(x: 669 - onScreen.y, y: onScreen.x))
    #expect(view.convert(fixed, from: screen.fixedCoordinateSpace) == point)
    let box = view.convert(view.bounds, to: screen.fixedCoordinateSpace)
    #expect(box.size == CGSize(width: 50, height: 100) && box.minY == 30 + inset.x)
    #expect(view.convert(box, from: screen.fixedCoordinateSpace) == view.bounds)
    // A view that no window has meets others as it lies in its own tree.
    let (top, inner) = (UIView(), UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)))
    top.addSubview(inner)
    #expect(inner.convert(.zero, to: top as any UICoordinateSpace) == CGPoint(x: 1, y: 2))
  }

  static func screens() async throws {
    let stage = try Stage(pose: "open-landscape")
    let screen = stage.scene.screen
    #expect(screen.coordinateSpace.bounds == CGRect(x: 0, y: 0, width: 951, height: 669))
    #expect(screen.fixedCoordinateSpace.bounds == CGRect(x: 0, y: 0, width: 669, height: 951))
    #expect(screen.traitCollection.displayScale == 3)
    var posted = 0
    let token = NotificationCenter.default.addObserver(
      forName: UIScreen.brightnessDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { posted += 1 } }
    screen.brightness = 0.8
    screen.brightness = 0.8
    screen.brightness = 7
    #expect(screen.brightness == 1 && posted == 2)
    withExtendedLifetime(token) {}
  }
}
