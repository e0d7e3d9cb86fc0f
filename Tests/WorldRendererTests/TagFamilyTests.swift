import CAprilTag
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// The ids that the room uses, against the AprilTag library's own family.
@Suite struct TagFamilyTests {
  /// A code as a grid of cells; the library numbers its bits through `bit_x` and `bit_y`.
  private struct Grid {
    var cells: [[Bool]]

    func turned() -> Grid {
      let n = cells.count
      return Grid(cells: (0..<n).map { y in (0..<n).map { x in cells[n - 1 - x][y] } })
    }

    var mirrored: Grid { Grid(cells: cells.map { $0.reversed() }) }

    var bits: UInt64 {
      cells.joined().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  private static func grids() -> [Grid] {
    let family = tag36h11_create()!
    defer { tag36h11_destroy(family) }
    let n = Int(family.pointee.nbits)
    return (0..<Int(family.pointee.ncodes)).map { id in
      var cells = [[Bool]](repeating: [Bool](repeating: false, count: 6), count: 6)
      for bit in 0..<n {
        let (x, y) = (Int(family.pointee.bit_x[bit]) - 1, Int(family.pointee.bit_y[bit]) - 1)
        cells[y][x] = family.pointee.codes[id] >> UInt64(n - 1 - bit) & 1 == 1
      }
      return Grid(cells: cells)
    }
  }

  @Test func excludedAreExactlyTheOnesWhoseMirrorImageIsNearACode() {
    let grids = Self.grids()
    let turned: [UInt64] = grids.flatMap { grid in
      let second = grid.turned()
      let third = second.turned()
      return [grid.bits, second.bits, third.bits, third.turned().bits]
    }
    var near: [Int] = []
    var nearest = 36
    for (id, grid) in grids.enumerated() {
      let mirror = grid.mirrored.bits
      let distance = turned.map { ($0 ^ mirror).nonzeroBitCount }.min()!
      nearest = min(nearest, distance)
      if distance < 6 { near.append(id) }
    }
    #expect(grids.count == 587)
    #expect(near == RoomClock.excludedIDs)
    #expect(nearest == 4)
  }

  @Test func everyTextureIsTheLibrarysOwnPicture() {
    let family = tag36h11_create()!
    defer { tag36h11_destroy(family) }
    var different: [Int] = []
    for id in 0..<Int(family.pointee.ncodes) {
      let image = apriltag_to_image(family, Int32(id))!
      // The library has no exported call for this.
      defer {
        free(image.pointee.buf)
        free(image)
      }
      let pixels = TagTextures.all[id].pixels.base
      for y in 0..<10 {
        for x in 0..<10 {
          let theirs = image.pointee.buf[y * Int(image.pointee.stride) + x] > 127
          let ours = pixels[(y * (TagTextures.size + 1) + x) * 4] > 127
          if theirs != ours { different.append(id) }
        }
      }
    }
    #expect(different == [])
  }
}
