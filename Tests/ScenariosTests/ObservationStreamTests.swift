import Foundation
import PhoneModel
import Testing

@testable import Scenarios

private func picture(_ seed: UInt8, _ layout: PixelPicture.Layout) -> PixelPicture {
  let count = 6 * 4 * layout.bytesPerPixel
  // Newlines among the bytes: payloads must not be taken for lines.
  return PixelPicture(
    width: 6, height: 4, layout: layout, bytes: Data((0..<count).map { $0 % 3 == 0 ? 10 : UInt8($0) &+ seed })
  )
}

private func sampleRecords() -> [ObservationRecord] {
  let trace = PreviewTrace(
    deviceUniqueID: "x", frameCamera: .outerFront, connectedCamera: .innerFront, rotationAngle: 90,
    isMirrored: true, frameTime: PhoneTime(seconds: 1.5),
    frame: FrameGeometry(
      width: 1920, height: 1080, fieldOfView: 100, frameDuration: .milliseconds(33), scale: 0.4),
    isInterrupted: false, blackReason: .covered, viewRotation: 20, viewIsFlipped: true)
  let preview = PreviewObservation(
    id: 3, rect: RectRecord(x: 0, y: 1, width: 6, height: 4), content: picture(1, .gray8), contentScale: 1,
    visibleFraction: 0.75, trace: trace, scene: .cameraCaptureAccessory,
    layout: PreviewLayout(
      frame: RectRecord(x: 0, y: 0, width: 5, height: 5),
      container: RectRecord(x: 0, y: 0, width: 6, height: 6),
      onDisplay: RectRecord(x: 0, y: 1, width: 6, height: 4),
      window: RectRecord(x: 0, y: 0, width: 6, height: 6),
      gravity: "AVLayerVideoGravityResize", stretch: 1.5, coveredBy: ["panel"], isBehindPresented: true))
  let display = DisplayObservation(
    display: .outer, interfaceTurn: 0, width: 6, height: 6, picture: picture(9, .bgra), previews: [preview],
    controls: [
      ControlObservation(
        name: "shutter", hitRect: RectRecord(x: 1, y: 1, width: 2, height: 2), scene: .cameraCaptureAccessory,
        isIdentified: true, value: "on")
    ],
    texts: [TextObservation(text: "3", rect: RectRecord(x: 1, y: 2, width: 3, height: 1))],
    windows: [WindowObservation(rect: RectRecord(x: 0, y: 0, width: 6, height: 6))])
  let moment = MomentRecord(
    time: PhoneTime(seconds: 2), kind: .settled, step: 1, stepName: "äb\n", state: .initial(.duo),
    displays: [display])
  return [
    .header(ObservationHeader(phone: "duo", app: "A")),
    .progress(ProgressRecord(time: .zero, step: nil, doing: "launching")),
    .appEvent(AppEventRecord(time: PhoneTime(seconds: 1), kind: .directionHandlerReturned)),
    .appEvent(
      AppEventRecord(
        time: .zero, kind: .mainThreadBlocked, detail: "startRunning", name: "x", over: .milliseconds(3))),
    .moment(moment),
    .photo(
      PhotoRecord(
        time: PhoneTime(seconds: 2.5), state: .initial(.duo, pose: "flipped")!,
        file: Data([0xff, 0xd8, 10, 10, 0, 123]), frameCamera: .rearWide, deviceUniqueID: "y",
        rotationAngle: 270, isMirrored: true, orientation: 7, width: 4032, height: 3024)),
    .movie(
      MovieRecord(
        name: "a b.mov", file: "/x/movie-1.mov", writer: .movieFileOutput, ending: "stopped",
        hasPictures: true,
        pictures: 30,
        moments: [
          MovieRecord.Moment(time: PhoneTime(seconds: 1), state: .initial(.duo), camera: .rearWide),
          MovieRecord.Moment(time: PhoneTime(seconds: 2), state: .initial(.duo, pose: "book")!),
        ], last: PhoneTime(seconds: 3),
        claims: MovieRecord.Claims(deviceUniqueID: "y", rotationAngle: 90, isMirrored: true))),
    .movie(
      MovieRecord(
        name: "b.mp4", file: nil, writer: .assetWriter, ending: nil, hasPictures: false, pictures: 0,
        moments: [],
        last: nil, claims: nil)),
    .tapMissed(TapMissRecord(time: .zero, step: 0, target: TapTarget(.point(x: 1, y: 2, display: .inner)))),
    .ignored(
      IgnoredRecord(
        time: PhoneTime(seconds: 1), step: 4, event: .pose("lotus", over: .zero), reason: "no such pose")),
    .refused(RefusalRecord(place: "a.jpg", what: "is broken")),
    .hung(ProgressRecord(time: .zero, step: 2, doing: "x")), .end(PhoneTime(seconds: 3)),
  ]
}

