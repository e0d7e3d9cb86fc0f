import Foundation
import MediaCoding
import PhoneModel
import Testing

@testable import Scenarios

private func png(_ width: UInt32, _ height: UInt32, whole: Bool = true) -> Data {
  func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
  var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
  bytes += big(width) + big(height) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
  if whole { bytes += [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82] }
  return Data(bytes)
}

private func jpeg(_ width: UInt16, _ height: UInt16, whole: Bool = true) -> Data {
  var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8]
  bytes += [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3, 0, 0, 0, 0]
  bytes += [UInt8](repeating: 0, count: 80)
  if whole { bytes += [0xFF, 0xD9] }
  return Data(bytes)
}

@Test func worldsAreNamedOnTheCommandLine() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func file(_ name: String, _ data: Data) throws -> String {
    let url = folder.appendingPathComponent(name)
    try data.write(to: url)
    return url.path
  }
  let wide = try file("wide.png", png(4, 2))
  let flat = try file("flat.jpg", jpeg(640, 480))
  let round = try file("round.jpg", jpeg(2048, 1024))
  let worlds: [(String, WorldDescription)] = [
    ("room", .room), ("#ff0080", .colour(red: 255, green: 0, blue: 128)), (wide, .panorama(path: wide)),
    (flat, .picture(path: flat)), (round, .panorama(path: round)),
  ]
  for (text, expected) in worlds { #expect(try WorldDescription(argument: text) == expected) }

  func complaint(_ text: String) -> String {
    do { return "\(try WorldDescription(argument: text))" } catch { return "\(error)" }
  }
  let cut = try file("cut.png", png(4, 2, whole: false))
  let cutJPEG = try file("cut.jpg", jpeg(4, 2, whole: false))
  let text = try file("text.jpg", Data("hello".utf8))
  let empty = try file("empty.png", Data())
  let rows = [
    ("#12", "world: #12 is not a colour"),
    ("/no/such.jpg", "/no/such.jpg: cannot be read: there is no such file"),
    (cut, "\(cut): the PNG breaks off at byte 33"), (cutJPEG, "\(cutJPEG): the JPEG breaks off at byte"),
    (text, "\(text): is neither a JPEG nor a PNG"), (empty, "\(empty): is neither a JPEG nor a PNG"),
  ]
  #expect(
    rows.map { complaint($0.0) }.enumerated().filter { !$0.element.hasPrefix(rows[$0.offset].1) }.map(
      \.element) == [])
  #expect(throws: ScenarioError.self) { try WorldDescription.panorama(path: flat).check() }
}

@Test func phoneDescriptionsAreReadStrictly() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("p.json").path
  let good = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(PhoneDescription.duo))
  guard case .object(let fields) = good else { return }

  func complaint(_ change: (inout [String: JSONValue]) -> Void) throws -> String {
    var changed = fields
    change(&changed)
    try JSONEncoder().encode(JSONValue.object(changed)).write(to: URL(fileURLWithPath: path))
    do { return try PhoneDescription(argument: path) == .duo ? "duo" : "another" } catch {
      return "\(error)".replacing(path, with: "p")
    }
  }
  var mismatches: [String] = []
  func check(_ expected: String, _ change: (inout [String: JSONValue]) -> Void) throws {
    let found = try complaint(change)
    if !found.hasPrefix(expected) || found.contains("\n") { mismatches.append("\(found) is not \(expected)") }
  }
  try check("duo") { _ in }
  try check("p: colour: unknown field") { $0["colour"] = .text("red") }
  try check("p: name: missing field") { $0["name"] = nil }
  try check("p: name: ") { $0["name"] = .number(3) }
  try check("p: displays: the first display has to be the outer one") { $0["displays"] = .list([]) }
  try check("p: cameras[0].constituents: there is no camera \"outer-front\"") {
    guard case .list(let cameras) = $0["cameras"]! else { return }
    $0["cameras"] = .list([cameras[0]])
  }
  try check("p: hinge.speed: unknown field") {
    guard case .object(var hinge) = $0["hinge"]! else { return }
    hinge["speed"] = .number(1)
    $0["hinge"] = .object(hinge)
  }
  #expect(mismatches == [])
  #expect(try PhoneDescription(argument: "single") == .single)
  #expect(throws: ScenarioError.self) { try PhoneDescription(argument: "banana") }
  #expect(throws: ScenarioError.self) { try PhoneDescription(argument: "/no/phone.json") }
}

/// The files of `Examples/`, with which `make bench` measures, are read as a person's own.
@Test func theExamplesAreWhole() throws {
  let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Examples")
  let names = try FileManager.default.contentsOfDirectory(atPath: examples.path).filter {
    $0.hasSuffix(".json")
  }
  let phones = try names.filter { $0.hasPrefix("phone-") }.map {
    try PhoneDescription(argument: examples.appendingPathComponent($0).path)
  }
  let scenarios = names.filter { $0.hasPrefix("scenario-") }
  for name in scenarios {
    let path = examples.appendingPathComponent(name).path
    try Scenario(path: path).check(on: .duo, file: path)
  }
  #expect(phones.map { $0.camera(.virtualFront)?.formats.map(\.minFrameRate) } == [[60]])
  #expect(scenarios.count == 3)
  #expect(phones.count + scenarios.count == names.count)
}

@Test func moviesAreNamedOnTheCommandLine() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func movie(_ name: String, _ width: Int, _ height: Int) throws -> String {
    let path = folder.appendingPathComponent(name).path
    let writer = try MovieWriter(path: path, settings: MovieSettings(container: .mp4))
    let track = try writer.addTrack(VideoTrackSettings(codec: .h264, width: width, height: height))
    try writer.start()
    try [UInt8](repeating: 90, count: width * height * 4).withUnsafeBytes { bytes in
      let planes = [PictureBytes.Plane(base: bytes.baseAddress!, bytesPerRow: width * 4)]
      let picture = PictureBytes(layout: .bgra, width: width, height: height, planes: planes)
      for number in 0..<3 { try writer.append(picture, at: MediaTime(Int64(number), 30), to: track) }
    }
    _ = try writer.finish()
    return path
  }
  // The name does not say what a file is.
  let flat = try movie("flat.bin", 48, 32)
  let wide = try movie("wide.mp4", 64, 32)
  #expect(try WorldDescription(argument: flat) == .movie(MovieWorld(path: flat)))
  #expect(try WorldDescription(argument: wide) == .movie(MovieWorld(path: wide)))
  let cut = folder.appendingPathComponent("cut.mp4").path
  try Data(contentsOf: URL(fileURLWithPath: flat)).prefix(600).write(to: URL(fileURLWithPath: cut))
  func complaint(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "fine"
    } catch { return "\(error)" }
  }
  #expect(
    complaint { _ = try WorldDescription(argument: cut) }
      == "\(cut): the file ends before its index (no moov)")
  #expect(
    complaint { try WorldDescription.movie(MovieWorld(path: wide, shape: .panorama)).check() } == "fine")
  #expect(
    complaint { try WorldDescription.movie(MovieWorld(path: flat, shape: .panorama)).check() }
      == "\(flat): a 360-degree movie is twice as wide as high, and this is 48 x 32")
  let picture = folder.appendingPathComponent("picture.png").path
  try png(4, 2).write(to: URL(fileURLWithPath: picture))
  #expect(
    complaint { try WorldDescription.movie(MovieWorld(path: picture)).check() }
      == "\(picture): is a picture and not a movie")
  #expect(
    complaint { try WorldDescription.movie(MovieWorld(path: "/no/such.mp4")).check() }
      == "/no/such.mp4: cannot be read: there is no such file")
}
