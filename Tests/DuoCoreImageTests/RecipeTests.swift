import DuoFoundation
import DuoImageIO
import Testing

@testable import DuoCoreImage

/// The arithmetic below images: regions, tiles, light.
@Suite struct RecipeTests {
  @Test func theCurveOfLight() {
    // Values of the standard.
    let cases: [(byte: Int, light: Double)] = [
      (0, 0),
      (1, 0.000303527),
      (10, 0.003035270),
      (11, 0.003346536),
      (55, 0.038204372),
      (128, 0.215860501),
      (188, 0.502886458),
      (254, 0.991102097),
      (255, 1),
    ]
    var mismatches: [String] = []
    for (byte, light) in cases {
      if abs(Double(Light.ofByte[byte]) - light) > 1e-6 {
        mismatches.append("\(byte): \(Light.ofByte[byte])")
      }
      if abs(Light.linear(Double(byte) / 255) - light) > 1e-6 { mismatches.append("linear \(byte)") }
      if abs(Light.encoded(light) * 255 - Double(byte)) > 1e-3 { mismatches.append("encoded \(light)") }
    }
    #expect(mismatches == [])
    #expect(Light.byte(-1) == 0 && Light.byte(2) == 255)
    #expect((0...255).allSatisfy { Light.byte(Light.ofByte[$0]) == UInt8($0) })
  }

  @Test func transparentBytes() {
    #expect(Light.pixel(10, 20, 30, 0) == .zero)
    #expect(Light.pixel(0, 0, 255, 255) == Pixel(1, 0, 0, 1))
    let half = Light.pixel(0, 0, 128, 128)
    #expect(abs(half.x - Float(128.0 / 255)) < 1e-6 && half.w == Float(128) / 255)
    let bytes = Light.bytes(half)
    #expect(bytes.r == 128 && bytes.a == 128 && bytes.g == 0)
    #expect(Light.bytes(.zero) == (0, 0, 0, 0))
  }

