import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// A movie that an app recorded, or began to, and what the capture framework says of it.
package struct RecordedMovie: Sendable {
  package enum Writer: Sendable { case movieFileOutput, assetWriter }

  /// From this picture on the phone was so, and the pictures came from this camera.
  package struct Moment: Sendable {
    package var time: PhoneTime
    package var state: PhoneState
    /// The physical camera; nil where the framework cannot know it.
    package var camera: CameraID?
  }

  /// How the pictures lie in the file, for those that come straight from a camera.
  package struct Claims: Sendable {
    package var deviceUniqueID: String
    /// The connection's, clockwise from the sensor's native picture.
    package var angle: QuarterTurns
    package var isMirrored: Bool
  }

  /// The file, as the app named it.
  package var url: URL
  package var writer: Writer
  /// Why it ended, as the trace names it: `stopped`, `cancelled`, …; nil while it goes on.
  package var ending: String?
  /// The file is there and can be played.
  package var isUsable = false
  package var hasPictures: Bool
  /// Taken so far.
  package var pictures = 0
  /// Of the first picture, and of each before which something changed.
  package var moments: [Moment] = []
  /// Of the newest picture.
  package var last: PhoneTime?
  package var claims: Claims?
}

/// Who hears of every movie that is recorded with a phone.
package enum MovieWatch {
  package typealias Handler = @Sendable (RecordedMovie) -> Void

  private struct Watcher {
    var handler: Handler
    var open: [ObjectIdentifier: MovieDiary] = [:]
  }

  private static let watchers = Guarded<[ObjectIdentifier: Watcher]>([:])

  /// - Parameter handler: Called when a recording has ended and its file is closed, before the app hears of it, on a queue of
  ///   the framework. Nil ends it; it must be ended before the phone goes.
  package static func set(on phone: any PhoneHardware, _ handler: Handler?) {
    watchers.withLock { $0[ObjectIdentifier(phone)] = handler.map { Watcher(handler: $0) } }
  }

  /// Recordings that go on, the oldest first.
  package static func open(of phone: any PhoneHardware) -> [RecordedMovie] {
    let diaries = watchers.withLock { $0[ObjectIdentifier(phone)].map { Array($0.open.values) } ?? [] }
    func start(_ movie: RecordedMovie) -> Int64 { movie.moments.first?.time.nanoseconds ?? .max }
    return diaries.map(\.movie).sorted { (start($0), $0.url.path) < (start($1), $1.url.path) }
  }

  fileprivate static func begin(_ diary: MovieDiary) -> Bool {
    watchers.withLock { watchers in
      watchers[ObjectIdentifier(diary.phone)]?.open[ObjectIdentifier(diary)] = diary
      return watchers[ObjectIdentifier(diary.phone)] != nil
    }
  }

  fileprivate static func end(_ diary: MovieDiary) {
    let handler = watchers.withLock { watchers -> Handler? in
      let key = ObjectIdentifier(diary.phone)
      guard watchers[key]?.open.removeValue(forKey: ObjectIdentifier(diary)) != nil else { return nil }
      return watchers[key]?.handler
    }
    handler?(diary.movie)
  }
}

/// Notes what happens to one recording, for whoever watches the phone.
final class MovieDiary: Sendable {
  let phone: any PhoneHardware
  private let notes: Guarded<RecordedMovie>

  /// Nil when nobody watches.
  init?(
    _ url: URL, by writer: RecordedMovie.Writer, hasPictures: Bool, claims: RecordedMovie.Claims? = nil,
    on phone: any PhoneHardware
  ) {
    self.phone = phone
    notes = Guarded(RecordedMovie(url: url, writer: writer, hasPictures: hasPictures, claims: claims))
    guard MovieWatch.begin(self) else { return nil }
  }

  var movie: RecordedMovie { notes.withLock { $0 } }

  /// A picture belongs into the movie. Without a frame it is what the app has now.
  func picture(_ frame: SensorFrame? = nil) {
    let (time, camera) = (frame?.time ?? phone.clock.now, frame?.camera)
    let state = frame?.imager.phoneState ?? phone.state
    notes.withLock { movie in
      movie.pictures += 1
      movie.last = time
      if let newest = movie.moments.last, newest.state == state, newest.camera == camera { return }
      movie.moments.append(RecordedMovie.Moment(time: time, state: state, camera: camera))
    }
  }

  /// Once; what comes later does not count.
  func ended(_ ending: String, isUsable: Bool) {
    notes.withLock { movie in
      guard movie.ending == nil else { return }
      movie.ending = ending
      movie.isUsable = isUsable
    }
    MovieWatch.end(self)
  }
}
