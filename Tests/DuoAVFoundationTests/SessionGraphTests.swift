import Testing

@testable import DuoAVFoundation

/// A plain model of the same rules: sets and loops, no effects.
private struct PlainSession {
  struct Link: Hashable {
    var input, sink: Int
    var media: String
  }
  var inputs: [(id: Int, source: String, media: [String], presets: Set<String>)] = []
  var sinks: [(id: Int, name: String, media: Set<String>, repeats: Bool)] = []
  var links: [Link] = []
  var preset = "High"

  func accepts(input id: Int, source: String, presets: Set<String>, elsewhere: Bool) -> Bool {
    if inputs.contains(where: { $0.id == id }) || elsewhere { return false }
    if source != "other" && inputs.contains(where: { $0.source == source }) { return false }
    return source != "camera" || preset == SessionGraph.inputPriority || presets.contains(preset)
  }

  func accepts(sink id: Int, name: String, repeats: Bool, elsewhere: Bool) -> Bool {
    if sinks.contains(where: { $0.id == id }) || elsewhere { return false }
    return repeats || !sinks.contains { $0.name == name }
  }

  mutating func linkAll() {
    for sink in sinks {
      for input in inputs {
        for media in input.media where sink.media.contains(media) {
          if !links.contains(where: { $0.sink == sink.id && $0.media == media }) {
            links.append(Link(input: input.id, sink: sink.id, media: media))
          }
        }
      }
    }
  }
}

/// Numbers that are the same in every run.
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

@Suite struct SessionGraphTests {
  typealias ID = SessionGraph.ID

  func id(_ n: Int) -> ID { ID(integerLiteral: n) }

  func camera(_ n: Int, presets: Set<String> = ["High", "Photo"]) -> SessionGraph.Input {
    SessionGraph.Input(
      id: id(n), name: "Camera \(n)", source: .camera,
      ports: [.init(id: id(n * 100 + 1), media: "vide"), .init(id: id(n * 100 + 2), media: "mobj")],
      presets: presets)
  }

  func microphone(_ n: Int) -> SessionGraph.Input {
    SessionGraph.Input(
      id: id(n), name: "Microphone", source: .microphone, ports: [.init(id: id(n * 100), media: "soun")],
      presets: [])
  }

  func sink(_ n: Int, _ name: String, _ media: Set<String> = ["vide"], repeats: Bool = false)
    -> SessionGraph.Sink
  {
    SessionGraph.Sink(id: id(n), className: name, kind: .output, media: media, mayRepeat: repeats)
  }

  /// Names links by counting from 10,000.
  final class Names {
    var last = 10_000
    func next(_: SessionGraph.Link.Draft) -> ID {
      last += 1
      return ID(integerLiteral: last)
    }
  }

