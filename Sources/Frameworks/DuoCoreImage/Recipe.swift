import DuoFoundation
import Foundation

/// How an image is made: nothing is drawn before a context asks for a region.
protocol Recipe: Sendable {
  /// Where there is anything.
  var extent: CGRect { get }
  /// The pixels of a region, which may be larger than the extent.
  func tile(_ region: Region) -> Tile
}

/// Stored pixels, their lower left corner at the origin.
struct StoredRecipe: Recipe {
  let width, height: Int
  /// Writes a row, counted from the top, from a first pixel on.
  let read: @Sendable (_ row: Int, _ first: Int, _ out: inout ArraySlice<Pixel>) -> Void

  var extent: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  func tile(_ region: Region) -> Tile {
    var tile = Tile(region)
    let part = region.intersection(Region(x: 0, y: 0, width: width, height: height))
    for y in part.y..<part.maxY where part.width > 0 {
      let start = (y - region.y) * region.width + part.x - region.x
      read(height - 1 - y, part.x, &tile.pixels[start..<start + part.width])
    }
    return tile
  }
}

struct ColorRecipe: Recipe {
  let pixel: Pixel
  var extent: CGRect { .infinite }
  func tile(_ region: Region) -> Tile { Tile(region, repeating: pixel) }
}

struct EmptyRecipe: Recipe {
  var extent: CGRect { .null }
  func tile(_ region: Region) -> Tile { Tile(region) }
}

struct CropRecipe: Recipe {
  let input: any Recipe
  let extent: CGRect

  func tile(_ region: Region) -> Tile {
    guard let part = Region(extent)?.intersection(region), !part.isEmpty else { return Tile(region) }
    if part == region { return input.tile(region) }
    let drawn = input.tile(part)
    var tile = Tile(region)
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX { tile[x, y] = drawn[x, y] }
    }
    return tile
  }
}

/// The source over the backdrop. Colours are premultiplied. [docs]
struct OverRecipe: Recipe {
  let top, bottom: any Recipe
  var extent: CGRect { top.extent.union(bottom.extent) }

  func tile(_ region: Region) -> Tile {
    var tile = bottom.tile(region)
    let over = top.tile(region)
    for index in tile.pixels.indices {
      tile.pixels[index] = over.pixels[index] + tile.pixels[index] * (1 - over.pixels[index].w)
    }
    return tile
  }
}

/// Each pixel by itself.
struct ColorFilterRecipe: Recipe {
  let input: any Recipe
  /// Straight colours of linear light.
  let change: @Sendable (SIMD3<Float>) -> SIMD3<Float>
  var extent: CGRect { input.extent }

  func tile(_ region: Region) -> Tile {
    var tile = input.tile(region)
    for index in tile.pixels.indices {
      let pixel = tile.pixels[index]
      guard pixel.w > 0 else { continue }
      let changed = change(SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w)
      tile.pixels[index] = Pixel(changed * pixel.w, pixel.w)
    }
    return tile
  }
}

/// Where each pixel of the result comes from in the input.
struct WarpRecipe: Recipe {
  let input: any Recipe
  let extent: CGRect
  let source: @Sendable (_ x: Double, _ y: Double) -> (x: Double, y: Double)
  /// Into more than so many pixels nothing is drawn: a warp that folds the plane up.
  private static let most = 200_000_000

  func tile(_ region: Region) -> Tile {
    var tile = Tile(region)
    // Of an image without end, everything.
    let part = extent.isInfinite ? region : Region(extent).map { region.intersection($0) }
    guard let part, !part.isEmpty else { return tile }
    let corners = [(part.x, part.y), (part.maxX, part.y), (part.x, part.maxY), (part.maxX, part.maxY)]
      .map { source(Double($0.0), Double($0.1)) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let needed = CGRect(
      x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
    guard var area = Region(needed)?.grown(by: 1) else { return tile }
    if let bounds = Region(input.extent) { area = area.intersection(bounds) }
    guard !area.isEmpty, area.width * area.height < Self.most else { return tile }
    let from = input.tile(area)
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let point = source(Double(x) + 0.5, Double(y) + 0.5)
        tile[x, y] = from.sample(point.x, point.y)
      }
    }
    return tile
  }
}

/// Weighted sums along rows and columns.
struct ConvolutionRecipe: Recipe {
  let input: any Recipe
  /// From the left, an odd number.
  let weights: [Float]
  let extent: CGRect

  func tile(_ region: Region) -> Tile {
    let reach = weights.count / 2
    let from = input.tile(region.grown(by: reach))
    var rows = Tile(region.grown(0, reach))
    for y in rows.region.y..<rows.region.maxY {
      for x in region.x..<region.maxX {
        var sum = Pixel.zero
        for (index, weight) in weights.enumerated() { sum += from[x + index - reach, y] * weight }
        rows[x, y] = sum
      }
    }
    var tile = Tile(region)
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX {
        var sum = Pixel.zero
        for (index, weight) in weights.enumerated() { sum += rows[x, y + index - reach] * weight }
        tile[x, y] = sum
      }
    }
    return tile
  }
}

/// A scale by Lanczos' windowed sine with three lobes, rows first.
struct LanczosRecipe: Recipe {
  let input: any Recipe
  let scaleX, scaleY: Double

  var extent: CGRect {
    input.extent.applying(CGAffineTransform(scaleX: scaleX, y: scaleY)).integral
  }

  /// The input's pixels and their weights for a pixel of the result; weights add up to 1.
  private static func taps(_ place: Int, _ scale: Double) -> (first: Int, weights: [Float]) {
    let (middle, width) = ((Double(place) + 0.5) / scale - 0.5, max(1, 1 / scale))
    let first = Int((middle - 3 * width).rounded(.up))
    let last = Int((middle + 3 * width).rounded(.down))
    let weights = (first...last).map { kernel((Double($0) - middle) / width) }
    let sum = weights.reduce(0, +)
    return (first, weights.map { Float($0 / sum) })
  }

  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= 3 { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }

  func tile(_ region: Region) -> Tile {
    var tile = Tile(region)
    guard let whole = Region(extent), let bounds = Region(input.extent), !bounds.isEmpty else { return tile }
    let part = region.intersection(whole)
    guard !part.isEmpty else { return tile }
    let columns = (part.x..<part.maxX).map { Self.taps($0, scaleX) }
    let lines = (part.y..<part.maxY).map { Self.taps($0, scaleY) }
    let low = lines.map(\.first).min()!
    let high = lines.map { $0.first + $0.weights.count }.max()!
    // Beyond the edge the edge's pixels go on.
    let needed = Region(x: bounds.x, y: low, width: bounds.width, height: high - low).intersection(bounds)
    let from = input.tile(needed.isEmpty ? bounds : needed)
    let area = from.region
    var narrow = Tile(Region(x: part.x, y: area.y, width: part.width, height: area.height))
    for y in area.y..<area.maxY {
      for x in part.x..<part.maxX {
        let (first, weights) = columns[x - part.x]
        var sum = Pixel.zero
        for (index, weight) in weights.enumerated() {
          sum += from[min(max(first + index, area.x), area.maxX - 1), y] * weight
        }
        narrow[x, y] = sum
      }
    }
    for y in part.y..<part.maxY {
      let (first, weights) = lines[y - part.y]
      for x in part.x..<part.maxX {
        var sum = Pixel.zero
        for (index, weight) in weights.enumerated() {
          sum += narrow[x, min(max(first + index, area.y), area.maxY - 1)] * weight
        }
        tile[x, y] = sum
      }
    }
    return tile
  }
}
