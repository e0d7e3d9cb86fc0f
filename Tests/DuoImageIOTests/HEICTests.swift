import DuoImageIO
import Testing

/// A picture of 64 x 48 with four corners of different colours: red, green over blue, white.
func cornered(width: Int = 64, height: Int = 48) -> Bitmap {
  var bytes = Data(count: width * height * 4)
  for y in 0..<height {
    for x in 0..<width {
      let colour: [UInt8] =
        switch (x < width / 2, y < height / 2) {
        case (true, true): [20, 20, 220, 255]
        case (false, true): [20, 220, 20, 255]
        case (true, false): [220, 20, 20, 255]
        case (false, false): [240, 240, 240, 255]
        }
      bytes.replaceSubrange(((y * width + x) * 4)..<((y * width + x) * 4 + 4), with: colour)
    }
  }
  return Bitmap(width: width, height: height, bytesPerRow: width * 4, bytes: bytes, isOpaque: true)
}

/// The colours of the four corners, top left first: r, g, b, w.
func corners(_ pixels: [UInt8], _ width: Int, _ height: Int, channels: Int, isBGR: Bool) -> String {
  [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { x, y in
    let at = (Int(Double(height) * y) * width + Int(Double(width) * x)) * channels
    let (r, g, b) = (pixels[at + (isBGR ? 2 : 0)], pixels[at + 1], pixels[at + (isBGR ? 0 : 2)])
    if r > 128, g > 128, b > 128 { return "w" }
    return r > 128 ? "r" : g > 128 ? "g" : b > 128 ? "b" : "?"
  }.joined()
}

/// What Exif's text says of the number: where the stored first row and column are seen.
func seen(_ stored: String, _ orientation: CGImagePropertyOrientation) -> String {
  let c = Array(stored)
  let order: [Int] =
    switch orientation {
    case .up: [0, 1, 2, 3]
    case .upMirrored: [1, 0, 3, 2]
    case .down: [3, 2, 1, 0]
    case .downMirrored: [2, 3, 0, 1]
    case .leftMirrored: [0, 2, 1, 3]
    case .right: [2, 0, 3, 1]
    case .rightMirrored: [3, 1, 2, 0]
    case .left: [1, 3, 0, 2]
    }
  return String(order.map { c[$0] })
}

/// Runs a program on a file; its output.
func run(_ program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text
}

func withFile<Result>(_ data: Data, _ ending: String, _ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
    .path
  try data.write(to: URL(fileURLWithPath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

@Suite struct HEICTests {
  @Test func pixelsComeBackAsStored() throws {
    let picture = cornered()
    let planar = try PictureFile.heic(width: 64, height: 48, quality: 0.9, metadata: nil) { target in
      for y in 0..<48 {
        for x in 0..<64 { target.luma[y * target.lumaRow + x] = x < 32 ? 60 : 200 }
      }
      for y in 0..<24 { (target.chroma + y * target.chromaRow).update(repeating: 128, count: 64) }
    }
    let grey = try PictureFile.decode(planar)
    #expect(grey.width == 64 && grey.height == 48 && grey.bitmap.isOpaque && grey.orientation == .up)
    let at = grey.bitmap.bytesPerRow * 20
    #expect(grey.bitmap.bytes[at..<(at + 3)].allSatisfy { abs(Int($0) - 60) < 6 })
    #expect(grey.bitmap.bytes[(at + 160)..<(at + 163)].allSatisfy { abs(Int($0) - 200) < 6 })

    let file = try PictureFile.heic(of: picture, quality: 0.95, metadata: nil)
    let read = try PictureFile.decode(file).bitmap
    let worst = zip(read.bytes, picture.bytes).enumerated().filter { at, _ in
      // Away from edges, where colours have half the pixels.
      let (x, y) = (at / 4 % 64, at / 256)
      return abs(x - 32) > 4 && abs(y - 24) > 4
    }.map { abs(Int($0.1.0) - Int($0.1.1)) }.max()
    #expect(worst! < 24)
    #expect(try PictureFile.heic(of: picture, quality: 0.95, metadata: nil) == file)
    #expect(try PictureFile.heic(of: picture, quality: 0.2, metadata: nil).count <= file.count)
    #expect(PictureFile.canWriteHEIC && PictureFile.kind(of: file) == .heic)
  }

  /// By our own reader, by exiftool, and by heif-convert, which turns the pixels.
  @Test func everyOrientationIsReadBackByOthers() throws {
    var wrong: [String] = []
    for orientation in CGImagePropertyOrientation.allCases {
      var metadata = ImageMetadata()
      metadata.orientation = orientation
      let file = try PictureFile.heic(of: cornered(), quality: 0.9, metadata: metadata)
      let read = try PictureFile.decode(file)
      let stored = corners(
        Array(read.bitmap.bytes), read.width, read.height, channels: 4, isBGR: true)
      if read.orientation != orientation || stored != "rgbw" || read.width != 64 {
        wrong.append("ours \(orientation): \(read.orientation) \(stored) \(read.width)")
      }
      try withFile(file, "heic") { path in
        let exif = try run("exiftool", ["-n", "-s3", "-IFD0:Orientation", path])
        if exif != "\(orientation.rawValue)\n" { wrong.append("exiftool \(orientation): \(exif)") }
        // The size in the boxes is that before turns.
        let size = try run("exiftool", ["-n", "-s3", "-QuickTime:ImageSpatialExtent", path])
        if size != "64 48\n" { wrong.append("size \(orientation): \(size)") }
        _ = try run("heif-convert", [path, "\(path).png"])
        let shown = try PictureFile.decode(Data(contentsOf: URL(fileURLWithPath: "\(path).png")))
        try FileManager.default.removeItem(atPath: "\(path).png")
        let colours = corners(
          Array(shown.bitmap.bytes), shown.width, shown.height, channels: 4, isBGR: true)
        if colours != seen("rgbw", orientation) { wrong.append("heif-convert \(orientation): \(colours)") }
      }
    }
    #expect(wrong == [])
  }

  @Test func thumbnailsAndPropertiesAreInTheFile() throws {
    var fields = ExifFields(width: 320, height: 240)
    fields.orientation = .right
    fields.make = "Apple"
    fields.iso = 64
    for kind in [PictureFile.Kind.jpeg, .heic] {
      let picture = cornered(width: 320, height: 240)
      let file =
        kind == .heic
        ? try PictureFile.heic(of: picture, quality: 0.9, metadata: fields.metadata, thumbnail: 80)
        : try PictureFile.jpeg(
          of: picture, quality: 0.9, metadata: fields.metadata, thumbnail: cornered(width: 80, height: 60))
      let small = try #require(try PictureFile.thumbnail(of: file))
      #expect(small.width == 80 && small.height == 60, "\(kind)")
      #expect(corners(Array(small.bytes), 80, 60, channels: 4, isBGR: true) == "rgbw", "\(kind)")
      let metadata = try PictureFile.metadata(of: file)
      #expect(metadata.orientation == .right && metadata["{TIFF}", "Make"] == .text("Apple"), "\(kind)")
      #expect(metadata["{Exif}", "ISOSpeedRatings"] == .list([.integer(64)]), "\(kind)")
      #expect(metadata.top["PixelWidth"] == .integer(320), "\(kind)")
    }
    #expect(
      try PictureFile.thumbnail(of: PictureFile.heic(of: cornered(), quality: 0.5, metadata: nil)) == nil)
  }

  @Test func alphaIsKept() throws {
    var picture = cornered()
    picture.isOpaque = false
    for pixel in 0..<(64 * 24) {
      picture.bytes.replaceSubrange((pixel * 4)..<(pixel * 4 + 4), with: [0, 0, 0, 0])
    }
    let read = try PictureFile.decode(PictureFile.heic(of: picture, quality: 0.95, metadata: nil)).bitmap
    #expect(!read.isOpaque && read.bytes[4 * 64 * 4 + 3] < 12 && read.bytes[40 * 64 * 4 + 3] > 243)
  }

  /// Cut at every place, and with bytes that are others: an error or a picture, never a crash.
  @Test func damagedFilesAreErrors() throws {
    var metadata = ImageMetadata()
    metadata.orientation = .left
    let file = try PictureFile.heic(of: cornered(), quality: 0.5, metadata: metadata)
    var read = 0
    for count in stride(from: 0, to: file.count, by: 3) {
      do throws(PictureFileError) {
        _ = try PictureFile.decode(file.prefix(count))
        read += 1
      } catch { #expect(!error.reason.isEmpty && !error.place.isEmpty) }
    }
    #expect(read == 0)
    var seed = UInt64(11)
    for _ in 0..<300 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var other = file
      other[Int(seed >> 33) % file.count] = UInt8(seed >> 25 & 255)
      do throws(PictureFileError) { _ = try PictureFile.decode(other) } catch {
        #expect(!error.place.isEmpty)
      }
    }
  }

  @Test func sizesOutsideTheLimitAreErrors() {
    #expect(throws: PictureFileError.self) {
      _ = try PictureFile.heic(width: 40_000, height: 2, quality: 1, metadata: nil) { _ in }
    }
  }
}
