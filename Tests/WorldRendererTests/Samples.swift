import CPNG
import CTurboJPEG
import Foundation

/// Picture files made for the tests.
enum Samples {
  static let folder: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("WorldRendererTests-\(getpid())")
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Tests share the files and run at the same time: only the end of the process knows that nobody reads them any more.
    atexit {
      do { try FileManager.default.removeItem(at: Samples.folder) } catch {
        FileHandle.standardError.write(Data("\(Samples.folder.path) is left behind: \(error)\n".utf8))
      }
    }
    return url
  }()

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Smooth, different everywhere, and closed across the seam. Red, green, blue, 60...250.
  static func colour(longitude: Double, latitude: Double) -> [Double] {
    [
      155 + 60 * sin(longitude) * cos(latitude) + 30 * sin(2 * latitude),
      155 + 60 * cos(longitude) * cos(latitude) + 25 * cos(3 * longitude) * pow(cos(latitude), 3),
      155 + 80 * sin(latitude),
    ]
  }

  /// A 360-degree picture of `colour`, with rows and columns where the renderer looks for them.
  static func panorama(width: Int) throws -> String {
    let height = width / 2
    var pixels: [UInt8] = []
    for y in 0..<height {
      let latitude = (0.5 - Double(y) / Double(height - 1)) * .pi
      for x in 0..<width {
        let longitude = ((Double(x) + 0.5) / Double(width) - 0.5) * 2 * .pi
        pixels += colour(longitude: longitude, latitude: latitude).map { UInt8($0.rounded()) }
      }
    }
    return try writePNG("panorama-\(width).png", width, height, pixels)
  }

  /// `pixels`: red, green, blue.
  static func writePNG(_ name: String, _ width: Int, _ height: Int, _ pixels: [UInt8]) throws -> String {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    // Written beside and moved, because tests run at the same time and share files.
    let draft = path("\(UUID().uuidString).png")
    guard png_image_write_to_file(&image, draft, 0, pixels, Int32(width * 3), nil) != 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    guard rename(draft, path(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path(name)
  }

  static func writeJPEG(_ name: String, _ width: Int, _ height: Int, _ pixels: [UInt8]) throws -> String {
    let encoder = tjInitCompress()
    defer { tjDestroy(encoder) }
    var memory: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = tjCompress2(
      encoder, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &memory,
      &size,
      Int32(TJSAMP_444.rawValue), 95, 0)
    guard status == 0, let memory else { throw CocoaError(.fileWriteUnknown) }
    defer { tjFree(memory) }
    try Data(bytes: memory, count: Int(size)).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
    return path(name)
  }
}
