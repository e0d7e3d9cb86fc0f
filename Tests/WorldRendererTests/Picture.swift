import Foundation
import PhoneModel

@testable import WorldRenderer

/// B, G, R, A pixels without padding.
struct Picture: Equatable {
  var width, height: Int
  var bytes: [UInt8]

  subscript(x: Int, y: Int) -> [Int] { (0..<3).map { Int(bytes[(y * width + x) * 4 + $0]) } }

  /// What an exposure shows, at a size.
  static func draw(
    _ exposure: Exposure, _ window: FrameWindow, _ width: Int, _ height: Int
  ) -> Picture {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { raw in
      exposure.draw(
        window,
        into: PixelTarget(
          layout: .bgra, width: width, height: height,
          planes: [.init(base: raw.baseAddress!, bytesPerRow: width * 4)]))
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  static func draw(_ exposure: Exposure, _ width: Int, _ height: Int) -> Picture {
    draw(exposure, FrameWindow(), width, height)
  }

  /// Peak signal to noise ratio of the colours, decibels; 99 for equal pictures.
  func likeness(to other: Picture) -> Double {
    guard (width, height) == (other.width, other.height) else { return 0 }
    var sum = 0.0
    for index in bytes.indices where index % 4 != 3 {
      let difference = Double(bytes[index]) - Double(other.bytes[index])
      sum += difference * difference
    }
    let mean = sum / Double(width * height * 3)
    return mean == 0 ? 99 : 10 * log10(255 * 255 / mean)
  }

  /// Turned clockwise by quarter turns, then flipped left-right.
  func turned(_ quarters: Int, flipped: Bool) -> Picture {
    let sideways = quarters % 2 == 1
    var other = Picture(width: sideways ? height : width, height: sideways ? width : height, bytes: bytes)
    for y in 0..<height {
      for x in 0..<width {
        var (a, b) =
          switch quarters % 4 {
          case 0: (x, y)
          case 1: (height - 1 - y, x)
          case 2: (width - 1 - x, height - 1 - y)
          default: (y, width - 1 - x)
          }
        if flipped { a = other.width - 1 - a }
        b = b * other.width + a
        for channel in 0..<4 { other.bytes[b * 4 + channel] = bytes[(y * width + x) * 4 + channel] }
      }
    }
    return other
  }

  var gray: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
      for pixel in 0..<width * height {
        let blue = Int(bytes[pixel * 4]) * 29
        let green = Int(bytes[pixel * 4 + 1]) * 150
        let red = Int(bytes[pixel * 4 + 2]) * 77
        gray[pixel] = UInt8((blue + green + red) >> 8)
      }
      count = width * height
    }
  }
}

/// Phones and cameras in poses.
enum Stage {
  static func phone(_ pose: String, hinge: Double? = nil) -> PlacedPhone {
    let pose = Pose.named(pose, for: .duo)!
    return PlacedPhone(Body(.duo, hinge: hinge ?? pose.hinge), at: pose.placement)
  }

  /// So far from the phone that its body is smaller than a pixel.
  static let nowhere: Vector3 = [0, 100_000, 0]

  static let room = try! World(.room)

  /// A camera of its own, far from the phone's body.
  static func exposure(
    _ world: World, at position: Vector3 = [0, 1.5, -0.6], forward: Vector3, up: Vector3 = [0, 1, 0],
    width: Int = 320, height: Int = 180, fieldOfView: Double = 90, light: Double = 1
  ) -> Exposure {
    Exposure(
      world: world, camera: CameraPose(position: position, forward: forward, up: up), width: width,
      height: height,
      fieldOfView: fieldOfView, time: PhoneTime(seconds: 12.5), light: light, phone: phone("open-landscape"))
  }
}
