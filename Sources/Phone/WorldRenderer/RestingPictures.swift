import CWorldRenderer
import PhoneModel

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

  private let kept = SecondTimeCache<Key, Picture>(limit: RestingPictures.mostBytes) { $0.bytes }

  /// Bytes that are held.
  var bytes: Int { kept.total }

  /// As if nobody had looked yet.
  func forget() { kept.forget() }

  /// The kept picture; made by `make` when the key comes for the second time, nil when it is new or too large.
  func picture(for key: Key, make: () -> Picture) -> Picture? {
    guard key.layout.byteCount(width: key.width, height: key.height) <= Self.mostBytes / 3 else { return nil }
    return kept.value(for: key, make: make)
  }
}
