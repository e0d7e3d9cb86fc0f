import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

private func scenario(_ steps: ScenarioStep..., start: String = "closed") -> Scenario {
  Scenario(name: "t", intent: .any, start: start, steps: steps)
}

private func milliseconds(_ duration: PhoneDuration) -> Double { Double(duration.nanoseconds) / 1e6 }

/// Whole runs of small apps, each in a process of its own.
@Suite struct HostStageTests {
  @Test func stepsAreObservedAndTransitionsComeBetween() async throws {
    let run = try await HostRun.play(.virtualFront, .opening)
    guard case .header(let header) = run.records.first, case .end(let end) = run.records.last else {
      Issue.record("\(run.records.count) records without a frame")
      return
    }
    #expect(header.phone == "duo" && header.version == ObservationHeader.currentVersion)
    #expect(run.settled.map(\.stepName) == ["closed", "open"])
    #expect(run.settled[1].time <= end)
    #expect(run.settled[1].state.hinge.angle(at: run.settled[1].time) == 180)

    let begin = try #require(run.beginning(1))
    let transitions = run.transitions(1)
    // 300 ms of movement, then a second of rest, at 50 ms.
    #expect(transitions.count >= 25 && transitions.first?.time == begin + .milliseconds(50))
    let gaps = zip(transitions, transitions.dropFirst()).map { milliseconds($1.time - $0.time) }
    #expect(gaps.allSatisfy { $0 == 50 })
    let rest = milliseconds(run.settled[1].time - transitions.last!.time)
    #expect(rest >= 50 && rest < 100)
    #expect(
      transitions.allSatisfy { moment in
        moment.stepName == "open" && moment.displays.allSatisfy { $0.picture == nil && $0.controls.isEmpty }
      })
    // Nothing is taken of a phone at rest.
    #expect(!run.moments.contains { $0.time > run.settled[0].time && $0.time <= begin })
    #expect(run.records.map(order).filter { $0 != nil }.map { $0! } == run.records.compactMap(order).sorted())
  }

  /// Records come in the order of phone time.
  private func order(_ record: ObservationRecord) -> PhoneTime? {
    switch record {
    case .moment(let moment): moment.time
    case .progress(let word): word.time
    case .appEvent(let event): event.time
    default: nil
    }
  }

  @Test func theRequestSaysHowOftenAndHowLong() async throws {
    let run = try await HostRun.play(.virtualFront, .opening) {
      $0.limits.transitionEvery = .milliseconds(120)
      $0.limits.transitionFor = .milliseconds(400)
    }
    let times = run.transitions(1).map(\.time)
    #expect(times.count >= 4)
    #expect(zip(times, times.dropFirst()).allSatisfy { milliseconds($1 - $0) == 120 })
    let rest = milliseconds(run.settled[1].time - times.last!)
    #expect(rest >= 600 && rest < 720)
  }

  /// Blue, green and red at a point of a display.
  private static func pixel(_ display: DisplayObservation, _ x: Int, _ y: Int) -> [UInt8] {
    guard let picture = display.picture else { return [] }
    let start = (y * picture.width + x) * 4
    return [UInt8](picture.bytes[start..<(start + 3)])
  }

  @Test func aDisplayDoesNotShowAnAppInTheBackground() async throws {
    let run = try await HostRun.play(
      .controls,
      scenario(
        ScenarioStep("before"), ScenarioStep("behind", do: [.event(.background)]),
        ScenarioStep("back", do: [.event(.foreground)])))
    #expect(run.settled.map { $0.displays[0].controls.map(\.name) } == [["shutter"], [], ["shutter"]])
    // The home screen, with a clock, is no blank and not the app.
    let pixels = run.settled.map { Self.pixel($0.displays[0], 200, 500) }
    #expect(pixels[0] == [255, 0, 0] && pixels[2] == pixels[0])
    #expect(pixels[1].min() ?? 0 > 40)
  }

  @Test func onlyLitDisplaysAreComposedAndTheAppIsOnOne() async throws {
    let run = try await HostRun.play(
      .controls,
      scenario(
        ScenarioStep("closed"),
        ScenarioStep("opening", do: [.event(.hinge(to: 40, over: .milliseconds(200)))]),
        ScenarioStep("open", do: [.event(.pose("open-landscape", over: .milliseconds(200)))])))
    #expect(run.settled.map { $0.displays.map(\.display) } == [[.outer], [.outer, .inner], [.inner]])
    let sizes = run.settled.map { $0.displays.map { "\(Int($0.width))x\(Int($0.height))" } }
    // A display without the app shows the wallpaper as its viewer holds it.
    #expect(sizes == [["466x678"], ["466x678", "951x669"], ["951x669"]])
    // The inner display is lit while the app is still outside: a wallpaper, and nothing to tap.
    let waiting = run.settled[1].displays[1]
    #expect(waiting.controls.isEmpty && waiting.previews.isEmpty)
    #expect(Self.pixel(waiting, 700, 300).min() ?? 0 > 40)
    #expect(run.settled[1].displays[0].controls.map(\.name) == ["shutter"])
  }

  @Test func whatTheAppDrawsIsInThePicture() async throws {
    let run = try await HostRun.play(.controls, scenario(ScenarioStep("closed"))) { $0.pictureScale = 2 }
    let display = try #require(run.settled.first?.displays.first)
    let picture = try #require(display.picture)
    #expect(picture.width == 932 && picture.height == 1356)
    // Red from (10, 20) to (40, 60) in points, on blue; the status bar and the round corner are over its upper part.
    var wrong: [String] = []
    for (x, y) in [(9, 58), (10, 58), (39, 59), (40, 59), (39, 60), (10, 60), (200, 300)] {
      let isRed = (10..<40).contains(x) && (20..<60).contains(y)
      let start = (y * 2 * picture.width + x * 2) * 4
      let pixel = [UInt8](picture.bytes[start..<(start + 4)])
      if pixel != (isRed ? [0, 0, 255, 255] : [255, 0, 0, 255]) { wrong.append("\(x), \(y): \(pixel)") }
    }
    #expect(wrong == [])
    #expect(
      display.controls
        == [
          ControlObservation(
            name: "shutter", hitRect: RectRecord(x: 100, y: 200, width: 50, height: 60), isIdentified: true)
        ])
  }

  @Test func tapsHitWhatIsThereAndMissWhatIsNot() async throws {
    func tap(_ place: TapTarget.Place, ifPresent: Bool = false) -> ScenarioAction {
      .tap(TapTarget(place, ifPresent: ifPresent))
    }
    let run = try await HostRun.play(
      .controls,
      scenario(
        ScenarioStep("by name", do: [tap(.identifier("shutter"))]),
        ScenarioStep("by place", do: [tap(.point(x: 120, y: 230, display: .outer))]),
        ScenarioStep("no such name", do: [tap(.identifier("record"))]),
        ScenarioStep("if present", do: [tap(.identifier("record"), ifPresent: true)]),
        ScenarioStep("dark display", do: [tap(.point(x: 120, y: 230, display: .inner))])))
    let controls = run.settled.map { $0.displays[0].controls.count }
    #expect(controls == [2, 3, 3, 3, 3])
    let missed = run.records.compactMap { if case .tapMissed(let miss) = $0 { miss.step } else { nil } }
    #expect(missed == [2, 4])
    // A touch is an event, and so is its end 80 ms later: pictures follow them.
    #expect(run.transitions(0).count == 20)
  }

  @Test func nobodyTapsAnAppInTheBackground() async throws {
    let taps = [TapTarget.Place.identifier("shutter"), .point(x: 120, y: 230, display: .outer)].map {
      ScenarioAction.tap(TapTarget($0))
    }
    let run = try await HostRun.play(
      .controls,
      scenario(
        ScenarioStep("behind", do: [.event(.background)] + taps),
        ScenarioStep("back", do: [.event(.foreground)]),
        ScenarioStep("here", do: taps)))
    let missed = run.records.compactMap { if case .tapMissed(let miss) = $0 { miss.step } else { nil } }
    #expect(missed == [0, 0])
    #expect(run.settled.map { $0.displays[0].controls.count } == [0, 1, 3])
  }

  /// Rule 3, by composing twice, in both kinds of moments.
  @Test func theVisiblePartOfAPreviewIsMeasured() async throws {
    for (kind, visible) in [(TestApp.Kind.halfCovered, 0.5), (.virtualFront, 1)] {
      let run = try await HostRun.play(kind, .opening)
      for moments in [[run.settled[0]], run.transitions(0)] {
        let previews = moments.flatMap(\.displays).flatMap(\.previews).filter { $0.trace.frameCamera != nil }
        #expect(!previews.isEmpty)
        #expect(previews.filter { abs($0.visibleFraction - visible) > 0.005 }.isEmpty)
      }
    }
  }

  /// Nothing is drawn that no rule reads: only the steps in which a camera is exchanged have transitional video.
  @Test func videoIsDrawnWhereARuleReadsIt() async throws {
    let open = try await HostRun.play(.virtualFront, .opening)
    let event = try #require(open.events.first { $0.kind == .virtualCameraSwitched })
    let (before, after) = (
      open.moments.filter { $0.time < event.time }, open.moments.filter { $0.time > event.time }
    )
    func videos(_ moments: [MomentRecord]) -> [Bool] {
      moments.filter { $0.kind == .transition }.flatMap(\.displays).flatMap(\.previews).map {
        $0.content != nil
      }
    }
    #expect(videos(before).count > 20 && videos(before).allSatisfy { !$0 })
    #expect(videos(after).count > 15 && videos(after).allSatisfy { $0 })
    #expect(open.settled.flatMap(\.displays).flatMap(\.previews).allSatisfy { $0.content != nil })
    // One layer keeps its number on every display.
    #expect(Set(open.moments.flatMap(\.displays).flatMap(\.previews).map(\.id)) == [0])
  }

  @Test func coveredPreviewsAreNotDrawn() async throws {
    let run = try await HostRun.play(.coveringFollower, .opening)
    let previews = run.transitions(1).flatMap(\.displays).flatMap(\.previews)
    let covered = previews.filter { $0.visibleFraction == 0 }
    #expect(covered.count >= 10 && covered.allSatisfy { $0.content == nil && $0.trace.frameCamera != nil })
    #expect(previews.contains { $0.visibleFraction == 1 && $0.content != nil })
  }

  @Test func previewsWithoutAFrameSayWhy() async throws {
    for (kind, reason) in [(TestApp.Kind.neverStarted, "notRunning"), (.denied, "notAuthorised")] {
      let run = try await HostRun.play(kind, scenario(ScenarioStep("closed")))
      let preview = try #require(run.settled.first?.displays.first?.previews.first)
      #expect(preview.content == nil && preview.visibleFraction == 1)
      #expect(preview.rect == RectRecord(x: 0, y: 0, width: 466, height: 678))
      #expect(preview.trace.blackReason?.rawValue == reason)
      #expect(preview.trace.frameCamera == nil && preview.trace.frame == nil)
    }
  }

  /// The answer comes after 0.8 s. Within a second from it the app may start its camera.
  @Test func thePersonsAnswerPutsTheSettledMomentOff() async throws {
    let idle = try await HostRun.play(.onlyAsking, scenario(ScenarioStep("closed")))
    #expect(idle.settled.map(\.time) == [PhoneTime(seconds: 1.8)])
    #expect(idle.transitions(0).last.map { $0.time > PhoneTime(seconds: 1.7) } == true)
    let line = #""kind":"permission","media":"video","status":"authorized""#
    #expect(idle.trace.filter { $0.contains(line) }.count == 1)

    let run = try await HostRun.play(.asking, scenario(ScenarioStep("closed")))
    let settled = try #require(run.settled.first)
    #expect(settled.time >= PhoneTime(seconds: 2.2))
    #expect(settled.displays[0].previews.map(\.trace.frameCamera) == [.outerFront])
  }

  @Test func aBrokenWorldIsRefused() async throws {
    let files = try HostRun.Files()
    defer { files.remove() }
    let picture = files.folder.appendingPathComponent("a.jpg").path
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: picture))
    try files.write(.opening, .panorama(path: picture))
    await #expect(processExitsWith: .exitCode(2)) { [path = files.request as String] in
      try await TestApp.run(.controls, path)
    }
    let run = try files.read()
    guard run.records.count == 2, case .header = run.records[0], case .refused(let refusal) = run.records[1]
    else {
      Issue.record("\(run.records)")
      return
    }
    #expect(refusal.place == picture && !refusal.what.isEmpty)
  }
}
