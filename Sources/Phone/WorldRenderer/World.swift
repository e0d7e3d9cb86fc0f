import Foundation
import PhoneModel
import Synchronization

/// What the cameras look at, ready to draw. Pictures are read once and shared. Safe on any thread.
public final class World: Sendable {
  enum Content: Sendable {
    case room(RoomScene)
    case panorama(Panorama)
    case picture(FlatPicture)
    case movie(WorldMovie)
    case colour(red: UInt8, green: UInt8, blue: UInt8)
  }

  public let description: WorldDescription
  let content: Content

  /// Reads what the description names. Throws when a picture is absent, broken, too large or of the wrong shape;
  /// the error is one line that names the file.
  public init(_ description: WorldDescription) throws(WorldError) {
    self.description = description
    switch description {
    case .room: content = .room(.shared)
    case .panorama(let path): content = .panorama(try Panorama(path: path))
    case .picture(let path): content = .picture(try FlatPicture(path: path))
    case .movie(let movie): content = .movie(try WorldMovie(movie))
    case .colour(let red, let green, let blue):
      func byte(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
      content = .colour(red: byte(red), green: byte(green), blue: byte(blue))
    }
  }

  /// What there is at a moment: never a movie.
  func content(at time: PhoneTime) -> Content {
    if case .movie(let movie) = content { return movie.content(at: time) }
    return content
  }

  /// Why what is seen at a moment is not what should be; nil when it is. A picture of a movie that cannot be read is
  /// replaced by the last good one before it.
  public func fault(at time: PhoneTime) -> WorldError? {
    if case .movie(let movie) = content { return movie.fault(at: time) }
    return nil
  }

  /// The world of this description that somebody still holds, or a new one. A file that was written or replaced since
  /// then is another world.
  public static func load(_ description: WorldDescription) throws(WorldError) -> World {
    let key = Key(description: description, stamp: description.path.flatMap { FileStamp(path: $0) })
    if let world = held.withLock({ $0[key]?.world }) { return world }
    let world = try World(description)
    held.withLock { held in
      held = held.filter { $0.value.world != nil }
      held[key] = Holder(world: world)
    }
    return world
  }

  private struct Key: Hashable {
    var description: WorldDescription
    /// Nil without a file.
    var stamp: FileStamp?
  }

  private struct Holder {
    weak var world: World?
  }

  private static let held = Mutex<[Key: Holder]>([:])
}

/// What tells one state of a file from another.
private struct FileStamp: Hashable {
  private var number, size: UInt64
  private var written: Date

  /// Nil where there is none.
  init?(path: String) {
    // Why it cannot be looked at is said by whoever reads it.
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
      let number = facts[.systemFileNumber] as? NSNumber, let size = facts[.size] as? NSNumber,
      let written = facts[.modificationDate] as? Date
    else { return nil }
    (self.number, self.size, self.written) = (number.uint64Value, size.uint64Value, written)
  }
}

extension WorldDescription {
  /// Its file; nil for a world without one.
  fileprivate var path: String? {
    switch self {
    case .room, .colour: nil
    case .panorama(let path), .picture(let path): path
    case .movie(let movie): movie.path
    }
  }
}
