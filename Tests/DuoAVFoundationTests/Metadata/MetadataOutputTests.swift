import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import BarcodeReading
@testable import DuoAVFoundation

/// A picture that is a code on white, filling the middle of the unturned frame, with people beside it.
private struct CodeScene: FrameImager {
  var drawing: BarcodeDrawing?
  var people: [SeenPerson] = []
  let looks: Guarded<Int>

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    guard case .biplanar420 = target.layout else { return }
    looks.withLock { $0 += 1 }
    let plane = target.planes[0]
    for y in 0..<target.height {
      (plane.base + y * plane.bytesPerRow).initializeMemory(
        as: UInt8.self, repeating: 235, count: target.width)
    }
    guard let drawing else { return }
    let scale = 4
    let (x0, y0) = ((target.width - drawing.width * scale) / 2, (target.height - drawing.height * scale) / 2)
    for y in 0..<drawing.height * scale {
      let row = (plane.base + (y + y0) * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<drawing.width * scale where drawing.modules[y / scale * drawing.width + x / scale] {
        row[x + x0] = 20
      }
    }
  }
}

private final class ObjectNotes: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
  // `@unchecked`: everything is behind locks.
  let notes = Notes()
  let last = Guarded<[AVMetadataObject]>([])

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    let time = metadataObjects.first.map { "\($0.time.value / 1_000_000) " } ?? ""
    let words = metadataObjects.map { object in
      switch object {
      case let face as AVMetadataFaceObject: "face \(face.faceID)"
      case let code as AVMetadataMachineReadableCodeObject: code.stringValue ?? "-"
      default: object.type.rawValue
      }
    }
    notes.add(time + "[" + words.joined(separator: ", ") + "]" + (connection.output === output ? "" : "?"))
    if !metadataObjects.isEmpty { last.withLock { $0 = metadataObjects } }
  }
}

private struct MetadataBench {
  let bench = CaptureBench()
  let output = AVCaptureMetadataOutput()
  let session: AVCaptureSession
  let delegate = ObjectNotes()
  let queue = DispatchQueue(label: "objects")
  let looks = Guarded(0)

  init(_ types: [AVMetadataObject.ObjectType] = [.qr]) throws {
    session = bench.session()
    session.sessionPreset = .vga640x480
    session.addInput(try bench.input(.rearWide))
    session.addOutput(output)
    output.metadataObjectTypes = types
    output.setMetadataObjectsDelegate(delegate, queue: queue)
    let (queue, reading) = (queue, output.feed.reading)
    bench.phone.hands.settle.withLock {
      $0 = {
        reading.sync {}
        queue.sync {}
      }
    }
    try show(nil)
  }

  func show(_ text: String?, _ kind: Symbology = .qr, people: [SeenPerson] = []) throws {
    let scene = CodeScene(
      drawing: try text.map { try BarcodeDrawing($0, kind) }, people: people, looks: looks)
    bench.phone.scene.withLock { $0 = { _ in scene } }
  }

  func run(_ milliseconds: Double) { bench.run(milliseconds: milliseconds) }
}

private func person(_ figure: Figure, _ x: Double, body: Bool = false) -> SeenPerson {
  let box = SeenPerson.Box(x: x, y: 0.2, width: 0.2, height: 0.3)
  return SeenPerson(figure: figure, face: box, body: body ? box : nil, roll: 90, yaw: -20)
}

@Suite struct MetadataOutputTests {
  @Test func defaults() {
    let output = AVCaptureMetadataOutput()
    #expect(output.metadataObjectsDelegate == nil && output.metadataObjectsCallbackQueue == nil)
    #expect(output.availableMetadataObjectTypes == [] && output.metadataObjectTypes == [])
    #expect(output.rectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test func rawValuesAreApples() {
    let names: [(AVMetadataObject.ObjectType, String)] = [
      (.qr, "org.iso.QRCode"), (.ean13, "org.gs1.EAN-13"), (.ean8, "org.gs1.EAN-8"), (.upce, "org.gs1.UPC-E"),
      (.code39, "org.iso.Code39"), (.code39Mod43, "org.iso.Code39Mod43"), (.code93, "com.intermec.Code93"),
      (.code128, "org.iso.Code128"), (.pdf417, "org.iso.PDF417"), (.aztec, "org.iso.Aztec"),
      (.interleaved2of5, "org.ansi.Interleaved2of5"), (.itf14, "org.gs1.ITF14"),
      (.dataMatrix, "org.iso.DataMatrix"),
      (.face, "face"),
    ]
    #expect(names.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])
  }

