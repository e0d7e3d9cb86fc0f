import DuoCoreMedia
import Foundation
import PhoneModel
import Scenarios
import SimulatedPhone
import Testing

@testable import DuoAVFoundation
@testable import ReportCard

/// Photos and movies of every pose, camera, angle and mirroring, in one folder.
final class CaptureMatrix {
  enum Kind: String, CaseIterable { case jpeg = "jpg", heic, movie = "mov" }

  struct Shot: Sendable {
    var pose: String
    var camera: CameraID
    /// The connection's, degrees clockwise.
    var angle: Int
    var isMirrored: Bool
    var kind: Kind
    /// The pixels of the photo were turned as an older sensor's lie.
    var isCompensated: Bool
    /// The angle that makes the picture upright; nil where nothing in it says what is up.
    var upright: Int?
    var file: URL
    /// Of a photo: what the report gets.
    var record: PhotoRecord?

    var name: String {
      "\(pose) \(camera) \(angle)\(isMirrored ? " mirrored" : "")\(isCompensated ? " compensated" : "").\(kind.rawValue)"
    }

    /// Clockwise quarter turns of the stored pixels against the sensor's.
    var storedTurns: Int { isCompensated ? 3 : 0 }
    /// Exif's number: rows are unmirrored and mirrored, columns the clockwise quarter turns a viewer makes.
    var tag: Int { [[1, 6, 3, 8], [2, 5, 4, 7]][isMirrored ? 1 : 0][(angle / 90 + 4 - storedTurns) % 4] }
    /// As stored.
    var size: [Int] { isCompensated ? [360, 480] : [480, 360] }
    var shownSize: [Int] { (angle / 90) % 2 == 0 ? [480, 360] : [360, 480] }
  }

  static let cameras: [CameraID] = [
    .outerFront, .innerFront, .virtualFront, .rearWide, .rearUltraWide, .rearDualWide,
  ]

  /// Angles that make a picture upright, by the phone's geometry worked out by hand. A camera that is left out is covered or
  /// looks straight up or down. The virtual camera's picture lies as that of the front camera of the app's display, which on the
  /// flipped phone is still the inner one; every
  /// rear camera's as that of the wide one.
  private static let uprights: [String: (outer: Int?, inner: Int?, virtual: Int?, rear: Int?)] = [
    "closed": (0, nil, 0, 90),
    "open-landscape": (0, 90, 90, 90),
    "open-portrait": (90, 0, 0, 180),
    "flipped": (0, 90, 90, 90),
    "book": (0, 90, 90, 90),
    "tabletop-rear-flat": (90, nil, nil, nil),
    "tabletop-cover-flat": (nil, 180, 180, 0),
    "tent": (270, nil, 270, 180),
    "face-up": (nil, nil, nil, nil),
    "face-down": (nil, nil, nil, nil),
    "upside-down": (180, nil, 180, 270),
  ]

  static func upright(_ pose: String, _ camera: CameraID) -> Int? {
    guard let row = uprights[pose] else { return nil }
    switch camera {
    case .outerFront: return row.outer
    case .innerFront: return row.inner
    case .virtualFront: return row.virtual
    default: return row.rear
    }
  }

  let folder: URL
  private(set) var shots: [Shot] = []
  /// What went wrong on the way.
  private(set) var faults: [String] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("matrix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let jobs = Pose.names(for: .duo).flatMap { pose in Self.cameras.map { (pose, $0) } }
    let (folder, taken) = (folder, Guarded<[Int: Result<Taken, any Error>]>([:]))
    DispatchQueue.concurrentPerform(iterations: jobs.count) { number in
      let result = Result { try Self.take(jobs[number].0, jobs[number].1, number, folder) }
      taken.withLock { $0[number] = result }
    }
    for number in jobs.indices {
      guard let part = try taken.withLock({ $0[number] })?.get() else { continue }
      shots += part.shots
      faults += part.faults
    }
  }

  private struct Taken: Sendable {
    var shots: [Shot] = []
    var faults: [String] = []
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }

