import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@Suite struct TraceLogTests {
  @Test func theTextOfARun() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let stream = try phone.open(.virtualFront, into: Log<String>())
    clock.advance(to: PhoneTime(seconds: 0.5))
    phone.send(.pose("open-landscape", over: .zero))
    clock.advance(to: PhoneTime(seconds: 1))
    stream.stop()
    phone.send(.hinge(to: 181, over: .zero))
    #expect(
      phone.log.lines == [
        #"{"t":0,"kind":"trace","version":1}"#,
        #"{"t":0,"kind":"phone","phone":"duo","world":"colour","colour":[128,128,128],"pose":"closed","hinge":0.0,"display":"outer"}"#,
        #"{"t":0,"kind":"camera-start","stream":0,"device":"virtual-front","cameras":["outer-front"],"first":250000000}"#,
        #"{"t":500000000,"kind":"event","event":"pose","pose":"open-landscape","over":0}"#,
        #"{"t":500000000,"kind":"hinge-started","from":0.0,"to":180.0}"#,
        #"{"t":500000000,"kind":"placed","pose":"open-landscape"}"#,
        #"{"t":500000000,"kind":"display-lit","display":"inner"}"#,
        #"{"t":500000000,"kind":"display-dark","display":"outer"}"#,
        #"{"t":500000000,"kind":"app-moved","from":"outer","to":"inner"}"#,
        #"{"t":500000000,"kind":"camera-switch","stream":0,"device":"virtual-front","from":["outer-front"],"to":["inner-front"],"first":750000000,"frames":3}"#,
        #"{"t":500000000,"kind":"direction","angle":92.5}"#,
        #"{"t":500000000,"kind":"hinge-status","status":"fullyOpen"}"#,
        #"{"t":500000000,"kind":"hinge-rested","angle":180.0}"#,
        #"{"t":1000000000,"kind":"camera-stop","stream":0,"device":"virtual-front","cameras":["inner-front"],"frames":8}"#,
        #"{"t":1000000000,"kind":"event","event":"hinge","to":181.0,"over":0}"#,
        #"{"t":1000000000,"kind":"ignored","reason":"a hinge angle of 181.0 is not between 0 and 180"}"#,
      ])
  }

  /// A listener hears what is recorded, in order, and may use the log itself.
  @Test func aTapHearsEveryLine() throws {
    let clock = ManualClock()
    let heard = Log<String>()
    let log = TraceLog(clock: clock, to: .memory(newest: 2)) { time, kind, fields in
      heard.add("\(time.nanoseconds) \(kind) \(fields.map(\.0).joined(separator: " "))")
    }
    clock.advance(by: .milliseconds(3))
    log.record("a", ["x": 1, "y": "z"])
    log.record("b", [:])
    #expect(heard.entries == ["0 trace version", "3000000 a x y", "3000000 b "])
    #expect(log.lines.count == 2)
  }

  @Test func everyLineIsJSON() throws {
    let (phone, clock) = try SimulatedPhone.manual(recordsFrames: true)
    let values: KeyValuePairs<String, TraceValue> = [
      "text": "quote \" back \\ line \n tab \t bell \u{7} é 日本", "whole": 3, "part": 0.25, "yes": true,
      "list": .list([1, "two", .list([])]), "none": .number(.infinity),
    ]
    phone.trace.record("mixed", values)
    _ = try phone.open(.rearWide, into: Log<String>())
    clock.advance(by: .seconds(1))
    let objects = try phone.log.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.allSatisfy { $0["t"] is NSNumber && $0["kind"] is String })
    let mixed = objects.first { $0["kind"] as? String == "mixed" }!
    #expect(mixed["text"] as? String == "quote \" back \\ line \n tab \t bell \u{7} é 日本")
    #expect(mixed["none"] is NSNull)
    #expect(objects.filter { $0["kind"] as? String == "frame" }.count == 7)
  }

  /// Every event has its line.
  @Test func everyEventIsTraced() throws {
    let (phone, _) = try SimulatedPhone.manual(pose: "open-landscape")
    let events: [(PhoneEvent, String)] = [
      (.hinge(to: 180, over: .seconds(1)), #""event":"hinge","to":180.0,"over":1000000000"#),
      (.pose("book", over: .zero), #""event":"pose","pose":"book","over":0"#),
      (.turn(1), #""event":"turn","turns":1"#),
      (.moveApp(.outer), #""event":"move-app","display":"outer""#),
      (.splitView(true), #""event":"split-view","on":true"#),
      (.background, #""event":"background""#), (.foreground, #""event":"foreground""#),
      (.call(true), #""event":"call","on":true"#),
      (.overlay(true), #""event":"overlay","on":true"#),
      (.otherClient(.rearWide, takes: true), #""event":"other-client","camera":"rear-wide","takes":true"#),
      (.thermal(.serious), #""event":"thermal","level":"serious""#),
      (.plug(.rearWide, connected: false), #""event":"plug","camera":"rear-wide","connected":false"#),
      (.withdrawAccessory(true), #""event":"withdraw-accessory","on":true"#),
      (.sensitiveContent(true), #""event":"sensitive-content","on":true"#),
      (.mediaServicesReset, #""event":"media-services-reset""#),
      (.cameraControl(.lightPress), #""event":"camera-control","gesture":"lightPress""#),
      (.cameraControl(.slide(0.25)), #""event":"camera-control","gesture":"slide","by":0.25"#),
      (
        .posters([Poster("hello", centre: [0, 1, 0])]), #""event":"posters","codes":["qr: hello"]"#
      ),
      (.light(0.5), #""event":"light","level":0.5"#),
      (.world(.room), #""event":"world","world":"room""#),
      (
        .world(.movie(MovieWorld(path: "/a.mp4", shape: .flat, playing: .pingPong))),
        #""event":"world","world":"movie","path":"/a.mp4","playing":"pingPong","shape":"flat""#
      ),
      (.audio(.alarm(true)), #""event":"alarm","on":true"#),
      (.audio(.headset(.wired)), #""event":"headset","headset":"wired""#),
      (.audio(.headset(nil)), #""event":"headset","headset":"none""#),
      (.audio(.volume(0.5)), #""event":"volume","volume":0.5"#),
      (.audio(.sound(.room)), #""event":"sound","sound":"room""#),
      (.audio(.sound(.silence)), #""event":"sound","sound":"silence""#),
      (.capturing(true), #""event":"capturing","on":true"#),
      (.interfaceTurned(1), #""event":"interface-turned","turn":1"#),
      (.accessoryShown(true), #""event":"accessory-shown","on":true"#),
    ]
    var missing: [String] = []
    for (event, text) in events {
      let before = phone.log.lines.count
      phone.send(event)
      if !phone.log.lines.dropFirst(before).contains(where: { $0.contains(text + "}") }) {
        missing.append(text)
      }
    }
    #expect(missing == [])
  }

  @Test func memoryStaysBounded() {
    let clock = ManualClock()
    let log = TraceLog(clock: clock, to: .memory(newest: 3))
    for number in 0..<10 { log.record("n", ["n": .integer(number)]) }
    #expect(log.lines == (7..<10).map { #"{"t":0,"kind":"n","n":\#($0)}"# })
    #expect(log.droppedLines == 8)
  }

  @Test func toAFile() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let log = TraceLog(clock: ManualClock(), to: .file(try FileHandle(forWritingTo: url)))
    for number in 0..<5000 { log.record("n", ["n": .integer(number)]) }
    #expect(log.lines == [])
    try log.flush()
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 5001 && lines.last == #"{"t":0,"kind":"n","n":4999}"#)
  }

  @Test func aFileThatCannotBeWritten() throws {
    let log = TraceLog(
      clock: ManualClock(), to: .file(try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))))
    #expect(throws: TraceError.self) { try log.flush() }
  }
}
