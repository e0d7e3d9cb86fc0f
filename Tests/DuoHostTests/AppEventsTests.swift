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
    ("main-thread-blocked", [], "-"), ("event", [("event", "hinge")], "-"),
  ]
  #expect(rows.filter { event($0.0, $0.1) != $0.2 }.map { event($0.0, $0.1) } == [])
}
