import Testing

@testable import DuoAVFoundation

@Suite struct SessionActivityTests {
  typealias Event = SessionActivity.Event
  typealias Effect = SessionActivity.Effect

  /// The effects of a row of events, each event's in brackets.
  func play(_ events: [Event]) -> [[Effect]] {
    var activity = SessionActivity()
    return events.map { activity.take($0) }
  }

  @Test func startAndStop() {
    #expect(
      play([.startCalled, .startFinished, .startCalled, .stopCalled, .stopCalled]) == [
        [.openCameras], [.running(true), .post(.didStart)], [],
        [.closeCameras, .running(false), .post(.didStop)], [],
      ])
  }

  @Test func stoppedWhileStarting() {
    #expect(play([.startCalled, .stopCalled, .startFinished]) == [[.openCameras], [.closeCameras], []])
  }

  @Test func interruptedAndResumed() {
    #expect(
      play([.startCalled, .startFinished, .held(reason: 1), .held(reason: 2), .held(reason: nil)]) == [
        [.openCameras], [.running(true), .post(.didStart)],
        [
          .closeCameras, .interrupted(true), .running(false), .post(.wasInterrupted(reason: 1)),
          .post(.didStop),
        ],
        [],
        [
          .interrupted(false), .post(.interruptionEnded), .openCameras, .running(true), .post(.didStart),
        ],
      ])
  }

  @Test func startedWhileHeldBack() {
    #expect(
      play([.held(reason: 1), .startCalled, .startFinished, .held(reason: nil)]) == [
        [], [.interrupted(true), .post(.wasInterrupted(reason: 1))], [],
        [.interrupted(false), .post(.interruptionEnded), .openCameras, .running(true), .post(.didStart)],
      ])
  }

  @Test func stoppedWhileHeldBackStaysStopped() {
    #expect(
      play([.held(reason: 1), .startCalled, .stopCalled, .held(reason: nil)]) == [
        [], [.interrupted(true), .post(.wasInterrupted(reason: 1))], [],
        [.interrupted(false), .post(.interruptionEnded)],
      ])
  }

  @Test func heldBackWhileStarting() {
    #expect(
      play([.startCalled, .held(reason: 4), .startFinished, .held(reason: nil)]) == [
        [.openCameras], [.closeCameras, .interrupted(true), .post(.wasInterrupted(reason: 4))], [],
        [.interrupted(false), .post(.interruptionEnded), .openCameras, .running(true), .post(.didStart)],
      ])
  }

  @Test func aSessionThatNeverStartedIsNotInterrupted() {
    #expect(play([.held(reason: 1), .held(reason: nil)]) == [[], []])
  }

  @Test func failureStops() {
    #expect(
      play([.startCalled, .startFinished, .failed(code: -11808), .failed(code: -11808), .startCalled]) == [
        [.openCameras], [.running(true), .post(.didStart)],
        [.closeCameras, .running(false), .post(.runtimeError(code: -11808)), .post(.didStop)], [],
        [.openCameras],
      ])
    #expect(
      play([.startCalled, .failed(code: -11814), .startFinished]) == [
        [.openCameras], [.closeCameras, .post(.runtimeError(code: -11814))], [],
      ])
  }

  /// What must hold after any row of events, from the event row alone.
  @Test func invariantsOverAllShortStories() {
    let alphabet: [Event] = [
      .startCalled, .startFinished, .stopCalled, .held(reason: 1), .held(reason: nil), .failed(code: -1),
    ]
    var broken: [String] = []
    for number in 0..<(6 * 6 * 6 * 6 * 6 * 6) {
      var activity = SessionActivity()
      var story: [Event] = []
      var rest = number
      var camerasOpen = false
      var running = false
      var interrupted = false
      for _ in 0..<6 {
        let event = alphabet[rest % 6]
        rest /= 6
        story.append(event)
        for effect in activity.take(event) {
          switch effect {
          case .openCameras:
            if camerasOpen { broken.append("opened twice: \(story)") }
            camerasOpen = true
          case .closeCameras:
            if !camerasOpen { broken.append("closed twice: \(story)") }
            camerasOpen = false
          case .running(let value):
            if running == value { broken.append("running unchanged: \(story)") }
            running = value
          case .interrupted(let value):
            if interrupted == value { broken.append("interrupted unchanged: \(story)") }
            interrupted = value
          case .post: break
          }
        }
        if running && (interrupted || !camerasOpen) { broken.append("runs without cameras: \(story)") }
        if camerasOpen != (activity.isRunning || activity.isStarting) { broken.append("cameras: \(story)") }
        if running != activity.isRunning || interrupted != activity.isInterrupted {
          broken.append("told otherwise: \(story)")
        }
        if activity.heldBy != nil && camerasOpen { broken.append("runs though held back: \(story)") }
      }
    }
    #expect(broken == [])
  }
}
