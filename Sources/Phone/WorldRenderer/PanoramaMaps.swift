import CWorldRenderer
import PhoneModel
import Synchronization

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

  private struct Contents {
    /// Asked for lately and not mapped, newest last.
    var seen: [Key] = []
    /// Newest use last.
    var maps: [(key: Key, map: Map)] = []
  }

  private let contents = Mutex(Contents())

  /// The map for a key, made by `fill` when the key comes for the second time; nil when it is new or too large.
  func map(for key: Key, fill: (duo_panorama_places) -> Void) -> Map? {
    let count = key.width * key.height
    guard count <= Self.mostEntries / 2 else { return nil }
    enum Answer { case map(Map), make, none }
    let answer: Answer = contents.withLock { contents in
      if let index = contents.maps.firstIndex(where: { $0.key == key }) {
        let entry = contents.maps.remove(at: index)
        contents.maps.append(entry)
        return .map(entry.map)
      }
      if let index = contents.seen.firstIndex(of: key) {
        contents.seen.remove(at: index)
        return .make
      }
      contents.seen.append(key)
      if contents.seen.count > 8 { contents.seen.removeFirst() }
      return .none
    }
    switch answer {
    case .map(let map): return map
    case .none: return nil
    case .make: break
    }
    let map = Map(count: count, fill: fill)
    contents.withLock { contents in
      contents.maps.removeAll { $0.key == key }
      contents.maps.append((key, map))
      while contents.maps.reduce(0, { $0 + $1.map.count }) > Self.mostEntries { contents.maps.removeFirst() }
    }
    return map
  }
}
