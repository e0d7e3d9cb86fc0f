import CWorldRenderer
import PhoneModel

/// Where pixels are read, kept for cameras at rest: the second picture with the same rays makes a map, the
/// following ones use it. Holds at most `mostEntries` pixels, so memory does not grow.
final class PanoramaMaps: Sendable {
  struct Key: Hashable, Sendable {
    var projection: Projection
    var width, height, planeWidth, bytesPerPixel: Int
  }

  // Unchecked: written in `init` only, read afterwards.
  final class Map: @unchecked Sendable {
    let places: duo_panorama_places
    let count: Int

    init(count: Int, fill: (duo_panorama_places) -> Void) {
      self.count = count
      places = duo_panorama_places(
        offsets: duo_allocate(count * 4).assumingMemoryBound(to: Int32.self),
        weights: duo_allocate(count * 2).assumingMemoryBound(to: UInt16.self))
      fill(places)
    }

    deinit {
      duo_release(places.offsets)
      duo_release(places.weights)
    }
  }

  /// 48 megabytes.
  static let mostEntries = 8_000_000

  private let kept = SecondTimeCache<Key, Map>(limit: PanoramaMaps.mostEntries) { $0.count }

  /// The map for a key, made by `fill` when the key comes for the second time; nil when it is new or too large.
  func map(for key: Key, fill: (duo_panorama_places) -> Void) -> Map? {
    let count = key.width * key.height
    guard count <= Self.mostEntries / 2 else { return nil }
    return kept.value(for: key) { Map(count: count, fill: fill) }
  }
}
