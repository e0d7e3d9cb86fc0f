import CWorldRenderer
import Foundation
import PhoneModel

/// What one camera saw at one moment: everything that is needed to draw its picture, later or never. A value;
/// drawing is safe on any thread, and the same request gives the same bytes.
public struct Exposure: Sendable {
  public var world: World
  /// The lens in the world.
  public var camera: CameraPose
  /// The native frame, pixels, and its horizontal field of view at zoom 1, degrees.
  public var width, height: Int
  public var fieldOfView: Double
  public var zoom: Double
  /// The moment; the room's clock marks show it.
  public var time: PhoneTime
  /// Brightness of the world, 1 is normal.
  public var light: Double
  /// Exposure, colour, focus and lamp.
  public var settings: CameraSettings
  /// The body that can stand in the way, and where the people are.
  public var phone: PlacedPhone
  /// Boards with codes that stand in this world. Each must have no `drawingFault`.
  public var posters: [Poster] = []

  /// Depth of what is infinitely far (pictures and colours): metres along the ray.
  public static let farthest = 100.0

  public init(
    world: World, camera: CameraPose, width: Int, height: Int, fieldOfView: Double, zoom: Double = 1,
    time: PhoneTime, light: Double = 1, settings: CameraSettings = CameraSettings(), phone: PlacedPhone
  ) {
    self.world = world
    self.camera = camera
    self.width = width
    self.height = height
    self.fieldOfView = fieldOfView
    self.zoom = zoom
    self.time = time
    self.light = light
    self.settings = settings
    self.phone = phone
  }

  /// A physical camera of the phone; nil when the phone has none of that name.
  public init?(
    world: World, camera id: CameraID, width: Int, height: Int, fieldOfView: Double, zoom: Double = 1,
    time: PhoneTime, light: Double = 1, settings: CameraSettings = CameraSettings(), phone: PlacedPhone
  ) {
    guard let view = phone.camera(id) else { return nil }
    self.init(
      world: world, camera: CameraPose(view), width: width, height: height, fieldOfView: fieldOfView,
      zoom: zoom,
      time: time, light: light, settings: settings, phone: phone)
  }

  /// The lens sees nothing: another panel or a table lies on it. Every picture is black then, every depth 0.
  public var isCovered: Bool { PhoneBody(phone).covers(camera) }

  /// Draws the window's part of the picture, turned, flipped and stretched to the target.
  ///
  /// B, G, R, A (alpha 255), luma and colour differences of 8 or 10 bits with the matrix of ITU-R 709, or of 2020 in the colours
  /// that have its curve or a log one (chroma is the average of the pixels that share it), or depth in metres along the axis.
  /// The target's memory must hold `height` rows of `bytesPerRow` bytes; half the rows, rounded up, for the second plane of a
  /// 420 target.
  public func draw(_ window: FrameWindow = FrameWindow(), into target: PixelTarget) {
    guard target.width > 0, target.height > 0 else { return }
    let body = PhoneBody(phone)
    let isCovered = body.covers(camera)
    let projection = projection(window, width: target.width, height: target.height)
    let development = Development(settings, light: light, at: time)
    if development.isEncoded(in: target.layout) {
      return drawEncoded(development, window, projection, body, isCovered, into: target)
    }
    if !isCovered, target.layout != .depthFloat32 {
      if !development.isNeutral { return draw(development, window, projection, body, into: target) }
    }
    switch target.layout {
    case .bgra:
      drawBGRA(
        projection, body, isCovered, target.width, target.height, target.planes[0].base,
        target.planes[0].bytesPerRow)
    case .biplanar420(let fullRange):
      draw420(projection, body, isCovered, fullRange, target)
    case .depthFloat32:
      drawDepth(projection, body, isCovered, target)
    case .biplanarTen: fatalError("numbers of ten bits are always encoded")
    }
  }

  /// The rays of a target's pixels.
  func projection(_ window: FrameWindow, width targetWidth: Int, height targetHeight: Int) -> Projection {
    Projection(
      camera: camera, width: width, height: height, fieldOfView: fieldOfView, zoom: zoom, window: window,
      targetWidth: targetWidth, targetHeight: targetHeight)
  }

  /// What there is at this moment.
  var content: World.Content { world.content(at: time) }

