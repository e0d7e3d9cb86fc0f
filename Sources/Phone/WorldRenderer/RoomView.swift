import CWorldRenderer
import PhoneModel

/// The room as one target's pixels see it.
// Unchecked: written in `init` only; drawing reads it.
final class RoomView: @unchecked Sendable {
  private let scene: OpaquePointer
  private let width, height: Int

  /// - Parameter brightness: A factor on all numbers, so that what is brighter than white is seen.
  init(
    _ projection: Projection, _ meshes: [duo_mesh], width: Int, height: Int, samples: Int32,
    brightness: Double = 1
  ) {
    var camera = projection.reference
    (self.width, self.height) = (width, height)
    scene = duo_scene_make_dark(
      &camera, meshes, Int32(meshes.count), Int32(width), Int32(height), samples, brightness)
  }

  deinit { duo_scene_release(scene) }

  var bytes: Int { duo_scene_bytes(scene) }

  /// Draws a part; planes are those of the whole target.
  func draw(
    _ textures: [duo_texture], part: PixelRectangle? = nil, layout: PixelLayout,
    planes: [PixelTarget.Plane]
  ) {
    let part = part ?? PixelRectangle(left: 0, top: 0, right: width, bottom: height)
    let pixels = planes[0].base.assumingMemoryBound(to: UInt8.self)
    switch layout {
    case .biplanar420(let fullRange):
      duo_scene_draw_420(
        scene, textures, part.reference, pixels, planes[0].bytesPerRow,
        planes[1].base.assumingMemoryBound(to: UInt8.self), planes[1].bytesPerRow, fullRange ? 1 : 0)
    case .bgra, .depthFloat32, .biplanarTen:
      duo_scene_draw_part(scene, textures, part.reference, pixels, planes[0].bytesPerRow)
    }
  }
}

extension Exposure {
  private func view(
    of room: RoomScene, _ boards: [PosterArt], _ projection: Projection, _ body: PhoneBody,
    _ textures: [duo_texture], _ width: Int, _ height: Int, brightness: Double = 1
  ) -> RoomView {
    room.draw(phone.placement, phone: body.mesh) { meshes in
      PosterArt.draw(boards, after: textures.count - boards.count) { posters in
        RoomView(
          projection, meshes + posters, width: width, height: height,
          samples: width * height <= Self.mostSupersampled ? 2 : 1, brightness: brightness)
      }
    }
  }

  /// The room with every number times `brightness`, as B, G, R, A.
  func drawRoom(
    _ room: RoomScene, brightness: Double, _ projection: Projection, _ body: PhoneBody, _ width: Int,
    _ height: Int, into base: UnsafeMutableRawPointer
  ) {
    let boards = posters.map(PosterArt.drawn)
    let textures = room.textures(at: time) + boards.map(\.texture.reference)
    PixelTally.noteDrawn(PixelLayout.bgra.byteCount(width: width, height: height))
    view(of: room, boards, projection, body, textures, width, height, brightness: brightness).draw(
      textures, layout: .bgra, planes: [PixelTarget.Plane(base: base, bytesPerRow: width * 4)])
  }

  /// The room, black where nothing is.
  func drawRoom(
    _ room: RoomScene, _ projection: Projection, _ body: PhoneBody, layout: PixelLayout, width: Int,
    height: Int,
    planes: [PixelTarget.Plane]
  ) {
    let boards = posters.map(PosterArt.drawn)
    let textures = room.textures(at: time) + boards.map(\.texture.reference)
    func view() -> RoomView { self.view(of: room, boards, projection, body, textures, width, height) }
    let key = RestingPictures.Key(
      projection: projection, width: width, height: height, layout: layout, placement: phone.placement,
      body: body.corners, posters: posters)
    let (whole, clock) = (layout.byteCount(width: width, height: height), RoomClock.clockIDs(at: time))
    let kept = room.pictures.picture(for: key) {
      let view = view()
      let stores = Self.sizes(layout, width, height).map {
        PixelStore(count: $0.bytesPerRow * $0.rows) { _ in }
      }
      view.draw(
        textures, layout: layout,
        planes: zip(stores, Self.sizes(layout, width, height)).map {
          PixelTarget.Plane(base: $0.base, bytesPerRow: $1.bytesPerRow)
        })
      PixelTally.noteDrawn(whole)
      return RestingPictures.Picture(
        view, stores, clock: clock, clocks: clocks(projection, layout, width, height))
    }
    guard let kept else {
      PixelTally.noteDrawn(whole)
      return view().draw(textures, layout: layout, planes: planes)
    }
    for (index, size) in Self.sizes(layout, width, height).enumerated() {
      for row in 0..<size.rows {
        (planes[index].base + row * planes[index].bytesPerRow).copyMemory(
          from: kept.planes[index].base + row * size.bytesPerRow, byteCount: size.bytesPerRow)
      }
    }
    PixelTally.noteMoved(whole)
    for place in kept.clocks
    where place.isFine ? clock.fine != kept.clock.fine : clock.coarse != kept.clock.coarse {
      kept.scene.draw(textures, part: place.part, layout: layout, planes: planes)
      PixelTally.noteDrawn(place.part.byteCount(layout))
    }
  }

  private static func sizes(_ layout: PixelLayout, _ width: Int, _ height: Int) -> [(
    bytesPerRow: Int, rows: Int
  )] {
    switch layout {
    case .bgra, .depthFloat32, .biplanarTen: [(width * 4, height)]
    case .biplanar420: [(width, height), ((width + 1) / 2 * 2, (height + 1) / 2)]
    }
  }

  /// Where clocks may be seen.
  private func clocks(
    _ projection: Projection, _ layout: PixelLayout, _ width: Int, _ height: Int
  ) -> [RestingPictures.ClockPlace] {
    (RoomMarks.room + RoomMarks.moving(phone.placement)).compactMap { mark in
      guard mark.role == .fineClock || mark.role == .coarseClock,
        mark.normal.dot(projection.origin - mark.centre) > 0
      else { return nil }
      let half = mark.size * 0.625
      let corners: [Vector3] = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
        let corner: Vector3 = mark.centre + mark.right * (half * x) + mark.up * (half * y)
        return projection.homogeneous(corner)
      }
      guard var part = PixelRectangle(round: corners, width: width, height: height) else { return nil }
      if layout != .bgra { part = part.wholeChroma(width: width, height: height) }
      return RestingPictures.ClockPlace(part: part, isFine: mark.role == .fineClock)
    }
  }
}