private func bytes(_ records: [ObservationRecord]) throws -> Data {
  try records.flatMap(ObservationCoding.encode).reduce(Data(), +)
}

private func readAll(_ data: Data, chunk: Int) throws -> (records: [ObservationRecord], isTruncated: Bool) {
  var reader = ObservationReader()
  var records: [ObservationRecord] = []
  var start = data.startIndex
  while start < data.endIndex {
    let end = min(start + chunk, data.endIndex)
    reader.append(data[start..<end])
    while let record = try reader.next() { records.append(record) }
    start = end
  }
  return (records, reader.isTruncated)
}

@Test func recordsComeBackWhateverTheChunks() throws {
  let records = sampleRecords()
  let data = try bytes(records)
  for chunk in [1, 7, 100, 100_000] {
    let read = try readAll(data, chunk: chunk)
    #expect(read.records == records)
    #expect(!read.isTruncated)
  }
}

@Test func aStreamMayBreakOffAnywhere() throws {
  let records = sampleRecords()
  let data = try bytes(records)
  var mismatches: [Int] = []
  for length in stride(from: 0, to: data.count, by: 13) {
    let read = try readAll(data.prefix(length), chunk: 512)
    if read.records != Array(records.prefix(read.records.count)) { mismatches.append(length) }
    let whole = try bytes(read.records).count
    if read.isTruncated != (length > whole) { mismatches.append(length) }
  }
  #expect(mismatches == [])
}

@Test func brokenStreamsAreRefused() {
  func complaint(_ text: String) -> String {
    do {
      let read = try readAll(Data(text.utf8), chunk: 1000)
      return "read \(read.records.count)"
    } catch { return "\(error)" }
  }
  let rows = [
    "hello\n": "observations: a line that is not a record",
    "{\"payloads\":[-1],\"record\":{}}\n": "observations: a payload of impossible size",
    "{\"payloads\":[9999999999],\"record\":{}}\n": "observations: a payload of impossible size",
    "{\"payloads\":[],\"record\":{\"what\":1}}\n": "observations: a line that is not a record",
  ]
  #expect(rows.filter { !complaint($0.key).hasPrefix($0.value) }.map { complaint($0.key) } == [])
}

@Test func aWriterFillsAFile() throws {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).obs").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let records = sampleRecords()
  let writer = try ObservationWriter(path: path)
  for record in records { try writer.write(record) }
  #expect(try readAll(Data(contentsOf: URL(fileURLWithPath: path)), chunk: 64).records == records)
  #expect(throws: ObservationStreamError.self) { try ObservationWriter(path: "/nowhere/at/all") }
}

@Test func aRunRequestIsWrittenAndRead() throws {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let request = RunRequest(
    phone: .duo, world: .panorama(path: "/a.jpg"), scenario: .tour, observations: "/p", trace: "/t")
  try request.write(path: path)
  #expect(try RunRequest.launched(arguments: ["app", RunRequest.launchArgument, path]) == request)
  #expect(try RunRequest.launched(arguments: ["app", "-Other"]) == nil)
  var old = request
  old.version = 0
  try old.write(path: path)
  #expect(throws: ScenarioError.self) { try RunRequest(path: path) }
  // The phone as another build wrote it.
  let text = try String(contentsOfFile: path, encoding: .utf8).replacing(
    "\"displayName\":", with: "\"title\":")
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  let error = #expect(throws: ScenarioError.self) { try RunRequest(path: path) }
  #expect(
    error?.what == "the app and diptych are of different builds; build both again (at phone.displayName)"
      || error?.what == "the app and diptych are of different builds; build both again (at phone)",
    "\(error as Any)")
}

@Test func theVisiblePartIsWhatDiffers() {
  let plain = PixelPicture(width: 4, height: 4, layout: .bgra, bytes: Data(repeating: 7, count: 64))
  var changed = [UInt8](plain.bytes)
  // Two of the four pixels of the lower left quarter.
  for pixel in [8, 13] { changed[pixel * 4] = 8 }
  let keyed = PixelPicture(width: 4, height: 4, layout: .bgra, bytes: Data(changed))
  let rows: [(RectRecord, Double)] = [
    (RectRecord(x: 0, y: 2, width: 2, height: 2), 0.5), (RectRecord(x: 0, y: 0, width: 4, height: 4), 0.125),
    (RectRecord(x: 2, y: 0, width: 2, height: 4), 0), (RectRecord(x: -5, y: 2, width: 6, height: 9), 0.5),
    (RectRecord(x: 9, y: 9, width: 2, height: 2), 0),
  ]
  #expect(rows.filter { VisibleArea.fraction(plain, keyed: keyed, rect: $0.0) != $0.1 }.map(\.0) == [])
}