  @Test func everyRefusalNamesItsReason() {
    let names = Names()
    var graph = SessionGraph(preset: "High")
    func add(_ input: SessionGraph.Input, elsewhere: Bool = false) -> SessionRefusal? {
      graph.add(input, isInOtherSession: elsewhere, linking: true, newID: names.next)
    }
    func add(_ sink: SessionGraph.Sink, elsewhere: Bool = false) -> SessionRefusal? {
      graph.add(sink, isInOtherSession: elsewhere, linking: true, newID: names.next)
    }
    var photo = sink(13, "Photo")
    photo.excludes = ["Still"]
    let link = SessionGraph.Link(id: 77, ports: [101], sink: 11, media: "vide")

    let rows: [(String, SessionRefusal?, SessionRefusal?)] = [
      (
        "unsupported preset", add(camera(1, presets: ["Photo"])),
        .presetNotSupported(input: "Camera 1", preset: "High")
      ),
      ("of another session", add(camera(1), elsewhere: true), .inputInOtherSession),
      ("first", add(camera(1)), nil),
      ("again", add(camera(1)), .inputAlreadyAdded),
      ("second camera", add(camera(2)), .secondInputOfItsKind),
      ("microphone", add(microphone(3)), nil),
      ("second microphone", add(microphone(4)), .secondInputOfItsKind),
      ("data output", add(sink(11, "Data", repeats: true)), nil),
      ("same output", add(sink(11, "Data", repeats: true)), .outputAlreadyAdded),
      ("second data output", add(sink(12, "Data", repeats: true)), nil),
      ("output of another session", add(photo, elsewhere: true), .outputInOtherSession),
      ("photo output", add(photo), nil),
      ("second photo output", add(sink(14, "Photo")), .secondOutputOfItsKind("Photo")),
      ("still output beside photo", add(sink(15, "Still")), .outputsExclude("Still", "Photo")),
      ("taken", graph.add(link, portsAreHere: true, isInOtherSession: false), .connectionTaken("Data")),
      (
        "unsupported preset set", graph.set(preset: "Low"),
        .presetLacksACamera(preset: "Low")
      ),
      ("supported preset set", graph.set(preset: "Photo"), nil),
      ("input priority", graph.set(preset: SessionGraph.inputPriority), nil),
    ]
    #expect(rows.filter { $0.1 != $0.2 }.map(\.0) == [])

    let sinkless = SessionGraph.Link(id: 78, ports: [101], sink: 99, media: "vide")
    let portless = SessionGraph.Link(id: 79, ports: [], sink: 12, media: "vide")
    graph.remove(link: graph.requested.links(into: 12)[0].id)
    let wrong = SessionGraph.Link(id: 80, ports: [300], sink: 12, media: "soun")
    let right = SessionGraph.Link(id: 81, ports: [101], sink: 12, media: "vide")
    let connections: [(String, SessionRefusal?, SessionRefusal?)] = [
      ("no sink", graph.refusal(adding: sinkless, isInOtherSession: false), .connectionWithoutOutput),
      ("no port", graph.refusal(adding: portless, isInOtherSession: false), .connectionWithoutInput),
      (
        "sound", graph.refusal(adding: wrong, isInOtherSession: false),
        .connectionOfWrongMedia("soun", "Data")
      ),
      ("elsewhere", graph.refusal(adding: right, isInOtherSession: true), .connectionInOtherSession),
      (
        "input absent", graph.add(right, portsAreHere: false, isInOtherSession: false),
        .connectionWithoutInput
      ),
      ("right", graph.add(right, portsAreHere: true, isInOtherSession: false), nil),
      ("again", graph.add(right, portsAreHere: true, isInOtherSession: false), .connectionAlreadyAdded),
    ]
    #expect(connections.filter { $0.1 != $0.2 }.map(\.0) == [])
  }