  @Test func whatCanBeFoundComesWithTheCamera() throws {
    let bench = CaptureBench()
    let output = AVCaptureMetadataOutput()
    let told = Notes()
    let observation = output.observe(\.availableMetadataObjectTypes, options: [.new]) { output, _ in
      told.add(output.availableMetadataObjectTypes.isEmpty ? "none" : "some")
    }
    defer { observation.invalidate() }
    let session = bench.session()
    session.addOutput(output)
    #expect(output.availableMetadataObjectTypes == [])
    let input = try bench.input(.rearWide)
    session.addInput(input)
    #expect(Set([.qr, .ean13, .face, .humanBody]).isSubset(of: output.availableMetadataObjectTypes))
    session.removeInput(input)
    session.addInput(input)
    session.removeOutput(output)
    #expect(output.availableMetadataObjectTypes == [])
    #expect(told.all == ["some", "none", "some", "none"])
  }

  @Test func aCodeIsReadAFewTimesASecondUntilItGoes() throws {
    let metadata = try MetadataBench()
    try metadata.show("https://example.org")
    metadata.session.startRunning()
    metadata.run(350)
    #expect(
      metadata.delegate.notes.all == [
        "350 [https://example.org]", "449 [https://example.org]", "549 [https://example.org]",
      ])
    metadata.delegate.notes.clear()
    try metadata.show(nil)
    metadata.run(400)
    // Once that nothing is there any more.
    #expect(metadata.delegate.notes.all == ["[]"])
    #expect(metadata.looks.withLock { $0 } == 7)
  }

  @Test func nobodyListensNothingIsDrawn() throws {
    let metadata = try MetadataBench([])
    try metadata.show("a")
    metadata.session.startRunning()
    metadata.run(500)
    #expect(metadata.looks.withLock { $0 } == 0)
    metadata.output.metadataObjectTypes = [.face]
    metadata.run(200)
    #expect(metadata.looks.withLock { $0 } == 0)
    metadata.output.metadataObjectTypes = [.qr]
    metadata.output.setMetadataObjectsDelegate(nil, queue: nil)
    metadata.run(200)
    #expect(metadata.looks.withLock { $0 } == 0 && metadata.delegate.notes.all == [])
  }

  /// The code in the middle of the unturned picture, corners counter-clockwise from its top left.
  @Test func boundsAndCornersAreInUnitsOfThePicture() throws {
    let metadata = try MetadataBench()
    try metadata.show("corners")
    metadata.session.startRunning()
    metadata.run(110)
    let code = try #require(
      metadata.delegate.last.withLock { $0.first } as? AVMetadataMachineReadableCodeObject)
    let drawing = try BarcodeDrawing("corners", .qr)
    let columns = drawing.modules.indices.filter { drawing.modules[$0] }.map { $0 % drawing.width }
    let side = Double(columns.max()! - columns.min()! + 1) * 4
    let (w, h) = (side / 640, side / 480)
    let (left, top) = (0.5 - w / 2, 0.5 - h / 2)
    let places = [(left, top), (left, top + h), (left + w, top + h), (left + w, top)]
    for (corner, place) in zip(code.corners, places) {
      #expect(abs(corner.x - place.0) < 0.01 && abs(corner.y - place.1) < 0.01, "\(corner), not \(place)")
    }
    #expect(abs(code.bounds.minX - left) < 0.01 && abs(code.bounds.height - h) < 0.02)
    #expect(code.type == .qr && code.stringValue == "corners" && !code.duration.isValid)
  }

  @Test func onlyWhatTouchesTheRectangleCounts() throws {
    let metadata = try MetadataBench([.face, .qr])
    try metadata.show("middle", people: [person(.holder, 0.05), person(.subject, 0.75)])
    metadata.output.rectOfInterest = CGRect(x: 0.2, y: 0.1, width: 0.4, height: 0.8)
    metadata.session.startRunning()
    metadata.run(10)
    metadata.run(100)
    #expect(metadata.delegate.notes.all.first == "350 [face 1, middle]")
    metadata.output.rectOfInterest = CGRect(x: 0, y: 0, width: 0.01, height: 0.01)
    metadata.delegate.notes.clear()
    metadata.run(100)
    #expect(metadata.delegate.notes.all == ["[]"])
  }

  /// Of a rectangle that reaches outside the picture its part in the picture counts.
  @Test func anyRectangleIsKept() throws {
    let metadata = try MetadataBench([.face])
    try metadata.show(nil, people: [person(.holder, -0.15), person(.subject, 0.75)])
    let left = CGRect(x: -2, y: -1, width: 2.1, height: 3)
    metadata.output.rectOfInterest = left
    #expect(metadata.output.rectOfInterest == left)
    metadata.session.startRunning()
    metadata.run(10)
    metadata.run(100)
    #expect(metadata.delegate.notes.all.first == "350 [face 1]")
    metadata.output.rectOfInterest = CGRect(x: 1.5, y: 0, width: 1, height: 1)
    metadata.delegate.notes.clear()
    metadata.run(100)
    #expect(metadata.delegate.notes.all == ["[]"])
  }

  /// A scanner that looks at all of a layer which is wider than the picture.
  @Test func theWholeLayerIsARectangleOfInterest() throws {
    let metadata = try MetadataBench([.face])
    let layer = AVCaptureVideoPreviewLayer(session: metadata.session)
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 900)
    layer.videoGravity = .resizeAspect
    let area = layer.metadataOutputRectConverted(fromLayerRect: layer.bounds)
    #expect(area.minX < 0 || area.minY < 0)
    metadata.output.rectOfInterest = area
    try metadata.show(nil, people: [person(.holder, 0.05)])
    metadata.session.startRunning()
    metadata.run(10)
    metadata.run(100)
    #expect(metadata.delegate.notes.all.first == "350 [face 1]")
  }

  @Test func facesKeepTheirNumberWhileTheyAreThere() throws {
    let metadata = try MetadataBench([.face])
    try metadata.show(nil, people: [person(.holder, 0.1)])
    metadata.session.startRunning()
    metadata.run(10 + 95)
    try metadata.show(nil, people: [person(.holder, 0.1), person(.subject, 0.6)])
    metadata.run(100)
    try metadata.show(nil, people: [person(.subject, 0.6)])
    metadata.run(100)
    try metadata.show(nil, people: [person(.holder, 0.1), person(.subject, 0.6)])
    metadata.run(100)
    #expect(
      metadata.delegate.notes.all == [
        "350 [face 1]", "449 [face 1, face 2]", "549 [face 2]", "649 [face 3, face 2]",
      ])
    let face = try #require(metadata.delegate.last.withLock { $0[0] } as? AVMetadataFaceObject)
    #expect(face.hasRollAngle && face.rollAngle == 90 && face.hasYawAngle && face.yawAngle == 340)
    #expect(face.bounds == CGRect(x: 0.1, y: 0.2, width: 0.2, height: 0.3))
  }

  @Test func bodiesAndFacesAreCutToThePicture() throws {
    let metadata = try MetadataBench([.humanBody])
    try metadata.show(nil, people: [person(.holder, -0.1, body: true)])
    metadata.session.startRunning()
    metadata.run(110)
    let body = try #require(metadata.delegate.last.withLock { $0.first } as? AVMetadataHumanBodyObject)
    #expect(body.bodyID == 1 && body.type == .humanBody)
    #expect(body.bounds.minX == 0 && abs(body.bounds.width - 0.1) < 1e-9)
  }

  @Test func typesOfOneKindOfCode() throws {
    func type(_ text: String, _ kind: Symbology, _ wanted: AVMetadataObject.ObjectType...) -> String? {
      let code = ReadBarcode(symbology: kind, text: text, bytes: [], corners: [])
      return CodeTypes.type(of: code, among: Set(wanted))?.rawValue
    }
    #expect(type("00012345678905", .itf, .itf14, .interleaved2of5) == "org.gs1.ITF14")
    #expect(type("00012345678905", .itf, .interleaved2of5) == "org.ansi.Interleaved2of5")
    #expect(type("00012345678906", .itf, .itf14) == nil && type("1234", .itf, .itf14) == nil)
    #expect(type("1234", .itf, .itf14, .interleaved2of5) == "org.ansi.Interleaved2of5")
    // C + O + D + E = 12 + 24 + 13 + 14 = 63, 20 modulo 43: K.
    #expect(type("CODEK", .code39, .code39, .code39Mod43) == "org.iso.Code39Mod43")
    #expect(type("CODEL", .code39, .code39, .code39Mod43) == "org.iso.Code39")
    #expect(type("CODEL", .code39, .code39Mod43) == nil && type("a", .qr, .aztec) == nil)
    #expect(type("a", .qr, .qr, .aztec) == "org.iso.QRCode")
  }

  @Test func misuseRaises() async {
    func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let early = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVCaptureMetadataOutput().metadataObjectTypes = [.qr]
    }
    #expect(
      text(early).contains("NSInvalidArgumentException") && text(early).contains("setMetadataObjectTypes:"))
    let unknown = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = try MetadataBench([.qr, .catBody])
    }
    #expect(text(unknown).contains("catBody"))
    let queue = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVCaptureMetadataOutput().setMetadataObjectsDelegate(ObjectNotes(), queue: nil)
    }
    #expect(text(queue).contains("NULL queue"))
    let roll = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ =
        AVMetadataFaceObject(time: .zero, bounds: .zero, deviceID: "", faceID: 1, roll: nil, yaw: 0).rollAngle
    }
    #expect(text(roll).contains("NSGenericException"))
  }
}

