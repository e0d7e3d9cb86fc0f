import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct RegionsTests {
  @Test func inEveryHold() async {
    await #expect(processExitsWith: .success) { try await RegionStories.holds() }
  }

  @Test func inTheAskingViewsCoordinates() async {
    await #expect(processExitsWith: .success) { try await RegionStories.coordinates() }
  }

  @Test func layoutIsInvalidatedWhenAnAnswerChanges() async {
    await #expect(processExitsWith: .success) { try await RegionStories.invalidation() }
  }

  @Test func besideAnotherApp() async {
    await #expect(processExitsWith: .success) { try await RegionStories.split() }
  }

  @Test func onPhonesWithOneDisplay() async {
    await #expect(processExitsWith: .success) { try await RegionStories.oneDisplay() }
  }
}

@MainActor
enum RegionStories {
  static func words(_ view: UIView, _ kind: UIView.ReservedRegion.Kind, all: Bool = true) -> [String] {
    view.reservedRegions(kind: kind, options: all ? .includeInactive : []).map {
      "\($0.id) \(text($0.frame)) \($0.isActive)"
    }
  }

  nonisolated static func text(_ rect: CGRect) -> String {
    "\(rect.minX.shortText) \(rect.minY.shortText) \(rect.width.shortText)x\(rect.height.shortText)"
  }

  /// The parts of the display where the reference says that a camera's region lies.
  static func part(_ rect: CGRect, of size: CGSize) -> String {
    (rect.midY < size.height / 2 ? "top" : "bottom") + (rect.midX < size.width / 2 ? " left" : " right")
  }

  static func holds() async throws {
    let stage = try Stage(
      pose: "book", info: Stage.orientations("Portrait", "LandscapeLeft", "LandscapeRight"))
    let root = stage.scene.windows[0].rootViewController!
    var (folds, cameras): ([String], [String]) = ([], [])
    for _ in 0..<4 {
      let view = root.view!
      folds += words(view, .division)
      cameras += view.reservedRegions(kind: .occlusion, options: .includeInactive).map {
        "\($0.id) \(part($0.frame, of: view.bounds.size)) \($0.isActive)"
      }
      await stage.send(.turn(1))
    }
    // Upside down is not allowed: the interface stays as it was.
    #expect(
      folds == [
        "fold 455.5 0 40x669 true", "fold 0 455.5 669x40 true", "fold 455.5 0 40x669 true",
        "fold 455.5 0 40x669 true",
      ])
    #expect(
      cameras == [
        "inner-front top right false", "inner-front bottom right false", "inner-front bottom left false",
        "inner-front bottom left false",
      ])
    // Flat, the fold is there but takes nothing.
    await stage.send(.hinge(to: 180, over: .zero))
    #expect(
      words(root.view, .division) == ["fold 455.5 0 40x669 false"]
        && words(root.view, .division, all: false) == [])
    await stage.send(.hinge(to: 0, over: .zero))
    #expect(words(root.view, .division) == [])
    #expect(
      root.view.reservedRegions(kind: .occlusion).map { "\($0.id) \($0.isActive)" } == ["outer-front true"])
  }

  static func coordinates() async throws {
    let stage = try Stage(pose: "book")
    let root = stage.scene.windows[0].rootViewController!.view!
    let region = try #require(root.reservedRegions(kind: .division).first)
    #expect(
      region.margins == UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 20) && region.kind == .division)
    let view = UIView(frame: CGRect(x: 400, y: 100, width: 200, height: 100))
    #expect(words(view, .division) == [])
    root.addSubview(view)
    // Not cut off at the view's bounds.
    #expect(words(view, .division) == ["fold 55.5 -100 40x669 true"])
    view.bounds.origin = CGPoint(x: 10, y: 20)
    #expect(words(view, .division) == ["fold 65.5 -80 40x669 true"])
    // Turned by a quarter, the fold lies across, and so do its margins.
    view.bounds.origin = .zero
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    let turned = try #require(view.reservedRegions(kind: .division).first)
    let wanted = view.convert(CGRect(x: 455.5, y: 0, width: 40, height: 669), from: root)
    #expect(turned.frame == wanted && abs(turned.frame.height - 40) < 1e-9)
    #expect(abs(turned.margins.top - 20) < 1e-9 && abs(turned.margins.left) < 1e-9)
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(view.reservedRegions(kind: .division).first?.frame.width == 20)
    // Beside the fold there is none.
    view.transform = .identity
    view.frame = CGRect(x: 0, y: 0, width: 455, height: 100)
    #expect(words(view, .division) == [])
    view.removeFromSuperview()
    #expect(words(view, .division) == [])
    let ids = Set([root.reservedRegions(kind: .division)[0].id, region.id])
    #expect(ids.count == 1)
    // Under both of its names; another region has another one.
    let camera = try #require(
      root.reservedRegions(kind: .occlusion, options: .includeInactive).first)
    #expect(
      region.identifier == region.id && camera.identifier == camera.id && camera.identifier != region.id)
    #expect("\(region.identifier) \(camera.identifier)" == "fold inner-front")
  }

  final class AskingView: UIView {
    var answers: [String] = []
    override func layoutSubviews() {
      super.layoutSubviews()
      let regions = reservedRegions(kind: .occlusion) + reservedRegions(kind: .division)
      answers.append(regions.map { "\($0.id)" }.joined(separator: " "))
    }
  }

  static func invalidation() async throws {
    let stage = try Stage(pose: "open-landscape")
    let root = stage.scene.windows[0].rootViewController!.view!
    let (view, silent) = (AskingView(frame: root.bounds), RecordingView(frame: root.bounds))
    root.addSubview(view)
    root.addSubview(silent)
    await stage.settle()
    #expect(view.answers == [""])
    _ = Story.take()
    let events: [PhoneEvent] = [
      .cameraStarted(.innerFront, .app), .light(0.5), .hinge(to: 150, over: .zero),
      .hinge(to: 140, over: .zero),
      .cameraStopped(.innerFront), .hinge(to: 180, over: .zero),
    ]
    for event in events { await stage.send(event) }
    #expect(view.answers == ["", "inner-front", "inner-front fold", "fold", ""])
    // Who does not ask is left alone.
    #expect(Story.take().filter { $0.contains("layoutSubviews") } == [])
  }

  static func split() async throws {
    let stage = try Stage(pose: "book")
    await stage.send(.splitView(true))
    let root = stage.scene.windows[0].rootViewController!.view!
    // The left half ends in the middle of the fold.
    #expect(words(root, .division) == ["fold 455.5 0 40x669 true"])
    #expect(root.bounds.width == 475.5 && words(root, .occlusion) == [])
  }

  static func oneDisplay() async throws {
    let stage = try Stage(.single)
    let root = stage.scene.windows[0].rootViewController!.view!
    #expect(words(root, .division) == [])
    let described = PhoneDescription.single.cameras.contains { $0.occlusion != nil }
    #expect(words(root, .occlusion).isEmpty != described)
  }
}
