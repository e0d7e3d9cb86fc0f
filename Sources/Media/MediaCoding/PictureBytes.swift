/// How a picture's pixels lie in memory.
package enum PictureLayout: Hashable, Sendable {
  /// Y plane, and Cb and Cr taking turns in a plane of half the size, 8 bits.
  case biplanar420(fullRange: Bool)
  /// B, G, R, A bytes.
  case bgra
}

/// A picture in somebody's memory, to be read during a call. `planes`: two for `biplanar420`, one for `bgra`.
package struct PictureBytes {
  package struct Plane {
    package var base: UnsafeRawPointer
    package var bytesPerRow: Int

    package init(base: UnsafeRawPointer, bytesPerRow: Int) {
      self.base = base
      self.bytesPerRow = bytesPerRow
    }
  }

  package var layout: PictureLayout
  package var width, height: Int
  package var planes: [Plane]

  package init(layout: PictureLayout, width: Int, height: Int, planes: [Plane]) {
    self.layout = layout
    self.width = width
    self.height = height
    self.planes = planes
  }
}
