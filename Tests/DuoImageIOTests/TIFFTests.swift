import Foundation
import Testing

@testable import DuoImageIO

@Suite struct TIFFTests {
  /// Pixels by ffmpeg's decoder; size, orientation, camera and profile by exiftool.
  @Test func othersReadPixelsAndProperties() throws {
    var fields = ExifFields(width: 64, height: 48)
    fields.orientation = .right
    fields.make = "Apple"
    fields.iso = 64
    for profile in [PictureProfile.sRGB, .displayP3] {
      let file = try PictureFile.tiff(of: cornered(), metadata: fields.metadata, profile: profile)
      try withFile(file, "tif") { path in
        let said = try run(
          "exiftool",
          [
            "-s3", "-n", "-IFD0:ImageWidth", "-IFD0:ImageHeight", "-IFD0:Orientation", "-IFD0:Make",
            "-ExifIFD:ISO",
            "-ICC_Profile:ProfileDescription", "-Warning", path,
          ])
        #expect(said == "64\n48\n6\nApple\n64\n" + (profile == .displayP3 ? "Display P3\n" : ""))
        let raw = path + ".rgb"
        _ = try run("ffmpeg", ["-v", "error", "-i", path, "-pix_fmt", "rgb24", "-f", "rawvideo", raw])
        let pixels = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
        try FileManager.default.removeItem(atPath: raw)
        let wanted = cornered().bytes
        #expect(pixels.count == 64 * 48 * 3)
        #expect(
          pixels.indices.allSatisfy { pixels[$0] == wanted[wanted.startIndex + $0 / 3 * 4 + 2 - $0 % 3] })
      }
    }
  }

  @Test func withoutPropertiesThereIsThePictureAlone() throws {
    let file = try PictureFile.tiff(of: cornered(), metadata: nil)
    try withFile(file, "tif") { path in
      let said = try run("exiftool", ["-s3", "-n", "-ImageSize", "-Make", "-Warning", path])
      #expect(said == "64 48\n")
    }
    let long = Bitmap(
      width: 32_001, height: 1, bytesPerRow: 32_001 * 4, bytes: Data(count: 32_001 * 4), isOpaque: true)
    #expect(throws: PictureFileError.self) { _ = try PictureFile.tiff(of: long, metadata: nil) }
  }
}
