import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost
@testable import ReportCard

/// Rules 12 to 14, from what a host really reports.
@Suite struct HostTransitionTests {
  private func report(_ run: HostRun, _ scenario: Scenario = .opening) throws -> Report {
    var grader = RunGrader(
      RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .selfie))
    for record in run.records { try grader.take(record) { name, _ in name } }
    return grader.report()
  }

  /// What did not pass, anywhere.
  private func problems(_ report: Report) -> [String] {
    report.steps.flatMap { step in
      let inside = step.displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) }
      return (step.findings + inside).filter { $0.verdict != .notJudged }.map {
        "\(step.name): \($0.rule) \($0.verdict.rawValue): \($0.message)"
      }
    }
  }

  /// "rule 14 fail" and the like, of one display of a step.
  private func found(_ report: Report, step: Int = 1, _ display: DisplayID = .inner) -> [String] {
    report.steps[step].displays.filter { $0.display == display }.flatMap(\.findings).map {
      "\($0.rule) \($0.verdict.rawValue)"
    }
  }

  @Test func aBlockedMainThreadIsTold() async throws {
    let run = try await HostRun.play(.blocking, .opening)
    let waits = run.events.filter { $0.kind == .mainThreadBlocked }
    #expect(waits.compactMap(\.detail) == ["AVCaptureSession.startRunning"])
    let start = try #require(waits.first?.over)
    let found = try report(run).findings.filter { $0.rule == .rule(40) }
    #expect(found.map(\.verdict) == [.fail])
    let whole = Int(((start.seconds + 0.5) * 1000).rounded())
    #expect(
      found.first?.message
        == "The main thread was blocked for \(whole) ms by AVCaptureSession.startRunning, "
        + "a sleep, a semaphore or the like.")
  }

  @Test func aSwitchOfTheVirtualCameraIsANote() async throws {
    let run = try await HostRun.play(.virtualFront, .opening, world: .room)
    #expect(run.events.map(\.kind) == [.sessionStarted, .virtualCameraSwitched])
    #expect(run.events.last?.detail == "outer-front to inner-front")

    // The event comes before every moment in which the old picture is shown for the new camera.
    let held = run.moments.filter { moment in
      moment.displays.flatMap(\.previews).contains {
        $0.trace.connectedCamera == .innerFront && $0.trace.frameCamera == .outerFront
      }
    }
    #expect(held.count >= 3 && held.allSatisfy { $0.kind == .transition })
    let event = run.records.firstIndex {
      if case .appEvent(let event) = $0 { event.kind == .virtualCameraSwitched } else { false }
    }
    let first = run.records.firstIndex {
      if case .moment(let moment) = $0 { moment == held.first } else { false }
    }
    #expect(try #require(event) < #require(first))

    let report = try report(run)
    #expect(found(report) == ["rule 14 note"])
    #expect(found(report, step: 0, .outer) == [])
    #expect(report.verdict == .pass && report.notes == 1)
    let message = report.steps[1].displays[1].findings[0].message
    #expect(message.hasPrefix("The virtual camera switched by itself"))
  }

  @Test func anUncoveredSwitchByTheAppFails() async throws {
    let run = try await HostRun.play(.follower, .opening, world: .room)
    #expect(run.events.map(\.kind) == [.sessionStarted, .directionHandlerReturned, .inputReplaced])
    #expect(run.events.last?.detail == "outer-front to inner-front")
    let report = try report(run)
    #expect(found(report) == ["rule 14 fail"])
    #expect(report.steps[1].displays[1].findings[0].message.hasPrefix("preview-uncovered"))
    #expect(report.verdict == .fail)
  }

  @Test func aCoveredSwitchPasses() async throws {
    let run = try await HostRun.play(.coveringFollower, .opening, world: .room)
    #expect(run.events.map(\.kind) == [.sessionStarted, .directionHandlerReturned, .inputReplaced])
    let report = try report(run)
    #expect(problems(report) == [])
    #expect(report.verdict == .pass && report.notes == 0)
  }

  /// Without a direction handler nothing says from when on the preview should be covered.
  @Test func aSwitchByHandIsNotCounted() async throws {
    let scenario = Scenario(
      name: "t", intent: .selfie, start: "closed",
      steps: [ScenarioStep("closed"), ScenarioStep("rear", do: [.tap(TapTarget(.identifier("camera")))])])
    let run = try await HostRun.play(.button, scenario, world: .room)
    #expect(run.events.map(\.kind) == [.sessionStarted, .inputReplaced])
    #expect(run.events.last?.detail == "outer-front to rear-wide")
    let stale = run.transitions(1).flatMap(\.displays).flatMap(\.previews).filter {
      $0.trace.frameCamera == .outerFront && $0.trace.connectedCamera == .rearWide
    }
    #expect(!stale.isEmpty && stale.allSatisfy { $0.content != nil })
    let findings = try report(run, scenario).steps[1].displays.flatMap(\.findings).map(\.rule)
    #expect(!findings.contains(.rule(14)))
  }

  @Test func interruptionsAndViolationsAreTold() async throws {
    let scenario = Scenario(
      name: "t", intent: .selfie, start: "open-landscape",
      steps: [
        ScenarioStep("open"), ScenarioStep("shared", do: [.event(.splitView(true))]),
        ScenarioStep("alone", do: [.event(.splitView(false))]),
      ])
    let run = try await HostRun.play(.careless, scenario)
    #expect(
      run.events.map(\.kind) == [
        .violation, .violation, .sessionStarted, .sessionInterrupted, .sessionStopped, .interruptionEnded,
        .sessionStarted,
      ])
    #expect(run.events[0].detail?.hasPrefix("AVCaptureSession.beginConfiguration was called in") == true)
    #expect(run.events[3].detail == "videoDeviceNotAvailableWithMultipleForegroundApps")
    #expect(run.settled.map { $0.displays[0].previews[0].trace.isInterrupted } == [false, true, false])
  }
}
