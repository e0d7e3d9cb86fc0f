import PhoneHardware
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

@Test func linesOfTheTraceThatRulesCountFrom() {
  let time = PhoneTime(seconds: 3)
  func event(_ kind: String, _ fields: [(String, TraceValue)]) -> String {
    guard let event = AppEvents.event(kind, fields, at: time, in: .duo) else { return "-" }
    #expect(event.time == time)
    return event.kind.rawValue + (event.detail.map { ": \($0)" } ?? "")
  }
  let exchange: [(String, TraceValue)] = [("from", "outer-front"), ("to", "rear-wide")]
  func switching(_ device: CameraID) -> [(String, TraceValue)] {
    [
      ("device", .text(device.rawValue)), ("from", .list(["outer-front"])), ("to", .list(["inner-front"])),
    ]
  }
  let rows: [(String, [(String, TraceValue)], String)] = [
    ("direction-handler-returned", [("call", 1)], "-"),
    ("direction-handler-returned", [("call", 2)], "directionHandlerReturned"),
    ("input-added", [("device", "rear-wide")], "-"),
    ("input-replaced", exchange, "inputReplaced: outer-front to rear-wide"),
    ("camera-switch", switching(.virtualFront), "virtualCameraSwitched: outer-front to inner-front"),
    ("camera-switch", switching(.rearDualWide), "-"),
    ("session-started", [], "sessionStarted"), ("session-stopped", [], "sessionStopped"),
    ("session-interrupted", [("reason", "call")], "sessionInterrupted: call"),
    ("session-interruption-ended", [], "interruptionEnded"),
    ("violation", [("call", "x"), ("detail", "x was called")], "violation: x was called"),
    ("main-thread-blocked", [("call", "c"), ("over", 3)], "mainThreadBlocked: c"),
    ("photo-undelivered", [("missing", "output")], "photoUndelivered: output"),
    ("photo-failed", [("code", -11803)], "photoFailed: AVError -11803"), ("photo-taken", [], "-"),
    ("touch", [("outcome", "received")], "-"),
    ("touch", [("outcome", "diverted"), ("detail", "no.")], "touchAstray: no."),
    ("world-fault", [("path", "a.mp4"), ("reason", "torn")], "worldFault: a.mp4: torn"),
    ("touch-cancelled", [("detail", "gone.")], "touchAstray: gone."),
    ("main-thread-waited", [], "-"), ("event", [("event", "hinge")], "-"),
  ]
  #expect(rows.filter { event($0.0, $0.1) != $0.2 }.map { event($0.0, $0.1) } == [])
}

@Test func waitsAndViolationsCarryWhatTheirRulesNeed() {
  func event(_ kind: String, _ fields: [(String, TraceValue)]) -> AppEventRecord? {
    AppEvents.event(kind, fields, at: PhoneTime(seconds: 3), in: .duo)
  }
  #expect(
    event("violation", [("rule", "no-visible-window"), ("detail", "d")])
      == AppEventRecord(
        time: PhoneTime(seconds: 3), kind: .violation, detail: "d", name: "no-visible-window"))
  #expect(event("violation", [("call", "x"), ("detail", "d")])?.name == nil)
  // Lines of their own kind are called by it.
  let rows: [(String, [(String, TraceValue)], String)] = [
    (
      "constraints-unsatisfiable", [("broken", "c"), ("views", .list(["a", "b"]))],
      "c was broken; it is about a, b"
    ),
    ("text-without-glyphs", [("text", "t"), ("glyphs", 1)], "all characters of \"t\""),
    ("configuration-race", [("session", 1), ("detail", "two threads")], "two threads"),
    ("possible-deadlock", [("session", 1), ("detail", "on its queue")], "on its queue"),
    ("session-failed", [("session", 1), ("code", -11819)], "AVError -11819"),
    ("frames-dropped", [("session", 1), ("reason", "outOfBuffers")], "keeps all buffers"),
    ("missing-font", [("name", "n")], "\"n\""), ("symbol-without-picture", [("name", "n")], "\"n\""),
  ]
  for (kind, fields, words) in rows {
    let found = event(kind, fields)
    #expect(found?.kind == .violation && found?.name == kind && found?.detail?.contains(words) == true)
  }
  #expect(event("frames-dropped", [("session", 1), ("reason", "lateData")]) == nil)
  // A wait is told when it is over, and counts from its beginning.
  #expect(
    event("main-thread-waited", [("since", 2_000_000_000), ("over", 1_000_000_000)])
      == AppEventRecord(time: PhoneTime(seconds: 2), kind: .mainThreadBlocked, over: .seconds(1)))
  #expect(event("main-thread-blocked", [("call", "c"), ("over", 5)])?.over == PhoneDuration(nanoseconds: 5))
}
