import CWorldRenderer
import PhoneModel
import Synchronization

/// Pictures of the room for cameras at rest: nothing in it changes with time but the clocks. The second picture of the
/// same view is kept with its triangles; those that follow are copies of it in which the clocks alone are drawn, byte for
/// byte what a new picture would be. Holds at most `mostBytes`.
final class RestingPictures: Sendable {
  /// All that a picture depends on beside the time.
  struct Key: Hashable, Sendable {
    var projection: Projection
    var width, height: Int
    var layout: PixelLayout
    var placement: Placement
    var body: [Vector3]
    var posters: [Poster]
  }

  /// A part of a picture that shows a clock, and which.
  struct ClockPlace: Hashable, Sendable {
    var part: PixelRectangle
    var isFine: Bool
  }

  // Unchecked: all that it points to is written in `init` only.
  final class Picture: @unchecked Sendable {
    let scene: RoomView
    let planes: [PixelStore]
    let clock: (fine: Int, coarse: Int)
    let clocks: [ClockPlace]

    init(_ scene: RoomView, _ planes: [PixelStore], clock: (fine: Int, coarse: Int), clocks: [ClockPlace]) {
      (self.scene, self.planes, self.clock, self.clocks) = (scene, planes, clock, clocks)
    }

    var bytes: Int { planes.reduce(scene.bytes) { $0 + $1.count } }
  }

  static let mostBytes = 96 << 20

  private struct Contents {
    /// Asked for lately and not kept, newest last.
    var seen: [Key] = []
    /// Newest use last.
    var pictures: [(key: Key, picture: Picture)] = []
  }

  private let contents = Mutex(Contents())

  /// Bytes that are held.
  var bytes: Int { contents.withLock { $0.pictures.reduce(0) { $0 + $1.picture.bytes } } }

  /// As if nobody had looked yet.
  func forget() { contents.withLock { $0 = Contents() } }

  /// The kept picture; made by `make` when the key comes for the second time, nil when it is new or too large.
  func picture(for key: Key, make: () -> Picture) -> Picture? {
    guard key.layout.byteCount(width: key.width, height: key.height) <= Self.mostBytes / 3 else { return nil }
    enum Answer { case known(Picture), make, none }
    let answer: Answer = contents.withLock { contents in
      if let index = contents.pictures.lastIndex(where: { $0.key == key }) {
        let entry = contents.pictures.remove(at: index)
        contents.pictures.append(entry)
        return .known(entry.picture)
      }
      if let index = contents.seen.lastIndex(of: key) {
        contents.seen.remove(at: index)
        return .make
      }
      contents.seen.append(key)
      if contents.seen.count > 8 { contents.seen.removeFirst() }
      return .none
    }
    switch answer {
    case .known(let picture): return picture
    case .none: return nil
    case .make: break
    }
    let picture = make()
    guard picture.bytes <= Self.mostBytes else { return picture }
    contents.withLock { contents in
      contents.pictures.removeAll { $0.key == key }
      contents.pictures.append((key, picture))
      while contents.pictures.reduce(0, { $0 + $1.picture.bytes }) > Self.mostBytes {
        contents.pictures.removeFirst()
      }
    }
    return picture
  }
}