  private final class Delegate: NSObject, AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate,
    Sendable
  {
    struct Told {
      var photos: [AVCapturePhoto] = []
      var starts = 0
      var ends: [String] = []
    }

    /// Written on the outputs' queues.
    private let state = Guarded(Told())
    var told: Told { state.withLock { $0 } }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) { state.withLock { $0.photos.append(photo) } }

    func fileOutput(
      _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) { state.withLock { $0.starts += 1 } }

    func fileOutput(
      _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
      from connections: [AVCaptureConnection], error: (any Error)?
    ) { state.withLock { $0.ends.append(error.map { "\($0)" } ?? "") } }
  }

  /// The eight combinations of angle and mirroring, each as a JPEG, a HEIC and a movie of one session.
  private static func take(_ pose: String, _ camera: CameraID, _ number: Int, _ folder: URL) throws -> Taken {
    var taken = Taken()
    let (phone, clock) = try SimulatedPhone.manual(.duo, pose: pose, world: .room)
    let placed = PlacedPhone(phone.state, at: clock.now, in: .duo)
    if placed.isCovered(camera) { return taken }
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    let session = AVCaptureSession(on: phone)
    session.sessionPreset = .medium
    let device = try #require(system.device(camera))
    session.addInput(try AVCaptureDeviceInput(device: device))
    let (photos, movies, delegate) = (AVCapturePhotoOutput(), AVCaptureMovieFileOutput(), Delegate())
    session.addOutput(photos)
    session.addOutput(movies)
    session.startRunning()
    func run(until isDone: () -> Bool) {
      for _ in 0..<200 where !isDone() {
        clock.advance(by: .milliseconds(10))
        // Other threads catch up within each step of the clock.
        session.engine.queue.sync {}
        photos.settle()
        movies.settle()
      }
    }
    for (step, angle) in [0, 90, 180, 270, 0, 90, 180, 270].enumerated() {
      let isMirrored = step >= 4
      for output in [photos, movies] {
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = CGFloat(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
      }
      for kind in Kind.allCases {
        var shot = Shot(
          pose: pose, camera: camera, angle: angle, isMirrored: isMirrored, kind: kind, isCompensated: false,
          upright: upright(pose, camera),
          file: folder.appendingPathComponent("\(number)-\(taken.shots.count).\(kind.rawValue)"))
        if kind == .movie {
          let (starts, count) = (delegate.told.starts, delegate.told.ends.count)
          movies.startRecording(to: shot.file, recordingDelegate: delegate)
          run { delegate.told.starts > starts }
          movies.stopRecording()
          run { delegate.told.ends.count > count }
          if delegate.told.ends.count != count + 1 || delegate.told.ends.last != "" {
            taken.faults.append("\(shot.name): \(delegate.told.ends.dropFirst(count))")
          }
        } else {
          if photos.isCameraSensorOrientationCompensationSupported {
            // Half of the photos of every camera and angle.
            shot.isCompensated = (number / cameras.count + step + (kind == .heic ? 1 : 0)) % 2 == 0
            photos.isCameraSensorOrientationCompensationEnabled = shot.isCompensated
          }
          let count = delegate.told.photos.count
          let codec = kind == .heic ? AVVideoCodecType.hevc : .jpeg
          photos.capturePhoto(
            with: AVCapturePhotoSettings(format: [AVVideoCodecKey: codec]), delegate: delegate)
          run { delegate.told.photos.count > count }
          guard delegate.told.photos.count == count + 1, let photo = delegate.told.photos.last,
            let file = photo.fileDataRepresentation()
          else {
            taken.faults.append("\(shot.name): no photo")
            continue
          }
          try file.write(to: shot.file)
          shot.record = PhotoRecord(
            time: PhoneTime(nanoseconds: photo.timestamp.value), state: phone.state, file: file,
            frameCamera: camera, deviceUniqueID: device.uniqueID, rotationAngle: Double(angle),
            isMirrored: isMirrored, orientation: shot.tag, width: shot.size[0], height: shot.size[1])
        }
        taken.shots.append(shot)
      }
    }
    session.stopRunning()
    return taken
  }
}
