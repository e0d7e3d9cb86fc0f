import Foundation
import PhoneModel

/// All figures of one run.
struct Comparison {
  var picture: String?
  var ffmpeg: String
  var folder: URL

  /// Whether every figure reaches what is asked for.
  func run(onlyRoom: Bool) throws -> Bool {
    if onlyRoom {
      try room(Scene())
      return true
    }
    let path = try picture ?? SyntheticPicture.write(to: folder.appendingPathComponent("made-up.png").path)
    print(
      "4096 x 2048 equirectangular picture (\(picture ?? "made up")) to 1920 x 1080, 90 degrees, bilinear,")
    print(
      "one thread, processor time, release build. Ours: Exposure.draw. Peer: v360, start-up taken off. Medians of 3 rounds.\n"
    )
    var inputs: [String: String] = [:]
    for format in ["gbrp", "yuv420p"] {
      let raw = folder.appendingPathComponent("frame.\(format)").path
      try convert(path, format, raw)
      inputs[format] = raw
    }
    let scene = try Scene(path: path)
    var passed = true
    for roll in [0.0, 90] {
      for (name, layout, format) in [
        ("RGB", PixelLayout.bgra, "gbrp"), ("420v", .biplanar420(fullRange: false), "yuv420p"),
      ] {
        let peer = Peer(
          ffmpeg: ffmpeg, input: inputs[format]!, format: format,
          filter:
            "v360=input=e:output=flat:h_fov=90:v_fov=\(Scene.vertical):w=1920:h=1080:interp=linear:roll=\(Int(roll))"
        )
        passed = try compare(scene, peer, name, layout, roll) && passed
      }
    }
    try room(scene)
    print(passed ? "all figures reached" : "NOT all figures reached")
    return passed
  }

  private func compare(
    _ scene: Scene, _ peer: Peer, _ name: String, _ layout: PixelLayout, _ roll: Double
  ) throws -> Bool {
    var theirs: [Double] = []
    var moving: [Double] = []
    var still: [Double] = []
    for _ in 0..<3 {
      theirs.append(try peer.framesPerSecond())
      moving.append(scene.framesPerSecond(layout, roll: roll, moves: true))
      still.append(scene.framesPerSecond(layout, roll: roll, moves: false))
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let (them, move, rest) = (median(theirs), median(moving), median(still))
    let isRGB = layout == .bgra
    var line = "\(name), rolled \(Int(roll)): v360 \(Self.text(them)) fps; "
    line += "moving \(Self.text(move)) = \(Self.text(move / them, 2))x; at rest \(Self.text(rest)) = "
    line += "\(Self.text(rest / them, 2))x"
    let wanted = isRGB ? (2.5, 5.0) : (1.5, 2.5)
    var passed = move / them >= wanted.0 && rest / them >= wanted.1
    if isRGB {
      let likeness = psnr(
        scene.picture(roll: roll), try peer.frame(into: folder.appendingPathComponent("one.raw").path))
      line += "; PSNR \(Self.text(likeness, 1)) dB (wanted: 40)"
      passed = passed && likeness >= 40
    }
    line += " (wanted: \(wanted.0)x moving, \(wanted.1)x at rest)"
    print(line)
    print("  \(peer.line(frames: 130))\n")
    return passed
  }

  /// The default room, 1920 x 1080, all round: what a picture takes, beside the time between two of 60 a second.
  private func room(_ scene: Scene) throws {
    let layouts: [(String, PixelLayout, PictureColours)] = [
      ("RGB", .bgra, .sRGB), ("420v", .biplanar420(fullRange: false), .sRGB),
      ("x420 of HLG", .biplanarTen(fullRange: false, halvesRows: true), .hlg),
    ]
    for (name, layout, colours) in layouts {
      func median(_ moves: Bool) throws -> Double {
        try (0..<3).map { _ in try scene.roomSeconds(layout, colours, moves: moves) }.sorted()[1] * 1000
      }
      let (move, rest) = (try median(true), try median(false))
      print(
        "the room, \(name): \(Self.text(move, 1)) ms moving, \(Self.text(rest, 1)) ms at rest (60 a second: 16.7 ms)"
      )
    }
  }

  private func convert(_ path: String, _ format: String, _ raw: String) throws {
    try FFmpeg(program: ffmpeg).run([
      "-nostdin", "-v", "error", "-y", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format,
      raw,
    ])
    let size = try FileManager.default.attributesOfItem(atPath: raw)[.size] as? Int ?? 0
    guard size == 4096 * 2048 * (format == "gbrp" ? 3 : 1) + (format == "gbrp" ? 0 : 4096 * 1024) else {
      throw BenchError("\(path) is not 4096 x 2048")
    }
  }

  /// Ours are B, G, R, A pixels, theirs planes G, B, R.
  private func psnr(_ ours: [UInt8], _ theirs: [UInt8]) -> Double {
    let count = ours.count / 4
    var sum = 0.0
    for pixel in 0..<count {
      for (channel, plane) in [(0, 1), (1, 0), (2, 2)] {
        let difference = Double(ours[pixel * 4 + channel]) - Double(theirs[plane * count + pixel])
        sum += difference * difference
      }
    }
    return 10 * log10(255 * 255 / max(sum / Double(count * 3), 1e-12))
  }

  private static func text(_ value: Double, _ digits: Int = 0) -> String {
    String(format: "%.\(digits)f", value)
  }
}
