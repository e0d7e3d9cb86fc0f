import Foundation
import MediaCoding
import PhoneModel
import Scenarios
import WorldRenderer

@testable import ReportCard

/// Makes the movies that a host would report, with the renderer and the encoder and without any framework.
struct MovieStudio {
  /// One picture for each: which phone, when, through which camera.
  struct Shot {
    var state: PhoneState
    var camera: CameraID
    var time: PhoneTime
  }

  var shots: [Shot]
  var mirrored = false
  /// The connection's angle; nil takes the one that makes the first picture upright.
  var angle: QuarterTurns?
  /// The turn that the matrix says; nil takes the connection's angle.
  var matrixTurn: QuarterTurns?
  var matrix: TrackMatrix?
  var writer = MovieRecord.Writer.movieFileOutput

  /// Pictures an eighth of a second apart.
  init(_ pose: String, _ camera: CameraID, count: Int = 5) {
    let state = PhoneState.initial(.duo, pose: pose)!
    shots = (0..<count).map {
      Shot(state: state, camera: camera, time: PhoneTime(seconds: 7.25 + Double($0) / 8))
    }
  }

  var usedAngle: QuarterTurns {
    angle ?? RotationAngles.capture(shots[0].camera, shots[0].state, at: shots[0].time, in: .duo)
  }

  private func draw(_ shot: Shot, into memory: UnsafeMutablePointer<UInt8>) throws {
    let exposure = Exposure(
      world: try World.load(shot.state.world), camera: shot.camera, width: 1280, height: 720,
      fieldOfView: PhoneDescription.duo.camera(shot.camera)!.formats[0].fieldOfView, time: shot.time,
      light: shot.state.light, phone: PlacedPhone(shot.state, at: shot.time, in: .duo))!
    exposure.draw(
      FrameWindow(),
      into: PixelTarget(
        layout: .bgra, width: 1280, height: 720,
        planes: [PixelTarget.Plane(base: UnsafeMutableRawPointer(memory), bytesPerRow: 1280 * 4)]))
  }

  func write(to path: String) throws {
    let writer = try MovieWriter(path: path, settings: MovieSettings(container: .quickTime))
    var settings = VideoTrackSettings(codec: .h264, width: 1280, height: 720)
    settings.quality = 0.9
    settings.matrix =
      matrix
      ?? .showing(
        width: 1280, height: 720, quarterTurns: (matrixTurn ?? usedAngle).count, isMirrored: mirrored)
    let track = try writer.addTrack(settings)
    try writer.start()
    try writer.startSession(at: .zero)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1280 * 720 * 4)
    defer { memory.deallocate() }
    for (number, shot) in shots.enumerated() {
      try draw(shot, into: memory)
      try writer.append(
        PictureBytes(
          layout: .bgra, width: 1280, height: 720,
          planes: [PictureBytes.Plane(base: memory, bytesPerRow: 1280 * 4)]), at: MediaTime(Int64(number), 8),
        duration: MediaTime(1, 8), to: track)
    }
    _ = try writer.finish(at: MediaTime(Int64(shots.count), 8))
  }

  func record(_ file: String?) -> MovieRecord {
    var moments: [MovieRecord.Moment] = []
    for shot in shots where moments.last?.state != shot.state || moments.last?.camera != shot.camera {
      moments.append(MovieRecord.Moment(time: shot.time, state: shot.state, camera: shot.camera))
    }
    return MovieRecord(
      name: "a.mov", file: file, writer: writer, ending: "stopped", hasPictures: true, pictures: shots.count,
      moments: moments, last: shots.last?.time,
      claims: writer == .assetWriter
        ? nil
        : MovieRecord.Claims(
          deviceUniqueID: PhoneDescription.duo.camera(shots[0].camera)!.uniqueID,
          rotationAngle: usedAngle.degrees, isMirrored: mirrored))
  }

  /// Calls with the path of a file that is there meanwhile.
  func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov").path
    defer { unlink(path) }
    try write(to: path)
    return try body(path)
  }

  func grade(
    _ intent: Intent = .any, wanted: PhotoExpectation? = nil, change: (inout MovieRecord) -> Void = { _ in }
  ) throws -> MovieReport {
    try withFile { path in
      var record = record(path)
      change(&record)
      return try Self.grade(record, intent, wanted: wanted)
    }
  }

  static func grade(
    _ record: MovieRecord, _ intent: Intent = .any, wanted: PhotoExpectation? = nil
  ) throws -> MovieReport {
    let grader = MovieGrader(
      description: .duo, intent: intent, wanted: wanted, reader: PreviewStudio.reader)
    return try grader.grade(record) { "\($0.rawValue) \($1.width) x \($1.height)" }
  }
}

extension MovieReport {
  /// What did not pass, such as "movie fail: …".
  var found: [String] { findings.map { "\($0.rule) \($0.verdict.rawValue): \($0.message)" } }
}
