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

  /// The world of this description that somebody still holds, or a new one.
  public static func load(_ description: WorldDescription) throws(WorldError) -> World {
    if let world = held.withLock({ $0[description]?.world }) { return world }
    let world = try World(description)
    held.withLock { held in
      held = held.filter { $0.value.world != nil }
      held[description] = Holder(world: world)
    }
    return world
  }

  private struct Holder {
    weak var world: World?
  }

  private static let held = Mutex<[WorldDescription: Holder]>([:])
}
