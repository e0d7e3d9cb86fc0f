import Synchronization

/// Bytes of pixels that this process has written: those that came straight from the world, and those that were made from
/// pixels in memory, by a conversion, a copy or a pass over them. A strip of a few rows that is turned or converted on its
/// way to where it is wanted does not count: it stays in the processor's cache. Safe on any thread.
package enum PixelTally {
  package struct Bytes: Hashable, Sendable {
    /// Of what the cameras saw.
    package var drawn = 0
    /// Of what was written again after that.
    package var moved = 0

    package static func - (a: Bytes, b: Bytes) -> Bytes {
      Bytes(drawn: a.drawn - b.drawn, moved: a.moved - b.moved)
    }
  }

  private static let drawn = Atomic(0)
  private static let moved = Atomic(0)

  /// Since the process began.
  package static var bytes: Bytes {
    Bytes(drawn: drawn.load(ordering: .relaxed), moved: moved.load(ordering: .relaxed))
  }

  package static func noteDrawn(_ bytes: Int) { drawn.add(bytes, ordering: .relaxed) }
  package static func noteMoved(_ bytes: Int) { moved.add(bytes, ordering: .relaxed) }
}

extension PixelLayout {
  /// Bytes of a picture's pixels, without what lies between rows.
  package func byteCount(width: Int, height: Int) -> Int {
    switch self {
    case .bgra, .depthFloat32: width * height * 4
    case .biplanar420: width * height + (width + 1) / 2 * ((height + 1) / 2) * 2
    case .biplanarTen(_, let halvesRows):
      (width * height + (width + 1) / 2 * (halvesRows ? (height + 1) / 2 : height) * 2) * 2
    }
  }
}
