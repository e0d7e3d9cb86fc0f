import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// The rules of sessions of several cameras, as values and at their border.
@Suite(.serialized) struct MultiCamRulesTests {
  func id(_ n: Int) -> SessionGraph.ID { SessionGraph.ID(integerLiteral: n) }

  func camera(_ n: Int, parts: Int = 0) -> SessionGraph.Input {
    SessionGraph.Input(
      id: id(n), name: "Camera \(n)", source: .camera, ports: [.init(id: id(n * 100), media: "vide")],
      presets: ["High"],
      hidden: (0..<parts).map { part in
        .init(port: .init(id: id(n * 100 + 1 + part), media: "vide"), camera: "part \(part)")
      }, camera: "camera \(n)")
  }

  func sink(_ n: Int, _ name: String, constituents: Bool = true) -> SessionGraph.Sink {
    SessionGraph.Sink(
      id: id(n), className: name, kind: .output, media: ["vide"], mayRepeat: false,
      takesConstituents: constituents)
  }

  func graph() -> SessionGraph {
    // Two that go together, and no third.
    SessionGraph(preset: SessionGraph.inputPriority) { $0.count == 2 && !$0.contains("camera 3") }
  }

  func link(_ n: Int, _ port: Int, _ sink: Int) -> SessionGraph.Link {
    SessionGraph.Link(id: id(n), ports: [id(port)], sink: id(sink), media: "vide")
  }

  @Test func camerasThatDoNotGoTogether() {
    var graph = graph()
    func add(_ input: SessionGraph.Input) -> SessionRefusal? {
      graph.add(input, isInOtherSession: false, linking: false) { _ in id(9000) }
    }
    #expect(add(camera(1)) == nil)
    #expect(add(camera(3)) == .camerasCannotRunTogether(["camera 1", "camera 3"]))
    #expect(add(camera(2)) == nil)
    #expect(add(camera(4)) == .camerasCannotRunTogether(["camera 1", "camera 2", "camera 4"]))
    graph.remove(input: id(1))
    #expect(add(camera(4)) == nil && graph.requested.inputs.map(\.id) == [id(2), id(4)])
    let microphone = SessionGraph.Input(
      id: id(50), name: "Microphone", source: .microphone, ports: [], presets: [])
    #expect(add(microphone) == nil)
    var second = microphone
    second.id = id(51)
    #expect(add(second) == .secondInputOfItsKind, "one microphone is enough")
  }