@Suite struct MetadataTransformTests {
  private func face(_ device: AVCaptureDevice) -> AVMetadataFaceObject {
    AVMetadataFaceObject(
      time: .zero, bounds: CGRect(x: 0.1, y: 0.2, width: 0.2, height: 0.1), deviceID: device.uniqueID,
      faceID: 3,
      roll: 270, yaw: 45)
  }

  @Test func videoDataOutputsAnswerInPixelsOfTheirBuffers() throws {
    let bench = CaptureBench()
    let (video, photo) = (AVCaptureVideoDataOutput(), AVCapturePhotoOutput())
    let session = try bench.session(.outerFront, video, photo)
    session.sessionPreset = .hd1280x720
    let device = bench.device(.outerFront)
    let connection = try #require(video.connection(with: .video))
    connection.videoRotationAngle = 90
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = true
    let seen = try #require(
      video.transformedMetadataObject(for: face(device), connection: connection) as? AVMetadataFaceObject)
    // Turned clockwise: x = 720 - y; then flipped: x = y. 0.2 and 0.3 of the height are 144 and 216 pixels.
    #expect(abs(seen.bounds.minX - 144) < 1e-6 && abs(seen.bounds.width - 72) < 1e-6)
    #expect(abs(seen.bounds.minY - 128) < 1e-6 && abs(seen.bounds.height - 256) < 1e-6)
    #expect(seen.rollAngle == 0 && seen.yawAngle == 315 && seen.faceID == 3)
    #expect(seen !== face(device))
    // A photo output only writes down how to turn its pictures.
    let still = photo.connections[0]
    let tagged = try #require(photo.transformedMetadataObject(for: face(device), connection: still))
    #expect(abs(tagged.bounds.minX - 128) < 1e-6 && abs(tagged.bounds.minY - 144) < 1e-6)
    // Another camera's object, and another output's connection.
    #expect(
      video.transformedMetadataObject(for: face(bench.device(.rearWide)), connection: connection) == nil)
    #expect(video.transformedMetadataObject(for: face(device), connection: still) == nil)
  }

  @Test func depthOutputsAnswerInPixelsOfTheirMaps() throws {
    let depth = try DepthBench()
    depth.connection.videoRotationAngle = 180
    let seen = try #require(
      depth.output.transformedMetadataObject(for: face(depth.device), connection: depth.connection))
    #expect(abs(seen.bounds.minX - 224) < 1e-6 && abs(seen.bounds.minY - 168) < 1e-6)
    #expect(abs(seen.bounds.width - 64) < 1e-6 && abs(seen.bounds.height - 24) < 1e-6)
  }

  @Test func previewLayersAnswerInTheirPoints() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront)
    session.sessionPreset = .hd1280x720
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    let code = AVMetadataMachineReadableCodeObject(
      time: .zero, type: .qr, deviceID: bench.device(.outerFront).uniqueID,
      corners: [
        CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0.6), CGPoint(x: 0.6, y: 0.6), CGPoint(x: 0.6, y: 0.5),
      ],
      bounds: CGRect(x: 0.5, y: 0.5, width: 0.1, height: 0.1), stringValue: "a")
    for gravity in [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill] {
      layer.videoGravity = gravity
      let seen = try #require(
        layer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject)
      let expected = code.corners.map { layer.layerPointConverted(fromCaptureDevicePoint: $0) }
      #expect(zip(seen.corners, expected).allSatisfy { abs($0.x - $1.x) < 1e-9 && abs($0.y - $1.y) < 1e-9 })
      #expect(
        seen.stringValue == "a" && seen.bounds.contains(CGPoint(x: seen.bounds.midX, y: seen.corners[0].y)))
      #expect(abs(seen.corners[0].x - 150) < 1e-9 && abs(seen.corners[0].y - 150) < 1e-9)
    }
    let other = face(bench.device(.rearWide))
    #expect(layer.transformedMetadataObject(for: other) == nil)
    #expect(AVCaptureVideoPreviewLayer().transformedMetadataObject(for: code) == nil)
  }
}