  @Test func regionsOfRectangles() {
    let cases: [(CGRect, Region?)] = [
      (CGRect(x: 0, y: 0, width: 4, height: 3), Region(x: 0, y: 0, width: 4, height: 3)),
      (CGRect(x: 0.5, y: -0.5, width: 1, height: 1), Region(x: 0, y: -1, width: 2, height: 2)),
      (CGRect(x: -3, y: -2, width: 3, height: 2), Region(x: -3, y: -2, width: 3, height: 2)),
      (CGRect(x: 1, y: 1, width: 0, height: 0), Region(x: 1, y: 1, width: 0, height: 0)),
      (.null, nil),
      (.infinite, nil),
      (CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), nil),
      (CGRect(x: 1e12, y: 0, width: 1, height: 1), nil),
    ]
    var mismatches: [String] = []
    for (rect, expected) in cases where Region(rect) != expected { mismatches.append("\(rect)") }
    #expect(mismatches == [])
  }

  /// Against sets of pixels.
  @Test func intersections() {
    func pixels(_ region: Region) -> Set<[Int]> {
      Set(
        (0..<max(0, region.width)).flatMap { x in
          (0..<max(0, region.height)).map { [region.x + x, region.y + $0] }
        })
    }
    let regions = [
      Region(x: 0, y: 0, width: 4, height: 4),
      Region(x: 2, y: 1, width: 4, height: 2),
      Region(x: -3, y: -3, width: 3, height: 3),
      Region(x: -1, y: -1, width: 3, height: 9),
      Region(x: 0, y: 0, width: 0, height: 5),
    ]
    var mismatches: [String] = []
    for a in regions {
      for b in regions {
        if pixels(a.intersection(b)) != pixels(a).intersection(pixels(b)) { mismatches.append("\(a) \(b)") }
        if a.intersection(b).isEmpty != pixels(a).isDisjoint(with: pixels(b)) {
          mismatches.append("empty \(a) \(b)")
        }
      }
    }
    #expect(mismatches == [])
    let grown = regions[0].grown(by: 2)
    #expect((grown.x, grown.y, grown.maxX, grown.maxY) == (-2, -2, 6, 6))
    #expect(regions[0].grown(1, 0) == Region(x: -1, y: 0, width: 6, height: 4))
  }

  @Test func tilesKeepTheirPixels() {
    var tile = Tile(Region(x: -1, y: 2, width: 3, height: 2))
    tile[1, 3] = Pixel(1, 2, 3, 1)
    #expect(tile[1, 3] == Pixel(1, 2, 3, 1) && tile[-1, 2] == .zero)
    #expect(tile.pixel(1, 3).y == 2 && tile.pixel(2, 3) == .zero && tile.pixel(1, 4) == .zero)
    #expect(Tile(Region(x: 0, y: 0, width: 0, height: 9)).pixels.isEmpty)
    #expect(Tile(Region(x: 0, y: 0, width: 2, height: 2), repeating: Pixel(1, 1, 1, 1)).pixels.count == 4)
  }

  @Test func samplesLieBetweenPixels() {
    var tile = Tile(Region(x: 0, y: 0, width: 2, height: 2))
    tile[0, 0] = Pixel(0, 0, 0, 1)
    tile[1, 0] = Pixel(1, 0, 0, 1)
    tile[0, 1] = Pixel(0, 1, 0, 1)
    tile[1, 1] = Pixel(1, 1, 0, 1)
    var mismatches: [String] = []
    for step in 0...10 {
      for other in 0...10 {
        let (u, v) = (Float(step) / 10, Float(other) / 10)
        let found = tile.sample(0.5 + Double(u), 0.5 + Double(v))
        // In a plane the way between is the plane itself.
        if abs(found.x - u) > 1e-5 || abs(found.y - v) > 1e-5 || abs(found.w - 1) > 1e-5 {
          mismatches.append("\(u) \(v): \(found)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(tile.sample(-5, -5) == .zero)
  }

  @Test func colourRecipesHaveNoEnd() {
    let recipe = ColorRecipe(pixel: Pixel(0.5, 0, 0, 1))
    #expect(recipe.extent.isInfinite)
    let tile = recipe.tile(Region(x: 1000, y: -1000, width: 2, height: 1))
    #expect(tile.pixels == [Pixel(0.5, 0, 0, 1), Pixel(0.5, 0, 0, 1)])
    #expect(EmptyRecipe().extent.isNull)
    #expect(EmptyRecipe().tile(Region(x: 0, y: 0, width: 1, height: 1)).pixels == [.zero])
  }

  /// A stored picture is asked only for what is needed.
  @Test func onlyWhatIsNeededIsRead() {
    let asked = Rows()
    let stored = StoredRecipe(width: 100, height: 50) { row, first, out in
      asked.note(row, first, out.count)
      for index in out.indices { out[index] = Pixel(0, 0, 0, 1) }
    }
    _ = CropRecipe(input: stored, extent: CGRect(x: 10, y: 20, width: 5, height: 2))
      .tile(Region(x: 0, y: 0, width: 100, height: 50))
    // Rows from the top: 50 less 22 and 21.
    #expect(asked.notes == ["row 29, 5 from 10", "row 28, 5 from 10"])
    _ = stored.tile(Region(x: 200, y: 0, width: 5, height: 5))
    #expect(asked.notes.count == 2)
  }

  private final class Rows: @unchecked Sendable {
    // `@unchecked`: one thread.
    var notes: [String] = []
    func note(_ row: Int, _ first: Int, _ count: Int) { notes.append("row \(row), \(count) from \(first)") }
  }

  /// Chains of moves are the moves one after the other.
  @Test func chainsOfTransforms() {
    let picture = Picture(numbered: 4, 4)
    let steps: [CGAffineTransform] = [
      CGAffineTransform(translationX: 2, y: 1),
      CGAffineTransform(rotationAngle: .pi / 2),
      CGAffineTransform(scaleX: -1, y: 1),
      CGAffineTransform(rotationAngle: .pi),
    ]
    var mismatches: [String] = []
    for first in steps {
      for second in steps {
        let chain = picture.image.transformed(by: first).transformed(by: second)
        let once = picture.image.transformed(by: first.concatenating(second))
        if chain.extent != once.extent { mismatches.append("\(chain.extent) \(once.extent)") }
        if Picture(chain) != Picture(once) { mismatches.append("\(first) \(second)") }
      }
    }
    #expect(mismatches == [])
  }

  /// Half a turn and back is what it was.
  @Test func turnsThatCancel() {
    let picture = Picture(numbered: 5, 3)
    let pairs: [(CGImagePropertyOrientation, CGImagePropertyOrientation)] = [
      (.down, .down),
      (.right, .left),
      (.left, .right),
      (.upMirrored, .upMirrored),
      (.leftMirrored, .leftMirrored),
      (.rightMirrored, .rightMirrored),
      (.downMirrored, .downMirrored),
    ]
    for (there, back) in pairs {
      let image = picture.image.oriented(there).oriented(back)
      #expect(image.extent == picture.image.extent)
      #expect(Picture(image) == picture)
    }
  }

  /// What a warp needs lies in the input; nothing is drawn where it has no end.
  @Test func aPlainColourMovesNowhere() {
    let colour = CIImage(color: .green).transformed(by: CGAffineTransform(scaleX: 3, y: 3))
    #expect(colour.extent.isInfinite)
    let part = CGRect(x: -7, y: 90, width: 5, height: 1)
    #expect(Picture(colour, part) == Picture([Array(repeating: Shown(0, 255, 0), count: 5)]))
    let edge = Picture(numbered: 2, 2)
    let clamped = edge.image.clampedToExtent().transformed(by: CGAffineTransform(translationX: 10, y: 0))
    #expect(
      Picture(clamped, CGRect(x: 11, y: 0, width: 3, height: 1))
        == Picture([Array(repeating: edge.rows[1][1], count: 3)]))
  }

  @Test func blendingTwoTransparentLayers() {
    let alphas = [0.0, 0.25, 0.5, 0.75, 1]
    var mismatches: [String] = []
    for top in alphas {
      for bottom in alphas {
        let over = OverRecipe(
          top: ColorRecipe(pixel: Pixel(Float(top), 0, 0, Float(top))),
          bottom: ColorRecipe(pixel: Pixel(0, 0, Float(bottom), Float(bottom))))
        let pixel = over.tile(Region(x: 0, y: 0, width: 1, height: 1)).pixels[0]
        let expected = (red: top, blue: bottom * (1 - top), alpha: top + bottom * (1 - top))
        let difference = max(
          abs(Double(pixel.x) - expected.red),
          abs(Double(pixel.z) - expected.blue),
          abs(Double(pixel.w) - expected.alpha))
        if difference > 1e-6 { mismatches.append("\(top) over \(bottom): \(pixel)") }
      }
    }
    #expect(mismatches == [])
  }

  /// Colour filters see straight colours, and leave alpha and clear pixels alone.
  @Test func colourFiltersOfTransparentPixels() {
    let recipe = ColorFilterRecipe(input: ColorRecipe(pixel: Pixel(0.2, 0.1, 0, 0.5))) { $0 * 2 }
    let pixel = recipe.tile(Region(x: 0, y: 0, width: 1, height: 1)).pixels[0]
    #expect(abs(pixel.x - 0.4) < 1e-6 && abs(pixel.y - 0.2) < 1e-6 && pixel.w == 0.5)
    let clear = ColorFilterRecipe(input: EmptyRecipe()) { _ in SIMD3(1, 1, 1) }
    #expect(clear.tile(Region(x: 0, y: 0, width: 1, height: 1)).pixels == [.zero])
  }

  /// Weights that are one at a place move the picture there.
  @Test func convolutionWithOnePoint() {
    let picture = Picture(numbered: 5, 5)
    for place in 0..<3 {
      var weights: [Float] = [0, 0, 0]
      weights[place] = 1
      let recipe = ConvolutionRecipe(
        input: picture.image.recipe, weights: weights, extent: picture.image.extent)
      let drawn = Picture(CIImage(recipe), CGRect(x: 1, y: 1, width: 3, height: 3))
      let shift = place - 1
      let expected = Picture(
        picture.image, CGRect(x: 1 + shift, y: 1 + shift, width: 3, height: 3))
      #expect(drawn == expected)
    }
  }

  @Test func lumaAndDifferencesThereAndBack() {
    var mismatches: [String] = []
    let colours: [Shown] = [
      Shown(255, 255, 255),
      Shown(0, 0, 0),
      Shown(128, 128, 128),
      Shown(200, 30, 90),
      Shown(10, 250, 60),
      Shown(20, 40, 230),
    ]
    for isFullRange in [false, true] {
      for is601 in [false, true] {
        let space = YCbCr(isFullRange: isFullRange, is601: is601)
        for colour in colours {
          let y = space.luma(UInt8(colour.r), UInt8(colour.g), UInt8(colour.b))
          let (cb, cr) = space.differences(Double(colour.r), Double(colour.g), Double(colour.b))
          let back = Light.bytes(space.pixel(y, cb, cr))
          let shown = Shown(Int(back.r), Int(back.g), Int(back.b))
          if !shown.isNear(colour, 3) {
            mismatches.append("\(colour), full \(isFullRange), 601 \(is601): \(shown)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }
}