  @Test func presetsAndOutputs() {
    var graph = graph()
    #expect(graph.refusal(preset: "High") == .presetOfSeveralCameras("High"))
    #expect(graph.set(preset: SessionGraph.inputPriority) == nil)
    for number in [10, 11, 12] {
      #expect(
        graph.add(sink(number, "Photo"), isInOtherSession: false, linking: true) { _ in id(9000) } == nil)
    }
    // A camera is connected to every output that has none yet, the second to none.
    var names = 100
    func name(_: SessionGraph.Link.Draft) -> SessionGraph.ID {
      names += 1
      return id(names)
    }
    _ = graph.add(camera(1), isInOtherSession: false, linking: true, newID: name)
    _ = graph.add(camera(2), isInOtherSession: false, linking: true, newID: name)
    #expect(graph.requested.links.map(\.ports) == Array(repeating: [id(100)], count: 3))
    #expect(graph.refusal(adding: link(5, 200, 10), isInOtherSession: false) == .connectionTaken("Photo"))
    var ordinary = SessionGraph(preset: "High")
    _ = ordinary.add(sink(10, "Photo"), isInOtherSession: false, linking: true, newID: name)
    #expect(
      ordinary.refusal(adding: sink(11, "Photo"), isInOtherSession: false) == .secondOutputOfItsKind("Photo"))
  }

  @Test func portsOfConstituents() {
    var several = graph()
    var ordinary = SessionGraph(preset: "High")
    func fill(_ graph: inout SessionGraph) {
      _ = graph.add(camera(1, parts: 2), isInOtherSession: false, linking: false) { _ in id(9000) }
      _ = graph.add(sink(10, "Data"), isInOtherSession: false, linking: false) { _ in id(9000) }
      _ = graph.add(
        sink(11, "Photo", constituents: false), isInOtherSession: false, linking: false
      ) { _ in id(9000) }
    }
    fill(&several)
    fill(&ordinary)
    #expect(several.refusal(adding: link(5, 101, 10), isInOtherSession: false) == nil)
    #expect(
      several.refusal(adding: link(5, 101, 11), isInOtherSession: false) == .constituentNotTaken("Photo"))
    #expect(several.refusal(adding: link(5, 100, 11), isInOtherSession: false) == nil)
    #expect(
      ordinary.refusal(adding: link(5, 101, 10), isInOtherSession: false) == .constituentOutsideMultiCam)
    #expect(several.add(link(5, 102, 10), portsAreHere: true, isInOtherSession: false) == nil)
    #expect(several.requested.input(ofPort: id(102))?.id == id(1))
    several.remove(input: id(1))
    #expect(several.requested.links == [])
  }

  @Test func severalDataOutputsOfAnOrdinarySession() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    let layer = AVCaptureVideoPreviewLayer(session: session)
    #expect(session.hardwareCost == 0 && layer.connection != nil)
    session.addOutput(AVCaptureVideoDataOutput())
    #expect(session.hardwareCost == 0.375)
    session.sessionPreset = .photo
    #expect(session.hardwareCost == 0.5)
    session.removeOutput(session.outputs[0])
    #expect(session.hardwareCost == 0)
    // A movie beside the data (R152).
    let movie = AVCaptureMovieFileOutput()
    #expect(session.canAddOutput(movie))
    session.addOutput(movie)
    #expect(session.hardwareCost == 0.5)
    #expect(!session.canAddOutput(AVCaptureMovieFileOutput()))
    session.removeOutput(session.outputs[0])
    #expect(session.hardwareCost == 0, "a movie alone")
  }

  typealias Story = @Sendable () throws -> Void

  static func rows() -> [String: Story] {
    [
      "*** -[AVCaptureSession setSessionPreset:] AVCaptureSessionPresetHigh is not supported by AVCaptureMultiCamSession, whose preset is always AVCaptureSessionPresetInputPriority":
        { AVCaptureMultiCamSession(on: CaptureBench().phone).sessionPreset = .high },
      "*** -[AVCaptureSession addInput:] These cameras cannot run together: rear-dual-wide, virtual-front - Use -[AVCaptureDeviceDiscoverySession supportedMultiCamDeviceSets]":
        {
          let bench = CaptureBench()
          let session = AVCaptureMultiCamSession(on: bench.phone)
          session.addInput(try bench.input(.rearDualWide))
          session.addInput(try bench.input(.virtualFront))
        },
      "*** -[AVCaptureSession addConnection:] A port of a constituent device may only be connected in an AVCaptureMultiCamSession":
        {
          let bench = CaptureBench()
          let session = bench.session()
          let input = try bench.input(.rearDualWide)
          let output = AVCaptureVideoDataOutput()
          session.addInputWithNoConnections(input)
          session.addOutputWithNoConnections(output)
          let port = input.ports(
            for: .video, sourceDeviceType: .builtInUltraWideCamera, sourceDevicePosition: .back)[0]
          session.addConnection(AVCaptureConnection(inputPorts: [port], output: output))
        },
      "*** -[AVCaptureSession addConnection:] <AVCapturePhotoOutput> takes no port of a constituent device":
        {
          let bench = CaptureBench()
          let session = AVCaptureMultiCamSession(on: bench.phone)
          let input = try bench.input(.rearDualWide)
          let output = AVCapturePhotoOutput()
          session.addInputWithNoConnections(input)
          session.addOutputWithNoConnections(output)
          let port = input.ports(
            for: .video, sourceDeviceType: .builtInWideAngleCamera, sourceDevicePosition: .back)[0]
          session.addConnection(AVCaptureConnection(inputPorts: [port], output: output))
        },
      "*** -[AVCaptureDeviceInput setVideoMinFrameDurationOverride:] - the passed frame duration 1:1000 is not supported by the device.":
        {
          let input = try CaptureBench().input(.rearWide)
          input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 1000)
        },
    ]
  }

  @Test(arguments: rows().keys.sorted()) func whatRaises(_ text: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [text] in
      try MultiCamRulesTests.rows()[text]!()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("uncaught exception 'NSInvalidArgumentException'") && error.contains(text))
  }
}