  @Test func blocksNestAndApplyAtTheOutermostEnd() {
    let names = Names()
    var graph = SessionGraph(preset: "High")
    graph.begin()
    _ = graph.add(camera(1), isInOtherSession: false, linking: true, newID: names.next)
    graph.begin()
    _ = graph.add(sink(11, "Data"), isInOtherSession: false, linking: true, newID: names.next)
    #expect(graph.requested.links.map(\.id) == [10_001])
    #expect(graph.applied == SessionGraph.Topology(preset: "High"))
    let step1 = graph.commit()
    #expect(step1 == [])
    #expect(graph.applied == SessionGraph.Topology(preset: "High"))
    let step2 = graph.commit()
    #expect(
      step2 == [
        .addedInput(1), .addedSink(11), .connected(10_001), .chooseFormat(input: 1, preset: "High"),
      ])
    #expect(graph.applied == graph.requested)
    let step3 = graph.commit()
    #expect(step3 == nil)
  }

  @Test func replacingAnInputMakesNewConnections() {
    let names = Names()
    var graph = SessionGraph(preset: "High")
    graph.begin()
    _ = graph.add(camera(1), isInOtherSession: false, linking: true, newID: names.next)
    _ = graph.add(sink(11, "Data"), isInOtherSession: false, linking: true, newID: names.next)
    _ = graph.commit()
    graph.begin()
    graph.remove(input: 1)
    _ = graph.add(camera(2), isInOtherSession: false, linking: true, newID: names.next)
    let step4 = graph.commit()
    #expect(
      step4 == [
        .disconnected(10_001), .removedInput(1), .addedInput(2), .connected(10_002),
        .chooseFormat(input: 2, preset: "High"),
      ])
    // Out and back in within one block is still a new connection.
    graph.begin()
    graph.remove(input: 2)
    _ = graph.add(camera(2), isInOtherSession: false, linking: true, newID: names.next)
    let step5 = graph.commit()
    #expect(
      step5 == [
        .disconnected(10_002), .connected(10_003), .chooseFormat(input: 2, preset: "High"),
      ])
  }

  @Test func theLastChoiceOfFormatWins() {
    let names = Names()
    var graph = SessionGraph(preset: "High")
    graph.begin()
    _ = graph.add(camera(1), isInOtherSession: false, linking: true, newID: names.next)
    let changed = graph.appChoseFormat()
    #expect(changed)
    #expect(graph.requested.preset == SessionGraph.inputPriority)
    let step6 = graph.commit()
    #expect(step6 == [.addedInput(1)])
    let step7 = graph.appChoseFormat()
    #expect(step7 == false)
    graph.begin()
    let step8 = graph.set(preset: "Photo")
    #expect(step8 == nil)
    let step9 = graph.commit()
    #expect(step9 == [.chooseFormat(input: 1, preset: "Photo"), .presetChanged("Photo")])
  }

  @Test func anyMixOfChangesAgreesWithThePlainModelAndRefusalsChangeNothing() {
    var random = FixedRandom(state: 7)
    var mismatches: [String] = []
    for run in 0..<400 {
      var graph = SessionGraph(preset: "High")
      var plain = PlainSession()
      let names = Names()
      for step in 0..<30 {
        let n = Int.random(in: 1...5, using: &random)
        let elsewhere = Int.random(in: 0..<8, using: &random) == 0
        let before = graph
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
          let presets: Set<String> = n == 5 ? ["Photo"] : ["High", "Photo"]
          let accepted = plain.accepts(input: n, source: "camera", presets: presets, elsewhere: elsewhere)
          let refusal = graph.add(
            camera(n, presets: presets), isInOtherSession: elsewhere, linking: true, newID: names.next)
          if accepted {
            plain.inputs.append((n, "camera", ["vide", "mobj"], presets))
            plain.linkAll()
          }
          if (refusal == nil) != accepted { mismatches.append("\(run).\(step): camera \(n)") }
          if refusal != nil && graph != before { mismatches.append("\(run).\(step): camera left a trace") }
        case 1:
          let accepted = plain.accepts(input: 6, source: "microphone", presets: [], elsewhere: elsewhere)
          let refusal = graph.add(
            microphone(6), isInOtherSession: elsewhere, linking: true, newID: names.next)
          if accepted {
            plain.inputs.append((6, "microphone", ["soun"], []))
            plain.linkAll()
          }
          if (refusal == nil) != accepted { mismatches.append("\(run).\(step): microphone") }
        case 2:
          let (name, media, repeats): (String, Set<String>, Bool) =
            n < 3
            ? ("Data", ["vide"], true)
            : n == 3 ? ("Movie", ["vide", "soun"], false) : ("Meta", ["mobj"], false)
          let accepted = plain.accepts(sink: 10 + n, name: name, repeats: repeats, elsewhere: elsewhere)
          let refusal = graph.add(
            sink(10 + n, name, media, repeats: repeats), isInOtherSession: elsewhere, linking: true,
            newID: names.next)
          if accepted {
            plain.sinks.append((10 + n, name, media, repeats))
            plain.linkAll()
          }
          if (refusal == nil) != accepted { mismatches.append("\(run).\(step): sink \(n)") }
          if refusal != nil && graph != before { mismatches.append("\(run).\(step): sink left a trace") }
        case 3:
          graph.remove(input: id(n))
          plain.inputs.removeAll { $0.id == n }
          plain.links.removeAll { $0.input == n }
        case 4:
          graph.remove(sink: id(10 + n))
          plain.sinks.removeAll { $0.id == 10 + n }
          plain.links.removeAll { $0.sink == 10 + n }
        case 5:
          let preset = n < 4 ? "Photo" : "High"
          let accepted = plain.inputs.allSatisfy { $0.source != "camera" || $0.presets.contains(preset) }
          if (graph.set(preset: preset) == nil) != accepted { mismatches.append("\(run).\(step): preset") }
          if accepted { plain.preset = preset }
        default:
          if Bool.random(using: &random) { graph.begin() } else { _ = graph.commit() }
        }
        let links = Set(
          graph.requested.links.map { link in
            PlainSession.Link(
              input: graph.requested.input(ofPort: link.ports[0])!.id.number, sink: link.sink.number,
              media: link.media)
          })
        if links != Set(plain.links) || graph.requested.inputs.map(\.id.number) != plain.inputs.map(\.id)
          || graph.requested.sinks.map(\.id.number) != plain.sinks.map(\.id)
          || graph.requested.preset != plain.preset
        {
          mismatches.append("\(run).\(step): topology")
        }
      }
    }
    #expect(mismatches == [])
  }
}
