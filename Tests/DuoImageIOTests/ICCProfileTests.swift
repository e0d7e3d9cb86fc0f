import Foundation
import Testing

@testable import DuoImageIO

@Suite struct ICCProfileTests {
  /// The numbers of Display P3: SMPTE EG 432's red, green and blue, the white D65.
  @Test func displayP3HasItsPrimaries() throws {
    let file = try PictureFile.jpeg(
      of: cornered(), quality: 0.9, metadata: ExifFields(width: 64, height: 48).metadata, profile: .displayP3)
    let said = try withFile(file, "jpg") { path in
      try run(
        "exiftool",
        [
          "-s3", "-n", "-ICC_Profile:RedMatrixColumn", "-ICC_Profile:GreenMatrixColumn",
          "-ICC_Profile:BlueMatrixColumn", "-ICC_Profile:ChromaticAdaptation",
          "-ICC_Profile:ProfileDescription",
          "-ICC_Profile:ProfileClass", path,
        ])
    }
    let lines = said.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(lines.count == 6 && said.contains("Display P3\nmntr"))
    // What the columns add up to is the white of profiles, D50.
    let white = (0..<3).map { row in lines[0][row] + lines[1][row] + lines[2][row] }
    #expect(zip(white, [0.9642, 1, 0.8249]).allSatisfy { abs($0 - $1) < 5e-4 })
    // Back to D65 they are the primaries, as x and y.
    let a = lines[3]
    func solve(_ v: [Double]) -> [Double] {
      // Cramer's rule.
      func det(_ m: [Double]) -> Double {
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
          + m[2] * (m[3] * m[7] - m[4] * m[6])
      }
      return (0..<3).map { column in
        var m = a
        for row in 0..<3 { m[row * 3 + column] = v[row] }
        return det(m) / det(a)
      }
    }
    for (column, wanted) in [([0.680, 0.320], 0), ([0.265, 0.690], 1), ([0.150, 0.060], 2)].map({ ($1, $0) })
    {
      let xyz = solve(lines[column])
      let sum = xyz.reduce(0, +)
      #expect(abs(xyz[0] / sum - wanted[0]) < 2e-3 && abs(xyz[1] / sum - wanted[1]) < 2e-3)
    }
  }

  /// Nothing but the profile differs, and it is what makes the same numbers other colours.
  @Test func colorsAreReadThroughTheProfile() throws {
    let plain = try PictureFile.jpeg(of: cornered(), quality: 0.95, metadata: nil)
    let wide = try PictureFile.jpeg(of: cornered(), quality: 0.95, metadata: nil, profile: .displayP3)
    #expect(wide.count - plain.count == ICCProfile.displayP3.count + 18)
    let (a, b) = (try PictureFile.decode(plain).bitmap, try PictureFile.decode(wide).bitmap)
    // White stays; red, green and blue are further out, so that sRGB cuts them off.
    let white = 40 * a.bytesPerRow + 50 * 4
    #expect((0..<3).allSatisfy { abs(Int(a.bytes[white + $0]) - Int(b.bytes[white + $0])) <= 2 })
    let red = 10 * a.bytesPerRow + 10 * 4
    #expect(b.bytes[red + 2] > a.bytes[red + 2] + 10 && b.bytes[red] <= a.bytes[red])
    #expect(ICCProfile.profile(ofJPEG: wide) == .displayP3 && ICCProfile.profile(ofJPEG: plain) == nil)
    for count in stride(from: 0, to: wide.count, by: 7) {
      _ = ICCProfile.profile(ofJPEG: wide.prefix(count))
      _ = ICCProfile.known(ICCProfile.displayP3.prefix(count))
    }
  }
}
