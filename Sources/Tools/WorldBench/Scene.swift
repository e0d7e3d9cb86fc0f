import Foundation
import PhoneModel
import WorldRenderer

/// Our side: a camera of 90 degrees in a 360-degree picture.
final class Scene {
  let world: World
  let phone: PlacedPhone
  let width = 1920
  let height = 1080
  /// The peer's vertical field of view for square pixels.
  static let vertical = 2 * atan(9.0 / 16) * 180 / .pi
  private let memory: UnsafeMutableRawPointer

  init(path: String? = nil) throws {
    world = try World(path.map { .panorama(path: $0) } ?? .room)
    guard let pose = Pose.named("open-landscape", for: .duo) else { throw BenchError("no pose") }
    phone = PlacedPhone(Body(.duo, hinge: pose.hinge), at: pose.placement)
    memory = .allocate(byteCount: width * height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
  }

  deinit { memory.deallocate() }

  /// `yaw`: degrees to the right; `roll`: degrees clockwise of the camera about its axis.
  private func exposure(yaw: Double, roll: Double) -> Exposure {
    let turn = Rotation(about: [0, 1, 0], degrees: -yaw)
    let forward = turn.apply([0, 0, -1])
    let up = Rotation(about: forward, degrees: roll).apply([0, 1, 0])
    // Ahead of the phone, so that its body is never in the picture.
    return Exposure(
      world: world, camera: CameraPose(position: [0, 1.5, -2], forward: forward, up: up), width: width,
      height: height, fieldOfView: 90, time: .zero, phone: phone)
  }

  private func target(_ layout: PixelLayout) -> PixelTarget {
    switch layout {
    case .bgra, .depthFloat32:
      return PixelTarget(
        layout: layout, width: width, height: height, planes: [.init(base: memory, bytesPerRow: width * 4)])
    case .biplanar420:
      return PixelTarget(
        layout: layout, width: width, height: height,
        planes: [
          .init(base: memory, bytesPerRow: width),
          .init(base: memory + width * height, bytesPerRow: width),
        ])
    case .biplanarTen:
      return PixelTarget(
        layout: layout, width: width, height: height,
        planes: [
          .init(base: memory, bytesPerRow: width * 2),
          .init(base: memory + width * height * 2, bytesPerRow: width * 2),
        ])
    }
  }

  /// Seconds of the processor for one picture of the room, as seen round from its middle.
  func roomSeconds(
    _ layout: PixelLayout, _ colours: PictureColours = .sRGB, moves: Bool, frames: Int = 72
  ) throws -> Double {
    let room = try World(.room)
    func draw(_ frame: Int) {
      let turn = Rotation(about: [0, 1, 0], degrees: moves ? Double(frame) * 360 / Double(frames) : 30)
      var exposure = Exposure(
        world: room,
        camera: CameraPose(position: [0.2, 1.5, -0.3], forward: turn.apply([0, 0, -1]), up: [0, 1, 0]),
        width: width, height: height, fieldOfView: 70, time: PhoneTime(seconds: Double(frame) / 60),
        phone: phone)
      exposure.settings.colours = colours
      exposure.draw(into: target(layout))
    }
    for frame in -3..<0 { draw(frame + 3) }
    let start = threadSeconds()
    for frame in 0..<frames { draw(frame) }
    return (threadSeconds() - start) / Double(frames)
  }

  /// Blue, green, red and alpha of the view straight ahead.
  func picture(roll: Double) -> [UInt8] {
    exposure(yaw: 0, roll: roll).draw(into: target(.bgra))
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: width * height * 4))
  }

  /// Frames in a second of the processor. A moving camera looks elsewhere in every frame.
  func framesPerSecond(_ layout: PixelLayout, roll: Double, moves: Bool) -> Double {
    let frames = 200
    for warm in 0..<3 { exposure(yaw: moves ? Double(warm) : 0, roll: roll).draw(into: target(layout)) }
    let start = threadSeconds()
    for frame in 0..<frames {
      exposure(yaw: moves ? 5 + Double(frame) * 0.2 : 0, roll: roll).draw(into: target(layout))
    }
    return Double(frames) / (threadSeconds() - start)
  }
}