  func drawBGRA(
    _ projection: Projection, _ body: PhoneBody, _ isCovered: Bool, _ width: Int, _ height: Int,
    _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int
  ) {
    let pixels = base.assumingMemoryBound(to: UInt8.self)
    let (w, h) = (Int32(width), Int32(height))
    if !isCovered, case .room(let room) = content {
      return drawRoom(
        room, projection, body, layout: .bgra, width: width, height: height,
        planes: [PixelTarget.Plane(base: base, bytesPerRow: bytesPerRow)])
    }
    PixelTally.noteDrawn(PixelLayout.bgra.byteCount(width: width, height: height))
    if isCovered {
      duo_fill_bgra(pixels, bytesPerRow, w, h, 0, 0, 0)
      return
    }
    switch content {
    case .colour(let red, let green, let blue): duo_fill_bgra(pixels, bytesPerRow, w, h, blue, green, red)
    case .panorama(let panorama):
      panorama.draw(projection, width: width, height: height, into: base, bytesPerRow: bytesPerRow)
    case .picture(let picture):
      picture.draw(
        before: camera, reach: reach, projection, width: width, height: height, into: base,
        bytesPerRow: bytesPerRow)
    case .room, .movie: duo_fill_bgra(pixels, bytesPerRow, w, h, 0, 0, 0)
    }
    var camera = projection.reference
    let samples: Int32 = width * height <= Self.mostSupersampled ? 2 : 1
    withMeshes(body, projection, width, height) { meshes, textures in
      guard !meshes.isEmpty else { return }
      duo_draw_polygons(&camera, meshes, Int32(meshes.count), textures, pixels, bytesPerRow, w, h, samples)
    }
  }

  /// Half the width and height of the view without zoom, at distance 1: a flat picture hangs where it fills that, and zoom
  /// narrows the view as everywhere.
  private var reach: (x: Double, y: Double) {
    let reach = tan(fieldOfView * .pi / 360)
    return (reach, reach * Double(height) / Double(width))
  }

  /// Targets of up to so many pixels get four samples in each.
  static let mostSupersampled = 1920 * 1440

  private func draw420(
    _ projection: Projection, _ body: PhoneBody, _ isCovered: Bool, _ fullRange: Bool, _ target: PixelTarget
  ) {
    let (width, height) = (target.width, target.height)
    let luma = target.planes[0].base.assumingMemoryBound(to: UInt8.self)
    let chroma = target.planes[1].base.assumingMemoryBound(to: UInt8.self)
    let rows = (luma: target.planes[0].bytesPerRow, chroma: target.planes[1].bytesPerRow)
    if !isCovered, case .room(let room) = content {
      return drawRoom(
        room, projection, body, layout: target.layout, width: width, height: height, planes: target.planes)
    }
    // Planes from planes, where the world's picture is all that is seen.
    if !isCovered, posters.isEmpty, !body.isSeen(by: projection, width: width, height: height) {
      let count = target.layout.byteCount(width: width, height: height)
      switch content {
      case .panorama(let panorama):
        PixelTally.noteDrawn(count)
        return panorama.draw420(
          projection, fullRange: fullRange, width: width, height: height, planes: target.planes)
      case .picture(let picture):
        PixelTally.noteDrawn(count)
        return picture.draw420(
          before: camera, reach: reach, projection, fullRange: fullRange, width: width, height: height,
          planes: target.planes)
      case .room, .movie, .colour: break
      }
    }
    let picture = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 32)
    defer { picture.deallocate() }
    drawBGRA(projection, body, isCovered, width, height, picture, width * 4)
    PixelTally.noteMoved(target.layout.byteCount(width: width, height: height))
    duo_bgra_to_420(
      picture.assumingMemoryBound(to: UInt8.self), width * 4, Int32(width), Int32(height), luma, rows.luma,
      chroma,
      rows.chroma, fullRange ? 1 : 0)
  }

  func drawDepth(
    _ projection: Projection, _ body: PhoneBody, _ isCovered: Bool, _ target: PixelTarget
  ) {
    let plane = target.planes[0]
    let depth = plane.base.assumingMemoryBound(to: Float.self)
    PixelTally.noteDrawn(target.layout.byteCount(width: target.width, height: target.height))
    if isCovered {
      for row in 0..<target.height {
        (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: Float.self)
          .update(repeating: 0, count: target.width)
      }
      return
    }
    var camera = projection.reference
    withMeshes(body, projection, target.width, target.height) { meshes, _ in
      duo_draw_depth(
        &camera, meshes, Int32(meshes.count), Self.farthest, depth, plane.bytesPerRow, Int32(target.width),
        Int32(target.height))
    }
  }

  /// Calls `draw` with the polygons of this world and its posters; with none when the picture behind is all there is. The
  /// textures are the posters'.
  private func withMeshes(
    _ body: PhoneBody, _ projection: Projection, _ width: Int, _ height: Int,
    _ draw: ([duo_mesh], [duo_texture]) -> Void
  ) {
    let boards = posters.map(PosterArt.drawn)
    PosterArt.draw(boards, after: 0) { posters in
      let textures = boards.map(\.texture.reference)
      switch content {
      case .room(let room):
        room.draw(phone.placement, phone: body.mesh) { draw($0 + posters, textures) }
      case .picture, .panorama, .movie, .colour:
        guard body.isSeen(by: projection, width: width, height: height) else {
          return draw(posters, textures)
        }
        Mesh.withReferences([(body.mesh, .identity, [0, 0, 0])]) { draw($0 + posters, textures) }
      }
    }
  }
}
