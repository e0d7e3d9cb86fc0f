import DuoImageIO
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A small picture as rows of letters.
private struct Letters: Equatable {
  var rows: [[Character]]

  static let native = Letters(rows: [Array("abc"), Array("def")])

  func turned(_ turns: QuarterTurns) -> Letters {
    var letters = self
    for _ in 0..<turns.count {
      let old = letters.rows
      letters.rows = old[0].indices.map { x in old.indices.reversed().map { old[$0][x] } }
    }
    return letters
  }

  var mirrored: Letters { Letters(rows: rows.map { $0.reversed() }) }
  var upsideDown: Letters { Letters(rows: rows.reversed()) }
  var transposed: Letters {
    Letters(rows: rows[0].indices.map { x in rows.indices.map { rows[$0][x] } })
  }

  /// As Exif's text defines the eight numbers: where the first row and the first column of the file are seen.
  func seen(_ tag: CGImagePropertyOrientation) -> Letters {
    switch tag {
    case .up: self
    case .upMirrored: mirrored
    case .down: mirrored.upsideDown
    case .downMirrored: upsideDown
    case .leftMirrored: transposed
    case .right: transposed.mirrored
    case .rightMirrored: transposed.mirrored.upsideDown
    case .left: transposed.upsideDown
    }
  }
}

@Suite struct PhotoGeometryTests {
  /// The reference's two rows.
  @Test func tagsOfAnglesAndMirroring() {
    let seen = [false, true].map { isMirrored in
      (0..<4).map { PhotoOrientation.tag(turned: QuarterTurns($0), isMirrored: isMirrored).rawValue }
    }
    #expect(seen == [[1, 6, 3, 8], [2, 5, 4, 7]])
  }

  /// Whatever is turned in the file, a viewer shows the native picture turned by the angle and then flipped.
  @Test func aViewerSeesAngleThenMirroring() {
    var wrong: [String] = []
    for angle in 0..<4 {
      for compensation in 0..<4 {
        for isMirrored in [false, true] {
          let orientation = PhotoOrientation(
            angle: QuarterTurns(angle), isMirrored: isMirrored, compensation: QuarterTurns(compensation))
          let shown = Letters.native.turned(orientation.stored).seen(orientation.tag)
          let turned = Letters.native.turned(QuarterTurns(angle))
          if shown != (isMirrored ? turned.mirrored : turned) || orientation.stored.count != compensation {
            wrong.append("\(angle) \(compensation) \(isMirrored)")
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// Compensated, every front camera's picture stands as the classic one's: upright in portrait after 90.
  @Test func compensatedCamerasLieAsTheClassicFrontCamera() {
    var wrong: [String] = []
    for phone in [PhoneDescription.duo, .single, .singleSquare] {
      for camera in phone.cameras {
        let turn = PhotoOrientation.compensation(for: camera.id, in: phone)
        let portrait = SensorOrientation(of: camera.id, in: phone).portrait
        let wanted: QuarterTurns = camera.position == .front ? portrait - turn : 1
        if wanted != 1 || (camera.position == .back && turn != 0) {
          wrong.append("\(phone.name) \(camera.id)")
        }
      }
    }
    #expect(wrong == [])
    let turns = [
      PhotoOrientation.compensation(for: .outerFront, in: .duo),
      PhotoOrientation.compensation(for: .innerFront, in: .duo),
      PhotoOrientation.compensation(for: .virtualFront, in: .duo),
    ]
    #expect(turns == [3, 3, 3])
    let classic = PhoneDescription.single.cameras.first { $0.position == .front }!
    #expect(PhotoOrientation.compensation(for: classic.id, in: .single) == 0)
  }

  @Test func sizesHaveTheShapeOfThePicture() {
    typealias Size = PhotoSize.Size
    let rows: [(picture: (Int, Int), most: (Int, Int), wanted: (Int, Int))] = [
      ((1920, 1080), (4160, 2340), (4160, 2340)), ((1920, 1080), (1920, 1080), (1920, 1080)),
      ((3024, 4032), (4032, 3024), (3024, 4032)), ((4032, 3024), (3024, 4032), (4032, 3024)),
      ((1080, 1920), (1920, 1920), (1080, 1920)), ((1920, 1440), (4032, 3024), (4032, 3024)),
      ((1920, 1080), (4032, 3024), (4032, 2268)), ((1280, 1280), (1280, 1280), (1280, 1280)),
    ]
    let wrong = rows.filter { row in
      PhotoSize.resolved(
        picture: Size(width: row.picture.0, height: row.picture.1),
        most: Size(width: row.most.0, height: row.most.1))
        != Size(width: row.wanted.0, height: row.wanted.1)
    }
    #expect(wrong.map { "\($0)" } == [])
  }
}
