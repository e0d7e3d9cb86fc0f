import DuoAVFoundation
import Foundation
import PhoneHardware
import Scenarios
import SimulatedPhone
import Synchronization

extension MovieRecord {
  init(_ movie: RecordedMovie, file: String?) {
    self.init(
      name: movie.url.lastPathComponent, file: file,
      writer: movie.writer == .assetWriter ? .assetWriter : .movieFileOutput, ending: movie.ending,
      hasPictures: movie.hasPictures, pictures: movie.pictures,
      moments: movie.moments.map { Moment(time: $0.time, state: $0.state, camera: $0.camera) },
      last: movie.last,
      claims: movie.claims.map {
        Claims(
          deviceUniqueID: $0.deviceUniqueID, rotationAngle: $0.angle.degrees, isMirrored: $0.isMirrored)
      })
  }
}

/// Keeps the movies of a run until the report has read them: an app may move or remove its files at once.
///
/// A kept file is a second name of the app's, beside the observations; a copy where the app writes to another disk.
final class KeptMovies: Sendable {
  private let folder: String
  private let count = Mutex(0)

  init(beside observations: String) {
    folder = URL(fileURLWithPath: observations).deletingLastPathComponent().path
  }

  /// The path of the kept file; nil where there is none any more.
  func keep(_ url: URL) throws -> String? {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let path = "\(folder)/movie-\(number).\(url.pathExtension)"
    if link(url.path, path) == 0 { return path }
    if errno == ENOENT { return nil }
    try VirtualClock.withMachineTime { try FileManager.default.copyItem(atPath: url.path, toPath: path) }
    return path
  }
}

extension ObservationOutlet {
  /// Reports every movie that is recorded with the phone from now on, when its recording ends.
  func reportMovies(of phone: any PhoneHardware, beside observations: String) {
    guard isOpen else { return }
    let kept = KeptMovies(beside: observations)
    MovieWatch.set(on: phone) { movie in
      var file: String?
      if movie.isUsable {
        do { file = try kept.keep(movie.url) } catch { Self.stop("\(movie.url.path): \(error)") }
      }
      self.send(.movie(MovieRecord(movie, file: file)))
    }
  }

  /// Reports the recordings that still go on.
  func reportOpenMovies(of phone: any PhoneHardware) {
    for movie in MovieWatch.open(of: phone) { send(.movie(MovieRecord(movie, file: nil))) }
  }
}
